package dump

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"testing/iotest"

	"github.com/rowlens/rowlens/codec/store"
)

// seedTexts are the golden dumps and some broken texts.
func seedTexts(f *testing.F) {
	names, err := filepath.Glob("../../golden/*/*")
	if err != nil || len(names) < 100 {
		f.Fatal(err, len(names))
	}
	for _, name := range names {
		if b, err := os.ReadFile(name); err == nil && len(b) < 4096 && !bytes.HasSuffix([]byte(name), []byte(".json")) {
			f.Add(b)
		}
	}
	for _, text := range []string{
		"", "\n", "\xEF\xBB\xBF", "abc", "0x", "[", "{", "\"", "b'", "<Buffer", "%", "\\", "'0'", "a,b\n\"", "K: /: V: ",
		"ROW  COLUMN+CELL\n a", "ROW     COLUMN+CELL  \n\n \n  ", "COLUMN  CELL\n", "00000000: 00\n*\nffffffff:", "0000000 00\n*\n7777777\n",
		"-[ RECORD 1 ]\n", " k | v \n---+---\n", "VERSION=3\nHEADER=END\n a\n", "{\"parts\":{}}", "[[", "(byte", "/*", "get 't', \"",
		"\x1b[1m0x61\x1b[0m : 0x62\n", "\x1b]8;;a\x1b\\0x61 : 0x62\x1b", "> 1:0x61 : 0x62\n> 2:\n", "```\n0x61 : 0x62\n```\n```", "\u00a0r column=f:q, timestamp=1, value=v",
		"  1 a f:q []\tv\n  2 b\n  3 c f:q []\tw\n", "{\u201ckey\u201d: \u201c00\u201d}", "0x61 : 0x62\r0x63 : 0x64\r", "Nov  8 05:24:25 0x61 : 0x62",
		`{"Row":[{"key":"cg==","Cell":[{"column":"Zjpx","timestamp":1,"$":"dg=="},{"$":5}]},{"key":5}]}{"Row":[`,
		"(b'r', {b'f:q': b'v', b'f:': (b\"\\x00\" b'', 5)})\nb'r' {}\n", "[(b'r', {b'f:q': b'v'}),\n (b's', {b'f", "{b'f:q': b'v'}",
		"ROW   COLUMN+CELL \nr     column=f:q, \ntimestamp=1,\n",
	} {
		f.Add([]byte(text))
	}
}

// readAll collects what a Scanner gives. It fails on a text that gives more
// entries or bytes than it can spell.
func readAll(t *testing.T, s *Scanner, size int) (entries []store.Entry, errs []string) {
	t.Helper()
	total := 0
	for n := 0; ; n++ {
		e, err := s.Next()
		if err == io.EOF {
			if _, again := s.Next(); again != io.EOF {
				t.Fatal("the end is not the end")
			}
			return entries, errs
		}
		if n > size+10 {
			t.Fatalf("%s: more entries than bytes", s.Form().ID)
		}
		if err != nil {
			if err.Error() == "" {
				t.Fatal("empty error")
			}
			errs = append(errs, err.Error())
			continue
		}
		total += e.Len()
		entries = append(entries, e.Clone())
	}
}

// FuzzParse reads any text in every form: nothing panics, everything ends, and a
// stream in small pieces gives what the text in memory gives.
func FuzzParse(f *testing.F) {
	seedTexts(f)
	f.Fuzz(func(t *testing.T, text []byte) {
		for _, form := range append(Forms(), Form{}) {
			opt := Options{Form: form.ID}
			whole, err := openText(bytes.Clone(text), opt)
			if err != nil {
				t.Fatal(err)
			}
			entries, errs := readAll(t, whole, len(text))
			stream, err := Open(iotest.OneByteReader(bytes.NewReader(text)), opt)
			if err != nil {
				t.Fatal(err)
			}
			again, errsAgain := readAll(t, stream, len(text))
			if !slices.EqualFunc(entries, again, sameEntry) || !slices.Equal(errs, errsAgain) {
				t.Fatalf("%s: streamed %v %v, in memory %v %v", whole.Form().ID, again, errsAgain, entries, errs)
			}
		}
	})
}

func sameEntry(a, b store.Entry) bool {
	return a.Timestamp == b.Timestamp && a.Deleted == b.Deleted && a.Source == b.Source &&
		slices.EqualFunc(a.Parts, b.Parts, func(p, q store.Part) bool { return p.Name == q.Name && bytes.Equal(p.Bytes, q.Bytes) })
}

// FuzzDetect detects any text: there is always a form, and the first one that is
// sure of itself reads at least one entry or says why not.
func FuzzDetect(f *testing.F) {
	seedTexts(f)
	f.Fuzz(func(t *testing.T, text []byte) {
		found, _ := Detect(text)
		if len(found) == 0 {
			t.Fatal("no form")
		}
		seen := map[string]bool{}
		for _, form := range found {
			if seen[form.ID] {
				t.Fatalf("%s twice", form.ID)
			}
			seen[form.ID] = true
		}
		if _, err := ParseText(text, Options{Rows: 3}); err != nil {
			t.Fatal(err)
		}
	})
}

// FuzzPrint prints any bytes in every spelling and reads them back.
func FuzzPrint(f *testing.F) {
	for _, b := range samples() {
		f.Add(b)
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		for _, p := range Printers() {
			checkPrinter(t, p, b)
		}
	})
}
