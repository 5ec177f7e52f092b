package actionbase

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"flag"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/shuffle"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
)

var objectRounds = flag.Int("objects", 6000, "how many random objects there are, taken apart and assembled")

// cellText returns a cell as one text, which leaves out the number of an increment.
func cellText(e *store.Entry) string {
	text := e.Deleted
	for _, p := range e.Parts {
		if !e.Increment || p.Name != store.Value {
			text += " " + p.Name + "=" + hex.EncodeToString(p.Bytes)
		}
	}
	return text
}

// assembled returns the objects of rows, and the rows that are part of none.
func assembled(t testing.TB, s *Schema, list []store.Entry) (objects []format.Object, apart []store.Entry, bad int) {
	t.Helper()
	var sc format.Schema
	if s != nil {
		sc = s
	}
	j, err := newJoiner(sc)
	if err != nil {
		t.Fatal(err)
	}
	j.(format.Zoned).SetZones(testZones{})
	rows := shuffle.NewObjects(j, nil)
	for i := range list {
		part, err := rows.Add(&list[i])
		switch {
		case err != nil:
			bad++
		case !part:
			apart = append(apart, list[i])
		}
	}
	err = rows.Each(format.Moment{}, func(o format.Object) bool {
		objects = append(objects, o)
		return true
	})
	if err != nil {
		t.Fatal(err)
	}
	return objects, apart, bad
}

// rowsOf collects the rows of an object: cells by their text, and sums of increments.
func rowsOf(t testing.TB, s *Schema, kind string, fields []byte, cells map[string]bool, sums map[string]int64) {
	t.Helper()
	v, err := value.Parse(fields)
	if err != nil {
		t.Fatal(err)
	}
	in := format.Input{Zones: testZones{}, Given: value.OfMembers()}
	if s != nil {
		in.Schema = s
	}
	err = objectRows(&in, kind, v, func(record string, e *store.Entry) error {
		text := cellText(e)
		if !e.Increment {
			if cells[text] {
				t.Errorf("%s is there twice", text)
			}
			cells[text] = true
			return nil
		}
		b, _ := e.Part(store.Value)
		n, err := DecodeCounter(b)
		sums[text] += n
		return err
	})
	if err != nil {
		t.Fatalf("%v\n%s", err, fields)
	}
}

func TestRowsOfAssembledObjectsAreTheRows(t *testing.T) {
	for _, name := range []string{"actionbase-hbase-shell.expected.jsonl", "actionbase-hbase-shell-damaged.expected.jsonl"} {
		for _, schema := range []*Schema{nil, fixtureSchema(t)} {
			list := dump(t, name)
			objects, apart, bad := assembled(t, schema, list)
			cells, sums, entries := map[string]bool{}, map[string]int64{}, 0
			for _, o := range objects {
				if o.Err != nil {
					t.Errorf("%s: %v", o.Fields, o.Err)
				}
				rowsOf(t, schema, o.Kind, o.Fields, cells, sums)
				entries += o.Entries
			}
			numbers, salts := map[string]int64{}, 0
			for i := range list {
				e := &list[i]
				row, _ := e.Part(store.Row)
				var p Prefix
				if _, err := readPrefix(row, &p); err != nil {
					t.Fatal(err)
				}
				b, _ := e.Part(store.Value)
				switch {
				case !p.SaltOK:
					salts++
				case p.Type == EdgeCount || p.Type == EdgeGroup:
					n, err := DecodeCounter(b)
					if err != nil {
						t.Fatal(err)
					}
					e.Increment = true
					numbers[cellText(e)] = n
				case !cells[cellText(e)]:
					t.Errorf("%s: no object has the row %s", name, cellText(e))
				default:
					delete(cells, cellText(e))
				}
			}
			if bad != salts || len(apart) != len(numbers) || entries != len(list)-bad-len(apart) {
				t.Errorf("%d refused, %d apart, %d of objects; %d with a wrong salt, %d numbers", bad, len(apart), entries, salts, len(numbers))
			}
			for text := range cells {
				t.Errorf("%s: there is no row %s", name, text)
			}
			maps.DeleteFunc(numbers, func(_ string, n int64) bool { return n == 0 })
			if schema != nil && !strings.Contains(name, "damaged") && !maps.Equal(numbers, sums) {
				t.Errorf("the numbers are %v, what edges add %v", numbers, sums)
			}
			t.Logf("%s, schema %v: %d rows, %d objects, %d counts and groups, %d wrong salts", name, schema != nil, len(list), len(objects), len(numbers), salts)
		}
	}
}

// In random histories, the rows of an object assemble to the object.
func TestAssembledRowsOfAnObjectAreTheObject(t *testing.T) {
	schema, rounds := schemaFrom(t, kitchenSink), 0
	for seed := uint64(0); rounds < *objectRounds; seed++ {
		for i := range schema.Tables {
			table := &schema.Tables[i]
			play(t, seed, table, func(_, after *Edge, _ *Mutation) {
				rounds++
				checkObject(t, schema, table, after, seed%3 == 0)
			})
		}
	}
	t.Logf("%d objects", rounds)
}

func checkObject(t *testing.T, schema *Schema, table *Table, e *Edge, locked bool) {
	t.Helper()
	in := format.Input{Zones: testZones{}, Given: value.OfMembers(), Schema: schema}
	kind := edgeKind
	var w value.Writer
	w.Object()
	if table.Vertex {
		kind = vertexKind
		e = &Edge{Key: e.Key, State: e.State}
		e.Key.Target = vertexTarget
		writeTable(&w, schema, e.Key.Table)
		w.Key("id")
		e.Key.Source.write(&w)
	} else {
		e.Key.write(&w, schema)
	}
	e.State.write(&w, schema)
	if locked {
		w.Key("lockedAt")
		w.Int64(7)
	}
	w.EndObject()
	v, err := value.Parse(w.Buf)
	if err != nil {
		t.Fatal(err)
	}
	var list []store.Entry
	err = objectRows(&in, kind, v, func(_ string, e *store.Entry) error {
		list = append(list, e.Clone())
		return nil
	})
	if err != nil {
		t.Fatalf("%v\n%s", err, w.Buf)
	}
	objects, apart, bad := assembled(t, schema, list)
	if len(objects) != 1 || bad != 0 || objects[0].Err != nil || objects[0].Note != "" || objects[0].Kind != kind {
		t.Fatalf("%d objects, %d refused, %+v", len(objects), bad, objects)
	}
	// What it adds to counts and groups follows what the object says.
	got := objects[0].Fields
	if !bytes.HasPrefix(got, w.Buf[:len(w.Buf)-1]) || bytes.Contains(got, []byte(`"indexes"`)) || bytes.Contains(got, []byte(`"caches"`)) {
		t.Fatalf("got  %s\nwant %s", got, w.Buf)
	}
	if !e.State.Active && len(got) != len(w.Buf) {
		t.Fatalf("an inactive edge has %s", got)
	}
	cells, sums := map[string]bool{}, map[string]int64{}
	rowsOf(t, schema, kind, got, cells, sums)
	if len(cells) != len(list)-len(apart) {
		t.Fatalf("%d cells of %s, %d of %s", len(cells), got, len(list)-len(apart), w.Buf)
	}
	// Without the schema all rows are listed, and nothing is lost either.
	plain, _, _ := assembled(t, nil, list)
	bare, none := map[string]bool{}, map[string]int64{}
	rowsOf(t, nil, plain[0].Kind, plain[0].Fields, bare, none)
	if len(plain) != 1 || !maps.Equal(bare, cells) || len(none) > 0 {
		t.Fatalf("without a schema %d objects with %d cells, want %d", len(plain), len(bare), len(cells))
	}
}

// Changes are upstream's own mutations.
func TestChangesAreMutations(t *testing.T) {
	count := 0
	for _, v := range deriveVectors(t) {
		if v.Record != "mutation" {
			continue
		}
		given, err := value.Parse(v.Given)
		if err != nil {
			t.Fatal(err)
		}
		after, table := given.Member("after"), new(Table)
		var code int32
		if code, err = parseCode(after, "table", "tableCode"); err == nil {
			err = table.parse(given.Member("schema"))
		}
		table.Code = code
		if v.Error != nil && (err != nil || table.Vertex) {
			continue
		}
		in := format.Input{Zones: testZones{}, Given: value.OfMembers()}
		in.Schema = &Schema{Tables: []Table{*table}, tables: map[int32]*Table{code: table}}
		var got []any
		err = objectChanges(&in, edgeKind, given.Member("before"), after, func(record string, e *store.Entry) error {
			got = append(got, opOf(t, record, e))
			return nil
		})
		if v.Error != nil {
			if err == nil {
				t.Errorf("%s: got %v, want it refused", v.ID, got)
			}
			continue
		}
		if err != nil {
			t.Errorf("%s: %v", v.ID, err)
			continue
		}
		count++
		want := v.Result.(map[string]any)["ops"].([]any)
		if !slices.Equal(texts(t, got), texts(t, want)) {
			t.Errorf("%s\ngot  %v\nwant %v", v.ID, got, want)
		}
	}
	if count < 50 {
		t.Errorf("%d mutations", count)
	}
	t.Logf("%d mutations", count)
}

// opOf returns an entry in the form of the vectors' operations.
func opOf(t *testing.T, record string, e *store.Entry) any {
	t.Helper()
	part := func(name string) string {
		b, _ := e.Part(name)
		return hex.EncodeToString(b)
	}
	op := map[string]any{"op": "put", "record": record, "row": part(store.Row), "qualifier": part(store.Qualifier), "value": part(store.Value)}
	switch {
	case e.Increment:
		b, _ := e.Part(store.Value)
		n, err := DecodeCounter(b)
		if err != nil {
			t.Fatal(err)
		}
		op["op"], op["delta"] = "increment", itoa(n)
		delete(op, "value")
	case e.Deleted == "DeleteFamily":
		op["op"] = "delete-row"
		delete(op, "qualifier")
		delete(op, "value")
	case e.Deleted == "DeleteColumn":
		op["op"] = "delete-column"
		delete(op, "value")
	}
	return op
}

func texts(t *testing.T, list []any) (out []string) {
	t.Helper()
	for _, x := range list {
		b, err := json.Marshal(x)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, string(b))
	}
	slices.Sort(out) // the order of the vectors does not matter
	return out
}
