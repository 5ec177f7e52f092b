package implexus

import (
	"bytes"
	"flag"
	"maps"
	"math/rand"
	"slices"
	"strings"
	"testing"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/shuffle"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
)

var objectsMin = flag.Int("objects", 3000, "how many random objects are turned into rows and back")

// assembled returns the objects of rows, each of which must be part of one.
func assembled(t *testing.T, rows map[string][]byte) (list []format.Object) {
	t.Helper()
	joiner, err := Format.Objects.NewJoiner(nil)
	if err != nil {
		t.Fatal(err)
	}
	j := shuffle.NewObjects(joiner, nil)
	for key, val := range rows {
		if part, err := j.Add(entry([]byte(key), val)); err != nil || !part {
			t.Fatalf("%q is part of no object: %v", key, err)
		}
	}
	if err := j.Each(format.Moment{}, func(o format.Object) bool { list = append(list, o); return true }); err != nil {
		t.Fatal(err)
	}
	return list
}

// rowsOf adds the rows of an object, none of which may already exist.
func rowsOf(t *testing.T, rows map[string][]byte, kind string, fields []byte) {
	t.Helper()
	v, err := value.Parse(fields)
	if err != nil {
		t.Fatal(err)
	}
	err = Format.Objects.Rows(new(format.Input), kind, v, func(record string, e *store.Entry) error {
		key, _ := e.Part(store.Key)
		val, ok := e.Part(store.Value)
		if _, twice := rows[string(key)]; twice || !ok || record != rowRecord {
			t.Errorf("%s is written twice, or without a value, by %s", key, fields)
		}
		rows[string(key)] = bytes.Clone(val)
		return nil
	})
	if err != nil {
		t.Fatalf("%s: %v", fields, err)
	}
}

// thereAndBack checks that rows become objects and the objects become the same rows, and returns the number of
// objects.
func thereAndBack(t *testing.T, rows map[string][]byte) (n int) {
	t.Helper()
	list := assembled(t, rows)
	again := map[string][]byte{}
	entries := 0
	for i := range list {
		if list[i].Err != nil {
			t.Fatalf("%s: %v", list[i].Fields, list[i].Err)
		}
		rowsOf(t, again, list[i].Kind, list[i].Fields)
		entries += list[i].Entries
	}
	if !maps.EqualFunc(rows, again, bytes.Equal) || entries != len(rows) {
		t.Fatalf("%d rows became %d, of %d entries:\n%q\n%q", len(rows), len(again), entries, rows, again)
	}
	for i, o := range assembled(t, again) {
		if o.Kind != list[i].Kind || !bytes.Equal(o.Fields, list[i].Fields) {
			t.Fatalf("%s %s\nbecame %s %s", list[i].Kind, list[i].Fields, o.Kind, o.Fields)
		}
	}
	return len(list)
}

func TestObjectsOfTheFixturesAreTheirRows(t *testing.T) {
	for _, name := range []string{"good", "corrupt"} {
		rows, broken := database(t, name), 0
		joiner, _ := newJoiner(nil)
		j := shuffle.NewObjects(joiner, nil)
		for key, val := range rows {
			if part, err := j.Add(entry([]byte(key), val)); err != nil || !part {
				delete(rows, key) // no object explains what does not decode; Add says why
				broken++
				if err == nil && ours([]byte(key)) {
					t.Errorf("%s: %q is left out in silence", name, key)
				}
			}
		}
		if n := thereAndBack(t, rows); n < 20 || name == "good" && broken > 0 {
			t.Errorf("%s: %d objects of %d rows, %d broken", name, n, len(rows), broken)
		}
	}
}

// Random databases: each path and label has some of the rows that it may have, with the texts, colons included,
// that keys may consist of.
func TestRandomObjectsAreTheirRows(t *testing.T) {
	r := rand.New(rand.NewSource(1))
	kinds := map[string]int{}
	for n := 0; n < *objectsMin; {
		rows := map[string][]byte{}
		for range 1 + r.Intn(40) {
			k := randomKey(r)
			key := AppendKey(nil, &k)
			var reading KeyReading
			if DecodeKey(key, &reading) != nil || len(reading.Candidates) > 1 {
				continue // which reading is right depends on what other paths exist: see the keys that resolve
			}
			rows[string(key)] = randomRow(t, r, k.Kind)
		}
		for _, o := range assembled(t, rows) {
			kinds[o.Kind]++
		}
		n += thereAndBack(t, rows)
	}
	for _, k := range objects.Kinds {
		if kinds[k.Name] < *objectsMin/100 {
			t.Errorf("%d objects of the kind %s among %v", kinds[k.Name], k.Name, kinds)
		}
	}
	t.Logf("%v", kinds)
}

func randomKey(r *rand.Rand) Key {
	paths := []string{"/", "/a", "/a/b", "/b", "/a:b", "/é", "/x/", "no"}
	rests := []string{"", "a", "ab", "abc", "日本語", "a:b", "/a", "/a/b", "x/y"}
	k := keyOf(Kind(r.Intn(len(shapes))), paths[r.Intn(len(paths))], rests[r.Intn(len(rests))])
	if k.Kind == TypeIndex {
		k.Path = nil
	}
	return k
}

// randomRow returns a value for a kind of key, in any layout.
func randomRow(t *testing.T, r *rand.Rand, kind Kind) (b []byte) {
	t.Helper()
	text := func() Text {
		return []Text{{Null: true}, {Bytes: []byte("User")}, {Bytes: []byte("")}, {Bytes: []byte("a == 'é'")}}[r.Intn(4)]
	}
	var err error
	switch kind {
	case EntityKey:
		e := Entity{int64(r.Intn(8) - 1), text(), Layout(r.Intn(4))}
		if b, err = AppendEntity(nil, &e); err != nil {
			b, err = AppendEntity(nil, &Entity{TypeCode: e.TypeCode, Label: e.Label})
		}
	case ConfigKey, CatalogueConfig:
		c := Config{text(), text(), []Layout{Sequence, ArrayLayout, Raw}[r.Intn(3)]}
		if b, err = AppendConfig(nil, &c); err != nil {
			b, err = AppendConfig(nil, &Config{Label: c.Label, Expression: c.Expression})
		}
	case ContentKey:
		c := Content{text(), Form(r.Intn(3))}
		if b, err = AppendContent([]byte{}, &c); err != nil {
			b, err = AppendContent(nil, &Content{Text: c.Text})
		}
	case PropertiesKey:
		v := Value{Keys: KeyEncoding(1 + r.Intn(2))}
		for randomValue(r, &v, nil, 3); v.Elements[0].Type != Dictionary; randomValue(r, &v, nil, 3) {
			v.Elements = v.Elements[:0]
		}
		b, err = AppendValue(nil, &v, Options{})
	default:
		var s StringSet
		for range r.Intn(4) {
			s.Items = append(s.Items, randomKey(r).Path)
		}
		b, err = AppendStringSet(nil, &s)
	}
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// Keys whose meaning depends on the entities, and rows that are not part of objects.
func TestObjectsOfAmbiguousKeys(t *testing.T) {
	doc := Content{Text: Text{Bytes: []byte("x")}}
	text, _ := AppendContent(nil, &doc)
	set := setOf([]string{"/d"})
	label, _ := AppendEntity(nil, &Entity{TypeCode: EntityIndex, Label: Text{Null: true}})
	for _, rows := range []map[string][]byte{
		{"idx:/i:doc:/d:tri:abc": text}, {"idx:/i:doc:/d:tri:abc": set, "entity:/i:doc:/d": label},
		{"catl:/c:group:x:keys": set}, {"catl:/c:group:x:keys": set, "entity:/c:group:x": label}, {"idx:/i:tri:x:uni:y": set},
	} {
		thereAndBack(t, rows)
	}
	list := assembled(t, map[string][]byte{"idx:/i:doc:/d:tri:abc": text, "entity:/i:doc:/d": label})
	if len(list) != 1 || list[0].Err == nil || !strings.Contains(list[0].Err.Error(), "the value is not what such a key has") {
		t.Errorf("a text under what is the key of a trigram: %v", list)
	}
	joiner, _ := newJoiner(nil)
	j := shuffle.NewObjects(joiner, nil)
	for _, c := range []struct {
		e   *store.Entry
		err string
	}{
		{entry([]byte("entity:/a\x00"), label), "ends with U+0000"},
		{entry([]byte("entity:/a"), []byte{9}), "expected 00, 02 or 07"},
		{entry([]byte("entity:\xff"), label), "valid UTF-8"},
		{entry([]byte("other:/a"), label), ""}, {entry([]byte("\xff\x00"), label), ""},
		{&store.Entry{Parts: []store.Part{{Name: store.Row, Bytes: []byte("entity:/a")}, {Name: store.Value, Bytes: label}}}, ""},
		{&store.Entry{Parts: entry([]byte("entity:/a"), label).Parts, Source: store.Source{CF: "0101"}}, ""},
	} {
		part, err := j.Add(c.e)
		if part || (err == nil) != (c.err == "") || err != nil && !strings.Contains(err.Error(), c.err) {
			t.Errorf("%v: %t, %v; want %q", c.e.Parts, part, err, c.err)
		}
	}
}

// A key with very many readings, and a value that fits none of them, take time in proportion to
// their bytes.
func TestManyReadingsOfAKeyTakeTheirValueOnce(t *testing.T) {
	key := []byte("idx:/i" + strings.Repeat(":tri:", 100_000) + ":doc:x")
	val := append(setOf(slices.Repeat([]string{"/d"}, 50_000)), 0xff)
	joiner, _ := newJoiner(nil)
	j := shuffle.NewObjects(joiner, nil)
	if part, err := j.Add(entry(key, val)); part || err == nil {
		t.Errorf("%t, %v", part, err)
	}
}

func TestADocumentSaysWhatListsIt(t *testing.T) {
	var found string
	for _, o := range assembled(t, database(t, "good")) {
		if strings.Contains(string(o.Fields), `{"path":"/products/tool",`) {
			found = o.Kind + string(o.Fields)
		}
	}
	for _, want := range []string{`document{"path":"/products/tool","entity":`, `"content":[{"index":"/indices/product-search","text":`,
		`"listed":{"types":["Product"],"catalogues":[{"path":"/catalogues/products-by-category","value":"food:drink"}],` +
			`"indexes":["/indices/product-search"]}}`} {
		if !strings.Contains(found, want) {
			t.Errorf("%s\nlacks %s", found, want)
		}
	}
}

func TestObjectsThatAreNoneAreRefused(t *testing.T) {
	const entity = `"entity":{"type_code":"1","type_label":{"type":"null"}}`
	for _, c := range []struct{ kind, fields, why string }{
		{"document", `{"path":"/a",` + entity + `}`, "the path is of the kind entity, not document"},
		{"entity", `{` + entity + `}`, "path: expected a text"},
		{"entity", `{"path":"/a",` + entity + `,"bogus":1}`, "bogus"},
		{"document", `{"path":"/a","properties":{"type":"null"}}`, "properties.type: properties are a dictionary"},
		{"container", `{"path":"/a","children":["a",5]}`, "children.items[1]: expected a text"},
		{"catalogue", `{"path":"/a","groups":[{"value":"x","members":[]},{"value":"x","members":[]}]}`, "two rows"},
		{"category", `{"path":"/a","config":{}}`, "config.type_label"},
		{"container", `{"path":"/a` + `\u0000","children":[]}`, "U+0000"},
		{"type", `{"label":"User","documents":{}}`, "documents.items"},
		{"type", `{"label":"User","documents":[],"path":"/"}`, "path"},
	} {
		v, err := value.Parse([]byte(c.fields))
		if err != nil {
			t.Fatal(err)
		}
		err = Format.Objects.Rows(new(format.Input), c.kind, v, func(string, *store.Entry) error { return nil })
		if err == nil || !strings.Contains(err.Error(), c.why) {
			t.Errorf("%s: %v, want %s", c.fields, err, c.why)
		}
	}
	for _, k := range objects.Kinds {
		rows := map[string][]byte{}
		rowsOf(t, rows, k.Name, []byte(k.Example))
		if list := assembled(t, rows); len(list) != 1 || list[0].Kind != k.Name {
			t.Errorf("the example of %s is %d objects", k.Name, len(list))
		}
	}
}

func TestAllRowsOfAnObjectAreFound(t *testing.T) {
	s, err := parseSchema(parsed(t, `{"config":{"/i":{"type_label":null,"expression":"name","index":true},"/c":{"type_label":"U","expression":"a"}}}`))
	if err != nil {
		t.Fatal(err)
	}
	for kind, want := range map[string][]string{
		"document":  {"entity:/x", "props:/x", "children:/x", "idx:/i:doc:/x"},
		"container": {"entity:/x", "children:/x"},
		"category":  {"entity:/x", "config:/x", "cat:/x:members"},
		"catalogue": {"entity:/x", "catcfg:/x", "catl:/x:group:", "catl:/x:keys"},
		"index":     {"entity:/x", "config:/x", "idx:/x:tri:", "idx:/x:bi:", "idx:/x:uni:"},
		"entity":    {"entity:/x"}, "type": {"typeidx:/x"},
	} {
		list, err := objectScans(&format.Input{Schema: s}, kind, parsed(t, `{"path":"/x","label":"/x"}`))
		var got []string
		for _, l := range list {
			got = append(got, string(l.Plan.Prefix))
		}
		if err != nil || !slices.Equal(got, want) {
			t.Errorf("%s: %q, %v; want %q", kind, got, err, want)
		}
	}
	list, _ := objectScans(new(format.Input), "document", parsed(t, `{"path":"/x"}`))
	if notes := list[len(list)-1].Plan.Notes; len(notes) != 1 {
		t.Errorf("without configurations: %q", notes)
	}
}

func parsed(t *testing.T, text string) value.Value {
	t.Helper()
	v, err := value.Parse([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return v
}
