package dump

import (
	"bytes"
	"errors"
	"io"
	"testing"
	"testing/iotest"

	"github.com/rowlens/rowlens/codec/store"
)

// cborRow is a record with one part.
func cborRow(val []byte) []byte {
	b := append([]byte("\xA1\x65parts\xA1\x65value\x59"), byte(len(val)>>8), byte(len(val)))
	return append(b, val...)
}

func TestRecordsOfASequenceStandAtOffsets(t *testing.T) {
	var text []byte
	var at []int64
	for i := range 3000 {
		at = append(at, int64(len(text)))
		text = append(text, cborRow(bytes.Repeat([]byte{byte(i), '\n'}, i%97))...)
	}
	for name, r := range map[string]io.Reader{"at once": bytes.NewReader(text), "bit by bit": iotest.HalfReader(bytes.NewReader(text))} {
		s, err := Open(r, Options{Dump: true, File: "f"})
		if err != nil {
			t.Fatal(err)
		}
		for i, want := range at {
			e, err := s.Next()
			if err != nil || e.Source != (store.Source{File: "f", Lineless: true, Offset: want}) {
				t.Fatalf("%s: record %d is at %+v, want %d: %v", name, i, e, want, err)
			}
		}
	}
}

func TestDamageInASequenceHasItsOffset(t *testing.T) {
	whole := cborRow([]byte("one"))
	for broken, want := range map[string]string{
		"\x01":                 "a record, found another value",
		"\xBF":                 "a CBOR record of definite length, found a value that is not of the form",
		string(whole[:9]):      "a CBOR record of definite length, found the end, or a record above the limit",
		string(whole) + "\x01": "",
	} {
		s, err := Open(bytes.NewReader([]byte(string(whole)+broken)), Options{Dump: true, Form: "rowlens-cbor"})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := s.Next(); err != nil {
			t.Fatal(err)
		}
		at, want := int64(len(whole)), "offset "+itoa(len(whole))+": expected "+want
		if broken[0] == whole[0] && len(broken) > len(whole) {
			if _, err := s.Next(); err != nil {
				t.Fatal(err)
			}
			at, want = 2*at, "offset "+itoa(2*len(whole))+": expected a record, found another value"
		}
		var bad *Error
		place := store.Source{File: "f", Lineless: true, Offset: at}
		if _, err := s.Next(); !errors.As(err, &bad) || bad.Error() != want || bad.Source("f") != place {
			t.Errorf("%x: %v, want %s", broken, err, want)
		}
	}
}

// No byte of a binary file is left out, and it has no lines.
func TestABinaryFileIsOneValueAtItsStart(t *testing.T) {
	for _, c := range []struct{ text, form string }{
		{"\xEF\xBB\xBFa\n\xFF", ""}, {"\xEF\xBB\xBFa\n", "raw"}, {" \n ", "raw"}, {"\n\n\x00\xFE", ""},
	} {
		s, err := Open(bytes.NewReader([]byte(c.text)), Options{Dump: true, Form: c.form})
		if err != nil {
			t.Fatal(err)
		}
		e, err := s.Next()
		if err != nil || s.Form().ID != "raw" || e.Source != (store.Source{Lineless: true}) || len(e.Parts) != 1 ||
			string(e.Parts[0].Bytes) != c.text {
			t.Errorf("%q: %+v, %v", c.text, e, err)
		}
		if _, err := s.Next(); err != io.EOF {
			t.Errorf("%q: then %v", c.text, err)
		}
	}
	s, err := Open(bytes.NewReader(bytes.Repeat([]byte{0xFF}, 100)), Options{Form: "raw", Limit: 10})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Next(); err == nil || err.Error() != "offset 0: expected a value of at most 10 bytes of text, found a longer one" {
		t.Errorf("above the limit: %v", err)
	}
	if _, err := s.Next(); err != io.EOF {
		t.Errorf("then %v", err)
	}
}
