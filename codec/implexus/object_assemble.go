package implexus

import (
	"bytes"
	"slices"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/shuffle"
	"github.com/rowlens/rowlens/codec/value"
)

// objectWriter writes the object of a path or label, row by row in the order of sections.
type objectWriter struct {
	value.Writer
	*joiner
	name  []byte // path or label
	label bool
	of    [ContentKey + 1]int // number of rows of each kind
	rows  int
	code  int64
	bad   error
	list  string // the open list
	told  bool   // what lists it is being written
	index []byte // the last index that lists it
}

// The lists of rows, and the name of the member that distinguishes their items.
var lists = [...]struct{ list, name string }{
	CatalogueGroup: {"groups", "value"}, Trigram: {"trigrams", "gram"}, Bigram: {"bigrams", "gram"}, Unigram: {"unigrams", "gram"},
	ContentKey: {"content", "index"},
}

// The members for other rows, and the lists for what lists the object.
var (
	memberOf = [...]string{EntityKey: "entity", PropertiesKey: "properties", ChildrenKey: "children", ConfigKey: "config",
		CatalogueConfig: "catcfg", TypeIndex: "documents", CategoryMembers: "members", CatalogueKeys: "keys"}
	listings = [...]string{"types", "categories", "catalogues", "indexes"}
)

func (o *objectWriter) begin() {
	o.Object()
	if o.label {
		o.Member("label").Text(o.name)
	} else {
		o.Member("path").Text(o.name)
	}
}

// row writes a row. If the value does not decode as what the key says, given the known paths, the
// row is only counted.
func (o *objectWriter) row(kind Kind, stored, content []byte) {
	var x rowValue
	o.rows++
	if err := o.decode(kind, content, &x); err != nil {
		o.bad = format.Refuse("key", inRow(stored)+"the value is not what such a key has: "+ownName(err))
		return
	}
	if o.of[kind]++; int(kind) < len(lists) && lists[kind].list != "" {
		o.element(kind, stored, &x)
		return
	}
	o.open("")
	o.Key(memberOf[kind])
	switch kind {
	case EntityKey:
		o.code = x.entity.TypeCode
		x.entity.write(&o.Writer)
	case PropertiesKey:
		x.props.write(&o.Writer, 0)
		if x.props.Keys == TaggedKeys {
			o.Member("key_encoding").String(TaggedKeys.String())
		}
	case ConfigKey, CatalogueConfig:
		x.config.write(&o.Writer)
	default:
		x.set.writeItems(&o.Writer)
	}
}

// open ends the open list and begins another.
func (o *objectWriter) open(list string) {
	if o.list == list {
		return
	}
	if o.list != "" {
		o.EndArray()
	}
	if o.list = list; list != "" {
		o.Key(list)
		o.Array()
	}
}

// element writes a row as an item of a list: a set, {NAME,"members"}, or an index's text of a
// document.
func (o *objectWriter) element(kind Kind, stored []byte, x *rowValue) {
	o.open(lists[kind].list)
	o.Object()
	s := &shapes[kind]
	if kind == ContentKey {
		o.Member("index").Text(stored[len(s.prefix) : len(stored)-len(s.marker)-len(o.name)])
		o.Key("text")
		x.content.Text.write(&o.Writer)
		o.Member("form").String(x.content.Form.String())
	} else {
		o.Member(lists[kind].name).Text(stored[len(s.prefix)+len(o.name)+len(s.marker):])
		o.Key("members")
		x.set.writeItems(&o.Writer)
	}
	o.EndObject()
}

// listed writes what lists a document: a label, a category, a group of a catalogue or, once, an index.
func (o *objectWriter) listed(by byte, about []byte) {
	path, rest := shuffle.ReadField(about)
	index := listings[by] == "indexes"
	if o.of[PropertiesKey] == 0 || index && o.list == listings[by] && bytes.Equal(o.index, path) {
		return
	}
	if !o.told {
		o.open("")
		o.told = true
		o.Key("listed")
		o.Object()
	}
	o.open(listings[by])
	switch {
	case listings[by] == "catalogues":
		o.Object()
		o.Member("path").Text(path)
		o.Member("value").Text(rest)
		o.EndObject()
		return
	case index:
		o.index = append(o.index[:0], path...)
	}
	o.Text(path)
}

// end ends the object.
func (o *objectWriter) end() format.Object {
	o.open("")
	if o.told {
		o.EndObject()
	}
	o.EndObject()
	kind := typeObject
	if !o.label {
		kind = kindOfObject(func(k ...Kind) bool {
			return slices.ContainsFunc(k, func(k Kind) bool { return o.of[k] > 0 })
		}, o.code)
	}
	return format.Object{Kind: kind, Entries: o.rows, Fields: o.Buf, Err: o.bad}
}

// kindOfObject returns the kind of an object, judged by the rows it has. code is that of its entity row, or -1
// without one.
func kindOfObject(has func(...Kind) bool, code int64) string {
	switch {
	case has(PropertiesKey):
		return documentObject
	case has(CatalogueConfig, CatalogueGroup, CatalogueKeys):
		return catalogueObject
	case has(Trigram, Bigram, Unigram), has(ConfigKey) && code == EntityIndex:
		return indexObject
	case has(ConfigKey, CategoryMembers):
		return categoryObject
	case has(ChildrenKey), code == EntityContainer:
		return containerObject
	}
	return entityObject
}
