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
