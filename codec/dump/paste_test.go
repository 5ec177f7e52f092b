package dump

import (
	"strconv"
	"strings"
	"testing"
)

// A plain text is one value, but a list of keys has a key a line.
func TestLinesOfTextAreKeys(t *testing.T) {
	for text, want := range map[string]string{
		"user:1\nuser:10\nuser:2\n":            "1 user:1, 2 user:10, 3 user:2",
		"cat:/views/b\r\n\r\n  \ncat:/views/a": "1 cat:/views/b, 4 cat:/views/a",
		"\xEF\xBB\xBFb\n\u00FC \n":             "1 b, 2 \u00FC ",
		"one":                                  "1 one",
		"757365723a31\n757365723a32\n":         "1 user:1, 2 user:2",
	} {
		res, err := ParseKeys([]byte(text), Options{})
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, row := range res.Rows {
			e := &row.Entry
			got = append(got, strconv.Itoa(e.Source.Line)+" "+string(e.Parts[0].Bytes))
		}
		if list := strings.Join(got, ", "); list != want || res.RowCount != len(got) {
			t.Errorf("%q: %d keys, %s", text, res.RowCount, list)
		}
	}
	res, err := ParseKeys([]byte("u:1\nu:2\nu:3\n"), Options{Rows: 2})
	if err != nil || res.RowCount != 3 || len(res.Rows) != 2 {
		t.Errorf("%d of %d keys, %v", len(res.Rows), res.RowCount, err)
	}
}

// Lines of RocksDB's tools look like nothing else: a few of them, pasted with the prompt of the shell, are rows and not one
// value, in which a reading could be found.
func TestAFewLinesOfToolsAreRowsBesideThePrompt(t *testing.T) {
	const command, prompt = "alice@db1:~$ ldb --db=/data/db --hex scan --max_keys=2\n", "alice@db1:~$\n"
	for form, lines := range map[string][2]string{
		"ldb-scan":  {"0x2B80000007 : 0x01020304\n", "0x2B80000008 : 0x01020305\n"},
		"ldb-dump":  {"0x2B80000007 ==> 0x01020304\n", "0x2B80000008 ==> 0x01020305\n"},
		"ldb-idump": {"'2B80000007' seq:7, type:1 => 01020304\n", "'2B80000008' seq:8, type:1 => 01020305\n"},
	} {
		both := lines[0] + lines[1]
		for _, text := range []string{command + both + prompt, both + prompt, command + lines[0], lines[0] + prompt} {
			res, err := ParseText([]byte(text), Options{RocksDB: true})
			if err != nil {
				t.Fatal(err)
			}
			sound := 0
			for i := range res.Rows {
				if res.Rows[i].Err == nil {
					sound++
				}
			}
			if want := strings.Count(text, "2B80"); res.Form.ID != form || sound != want {
				t.Errorf("%q is %s with %d sound rows; want %s with %d", text, res.Form.ID, sound, form, want)
			}
		}
	}
}
