package marykfixture

import (
	"bytes"
	"encoding/hex"
	"math/rand/v2"
	"strconv"
	"testing"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/maryk/cell"
	"github.com/rowlens/rowlens/codec/objects"
	"github.com/rowlens/rowlens/codec/shuffle"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
)

// Assembled returns the objects assembled from rows, with their history.
func Assembled(t testing.TB, f *format.Format, s format.Schema, add func(yield func(*store.Entry))) (list []value.Value) {
	t.Helper()
	joiner, err := f.Objects.NewJoiner(s)
	if err != nil {
		t.Fatal(err)
	}
	j := shuffle.NewObjects(joiner, nil)
	add(func(e *store.Entry) {
		if _, err := j.Add(e); err != nil {
			t.Fatal(err)
		}
	})
	err = j.Each(format.Moment{History: true}, func(o format.Object) bool {
		if o.Err != nil {
			t.Fatal(o.Err)
		}
		text := bytes.Clone(o.Fields)
		text = append(text[:len(text)-1], `,"history":[`...)
		first := true
		o.History(func(v []byte) bool {
			if !first {
				text = append(text, ',')
			}
			first = false
			text = append(text, v...)
			return true
		})
		v, err := value.Parse(append(text, "]}"...))
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, v)
		return true
	})
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// Row is a row of a database, with the kind of record that it is.
type Row struct {
	Entry  store.Entry
	Record string
}

// Unexplained splits the objects of a database into rows again. It counts, by kind of record, the rows that belong
// to no object and, under "made up: …", rows of objects that the database does not have.
func Unexplained(t testing.TB, f *format.Format, s format.Schema, rows []Row) map[string]int {
	t.Helper()
	real := map[string]*Row{}
	list := Assembled(t, f, s, func(yield func(*store.Entry)) {
		for i := range rows {
			real[Place(&rows[i].Entry)] = &rows[i]
			yield(&rows[i].Entry)
		}
	})
	made, left := 0, map[string]int{}
	in := format.Input{Schema: s, Given: value.OfMembers()}
	for _, o := range list {
		taken, err := objects.Rows(f, &in, "record", o)
		if err != nil {
			t.Fatal(err)
		}
		for i := range taken {
			at := Place(&taken[i].Entry)
			if want := real[at]; want == nil || valueOf(&want.Entry) != valueOf(&taken[i].Entry) || want.Record != taken[i].Record {
				left["made up: "+taken[i].Record]++
			}
			delete(real, at)
			made++
		}
	}
	for _, r := range real {
		left[r.Record]++
	}
	t.Logf("%d objects with %d rows, left %v of %d", len(list), made, left, len(rows))
	return left
}

// jsonOf returns a value as JSON.
func jsonOf(v value.Value) string {
	var w value.Writer
	w.Value(v)
	return string(w.Buf)
}

// valuesText returns the values of a random record as JSON.
func valuesText(t testing.TB, x *Ware, s cell.Store) string {
	t.Helper()
	var held []cell.Stored
	x.Cells(t, s, func(q, data []byte) {
		held = append(held, cell.Stored{Qualifier: bytes.Clone(q), Data: bytes.Clone(data), Version: 1})
	})
	rec, err := cell.Assemble(x.Model, s, cell.At(held, cell.Newest))
	if err != nil {
		t.Fatal(err)
	}
	var w value.Writer
	rec.Write(&w)
	return string(w.Buf)
}

// history returns random states of one record.
func history(t testing.TB, r *rand.Rand, x *Ware, s cell.Store) (text string, last uint64, values string) {
	t.Helper()
	version := uint64(1882441387094310912)
	first := strconv.FormatUint(version, 10)
	key, values := x.Key, ""
	deleted := false
	for i := range 1 + r.IntN(4) {
		if i > 0 {
			text += ","
			version += 1 + r.Uint64N(1<<21)
		}
		if i == 0 || r.IntN(4) > 0 {
			for {
				if y := RandomWare(t, r, x.Model); i == 0 || valuesText(t, y, s) != values {
					if i == 0 {
						*x, key = *y, y.Key
					}
					values = valuesText(t, y, s)
					break
				}
			}
		} else if deleted = s == cell.HBase || !deleted; deleted && i > 0 && s == cell.HBase {
			i = 4
		}
		now := strconv.FormatUint(version, 10)
		text += `{"version":"` + now + `","record":{"exists":true,"firstVersion":"` + first + `","lastVersion":"` + now +
			`","isDeleted":` + strconv.FormatBool(deleted) + `,"values":` + values + `}}`
	}
	x.Key = key
	return text, version, values
}

// RandomObjects checks that random records with their histories are reassembled from the rows made from them.
func RandomObjects(t testing.TB, f *format.Format, s *cell.Schema, in cell.Store, count int) {
	t.Helper()
	r := rand.New(rand.NewPCG(31, 32))
	x := Ware{Model: s.Model(1).Def}
	for range count {
		states, _, _ := history(t, r, &x, in)
		object := `{"model":1,"name":"Ware","key":"` + string(value.AppendHex(nil, x.Key)) + `",`
		if in == cell.RocksDB {
			object += `"keepAllVersions":true,`
		}
		object += `"history":[` + states + `]}`
		want, err := value.Parse([]byte(object))
		if err != nil {
			t.Fatal(err)
		}
		input := format.Input{Schema: s, Given: value.OfMembers()}
		rows, err := objects.Rows(f, &input, "record", want)
		if err != nil {
			t.Fatalf("%s: %v", object, err)
		}
		list := Assembled(t, f, s, func(yield func(*store.Entry)) {
			for i := range rows {
				yield(&rows[i].Entry)
			}
		})
		if len(list) != 1 || jsonOf(list[0]) != jsonOf(want) {
			t.Fatalf("%s\nis assembled as\n%s", jsonOf(want), jsonOf(list[0]))
		}
	}
}

// RandomChanges checks that changes turn the rows of one object into those of another.
func RandomChanges(t testing.TB, f *format.Format, s *cell.Schema, in cell.Store, count int) {
	t.Helper()
	r := rand.New(rand.NewPCG(33, 34))
	x := Ware{Model: s.Model(1).Def}
	for range count {
		states, last, _ := history(t, r, &x, in)
		key := `{"model":1,"keepAllVersions":true,"key":"` + string(value.AppendHex(nil, x.Key)) + `",`
		next := valuesText(t, RandomWare(t, r, x.Model), in)
		version := strconv.FormatUint(last+5, 10)
		record := `"isDeleted":false,"values":` + next
		from, _ := value.Parse([]byte(key + `"history":[` + states + `]}`))
		to, _ := value.Parse([]byte(key + record + `}`))
		whole, _ := value.Parse([]byte(key + `"history":[` + states + `,{"version":"` + version + `","record":{"exists":true,` + record + `}}]}`))
		given, _ := value.Parse([]byte(`{"version":"` + version + `"}`))
		input := format.Input{Schema: s, Given: given}
		was, err := objects.Rows(f, &input, "record", from)
		if err != nil {
			t.Fatal(err)
		}
		is, err := objects.Rows(f, &input, "record", whole)
		if err != nil {
			t.Fatal(err)
		}
		changes, err := objects.Changes(f, &input, "record", from, to)
		if err != nil {
			t.Fatal(err)
		}
		got, want := stored(was), stored(is)
		for _, c := range changes {
			deleted := c.Entry.Deleted != ""
			if c.Entry.Deleted = ""; deleted {
				delete(got, Place(&c.Entry))
			} else {
				got[Place(&c.Entry)] = valueOf(&c.Entry)
			}
		}
		if len(got) != len(want) {
			t.Fatalf("%d rows, want %d", len(got), len(want))
		}
		for at, v := range want {
			if got[at] != v {
				t.Fatalf("%s: %x, want %x", at, got[at], v)
			}
		}
		gone, err := objects.Changes(f, &input, "record", from, value.Value{})
		if err != nil || gone[0].Record != "replication-tombstone" || len(gone) != len(was)+1 {
			t.Fatalf("a deletion for good: %d rows, %v", len(gone), err)
		}
	}
}

func stored(rows []objects.Row) map[string]string {
	list := map[string]string{}
	for i := range rows {
		list[Place(&rows[i].Entry)] = valueOf(&rows[i].Entry)
	}
	return list
}

// Place identifies where a row is: everything except its value, and its kind of tombstone, if any.
func Place(e *store.Entry) string {
	text := e.Source.Table + e.Source.CF
	for _, p := range e.Parts {
		if p.Name != store.Value {
			text += " " + hex.EncodeToString(p.Bytes)
		}
	}
	return text + " " + e.Timestamp + e.Deleted
}

func valueOf(e *store.Entry) string {
	b, _ := e.Part(store.Value)
	return string(b)
}
