package actionbase

import (
	"math/rand"
	"strings"
	"testing"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/shuffle"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
)

// What is not an object is refused and never causes a panic.
func TestDamagedObjectsAreRefused(t *testing.T) {
	schema, r := fixtureSchema(t), rand.New(rand.NewSource(5))
	objects, _, _ := assembled(t, nil, dump(t, "actionbase-hbase-shell.expected.jsonl"))
	parsed, refused := 0, 0
	for range 4000 {
		text := []byte(strings.Clone(string(objects[r.Intn(len(objects))].Fields)))
		for range 1 + r.Intn(3) {
			at := r.Intn(len(text))
			switch r.Intn(3) {
			case 0:
				text[at] = `{}[]",:0123456789-nulltrue`[r.Intn(26)]
			case 1:
				text = append(text[:at], text[min(at+1+r.Intn(40), len(text)):]...)
			default:
				text = append(text[:at:at], append([]byte(`null`), text[at:]...)...)
			}
			if len(text) == 0 {
				text = []byte("{")
			}
		}
		v, err := value.Parse(text)
		if err != nil {
			continue
		}
		parsed++
		for _, kind := range []string{edgeKind, vertexKind} {
			in := format.Input{Zones: testZones{}, Given: value.OfMembers()}
			if r.Intn(2) == 0 {
				in.Schema = schema
			}
			none := func(string, *store.Entry) error { return nil }
			if objectRows(&in, kind, v, none) != nil {
				refused++
			}
			if objectChanges(&in, kind, v, value.OfMembers(), none) == nil {
				t.Errorf("an object without members is written for %s", text)
			}
			if _, err := objectScans(&in, kind, v); err == nil && v.Member("tableCode").IsNull() && v.Member("table").IsNull() {
				t.Errorf("scans without a table for %s", text)
			}
		}
	}
	if parsed < 300 || refused < 200 {
		t.Errorf("%d objects, %d refused", parsed, refused)
	}
}

func TestObjectsAreRefusedThatTheSystemWouldNotWrite(t *testing.T) {
	const edge = `"table":"social.user_likes","source":{"type":"long","value":"1"},"target":{"type":"string","value":"x"}`
	const state = `,"active":true,"version":"5","createdAt":"5","deletedAt":null,"properties":[{"name":"createdAt","value":{"type":"long","value":"5"},"version":"5"}]`
	for _, c := range []struct {
		kind, object, why string
		bare              bool
	}{
		{edgeKind, edge + state, "indexes: expected a list, or a model of the table", true},
		{edgeKind, edge + state + `,"bogus":1`, "bogus: there is no such field", false},
		{edgeKind, edge + `,"properties":[]`, "active: expected true or false", false},
		{edgeKind, edge + state + `,"counts":[]`, "counts: are not what the edge adds by the model", false},
		{edgeKind, edge + state + `,"indexes":{}`, "indexes: expected a list", false},
		{edgeKind, edge + state + `,"indexes":[{"table":"t","direction":"OUT","index":"i","directedSource":{"type":"int","value":1},"indexValues":[],"directedTarget":{"type":"int","value":1},"version":"1","properties":[]}]`,
			"table: expected the table of the object", false},
		{vertexKind, `"table":"social.user_likes","id":{"type":"long","value":"1"}`, "is, by the model, a table of edges", false},
		{vertexKind, edge, "source: there is no such field", false},
		{edgeKind, edge + state + `,"lockedAt":"x"`, "lockedAt: expected a whole number", false},
	} {
		v, err := value.Parse([]byte("{" + c.object + "}"))
		if err != nil {
			t.Fatal(err)
		}
		in := format.Input{Zones: testZones{}, Given: value.OfMembers()}
		if !c.bare {
			in.Schema = fixtureSchema(t)
		}
		err = objectRows(&in, c.kind, v, func(string, *store.Entry) error { return nil })
		if err == nil || !strings.Contains(err.Error(), c.why) {
			t.Errorf("%s\ngot  %v\nwant %s", c.object, err, c.why)
		}
	}
}

// Rows of other formats, and unusable ones, are ignored or refused. Versions and tombstones count as they do for a
// reader.
func TestAJoinerTakesWhatIsItsOwn(t *testing.T) {
	list := dump(t, "actionbase-hbase-shell.expected.jsonl")
	state := -1
	for i := range list {
		row, _ := list[i].Part(store.Row)
		if typeOf(t, row) == EdgeState {
			state = i
		}
	}
	row, _ := list[state].Part(store.Row)
	entry := func(family, content string, timestamp, deleted string) *store.Entry {
		e := &store.Entry{Timestamp: timestamp, Deleted: deleted}
		e.Add(store.Row, row)
		e.Add(store.Family, []byte(family))
		e.Add(store.Qualifier, []byte("e"))
		e.Add(store.Value, []byte(content))
		return e
	}
	other := &store.Entry{}
	other.Add(store.Row, []byte("alice"))
	cell, _ := list[state].Part(store.Value)
	joiner, err := newJoiner(nil)
	if err != nil {
		t.Fatal(err)
	}
	j := shuffle.NewObjects(joiner, nil)
	for _, c := range []struct {
		e    *store.Entry
		part bool
		why  string
	}{
		{&store.Entry{}, false, ""}, {other, false, ""}, {entry("d", "x", "", ""), false, ""},
		{entry("f", "x", "", ""), false, "unknown header"}, {entry("f", string(cell), "7", ""), true, ""}, {entry("f", "", "7", "DeleteColumn"), true, ""},
	} {
		part, err := j.Add(c.e)
		if part != c.part || (err == nil) != (c.why == "") {
			t.Errorf("%v: %v, %v", c.e, part, err)
		}
	}
	n := 0
	count := func(format.Object) bool { n++; return true }
	if err := j.Each(format.Moment{}, count); err != nil || n != 0 {
		t.Errorf("%d objects of a deleted state, %v", n, err)
	}
	if _, err := j.Add(entry("f", string(cell), "8", "")); err != nil {
		t.Fatal(err)
	}
	if err := j.Each(format.Moment{}, count); err != nil || n != 1 {
		t.Errorf("%d objects of a state that was written again, %v", n, err)
	}
	if err := j.Each(format.Moment{At: "5"}, count); err == nil {
		t.Error("objects are shown as they were")
	}
}

// The examples of both kinds are objects, and their rows are assembled to the same objects.
func TestExamplesOfObjectsHold(t *testing.T) {
	schema := schemaFrom(t, `{"tables":[{"table":"social.user","type":"VERTEX","source":"long"}]}`)
	for i := range objects.Kinds {
		k := &objects.Kinds[i]
		v, err := value.Parse([]byte(k.Example))
		if err != nil {
			t.Fatal(err)
		}
		in, n := format.Input{Given: value.OfMembers(), Schema: schema}, 0
		var list []store.Entry
		err = objectRows(&in, k.Name, v, func(_ string, e *store.Entry) error {
			n++
			list = append(list, e.Clone())
			return nil
		})
		if err != nil || n != 1 {
			t.Errorf("%s: %d rows, %v", k.Name, n, err)
		}
		if found, _, _ := assembled(t, schema, list); len(found) != 1 || found[0].Kind != k.Name {
			t.Errorf("%s: %+v", k.Name, found)
		}
	}
}
