package implexus

import (
	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/value"
)

// ownKinds are the kinds of rows that objects of a kind have under their own path.
var ownKinds = map[string][]Kind{
	documentObject:  {EntityKey, PropertiesKey, ChildrenKey},
	containerObject: {EntityKey, ChildrenKey},
	categoryObject:  {EntityKey, ConfigKey, CategoryMembers},
	catalogueObject: {EntityKey, CatalogueConfig, CatalogueGroup, CatalogueKeys},
	indexObject:     {EntityKey, ConfigKey, Trigram, Bigram, Unigram},
	entityObject:    {EntityKey},
	typeObject:      {TypeIndex},
}

// objectScans returns where the rows of an object are. The texts that indexes have of a document are found through
// the configurations of the database, which say which indexes exist.
func objectScans(in *format.Input, kind string, identity value.Value) (list []format.ObjectScan, err error) {
	name := "path"
	if kind == typeObject {
		name = "label"
	}
	text, ok := identity.Member(name).Text()
	if !ok {
		return nil, format.Expect(false, name, "a text", identity.Member(name))
	}
	add := func(k Kind, members ...value.Member) {
		if err != nil {
			return
		}
		q := format.Query{Fields: value.OfMembers(append(members, value.Member{Name: "kind", Value: value.Of(k.String())})...)}
		var p format.Plan
		if p, err = planKey(in, &q); err == nil {
			list = append(list, format.ObjectScan{Record: "key", Plan: p})
		}
	}
	for _, k := range ownKinds[kind] {
		add(k, value.Member{Name: name, Value: value.Of(text)})
	}
	if kind != documentObject || err != nil {
		return list, err
	}
	s := schemaOf(in.Schema)
	for _, path := range sortedKeys(s.Configs) {
		if s.Configs[path].Index {
			add(ContentKey, value.Member{Name: "path", Value: value.Of(path)}, value.Member{Name: "doc", Value: value.Of(text)})
		}
	}
	if s.Configs == nil && err == nil {
		last := &list[len(list)-1].Plan
		last.Notes = append(last.Notes, "the texts that indexes have of the document are under the path of each index, "+
			`which a --model with the configurations says: {"config":{"/indices/x":{"type_label":"User","expression":"name","index":true}}}`)
	}
	return list, err
}
