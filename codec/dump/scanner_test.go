package dump

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/rowlens/rowlens/codec/store"
)

// drain reads everything and returns the texts of the errors.
func drain(t *testing.T, s *Scanner) (entries []store.Entry, errs []string) {
	t.Helper()
	for {
		e, err := s.Next()
		if err == io.EOF {
			return entries, errs
		}
		if err != nil {
			errs = append(errs, err.Error())
			continue
		}
		entries = append(entries, e.Clone())
	}
}

func TestLongStreamsAreReadAsTheirTextInMemory(t *testing.T) {
	for name, text := range map[string][]byte{
		"hex-lines": benchHexLines(), "hbase1-scan": benchScan(), "jsonl-hex": benchRecords(), "ldb-scan": benchLDB(),
	} {
		whole, err := openText(text, Options{})
		if err != nil || whole.Form().ID != name {
			t.Fatalf("%s: %s %v", name, whole.Form().ID, err)
		}
		want, _ := drain(t, whole)
		stream, err := Open(iotest.HalfReader(bytes.NewReader(text)), Options{})
		if err != nil || stream.Form().ID != name {
			t.Fatalf("%s: %s %v", name, stream.Form().ID, err)
		}
		got, errs := drain(t, stream)
		if len(got) != benchRows || len(errs) > 0 {
			t.Fatalf("%s: %d rows, %v", name, len(got), errs)
		}
		for i := range got {
			if !sameEntry(got[i], want[i]) {
				t.Fatalf("%s, row %d: %v, want %v", name, i, got[i], want[i])
			}
		}
	}
}

func TestLinesOverTheLimitAreSkipped(t *testing.T) {
	text := "00\n" + strings.Repeat("11", 300000) + "\n22\n33\n"
	s, err := Open(strings.NewReader(text), Options{Form: "hex-lines", Limit: 100000})
	if err != nil {
		t.Fatal(err)
	}
	entries, errs := drain(t, s)
	if len(entries) != 3 || entries[2].Source.Line != 4 {
		t.Errorf("%v", entries)
	}
	if len(errs) != 1 || errs[0] != "line 2: expected a line of at most 100000 bytes, found a longer one" {
		t.Error(errs)
	}
	if cap(s.lines.buf) > 1<<20 {
		t.Errorf("a window of %d bytes", cap(s.lines.buf))
	}
}

func TestOneValueOverTheLimitIsRefused(t *testing.T) {
	s, err := Open(strings.NewReader(strings.Repeat("11", 300000)), Options{Form: "hex", Limit: 100000})
	if err != nil {
		t.Fatal(err)
	}
	if _, errs := drain(t, s); len(errs) != 1 || errs[0] != "line 1: expected a value of at most 100000 bytes of text, found a longer one" {
		t.Error(errs)
	}
}

func TestReadErrorsComeOnceAtTheEnd(t *testing.T) {
	broken := errors.New("broken pipe")
	r := io.MultiReader(strings.NewReader("00\n11\n22\n"), iotest.ErrReader(broken))
	s, err := Open(r, Options{Form: "hex-lines"})
	if err != nil {
		t.Fatal(err)
	}
	entries, errs := drain(t, s)
	if len(entries) != 3 || len(errs) != 1 || errs[0] != "broken pipe" {
		t.Errorf("%v %v", entries, errs)
	}
	if _, err := Open(iotest.ErrReader(broken), Options{}); err != broken {
		t.Error(err)
	}
}

func TestReaderThatGivesNothingEnds(t *testing.T) {
	s, err := Open(silent{}, Options{})
	if err != io.ErrNoProgress {
		t.Errorf("%v %v", s, err)
	}
}

type silent struct{}

func (silent) Read([]byte) (int, error) { return 0, nil }

func TestUnknownFormIsRefused(t *testing.T) {
	if _, err := Open(strings.NewReader("00"), Options{Form: "nothing"}); err == nil {
		t.Error("no error")
	}
	if _, err := ParseText([]byte("00"), Options{Form: "nothing"}); err == nil {
		t.Error("no error")
	}
}

func TestScannerSaysWhatItKnows(t *testing.T) {
	s, _ := Open(strings.NewReader(" r column=f:q, timestamp=2020-01-01T00:00, value=a\\b\n"), Options{})
	if _, err := s.Next(); err != nil {
		t.Fatal(err)
	}
	if d := s.Detail(); d.Exact || d.Note != noteStray {
		t.Errorf("%+v", d)
	}
	if n := s.Notes(); len(n) != 1 || n[0] != noteZone {
		t.Error(n)
	}
	if a := s.Alternatives(); len(a) == 0 || a[len(a)-1].ID != "c-escaped" && a[len(a)-1].ID != "text" {
		t.Error(a)
	}
}

func TestAllStopsWhenAsked(t *testing.T) {
	s, _ := Open(strings.NewReader("00\n1111\n22\n"), Options{Form: "hex-lines", File: "f"})
	n := 0
	for e, err := range s.All() {
		if err != nil || e.Source.File != "f" {
			t.Fatal(e, err)
		}
		if n++; n == 2 {
			break
		}
	}
	if rest, _ := drain(t, s); n != 2 || len(rest) != 1 {
		t.Error(n, len(rest))
	}
}

func TestPastedRowsAreLimitedAndCounted(t *testing.T) {
	res, err := ParseText([]byte("00\n1111\n22\n"), Options{Form: "hex-lines", Rows: 2})
	if err != nil || len(res.Rows) != 2 || res.RowCount != 3 {
		t.Errorf("%+v %v", res, err)
	}
}
