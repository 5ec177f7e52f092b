package implexus

import (
	"bytes"
	"maps"
	"math/rand"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
)

// configurations is the schema of the database that the changes are made in.
const configurations = `{"config":{
	"/c/active":{"type_label":"User","expression":"status == 'active'"},"/c/all":{"expression":"true"},
	"/i/name":{"type_label":"User","expression":"name","index":true},"/i/any":{"type_label":null,"expression":"name","index":true}},
	"catcfg":{"/g/role":{"type_label":"User","expression":"role"},"/g/status":{"expression":"status"}}}`

// emptyDatabase returns that database without documents.
func emptyDatabase(t *testing.T, s *Schema) map[string][]byte {
	t.Helper()
	rows := map[string][]byte{}
	entity := func(path string, code int64) {
		rows["entity:"+path], _ = AppendEntity(nil, &Entity{TypeCode: code, Label: Text{Null: true}})
	}
	for path, c := range s.Configs {
		rows["config:"+path], _ = AppendConfig(nil, &Config{Label: c.Label, Expression: c.Expression})
		entity(path, map[bool]int64{true: EntityIndex, false: EntityCategory}[c.Index])
	}
	for path, c := range s.Catalogues {
		rows["catcfg:"+path], _ = AppendConfig(nil, &Config{Label: c.Label, Expression: c.Expression})
		entity(path, EntityCatalogue)
	}
	for _, path := range []string{"/", "/c", "/i", "/g", "/u", "/d"} {
		entity(path, EntityContainer)
	}
	for _, r := range verifierOf(rows).Rebuild() {
		rows[string(r.Key)] = r.Value
	}
	for _, empty := range []string{"children:/u", "children:/d"} {
		rows[empty] = setOf(nil)
	}
	return rows
}

// randomDocument returns the JSON of a document.
func randomDocument(r *rand.Rand, path string) string {
	of := func(list ...string) string { return list[r.Intn(len(list))] }
	text := func(s string) string { return `{"type":"string","value":"` + s + `"}` }
	properties := `["n",{"type":"int64","value":"` + strconv.Itoa(r.Intn(9)) + `"}]`
	for name, v := range map[string]string{
		"status": text(of("active", "locked", "")), "role": of(text("admin"), text("a:group:b"), text("x:keys"), `{"type":"int64","value":"7"}`),
		"name": of(text(of("abc", "abcd", "bcd", "Äbc", "a", "日本語です", "")), `{"type":"null"}`),
	} {
		if r.Intn(4) > 0 {
			properties += `,["` + name + `",` + v + `]`
		}
	}
	return `{"path":"` + path + `","entity":{"type_code":"1","type_label":` + of(text("User"), text("User"), text("Order"), `{"type":"null"}`) +
		`},"properties":{"type":"dictionary","value":[` + properties + `]}}`
}

// setsOf returns what given.sets has for a database.
func setsOf(rows map[string][]byte) value.Value {
	var members []value.Member
	for _, key := range slices.Sorted(maps.Keys(rows)) {
		var s StringSet
		if strings.HasPrefix(key, "idx:") && strings.Contains(key, ":doc:") || DecodeStringSet(rows[key], &s) != nil {
			continue
		}
		var items []value.Value
		for _, it := range s.Items {
			items = append(items, value.Of(string(it)))
		}
		members = append(members, value.Member{Name: key, Value: value.OfList(items...)})
	}
	return value.OfMembers(members...)
}

// damage returns the findings, except that a container has no children.
func damage(rows map[string][]byte) []string {
	return slices.DeleteFunc(linesOf(verifierOf(rows).Findings()), func(line string) bool {
		return strings.HasPrefix(line, "info empty-row children:")
	})
}

// Documents are created, changed, moved and deleted. After the rows that Changes yields, the database is sound, whatever
// it was before.
func TestChangesLeaveASoundDatabase(t *testing.T) {
	sc, err := parseSchema(parsed(t, configurations))
	if err != nil {
		t.Fatal(err)
	}
	s := sc.(*Schema)
	rows := emptyDatabase(t, s)
	if got := damage(rows); len(got) > 0 {
		t.Fatalf("%q", got)
	}
	r := rand.New(rand.NewSource(2))
	docs := map[string]string{} // path -> JSON
	puts, deletions := 0, 0
	for range 1500 {
		var from, to value.Value
		was, is := "/"+[]string{"u", "d"}[r.Intn(2)]+"/"+strconv.Itoa(r.Intn(6)), ""
		if old, ok := docs[was]; ok {
			from = parsed(t, old)
		}
		if is = was; r.Intn(8) == 0 {
			is = "/d/moved" + strconv.Itoa(r.Intn(3))
			delete(docs, was)
		}
		if _, taken := docs[is]; taken && is != was || r.Intn(5) == 0 {
			delete(docs, was)
		} else {
			docs[is] = randomDocument(r, is)
			to = parsed(t, docs[is])
		}
		in := format.Input{Schema: s, Given: value.OfMembers(value.Member{Name: "sets", Value: setsOf(rows)},
			value.Member{Name: "others", Value: value.Of("empty")})}
		err := objectChanges(&in, documentObject, from, to, func(record string, e *store.Entry) error {
			key, _ := e.Part(store.Key)
			val, ok := e.Part(store.Value)
			old, had := rows[string(key)]
			if record != rowRecord || ok == (e.Deleted != "") || ok && had && bytes.Equal(old, val) || !ok && !had {
				t.Errorf("%s: %q over %q, %q", key, val, old, e.Deleted)
			}
			if ok {
				puts++
				rows[string(key)] = bytes.Clone(val)
			} else {
				deletions++
				delete(rows, string(key))
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		if got := damage(rows); len(got) > 0 {
			t.Fatalf("%s to %s: %q", from, to, got)
		}
	}
	if puts < 5000 || deletions < 1000 {
		t.Errorf("%d rows were put, %d deleted", puts, deletions)
	}
}

func TestChangesSayWhatTheyNeed(t *testing.T) {
	sc, err := parseSchema(parsed(t, `{"config":{"/c":{"type_label":"User","expression":"name.length() > 8"}},"catcfg":{"/g":{"expression":"n"}}}`))
	if err != nil {
		t.Fatal(err)
	}
	const doc = `{"path":"/u/a","entity":{"type_code":"1","type_label":{"type":"string","value":"User"}},"properties":{"type":"dictionary","value":[["n",` +
		`{"type":"int64","value":"5"}]]}}`
	for _, c := range []struct {
		schema       format.Schema
		given, wants string
	}{
		{nil, `{}`, "model: expected the configurations of the database"},
		{sc, `{}`, "lists: the condition of /c is not evaluated here"},
		{sc, `{"lists":{"/c":true}}`, "sets: expected in given what these rows list now, by key, since rows are written as a whole: " +
			"typeidx:User, catl:/g:group:5, cat:/c:members, children:/u, catl:/g:keys"},
		{sc, `{"lists":{"/c":true},"sets":{"typeidx:User":5},"others":"empty"}`, "sets.typeidx:User.items: expected a list"},
		{sc, `{"lists":{"/c":true},"others":"known"}`, "others: expected empty"},
		{sc, `{"lists":{"/c":true},"sets":{"children:/u":["b"]},"others":"empty"}`, ""},
	} {
		var keys []string
		err := objectChanges(&format.Input{Schema: c.schema, Given: parsed(t, c.given)}, documentObject, value.Value{}, parsed(t, doc),
			func(_ string, e *store.Entry) error {
				key, _ := e.Part(store.Key)
				keys = append(keys, string(key))
				return nil
			})
		if c.wants == "" {
			want := []string{"entity:/u/a", "props:/u/a", "typeidx:User", "cat:/c:members", "catl:/g:group:5", "catl:/g:keys", "children:/u"}
			if err != nil || !slices.Equal(keys, want) {
				t.Errorf("%q, %v; want %q", keys, err, want)
			}
		} else if err == nil || !strings.HasPrefix(err.Error(), c.wants) || len(keys) > 0 {
			t.Errorf("%s: %v, want %s", c.given, err, c.wants)
		}
	}
}
