package stream

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/rowlens/rowlens/codec/dump"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
)

// goldenRows are the rows of a real dump, and each of their parts alone.
func goldenRows(t *testing.T) []store.Entry {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "..", "golden", "actionbase", "actionbase-hbase-shell.txt"))
	if err != nil {
		t.Fatal(err)
	}
	res, err := dump.ParseText(text, dump.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var list []store.Entry
	for i := range res.Rows {
		e := res.Rows[i].Entry
		list = append(list, e)
		for _, p := range e.Parts {
			list = append(list, store.Entry{Parts: []store.Part{{Name: store.Bytes, Bytes: p.Bytes}}})
		}
	}
	return list
}

// What was learnt makes decoding faster and changes no answer, in JSON or CBOR.
func TestADecoderGivesTheAnswerOfIdentify(t *testing.T) {
	rows := goldenRows(t)
	var first Decoder
	if !first.Learn(&rows[0]) {
		t.Fatal("a row whose check value matches teaches nothing")
	}
	for _, cbor := range []bool{false, true} {
		learnt, slow := first.Fork(), &Decoder{}
		for i := range rows {
			got, want := value.Writer{CBOR: cbor}, value.Writer{CBOR: cbor}
			f, r, err := learnt.Decode(&rows[i], &got)
			g, q, fault := slow.Decode(&rows[i], &want)
			if f != g || r != q || string(got.Buf) != string(want.Buf) || (err == nil) != (fault == nil) || err != nil && *err != *fault {
				t.Fatalf("row %d, CBOR %v: %q %v, want %q %v", i, cbor, got.Buf, err, want.Buf, fault)
			}
			if err == nil && cbor && got.Buf[0]>>5 != 5 {
				t.Fatalf("row %d: the fields are no CBOR map: %x", i, got.Buf)
			}
		}
	}
}

func TestADecoderLeavesTheWriterAloneOnFailure(t *testing.T) {
	b := Decoder{}
	rows := goldenRows(t)
	b.Learn(&rows[0])
	w := value.Writer{Buf: []byte("before")}
	e := store.Entry{Parts: []store.Part{{Name: store.Row, Bytes: rows[0].Parts[0].Bytes[:9]}, rows[0].Parts[1]}}
	if _, _, err := b.Decode(&e, &w); err == nil || string(w.Buf) != "before" {
		t.Errorf("%v, %q", err, w.Buf)
	}
	if _, _, err := b.Decode(&store.Entry{}, &w); err == nil || string(w.Buf) != "before" {
		t.Errorf("%v, %q", err, w.Buf)
	}
}
