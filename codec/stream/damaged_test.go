package stream_test

import (
	"testing"

	"github.com/rowlens/rowlens/codec/dump"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/stream"
)

// A row that lost a byte is a damaged row of the format that the others have, and is not read as one of another
// format that happens to take what is left.
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
