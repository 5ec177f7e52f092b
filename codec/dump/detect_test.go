package dump

import (
	"slices"
	"strings"
	"testing"
)

// ids lists the forms that Detect finds.
func ids(text string) (list []string, notes []string) {
	found, notes := Detect([]byte(text))
	for _, f := range found {
		list = append(list, f.ID)
	}
	return list, notes
}

func TestFormsHaveDistinctNames(t *testing.T) {
	seen := map[string]bool{}
	for _, f := range Forms() {
		if f.ID == "" || f.Title == "" || seen[f.ID] || seen[f.Title] {
			t.Errorf("%q %q", f.ID, f.Title)
		}
		seen[f.ID], seen[f.Title] = true, true
	}
	for _, p := range Printers() {
		if !seen[p.ID] {
			t.Errorf("no form reads %s", p.ID)
		}
	}
}

func TestAmbiguousTextsNameTheOtherReadings(t *testing.T) {
	for _, c := range []struct{ text, first, other, note string }{
		{"deadbeef", "hex", "base64", "also base64"},
		{"00112233", "hex", "text", "may be a number"},
		{"00000010 00101111", "hex", "text", "may be bits"},
		{"0001\n7f80ff", "hex", "hex-lines", "joined to one value"},
		{"00112233\n44556677\n", "hex-lines", "hex", "each line was read as a value"},
		{`\x4142`, "pg-bytea", "tostringbinary", "only the first two digits"},
		{`\x41`, "pg-bytea", "c-escaped", ""},
		{`a\x00\`, "tostringbinary", "text", ""},
		{`a\x00\x`, "tostringbinary", "text", ""},
		{"b\\x01c\na\\x00\\xF\n", "tostringbinary", "text", ""},
		{`a\x`, "text", "text", ""},
		{`{"id":"a","name":"b"}`, "text", "text", "JSON is read by members called row,"},
		{"[{\n\"id\":\"a\"}\n]", "text", "text", "JSON is read by members called row,"},
		{`x2cx80x00id`, "text", "text", "a shell removes backslashes"},
		{`box2 x11 xaa`, "text", "text", ""},
		{`a\x5Cb\x00`, "tostringbinary", "accumulo-escaped", "Accumulo and C write"},
		{`a\\b\x00`, "accumulo-escaped", "c-escaped", "HBase writes a backslash as"},
		{`"\x00"`, "go-string", "c-string", ""},
		{`b"\x00"`, "rust-bytes", "python-bytes", ""},
		{"0x00 : 0x01\n", "ldb-scan", "ldb-scan-keyhex", ""},
		{"\xEF\xBB\xBF00ff\r\n", "hex", "text", ""},
	} {
		list, notes := ids(c.text)
		if list[0] != c.first || !slices.Contains(list, c.other) {
			t.Errorf("%q: %v", c.text, list)
		}
		if !strings.Contains(strings.Join(notes, "\n"), c.note) {
			t.Errorf("%q: %q", c.text, notes)
		}
	}
}

func TestWordsAreText(t *testing.T) {
	for _, text := range []string{
		"", "hello", "item-1", "a b", "user:42", "/users/john", "edge_state", "3.14", "[not a list", "{x}", "key: value", "a,b\nc,d\n",
		"100%", "it's", "-", "0x0g", "time : now",
	} {
		if list, _ := ids(text); list[0] != "text" {
			t.Errorf("%q: %v", text, list)
		}
	}
}

func TestTextAroundAScanIsSkipped(t *testing.T) {
	checkForms(t, []formCase{
		{"several scans", "hbase(main):001:0> scan 'a'\nROW  COLUMN+CELL\n r column=f:q, timestamp=1, value=v\n1 row(s) in 0.1 seconds\n\nhbase(main):002:0> scan 'b'\nROW  COLUMN+CELL\n s column=f:q, timestamp=2, value=w\n1 row(s) in 0.1 seconds\n", "hbase1-scan",
			"3 row=72 family=66 qualifier=71 value=76 @1 $a\n8 row=73 family=66 qualifier=71 value=77 @2 $b"},
		{"a mail's quotes", "> ROW  COLUMN+CELL\n>  r column=f:q, timestamp=1, value=v\n", "hbase1-scan",
			"2 row=72 family=66 qualifier=71 value=76 @1"},
		{"a damaged cell goes on", "ROW  COLUMN+CELL\n r column=f:q, timestamp=1, value=v\n s colu\n t column=f:q, timestamp=2, value=w\n", "hbase1-scan",
			"2 row=72 family=66 qualifier=71 value=76 @1\nline 3: expected an HBase shell cell with ` column=`, found \"s colu\"\n4 row=74 family=66 qualifier=71 value=77 @2"},
		{"empty", "ROW  COLUMN+CELL\n0 row(s)\nTook 0.1 seconds\n", "hbase2-scan", ""},
		{"a get without its header", " f:q timestamp=5, value=v", "hbase1-get", "1 family=66 qualifier=71 value=76 @5"},
		{"a trimmed get", "f:q timestamp=2020-01-01T00:00, type=Delete", "hbase2-get", "1 family=66 qualifier=71 @1577836800000 !Delete"},
	})
}
