package dump

import (
	"slices"
	"strings"
	"testing"
)

// What clients and servers of HBase 2.4 write about a row, and the key in it.
func TestTheKeyInAMessageIsRead(t *testing.T) {
	const key, want = `\x02/\x8D\x924item 2\x00`, "\x02/\x8D\x924item 2\x00"
	const region = `social,` + key + `,1714784409500.d41d8cd98f00b204e9800998ecf8427e.`
	for _, text := range []string{
		"row '" + key + "' on table 'social' at region=" + region + ", hostname=h1,16020,1714, seqNum=5",
		`Call exception, tries=6, retries=16, details=row '` + key + `' on table 'social'`,
		`[b'\x02/\x8d\x924item 2\x00']`,
		`ERROR: no row b'\x02/\x8d\x924item 2\x00' in 't'`,
		`{"level":"WARN","msg":"row '` + strings.ReplaceAll(key, `\`, `\\`) + `' on table 't'"}`,
		`"` + strings.ReplaceAll(key, `\`, `\\`) + `"`,
		"row ‘" + key + "’ on table ‘social’",
		"the key `" + key + "` doesn't work",
		`row="` + key + `"`,
		region,
		region[:len(region)-1],
	} {
		res, err := ParseText([]byte(text), Options{})
		if err != nil || len(res.Rows) != 1 {
			t.Fatal(text, err)
		}
		if got, _ := res.Rows[0].Entry.Part("bytes"); string(got) != want || len(res.Notes) == 0 {
			t.Errorf("%q with notes %q of %s", got, res.Notes, text)
		}
	}
	lines := "row '" + key + "' on table 't'\nrow '\\x01' on table 't'\n"
	if res, _ := ParseText([]byte(lines), Options{}); len(res.Rows) != 2 {
		t.Errorf("%d keys of two messages", len(res.Rows))
	}
}

// A result of HBase's client has its cells in braces, in the form of HFilePrettyPrinter.
func TestTheCellInAResultIsRead(t *testing.T) {
	const cell = `\x02/\x8D\x924item 2\x00/f:e/1714708801500/Put/vlen=51/seqid=0`
	for text, parts := range map[string]int{
		`keyvalues={` + cell + `}`:                            3,
		`WARN mutate failed keyvalues={` + cell + `}`:         3,
		`keyvalues={` + cell + `, ` + cell + `}`:              1,
		`WARN mutate failed keyvalues={` + cell + ` and more`: 1,
	} {
		res, err := ParseText([]byte(text), Options{})
		if err != nil || len(res.Rows) != 1 {
			t.Fatal(text, err)
		}
		if e := &res.Rows[0].Entry; len(e.Parts) != parts || parts > 1 && string(e.Parts[0].Bytes) != "\x02/\x8D\x924item 2\x00" {
			t.Errorf("%q of %s", e.Parts, text)
		}
	}
}

// Texts of people that are values as a whole, and keys that have quotes.
func TestQuotesInAValueStay(t *testing.T) {
	for _, text := range []string{
		`{"name":"J\xC3\xBCrgen","age":3}`,
		`{"name":"J\x00\xFFrgen","age":3}`,
		`<a name="J\xC3\xBCrgen"/>`,
		`he said "J\xC3\xBCrgen" twice`,
		`\x02/\x8D ="a\x00" b`,
		`{\\x02\\x8D`,
		`a\\x41b`,
	} {
		res, err := ParseText([]byte(text), Options{})
		if err != nil || len(res.Rows) != 1 {
			t.Fatal(text, err)
		}
		pinned, _ := ParseText([]byte(text), Options{Form: res.Form.ID})
		got, _ := res.Rows[0].Entry.Part("bytes")
		if want, _ := pinned.Rows[0].Entry.Part("bytes"); string(got) != string(want) || len(got) < 7 && text[0] != 'a' {
			t.Errorf("%q, want %q, of %s as %s", got, want, text, res.Form.ID)
		}
		if slices.Contains(res.Notes, noteWords) {
			t.Errorf("%s: %q", text, res.Notes)
		}
	}
}

func TestWordsAroundAKeyAreNoted(t *testing.T) {
	for text, noted := range map[string]bool{
		`the key \x02/\x8D\x924item 2\x00 fails`:                          true,
		`out of range for row: startKey='\x01', getEndKey()='\x02'`:       true,
		`\x02/\x8D\x924item 2\x00`:                                        false,
		`row=\x02/\x8D\x924item 2\x00`:                                    true,
		`key: \x02/\x8D\x924item 2\x00`:                                   true,
		`12:03:11 WARN retry row=\x02/\x8D\x924item 2\x00, attempt=3`:     true,
		`RetryFailed rowKey: a\x02/\x8D\x924item 2\x00`:                   true,
		`Get(\x02/\x8D\x924item 2\x00)`:                                   true,
		`[\x02/\x8D\x924item 2\x00]`:                                      true,
		`[\x02/\x8D\x924item 2\x00>`:                                      false,
		`a[\x02/\x8D\x924item 2\x00]`:                                     false,
		`brow=\x02/\x8D\x924item 2\x00`:                                   false,
		`\x02row=\x8D\x924item 2\x00`:                                     false,
		"Failed after attempts=7:\nrow '\\x01' on table 't' at\n\tat a.b": true,
		`[b'\x01\x02\x03', b'\x02\x03\x04']`:                              true,
		`key:\x02/\x8D\x924item 2\x00`:                                    false,
		`a 'b' \x00`:                                                      false,
		`it's \x00\x01`:                                                   false,
	} {
		res, err := ParseText([]byte(text), Options{})
		if err != nil || slices.Contains(res.Notes, noteWords) != noted {
			t.Errorf("%s: notes %q", text, res.Notes)
		}
		if got, _ := res.Rows[0].Entry.Part("bytes"); len(got) < 5 {
			t.Errorf("%q of %s", got, text)
		}
	}
}

// A key in hex with words around it is read as text, and a value of some format fits most texts.
func TestWordsAroundHexAreNoted(t *testing.T) {
	for text, noted := range map[string]bool{
		"key=5107c108346974656d2d3100":          true,
		"5107c108346974656d2d3100.":             true,
		"see 5107c108346974656d2d31002b… there": true,
		"1,5107c108346974656d2d3100,x":          true,
		"order 1234567890123456789 is late":     false,
		"a cafe on the facade":                  false,
		"5107c108346974656d2d3100":              false,
	} {
		res, err := ParseText([]byte(text), Options{})
		if err != nil || slices.Contains(res.Notes, noteHexInside) != noted {
			t.Errorf("%s: notes %q", text, res.Notes)
		}
	}
}
