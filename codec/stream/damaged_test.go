package stream_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/rowlens/rowlens/codec/dump"
	"github.com/rowlens/rowlens/codec/schema"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/stream"
	"github.com/rowlens/rowlens/codec/value"
	"github.com/rowlens/rowlens/internal/formattest"
)

// A row that lost a byte is a damaged row of the same format as the others, and is not read as one of another
// format that happens to accept the remaining bytes.
func TestADamagedRowIsNotTakenForAnotherFormats(t *testing.T) {
	res, err := dump.ParseText(fixture(t, "actionbase-hbase-shell.txt"), dump.Options{})
	if err != nil {
		t.Fatal(err)
	}
	d := stream.Decoder{}
	if !d.Learn(&res.Rows[0].Entry) {
		t.Fatal("the first row teaches nothing")
	}
	refused := 0
	for i := range res.Rows {
		for _, name := range []string{store.Value, store.Row} {
			damaged := res.Rows[i].Entry.Clone()
			for j := range damaged.Parts {
				if p := &damaged.Parts[j]; p.Name == name && len(p.Bytes) > 0 {
					p.Bytes = p.Bytes[:len(p.Bytes)-1]
				}
			}
			f, r, err := d.Fork().Decode(&damaged, nil)
			switch {
			case err != nil:
				refused++
			case f.ID != "actionbase":
				t.Errorf("row %d without the last byte of its %s: %s %s", i, name, f.ID, r.Name)
			}
		}
	}
	if refused < len(res.Rows) {
		t.Errorf("only %d of %d damaged rows are refused", refused, 2*len(res.Rows))
	}
}

// Workers that read parts of the rows take over all that was learnt: the format, and the table whose rows have it.
func TestWhatWasLearntIsTakenOver(t *testing.T) {
	res, err := dump.ParseText(fixture(t, "actionbase-hbase-shell.txt"), dump.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for table, want := range map[string]string{"": "actionbase", "ns:a b": "actionbase ns:a b"} {
		var first, second stream.Decoder
		e := res.Rows[0].Entry.Clone()
		e.Source.Table = table
		first.Learn(&e)
		second.Assume(first.Learnt())
		if first.Learnt() != want || second.Learnt() != want {
			t.Errorf("of table %q is learnt %q, and taken over %q", table, first.Learnt(), second.Learnt())
		}
	}
}

// A dump of a database has several tables, of which only one teaches the format. A damaged row of another one is still
// taken for that format if it looks like it, and rows of other formats are recognized.
func TestADamagedRowOfAnotherTableIsNotTakenForAnotherFormats(t *testing.T) {
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
	row := func(table, parts string) *store.Entry {
		e := formattest.Entry(t, parts)
		e.Source.Table = table
		return e
	}
	// All of these are whole OrderedBytes sequences or UUIDs, too.
	damaged := []string{
		"row=1e481db2,family=64,qualifier=09,value=0177697468006e756c",
		"row=0b9c66949cbdee12,family=64,qualifier=09,value=0161",
		"row=7bce8ca0ff3a491201a8b136da08fa08,family=64,qualifier=09,value=65cc81",
	}
	for name, d := range map[string]*stream.Decoder{"with models": {Schemas: known}, "without": {}} {
		d.Assume("maryk-hbase rllatest:Ware")
		for _, parts := range damaged {
			if f, r, err := d.Decode(row("rllatest:Memo", parts), nil); err == nil && (name == "with models" || f.ID != "maryk-hbase") {
				t.Errorf("%s: %s is read as %s %s", name, parts, f.ID, r.Name)
			}
		}
	}
	other := stream.Decoder{Schemas: known}
	other.Assume("maryk-hbase rllatest:Ware")
	if f, _, err := other.Decode(row("ns:events", "row=31bff00000000000002c80000000000007d0,family=63,qualifier=71,value=01"), nil); err != nil ||
		f.ID != "hbase-orderedbytes" {
		t.Errorf("a row of another format: %v %v", f, err)
	}
}
