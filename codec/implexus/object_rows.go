package implexus

import (
	"slices"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
)

// objectMembers are the members of a path's object, with the functions that write their rows.
var objectMembers = []struct {
	name string
	kind Kind
	rows func(b *rowBuilder, kind Kind, m value.Value) error
}{
	{"entity", EntityKey, (*rowBuilder).entity},
	{"properties", PropertiesKey, (*rowBuilder).properties},
	{"children", ChildrenKey, (*rowBuilder).items},
	{"config", ConfigKey, (*rowBuilder).config},
	{"members", CategoryMembers, (*rowBuilder).items},
	{"catcfg", CatalogueConfig, (*rowBuilder).config},
	{"groups", CatalogueGroup, (*rowBuilder).sets},
	{"keys", CatalogueKeys, (*rowBuilder).items},
	{"content", ContentKey, (*rowBuilder).texts},
	{"trigrams", Trigram, (*rowBuilder).sets},
	{"bigrams", Bigram, (*rowBuilder).sets},
	{"unigrams", Unigram, (*rowBuilder).sets},
}

// rowBuilder makes the rows of one object.
type rowBuilder struct {
	in     *format.Input
	path   string
	object value.Value
	opt    Options
	code   int64
	of     [ContentKey + 1]bool
	seen   map[string]bool
	yield  func(record string, e *store.Entry) error
}

// objectRows yields the rows of an object. What lists a document is in the rows of other objects.
func objectRows(in *format.Input, kind string, object value.Value, yield func(string, *store.Entry) error) error {
	if kind == typeObject {
		return labelRows(object, yield)
	}
	names := []string{"path", "key_encoding", "listed"}
	for _, m := range objectMembers {
		names = append(names, m.name)
	}
	if err := format.Known(object, names...); err != nil {
		return err
	}
	b := rowBuilder{in: in, object: object, opt: schemaOf(in.Schema).Values, code: -1, seen: map[string]bool{}, yield: yield}
	if in.Given.Len() > 0 {
		opt, err := optionsOf(in)
		if err != nil {
			return err
		}
		b.opt.LittleDoubles = b.opt.LittleDoubles || opt.LittleDoubles
	}
	var ok bool
	if b.path, ok = object.Member("path").Text(); !ok {
		return format.Expect(false, "path", "a text", object.Member("path"))
	}
	for _, m := range objectMembers {
		v, given := object.Get(m.name)
		if !given {
			continue
		}
		if err := m.rows(&b, m.kind, v); err != nil {
			return format.Within(m.name, err)
		}
	}
	is := kindOfObject(func(k ...Kind) bool { return slices.ContainsFunc(k, func(k Kind) bool { return b.of[k] }) }, b.code)
	if kind != is {
		return format.Contradict("object", "with these rows the path is of the kind "+is+", not "+kind)
	}
	return nil
}

// put yields a row.
func (b *rowBuilder) put(kind Kind, path, rest string, val []byte) error {
	b.of[kind] = true
	k := keyOf(kind, path, rest)
	key := AppendKey(nil, &k)
	if b.seen[string(key)] {
		return format.Contradict("", "there are two rows "+string(key))
	}
	b.seen[string(key)] = true
	return yieldRow(key, val, b.yield)
}

// yieldRow yields a row to put or, without a value, to delete.
func yieldRow(key, val []byte, yield func(string, *store.Entry) error) error {
	if err := refuseTerminated("", key); err != nil {
		return err
	}
	var k KeyReading
	if err := DecodeKey(key, &k); err != nil {
		return format.Locate(err, formatID, rowRecord, store.Key)
	}
	e := store.Entry{Parts: []store.Part{{Name: store.Key, Bytes: key}}}
	if val == nil {
		e.Deleted = "delete"
	} else {
		e.Add(store.Value, val)
	}
	return yield(rowRecord, &e)
}

func (b *rowBuilder) entity(kind Kind, m value.Value) error {
	var e Entity
	err := e.parse(m)
	if err != nil {
		return err
	}
	b.code = e.TypeCode
	val, err := AppendEntity(nil, &e)
	if err != nil {
		return err
	}
	return b.put(kind, b.path, "", val)
}

func (b *rowBuilder) properties(kind Kind, m value.Value) error {
	v := Value{}
	var err error
	if e := b.object.Member("key_encoding"); !e.IsNull() {
		if v.Keys, err = parseKeys(e); err != nil {
			return err
		}
	}
	if err := v.parse(m, nil, 0); err != nil {
		return err
	}
	if v.Elements[0].Type != Dictionary {
		return format.Refuse("type", "properties are a dictionary")
	}
	val, err := AppendValue(nil, &v, b.opt)
	if err != nil {
		return err
	}
	return b.put(kind, b.path, "", val)
}

func (b *rowBuilder) config(kind Kind, m value.Value) error {
	val, err := encodeConfig(b.in, m)
	if err != nil {
		return err
	}
	return b.put(kind, b.path, "", val)
}

func (b *rowBuilder) items(kind Kind, m value.Value) error {
	val, err := itemsValue(m)
	if err != nil {
		return err
	}
	return b.put(kind, b.path, "", val)
}

// itemsValue returns the value of a row with a list of texts.
func itemsValue(m value.Value) ([]byte, error) {
	var s StringSet
	if err := s.parseItems(m); err != nil {
		return nil, err
	}
	return AppendStringSet(nil, &s)
}

func (b *rowBuilder) sets(kind Kind, m value.Value) error {
	name := "gram"
	if kind == CatalogueGroup {
		name = "value"
	}
	return eachOf(m, func(v value.Value) error {
		if err := format.Known(v, name, "members"); err != nil {
			return err
		}
		rest, ok := v.Member(name).Text()
		if !ok {
			return format.Expect(false, name, "a text", v.Member(name))
		}
		val, err := itemsValue(v.Member("members"))
		if err != nil {
			return err
		}
		return b.put(kind, b.path, rest, val)
	})
}

func (b *rowBuilder) texts(kind Kind, m value.Value) error {
	return eachOf(m, func(v value.Value) error {
		if err := format.Known(v, "index", "text", "form"); err != nil {
			return err
		}
		index, ok := v.Member("index").Text()
		if !ok {
			return format.Expect(false, "index", "a text", v.Member("index"))
		}
		val, err := encodeContent(b.in, value.OfMembers(value.Member{Name: "text", Value: v.Member("text")},
			value.Member{Name: "form", Value: v.Member("form")}))
		if err != nil {
			return err
		}
		if val == nil {
			val = []byte{} // the plain form of an empty text
		}
		return b.put(kind, index, b.path, val)
	})
}

// eachOf calls do for each item of a list.
func eachOf(list value.Value, do func(v value.Value) error) error {
	if list.Kind != value.Array {
		return format.Expect(false, "", "a list of objects", list)
	}
	for _, v := range list.Items() {
		if err := do(v); err != nil {
			return err
		}
	}
	return nil
}

// labelRows yields the row that lists the documents of a label.
func labelRows(object value.Value, yield func(string, *store.Entry) error) error {
	if err := format.Known(object, "label", "documents"); err != nil {
		return err
	}
	label, ok := object.Member("label").Text()
	if !ok {
		return format.Expect(false, "label", "a text", object.Member("label"))
	}
	val, err := itemsValue(object.Member("documents"))
	if err != nil {
		return format.Within("documents", err)
	}
	k := keyOf(TypeIndex, "", label)
	return yieldRow(AppendKey(nil, &k), val, yield)
}
