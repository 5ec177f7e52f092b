package dump

import (
	"io"
	"slices"
	"strings"
	"testing"
)

const (
	mdbPart      = "VERSION=3\nformat=bytevalue\ntype=btree\nHEADER=END\n 61\n 62\nDATA=END\n"
	hbasePart    = "ROW  COLUMN+CELL\n a column=f:e, timestamp=1714784409500, value=b\n1 row(s)\n"
	accumuloPart = "a f:q []\tb\n"
	hfilePart    = "K: a/f:e/1714784409500/Put/vlen=1/seqid=0 V: b\nScanned kv count -> 1\n"
)

// Dumps of two tools in one text: each row is read, or is an error where it stands.
func TestRowsOfAnotherToolAreNeverSkipped(t *testing.T) {
	for _, c := range []struct {
		text         string
		rows, errors int
	}{
		{mdbPart + hbasePart, 1, 2},
		{hbasePart + mdbPart, 1, 2},
		{mdbPart + accumuloPart + "c f:q []    d\nc f:q [] 1714784409500\te\n", 1, 3},
		{hbasePart + accumuloPart, 1, 1},
		{accumuloPart + hbasePart, 1, 1},
		{hbasePart + "0x61 : 0x62\n0x61 ==> 0x62\n'61' seq:1, type:1 => 62\n", 1, 3},
		{hbasePart + `{"format":"implexus","record":"row","parts":{"key":"61","value":"62"}}` + "\n", 1, 1},
		{hbasePart + hfilePart, 1, 1},
		{hfilePart + "0x61 : 0x62\n", 1, 1},
		{mdbPart + "$ exit\n\nSome words: [of a person]\n" + mdbPart, 2, 0},
		{hbasePart + "2024-05-04 01:00:09,500 WARN  [main] util.NativeCodeLoader: Unable to load\nSLF4J: Found binding in [jar:file:/a.jar]\n", 1, 0},
	} {
		s, err := Open(strings.NewReader(c.text), Options{Dump: true})
		if err != nil {
			t.Fatal(err)
		}
		rows, errors := 0, 0
		for {
			_, err := s.Next()
			if err == io.EOF {
				break
			}
			if err != nil {
				errors++
			} else {
				rows++
			}
		}
		if rows != c.rows || errors != c.errors {
			t.Errorf("%d rows and %d errors, want %d and %d, of\n%s", rows, errors, c.rows, c.errors, c.text)
		}
		if strings.Contains(c.text, "$ exit") && !slices.Contains(s.Notes(), noteOutside) {
			t.Errorf("lines around mdb_dump's are skipped in silence: %v", s.Notes())
		}
	}
}
