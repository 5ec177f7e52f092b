package implexus

import (
	"github.com/rowlens/rowlens/codec/format"
)

// becauseMax limits how many members of a row are looked up as reasons.
const becauseMax = 100

// because returns the rows that may decide a finding: the configuration of its row, and the entity
// and properties of each document concerned, or the groups that a row of keys names. Which of them are
// stored, with or without a terminator, is found out later.
func because(k *Key, members []string) (list []format.Reason) {
	add := func(k Key, why string) {
		key := AppendKey(nil, &k)
		for _, b := range [...][]byte{key, append(key[:len(key):len(key)], 0)} {
			list = append(list, format.Reason{Why: why, Parts: keyPart(b), Sought: true})
		}
	}
	path := string(k.Path)
	switch k.Kind {
	case EntityKey, PropertiesKey, ConfigKey, CatalogueConfig:
		return nil
	case ChildrenKey:
		add(keyOf(EntityKey, path, ""), whyParent)
	case CatalogueGroup, CatalogueKeys:
		add(keyOf(CatalogueConfig, path, ""), whyGroups)
	case TypeIndex:
	default:
		add(keyOf(ConfigKey, path, ""), whyConfig)
	}
	for _, m := range members {
		switch k.Kind {
		case CatalogueKeys:
			add(keyOf(CatalogueGroup, path, m), whyGroup)
			continue
		case ChildrenKey:
			m = childOf(path, m)
		}
		add(keyOf(EntityKey, m, ""), whyEntity)
		if k.Kind != ChildrenKey && k.Kind != TypeIndex {
			add(keyOf(PropertiesKey, m, ""), whyProperties)
		}
	}
	return list
}

// membersOf returns the members of a set, up to becauseMax; for any other value, none.
func membersOf(val []byte) (members []string) {
	var set StringSet
	if DecodeStringSet(val, &set) != nil {
		return nil
	}
	for _, it := range set.Items[:min(len(set.Items), becauseMax)] {
		members = append(members, string(it))
	}
	return members
}

// childOf returns the path of an entity below another.
func childOf(path, name string) string {
	if path == "/" {
		return path + name
	}
	return path + "/" + name
}
