package stream_test

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/rowlens/rowlens/codec/dump"
	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/schema"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/stream"
	"github.com/rowlens/rowlens/codec/value"
)

// damages returns copies of the bytes that differ by one byte: changed, lost or added, at each place; and shorter ones.
func damages(b []byte) (all [][]byte) {
	for i := range b {
		changed := bytes.Clone(b)
		changed[i] ^= 0x29
		lost := append(bytes.Clone(b[:i]), b[i+1:]...)
		added := append(append(bytes.Clone(b[:i]), 0x34), b[i:]...)
		all = append(all, changed, lost, added, bytes.Clone(b[:i]))
	}
	return all
}

// eachDamage calls do with each damage of the entry's key and value.
func eachDamage(e *store.Entry, do func(part string, damaged *store.Entry)) {
	for j, p := range e.Parts {
		if p.Name != store.Row && p.Name != store.Value {
			continue
		}
		damaged := e.Clone()
		for _, b := range damages(p.Bytes) {
			damaged.Parts[j].Bytes = b
			do(p.Name, &damaged)
		}
	}
}

// isCount reports whether a cell of Actionbase is a count, whose value is any 8 bytes: it proves nothing beside a damaged
// key, since rows of other formats have such values, too.
func isCount(t *testing.T, e *store.Entry) bool {
	t.Helper()
	var d stream.Decoder
	_, r, err := d.Decode(e, nil)
	if err != nil {
		t.Fatal(err)
	}
	return r.Name == "edge-count"
}

// marykModels returns the models of a database of Maryk on HBase.
func marykModels(t *testing.T) format.SchemaSet {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "..", "golden", "maryk-hbase", "latest.models.json"))
	if err != nil {
		t.Fatal(err)
	}
	models, err := value.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	known, err := schema.Parse(models, "maryk-hbase")
	if err != nil {
		t.Fatal(err)
	}
	return known
}

// marykScan returns the rows of such a database.
func marykScan(t *testing.T) *dump.Result {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "..", "golden", "maryk-hbase", "latest.scan.txt"))
	if err != nil {
		t.Fatal(err)
	}
	res, err := dump.ParseText(text, dump.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return res
}

// Some keys of Actionbase are whole OrderedBytes sequences by chance. The salt of the key, or the value beside it, proves
// whose row it is in a table that did not teach the format, whichever format another table taught.
func TestADamagedRowIsOfTheFormatThatItsHalfProves(t *testing.T) {
	res, err := dump.ParseText(fixture(t, "actionbase-hbase-shell.txt"), dump.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, taught := range []string{"actionbase first", "maryk-hbase first"} {
		var d stream.Decoder
		d.Assume(taught)
		refused := 0
		for i := range res.Rows {
			e := res.Rows[i].Entry.Clone()
			e.Source.Table = "second"
			if isCount(t, &e) {
				continue
			}
			eachDamage(&e, func(part string, damaged *store.Entry) {
				f, r, err := d.Decode(damaged, nil)
				switch {
				case err != nil:
					refused++
				case f.ID != "actionbase" && d.Doubt() == nil:
					b, _ := damaged.Part(part)
					t.Errorf("%s taught: row %d with the %s %x is read as %s %s", taught, i, part, b, f.ID, r.Name)
				}
			})
		}
		if refused == 0 {
			t.Errorf("%s taught: no damaged row is refused", taught)
		}
	}
}

// The refusal of such a row is that of its own format.
func TestADamagedRowIsRefusedByTheFormatThatItsHalfProves(t *testing.T) {
	res, err := dump.ParseText(fixture(t, "actionbase-hbase-shell.txt"), dump.Options{})
	if err != nil {
		t.Fatal(err)
	}
	key := []byte{0x19, 0x2d, 0x93, 0xb8} // the salt that is the beginning of a number, too
	var d stream.Decoder
	d.Assume("maryk-hbase first")
	for i := range res.Rows {
		e := res.Rows[i].Entry.Clone()
		if row, _ := e.Part(store.Row); !bytes.HasPrefix(row, key) {
			continue
		}
		e.Source.Table = "second"
		last := &e.Parts[len(e.Parts)-1]
		last.Bytes = last.Bytes[:len(last.Bytes)-1]
		if f, _, err := d.Decode(&e, nil); err == nil || err.Format != "actionbase" {
			t.Errorf("row %d: %v, %v", i, f, err)
		}
		return
	}
	t.Error("no row has that salt")
}

// A table that the models name has rows of Maryk, whichever format another table taught.
func TestADamagedRowIsOfTheFormatWhoseModelsNameItsTable(t *testing.T) {
	res := marykScan(t)
	d := stream.Decoder{Schemas: marykModels(t)}
	d.Assume("actionbase first")
	refused := 0
	for i := range res.Rows {
		if i%4 != 0 && res.Rows[i].Entry.Source.Table != "rllatest:Memo" {
			continue
		}
		eachDamage(&res.Rows[i].Entry, func(part string, damaged *store.Entry) {
			f, r, err := d.Decode(damaged, nil)
			switch {
			case err != nil && err.Format == "maryk-hbase":
				refused++
			case err == nil && f.ID != "maryk-hbase" && d.Doubt() == nil:
				b, _ := damaged.Part(part)
				t.Errorf("row %d with the %s %x is read as %s %s", i, part, b, f.ID, r.Name)
			}
		})
	}
	if refused == 0 {
		t.Error("no damaged row is refused as Maryk's")
	}
}

// A row of which only the key fits a format does not teach it if the rest of the row is another one's.
func TestAKeyThatFitsByChanceTeachesNothing(t *testing.T) {
	res, err := dump.ParseText(fixture(t, "actionbase-hbase-shell.txt"), dump.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for i := range res.Rows[:40] {
		if isCount(t, &res.Rows[i].Entry) {
			continue
		}
		eachDamage(&res.Rows[i].Entry, func(part string, damaged *store.Entry) {
			var d stream.Decoder
			if d.Learn(damaged); d.Learnt() == "hbase-orderedbytes" {
				b, _ := damaged.Part(part)
				t.Errorf("row %d with the %s %x teaches OrderedBytes", i, part, b)
			}
		})
	}
}
