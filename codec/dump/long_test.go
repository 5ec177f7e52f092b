package dump

import (
	"bytes"
	"strconv"
	"strings"
	"testing"
	"testing/iotest"
)

// longRows are two rows in a form, the first with a value of so many bytes 0xab.
var longRows = map[string]func(n int) string{
	"jsonl-hex": func(n int) string {
		return `{"row":"61","family":"66","qualifier":"71","value":"` + strings.Repeat("ab", n) + "\"}\n" +
			`{"row":"62","family":"66","qualifier":"71","value":"01"}` + "\n"
	},
	"rowlens-jsonl": func(n int) string {
		return `{"parts":{"row":"61","value":"` + strings.Repeat("ab", n) + "\"}}\n" + `{"parts":{"row":"62","value":"01"}}` + "\n"
	},
	"json-object": func(n int) string {
		return `[{"row":"61","family":"66","qualifier":"71","value":"` + strings.Repeat("ab", n) + `"},` +
			`{"row":"62","family":"66","qualifier":"71","value":"01"}]` + "\n"
	},
	"csv-hex":   func(n int) string { return "row,value\n61," + strings.Repeat("ab", n) + "\n62,01\n" },
	"hex-parts": func(n int) string { return "61\t" + strings.Repeat("ab", n) + "\n62\t01\n" },
	"hbase1-scan": func(n int) string {
		return " a  column=f:q, timestamp=17, value=" + strings.Repeat(`\xAB`, n) + "\n b  column=f:q, timestamp=17, value=\\x01\n"
	},
	"hfile-print": func(n int) string {
		return "K: a/f:q/17/Put/vlen=" + strconv.Itoa(n) + "/seqid=0 V: " + strings.Repeat(`\xAB`, n) + "\nK: b/f:q/17/Put/vlen=1/seqid=0 V: \\x01\n"
	},
	"happybase": func(n int) string {
		return "(b'a', {b'f:q': b'" + strings.Repeat(`\xab`, n) + "'})\n(b'b', {b'f:q': b'\\x01'})\n"
	},
	"ldb-dump": func(n int) string { return "0x61 ==> 0x" + strings.Repeat("ab", n) + "\n0x62 ==> 0x01\n" },
	"ldb-idump": func(n int) string {
		return "'61' seq:1, type:1 => " + strings.Repeat("ab", n) + "\n'62' seq:2, type:1 => 01\n"
	},
	"accumulo-scan": func(n int) string {
		return "a f:q []    " + strings.Repeat(`\xAB`, n) + "\nb f:q []    \\x01\n"
	},
}

// A first row that is longer than a sample does not change the form in which a dump is read.
func TestALongFirstRowIsOfItsForm(t *testing.T) {
	for id, text := range longRows {
		for _, n := range []int{20, sampleSize, 3 * sampleSize} {
			for face, open := range map[string]func(text string) (*Scanner, error){
				"text":  func(text string) (*Scanner, error) { return openText([]byte(text), Options{Dump: true}) },
				"paste": func(text string) (*Scanner, error) { return openText([]byte(text), Options{}) },
				"stream": func(text string) (*Scanner, error) {
					return Open(iotest.HalfReader(strings.NewReader(text)), Options{Dump: true})
				},
			} {
				s, err := open(text(n))
				if err != nil {
					t.Fatal(err)
				}
				got, errs := drain(t, s)
				if s.Form().ID != id || len(got) != 2 || len(errs) > 0 {
					t.Errorf("%s of %s, %d bytes: %s with %d rows %v", face, id, n, s.Form().ID, len(got), errs)
					continue
				}
				for i, want := range [][]byte{bytes.Repeat([]byte{0xab}, n), {1}} {
					if value, _ := got[i].Part("value"); !bytes.Equal(value, want) {
						t.Errorf("%s of %s, %d bytes: row %d has %d bytes", face, id, n, i+1, len(value))
					}
				}
			}
		}
	}
}
