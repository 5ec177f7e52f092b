package implexus

import (
	"bytes"
	"math/rand"
	"slices"
	"testing"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/shuffle"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
)

// The rest joins objects with all rows in memory, as plainly as possible; a joiner must give the same.

// heldRows are the rows of a database in memory, by stored key.
type heldRows struct {
	opt     Options
	entries map[string]*row
}

func newHeldRows(opt Options) *heldRows { return &heldRows{opt, map[string]*row{}} }

// add takes a row whose key decodes. Of several with the same key the last wins, and a deletion
// removes the row.
func (h *heldRows) add(e *store.Entry) {
	key, _ := e.Part(store.Key)
	if e.Deleted != "" {
		delete(h.entries, string(key))
		return
	}
	content, _ := e.Part(store.Value)
	r := &row{stored: bytes.Clone(key), content: bytes.Clone(content)}
	if DecodeKey(r.stored, &r.reading) == nil {
		h.entries[string(key)] = r
	}
}

// table is a database with all its rows read.
type table struct {
	rows   []*row // sorted by stored key
	byPath [ContentKey + 1]map[string][]*row
}

// read decodes all rows. Their readings are chosen with the help of the entity paths.
func (h *heldRows) read() *table {
	t := new(table)
	for i := range t.byPath {
		t.byPath[i] = map[string][]*row{}
	}
	entities := map[string]bool{}
	for _, key := range sortedKeys(h.entries) {
		r := h.entries[key]
		t.rows = append(t.rows, r)
		if k := &r.reading.Candidates[0]; k.Kind == EntityKey {
			entities[string(k.Path)] = true
		}
	}
	for _, r := range t.rows {
		r.key = r.reading.Resolve(func(path []byte) bool { return entities[string(path)] })
		r.failure = ""
		if err := r.decode(h.opt); err != nil {
			r.failure = ownName(err)
		}
		t.byPath[r.key.Kind][string(r.key.Path)] = append(t.byPath[r.key.Kind][string(r.key.Path)], r)
	}
	return t
}

// assembly is a database while its objects are assembled.
type assembly struct {
	*table
	contents map[string][]*row       // the texts of a document in indexes, by its path
	listed   map[string]*wholeListed // what lists a document
}

// wholeListed are the sets that have a document as a member.
type wholeListed struct {
	types, categories, indexes [][]byte
	catalogues                 []*Key
}

// paths sorts what belongs to documents by document, and returns the paths of all objects in order.
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
		l = new(wholeListed)
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

// wholeWriter writes the object of a path.
type wholeWriter struct {
	value.Writer
	*assembly
	path string
	of   [ContentKey + 1]int // number of rows of each kind
	rows int
	code int64
	bad  error
}

// object writes everything under a path.
func (a *assembly) object(path string) format.Object {
	o := wholeWriter{assembly: a, path: path, code: -1}
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

// each writes a member for each row of a kind; there is at most one row.
func (o *wholeWriter) each(kind Kind, member string, write func(r *row)) {
	for _, r := range o.sound(o.byPath[kind][o.path], kind) {
		o.Key(member)
		write(r)
	}
}

// sound counts rows, and leaves out those that do not decode as their keys say, given the known paths.
func (o *wholeWriter) sound(rows []*row, kind Kind) (list []*row) {
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

func (o *wholeWriter) items(r *row) { r.value.set.writeItems(&o.Writer) }

// sets writes the sets of a kind of rows, {NAME,"members"} each.
func (o *wholeWriter) sets(kind Kind, member, name string) {
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
func (o *wholeWriter) texts() {
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

func (o *wholeWriter) kind() string {
	return kindOfObject(func(k ...Kind) bool {
		return slices.ContainsFunc(k, func(k Kind) bool { return o.of[k] > 0 })
	}, o.code)
}

func (l *wholeListed) write(w *value.Writer) {
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

func (a *assembly) labelObject(r *row) format.Object {
	var w value.Writer
	w.Object()
	w.Member("label").Text(r.key.Rest)
	w.Key("documents")
	r.value.set.writeItems(&w)
	w.EndObject()
	return format.Object{Kind: typeObject, Entries: 1, Fields: w.Buf}
}

// wholeObjects returns the objects of the paths, sorted by path, then those of labels.
func wholeObjects(rows *heldRows) (list []format.Object) {
	a := assembly{table: rows.read(), contents: map[string][]*row{}, listed: map[string]*wholeListed{}}
	for _, path := range a.paths() {
		list = append(list, a.object(path))
	}
	for _, r := range a.rows {
		if r.key.Kind == TypeIndex {
			list = append(list, a.labelObject(r))
		}
	}
	return list
}

// whyOf returns the error of an object as text.
func whyOf(o *format.Object) string {
	if o.Err == nil {
		return ""
	}
	return o.Err.Error()
}

func TestObjectsAreThoseOfAllRowsInMemory(t *testing.T) {
	r := rand.New(rand.NewSource(9))
	rests := []string{"/i:doc:/d:tri:abc", "/a:tri:x:uni:y", "/c:group:x:keys", "/c:group:a:group:b", "/a:doc:/b:doc:/a"}
	paths := []string{"/i", "/a", "/c", "/i:doc:/d", "/a:tri:x", "/c:group:x", "/c:group:a", "/a:doc:/b"}
	objects, listed, failed := 0, 0, 0
	for range 1500 {
		whole := newHeldRows(Options{})
		one, _ := newJoiner(nil)
		j := shuffle.NewObjects(one, nil)
		for range r.Intn(60) {
			k := randomKey(r)
			key := AppendKey(nil, &k)
			switch r.Intn(5) {
			case 0:
				key, k.Kind = []byte([]string{"idx:", "catl:"}[r.Intn(2)]+rests[r.Intn(len(rests))]), Kind(r.Intn(len(shapes)))
			case 1:
				k = keyOf(EntityKey, paths[r.Intn(len(paths))], "")
				key = AppendKey(nil, &k)
			}
			e := entry(key, randomRow(t, r, k.Kind))
			if r.Intn(10) == 0 {
				e.Deleted = "delete"
			}
			if part, err := j.Add(e); part && err == nil {
				whole.add(e)
			}
		}
		var got []format.Object
		if err := j.Each(format.Moment{}, func(o format.Object) bool { got = append(got, o); return true }); err != nil {
			t.Fatal(err)
		}
		want := wholeObjects(whole)
		for i := range min(len(got), len(want)) {
			a, b := &got[i], &want[i]
			if a.Kind != b.Kind || a.Entries != b.Entries || whyOf(a) != whyOf(b) || !bytes.Equal(a.Fields, b.Fields) {
				t.Fatalf("got  %s %d %s %q\nwant %s %d %s %q", a.Kind, a.Entries, a.Fields, whyOf(a), b.Kind, b.Entries, b.Fields, whyOf(b))
			}
			objects++
			if bytes.Contains(a.Fields, []byte(`"listed"`)) {
				listed++
			}
			if a.Err != nil {
				failed++
			}
		}
		if len(got) != len(want) {
			t.Fatalf("%d objects, want %d", len(got), len(want))
		}
	}
	if objects < 10_000 || listed < 500 || failed < 20 {
		t.Errorf("%d objects, %d of them listed, %d that cannot be assembled", objects, listed, failed)
	}
}
