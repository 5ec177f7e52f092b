package implexus

import (
	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/store"
)

// becauseMax is how many members of a missing row are looked up that decide it.
const becauseMax = 100

// because are the rows that decide a finding: the entity and the properties of the
// document that it is about, and the configuration of its row. What is missing, or goes,
// may be a whole row with many members.
func (c *check) because(f *Finding, ch *Change) (list []format.Reason) {
	add := func(r *row, why string) {
		if r != nil {
			list = append(list, format.Reason{Why: why,
				Parts: []store.Part{{Name: store.Key, Bytes: r.stored}, {Name: store.Value, Bytes: r.content}}})
		}
	}
	var reading KeyReading
	if DecodeKey(f.Parts[0].Bytes, &reading) != nil {
		return nil
	}
	k := reading.Resolve(func(path []byte) bool { return c.at(keyOf(EntityKey, string(path), "")) != nil })
	path := string(k.Path)
	switch k.Kind {
	case EntityKey, PropertiesKey, ConfigKey, CatalogueConfig:
		return nil
	case ChildrenKey:
		add(c.at(keyOf(EntityKey, path, "")), "the parent exists")
	case CatalogueGroup, CatalogueKeys:
		add(c.at(keyOf(CatalogueConfig, path, "")), "the configuration says what the groups are")
	case TypeIndex:
	default:
		add(c.at(keyOf(ConfigKey, path, "")), "the configuration says what belongs here")
	}
	members := []string{f.Item}
	if f.Item == "" && ch != nil && !ch.Delete {
		members = membersOf(ch.Value)
	}
	for _, m := range members {
		if k.Kind == ChildrenKey {
			m = childOf(path, m)
		}
		add(c.at(keyOf(EntityKey, m, "")), "the entity exists")
		if k.Kind != ChildrenKey && k.Kind != TypeIndex {
			add(c.at(keyOf(PropertiesKey, m, "")), "the document has these properties")
		}
	}
	return list
}

// membersOf are the members of a set, up to becauseMax; none of another value.
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

// childOf is the path of an entity below another one.
func childOf(path, name string) string {
	if path == "/" {
		return path + name
	}
	return path + "/" + name
}
