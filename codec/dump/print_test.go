package dump

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/rowlens/rowlens/codec/store"
)

// samples are byte strings with everything that a spelling has to escape.
func samples() [][]byte {
	all := make([]byte, 256)
	for i := range all {
		all[i] = byte(i)
	}
	list := [][]byte{
		nil, all, []byte("plain text"), []byte("00ff"), []byte(`a\x41\\b`), []byte("#{x} \"'`?\\?!"),
		{0}, {0xFF}, []byte("é日😀"), []byte("??="), []byte("\x00" + "12345"), []byte(" a "), {0x80, '1'},
	}
	r := rand.New(rand.NewPCG(1, 2))
	for n := range 40 {
		b := make([]byte, n)
		for i := range b {
			b[i] = byte(r.Uint32())
		}
		list = append(list, b)
	}
	return list
}

func TestPrintedTextIsReadBack(t *testing.T) {
	for _, p := range Printers() {
		for _, b := range samples() {
			checkPrinter(t, p, b)
		}
	}
}

func checkPrinter(t *testing.T, p Printer, b []byte) {
	t.Helper()
	text := p.Append(nil, b)
	if len(text) == 0 {
		if len(b) > 0 {
			t.Errorf("%s: nothing printed for %x", p.ID, b)
		}
		return
	}
	res, err := ParseText(text, Options{Form: p.ID})
	if err != nil {
		t.Fatal(err)
	}
	if len(res.Rows) != 1 || res.Rows[0].Err != nil || !res.Rows[0].Detail.Exact {
		t.Errorf("%s: %s: %+v", p.ID, text, res.Rows)
		return
	}
	if got, _ := res.Rows[0].Entry.Part("bytes"); !bytes.Equal(got, b) {
		t.Errorf("%s: %s is %x, want %x", p.ID, text, got, b)
	}
	found, _ := Detect(text)
	for _, f := range found {
		// A text without a single escape is plain text, and base64 without + / - _
		// belongs to both alphabets.
		if f.ID == p.ID || bytes.Equal(text, b) || p.ID == "base64url" && f.ID == "base64" {
			return
		}
	}
	t.Errorf("%s: %s is not detected as that", p.ID, text)
}

func TestPrintedPartsAreReadBack(t *testing.T) {
	for _, p := range Printers() {
		for _, b := range samples() {
			for _, names := range [][]string{{"row", "family", "qualifier", "value"}, {"key", "value"}, {"row", "family", "qualifier", "visibility", "value"}} {
				checkParts(t, p, b, names)
			}
		}
	}
}

func checkParts(t *testing.T, p Printer, b []byte, names []string) {
	t.Helper()
	var parts []store.Part
	for i, name := range names {
		parts = append(parts, store.Part{Name: name, Bytes: append(b[:len(b):len(b)], byte(i))})
	}
	text := p.AppendParts(nil, parts)
	res, err := ParseText(text, Options{})
	if err != nil || len(res.Rows) != 1 || res.Rows[0].Err != nil {
		t.Errorf("%s: %s is no entry: %v %+v", p.ID, text, err, res)
		return
	}
	same := func(a, b store.Part) bool { return a.Name == b.Name && bytes.Equal(a.Bytes, b.Bytes) }
	if got := res.Rows[0].Entry.Parts; !slices.EqualFunc(got, parts, same) {
		t.Errorf("%s: %s is read as %s: %+v, want %+v", p.ID, text, res.Form.ID, got, parts)
	}
}

func TestGetCommandIsReadBack(t *testing.T) {
	for _, b := range samples() {
		text := AppendHBaseGet(nil, "ns:t", b, append([]byte("f:"), b...))
		res, _ := ParseText(text, Options{})
		if res.Form.ID != "hbase-command" || len(res.Rows) != 1 {
			t.Fatalf("%s: %s %+v", text, res.Form.ID, res.Rows)
		}
		e := &res.Rows[0].Entry
		row, _ := e.Part("row")
		qualifier, _ := e.Part("qualifier")
		if !bytes.Equal(row, b) || !bytes.Equal(qualifier, b) || e.Source.Table != "ns:t" {
			t.Errorf("%s: %+v", text, e)
		}
	}
}
