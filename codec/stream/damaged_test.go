package stream_test

import (
	"testing"

	"github.com/rowlens/rowlens/codec/dump"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/stream"
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
	known := marykModels(t)
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

// Rows of Maryk whose models are not known prove their format only together: none is a lexicoder because its key fits one,
// and neither is a damaged one.
func TestRowsThatAgreeTeachTheirFormat(t *testing.T) {
	res := marykScan(t)
	rows := res.Rows[:200] // of one table
	var d stream.Decoder
	learnt := 0
	for ; learnt < len(rows) && !d.Learn(&rows[learnt].Entry); learnt++ {
	}
	if d.Learnt() != "maryk-hbase rllatest:Ware" || learnt == 0 {
		t.Fatalf("row %d taught %q", learnt, d.Learnt())
	}
	for i := range res.Rows {
		if f, r, err := d.Decode(&res.Rows[i].Entry, nil); err != nil || f.ID != "maryk-hbase" || d.Doubt() != nil {
			t.Errorf("row %d: %v %v %+v", i, r, err, d.Doubt())
		}
	}
	refused := 0
	for i := range rows {
		damaged := rows[i].Entry.Clone()
		for j := range damaged.Parts {
			for at := range damaged.Parts[j].Bytes {
				damaged.Parts[j].Bytes[at] ^= 0xe9
				f, r, err := d.Decode(&damaged, nil)
				damaged.Parts[j].Bytes[at] ^= 0xe9
				switch {
				case err != nil && err.Format == "maryk-hbase":
					refused++
				case err != nil || f.ID != "maryk-hbase":
					t.Errorf("row %d, byte %d of %s damaged: %v %v", i, at, damaged.Parts[j].Name, r, err)
				}
			}
		}
	}
	if refused == 0 {
		t.Error("no damaged row is refused")
	}
}

// Rows of two formats, of which no single one is proof, teach neither; nor do bytes alone.
func TestRowsThatDoNotAgreeTeachNothing(t *testing.T) {
	maryk := formattest.Entry(t, "row=0000000000017fffffff,family=64,qualifier=11,value=010001")
	rocks := formattest.Entry(t, "key=0000000000017fffffff,value=1a1fc6682d700000")
	rocks.Source.CF = "0301"
	alone := formattest.Entry(t, "bytes=000000017fffffff")
	var one stream.Decoder
	for range 8 {
		one.Learn(rocks)
	}
	if one.Learnt() != "maryk-rocksdb" {
		t.Errorf("equal rows teach %q", one.Learnt())
	}
	for name, list := range map[string][]*store.Entry{"two formats": {maryk, rocks}, "bytes": {alone}} {
		var d stream.Decoder
		for i := range 4 * stream.LearnRows {
			if d.Learn(list[i%len(list)]) {
				t.Errorf("%s: row %d teaches %s", name, i, d.Learnt())
				break
			}
		}
	}
}
