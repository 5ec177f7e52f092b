package implexus

import (
	"slices"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/value"
)

// assembly is a database while its objects are assembled.
type assembly struct {
	*check
	contents map[string][]*row  // the texts of a document in indexes, by its path
	listed   map[string]*listed // what lists a document
}

// listed are the sets that have a document as a member.
type listed struct {
	types, categories, indexes [][]byte
	catalogues                 []*Key
}

// paths files what is by document, and returns the paths of all objects in order.
func (a *assembly) paths() []string {
	all := map[string]bool{}
	for _, r := range a.rows {
		k := r.key
		switch {
		case k.Kind == ContentKey:
			all[string(k.Rest)] = true
			a.contents[string(k.Rest)] = append(a.contents[string(k.Rest)], r)
		case k.Kind != TypeIndex:
			all[string(k.Path)] = true
		}
		if r.failure != "" {
			continue
		}
		switch k.Kind {
		case TypeIndex, CategoryMembers, CatalogueGroup, Trigram:
			for _, it := range r.value.set.Items {
				a.list(string(it), k)
			}
		}
	}
	return sortedKeys(all)
}

// list notes that the set of a key has a document.
func (a *assembly) list(path string, k *Key) {
	l := a.listed[path]
	if l == nil {
		l = new(listed)
		a.listed[path] = l
	}
	switch k.Kind {
	case TypeIndex:
		l.types = append(l.types, k.Rest)
	case CategoryMembers:
		l.categories = append(l.categories, k.Path)
	case CatalogueGroup:
		l.catalogues = append(l.catalogues, k)
	default: // rows come in the order of their keys, so those of an index together
		if n := len(l.indexes); n == 0 || string(l.indexes[n-1]) != string(k.Path) {
			l.indexes = append(l.indexes, k.Path)
		}
	}
}

// objectWriter writes the object of a path.
type objectWriter struct {
	value.Writer
	*assembly
	path string
	of   [ContentKey + 1]int // how many rows of each kind it has
	rows int
	code int64
	bad  error
}

// object writes what a path has.
func (a *assembly) object(path string) format.Object {
	o := objectWriter{assembly: a, path: path, code: -1}
	o.Object()
	o.Member("path").String(path)
	o.each(EntityKey, "entity", func(r *row) {
		o.code = r.value.entity.TypeCode
		r.value.entity.write(&o.Writer)
	})
	o.each(PropertiesKey, "properties", func(r *row) {
		r.value.props.write(&o.Writer, 0)
		if r.value.props.Keys == TaggedKeys {
			o.Member("key_encoding").String(TaggedKeys.String())
		}
	})
	o.each(ChildrenKey, "children", o.items)
	o.each(ConfigKey, "config", func(r *row) { r.value.config.write(&o.Writer) })
	o.each(CategoryMembers, "members", o.items)
	o.each(CatalogueConfig, "catcfg", func(r *row) { r.value.config.write(&o.Writer) })
	o.each(CatalogueKeys, "keys", o.items)
	o.sets(CatalogueGroup, "groups", "value")
	o.sets(Trigram, "trigrams", "gram")
	o.sets(Bigram, "bigrams", "gram")
	o.sets(Unigram, "unigrams", "gram")
	o.texts()
	kind := o.kind()
	if l := a.listed[path]; kind == documentObject && l != nil {
		l.write(&o.Writer)
	}
	o.EndObject()
	return format.Object{Kind: kind, Entries: o.rows, Fields: o.Buf, Err: o.bad}
}

// each writes a member of each row of a kind: there is one at most.
func (o *objectWriter) each(kind Kind, member string, write func(r *row)) {
	for _, r := range o.sound(o.byPath[kind][o.path], kind) {
		o.Key(member)
		write(r)
	}
}

// sound counts rows and leaves out those that do not decode as what the known paths say of their keys.
func (o *objectWriter) sound(rows []*row, kind Kind) (list []*row) {
	for _, r := range rows {
		if o.rows++; r.failure != "" {
			o.bad = format.Refuse("key", inRow(r.stored)+"the value is not what such a key has: "+r.failure)
			continue
		}
		o.of[kind]++
		list = append(list, r)
	}
	return list
}

func (o *objectWriter) items(r *row) { r.value.set.writeItems(&o.Writer) }

// sets writes the sets of a kind of rows, {NAME,"members"} each.
func (o *objectWriter) sets(kind Kind, member, name string) {
	list := o.sound(o.byPath[kind][o.path], kind)
	if len(list) == 0 {
		return
	}
	o.Key(member)
	o.Array()
	for _, r := range list {
		o.Writer.Object()
		o.Member(name).Text(r.key.Rest)
		o.Key("members")
		o.items(r)
		o.EndObject()
	}
	o.EndArray()
}

// texts writes what indexes have of the document.
func (o *objectWriter) texts() {
	list := o.sound(o.contents[o.path], ContentKey)
	if len(list) == 0 {
		return
	}
	o.Key("content")
	o.Array()
	for _, r := range list {
		o.Writer.Object()
		o.Member("index").Text(r.key.Path)
		o.Key("text")
		r.value.content.Text.write(&o.Writer)
		o.Member("form").String(r.value.content.Form.String())
		o.EndObject()
	}
	o.EndArray()
}

func (o *objectWriter) kind() string {
	return kindOfObject(func(k ...Kind) bool {
		return slices.ContainsFunc(k, func(k Kind) bool { return o.of[k] > 0 })
	}, o.code)
}

// kindOfObject is the kind of an object by the rows that it has; code is that of its entity row, -1 without one.
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

func (l *listed) write(w *value.Writer) {
	texts := func(member string, list [][]byte) {
		if len(list) == 0 {
			return
		}
		w.Key(member)
		w.Array()
		for _, t := range list {
			w.Text(t)
		}
		w.EndArray()
	}
	w.Key("listed")
	w.Object()
	texts("types", l.types)
	texts("categories", l.categories)
	if len(l.catalogues) > 0 {
		w.Key("catalogues")
		w.Array()
		for _, k := range l.catalogues {
			w.Object()
			w.Member("path").Text(k.Path)
			w.Member("value").Text(k.Rest)
			w.EndObject()
		}
		w.EndArray()
	}
	texts("indexes", l.indexes)
	w.EndObject()
}
