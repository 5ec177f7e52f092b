package dump

import (
	"io"
	"strings"
	"testing"
)

// slow returns its pieces one by one and pauses before each.
type slow struct {
	pieces []string
	given  int
}

func (s *slow) Read(b []byte) (int, error) {
	if s.given == len(s.pieces) {
		return 0, io.EOF
	}
	s.given++
	return copy(b, s.pieces[s.given-1]), nil
}

func (s *slow) Paused() bool { return true }

func TestARowIsGivenOutBeforeTheNextOneComes(t *testing.T) {
	for name, c := range map[string]struct {
		pieces []string
		need   int // pieces that the first row needs
		form   string
		rows   int
	}{
		"hex":      {[]string{"2c8000018f3c9be200\n", "2c80\n", "2c\n"}, 1, "hex-lines", 3},
		"half":     {[]string{"2c80", "00018f3c9be200\n", "2c80\n"}, 2, "hex-lines", 2},
		"mdb_dump": {[]string{"VERSION=3\n", "format=bytevalue\nHEADER=END\n", " 00\n 01\n", " 02\n 03\n", "DATA=END\n"}, 3, "mdb_dump", 2},
		"scan": {[]string{"ROW  COLUMN+CELL\n", " r column=f:q, timestamp=1, value=v\n",
			" s column=f:q, timestamp=1, value=v\n"}, 2, "hbase1-scan", 2},
		"ldb":      {[]string{"0x00 : 0x01\n", "0x02 : 0x03\n"}, 1, "ldb-scan", 2},
		"records":  {[]string{`{"parts":{"key":"00"}}` + "\n", `{"parts":{"key":"01"}}` + "\n"}, 1, "rowlens-jsonl", 2},
		"accumulo": {[]string{"r f:q []\tv\n", "s f:q []\tv\n"}, 1, "accumulo-scan", 2},
		"escaped":  {[]string{"\\x00a\\x01\n", "\\x00b\\x01\n"}, 1, "tostringbinary", 2},
		"csv":      {[]string{"key,value\n", "00,01\n", "02,03\n"}, 2, "csv-hex", 2},
	} {
		r := &slow{pieces: c.pieces}
		s, err := Open(r, Options{Dump: true})
		if err != nil || s.Form().ID != c.form {
			t.Errorf("%s: %s, %v", name, s.Form().ID, err)
			continue
		}
		if _, err := s.Next(); err != nil || r.given != c.need {
			t.Errorf("%s: the first row after %d pieces, want %d (%v)", name, r.given, c.need, err)
		}
		if rest, errs := drain(t, s); len(rest) != c.rows-1 || len(errs) > 0 {
			t.Errorf("%s: %d rows follow, %q", name, len(rest), errs)
		}
	}
}

func TestAFoldedValueIsWaitedFor(t *testing.T) {
	line := strings.Repeat("00", 30) + "\n" // xxd -p
	r := &slow{pieces: []string{line, line, line, "00ff\n"}}
	s, err := Open(r, Options{Dump: true})
	if err != nil || s.Form().ID != "hex" {
		t.Fatal(s.Form().ID, err)
	}
	if rows, errs := drain(t, s); len(rows) != 1 || len(rows[0].Parts[0].Bytes) != 92 || len(errs) > 0 {
		t.Errorf("%d rows, %q", len(rows), errs)
	}
}

func TestALineAboveTheLimitCostsThatLineOnly(t *testing.T) {
	long := strings.Repeat("11", 300000) + "\n"
	for _, text := range []string{"2c8000018f3c9be200\n" + long + "2c8000018f3c9be200\n", long + "2c80\n2c\n", "00\n01\n" + long,
		"00\n" + strings.Repeat("x", 300000) + "\n01\n"} {
		form, rows, errs, _ := dumped(t, text, Options{Limit: 100000})
		if rows != 2 || len(errs) != 1 || !strings.Contains(errs[0], "of at most 100000 bytes") {
			t.Errorf("%.20q: %s, %d rows, %q", text, form, rows, errs)
		}
	}
	scan := "ROW  COLUMN+CELL\n r column=f:q, timestamp=1, value=v\n s column=f:q, timestamp=1, value=" + strings.Repeat("v", 300000) +
		"\n t column=f:q, timestamp=1, value=v\n"
	if form, rows, errs, _ := dumped(t, scan, Options{Limit: 100000}); rows != 2 || len(errs) != 1 {
		t.Errorf("%s, %d rows, %q", form, rows, errs)
	}
}
