package implexus_test

import (
	"os"
	"strings"
	"testing"

	"github.com/rowlens/rowlens/codec/session"
)

// The examples of docs/formats/implexus.md, executed: rows of tables are a description and bytes in
// hex, or a key and its readings.
func TestExamplesOfTheDocumentHold(t *testing.T) {
	text, err := os.ReadFile("../../docs/formats/implexus.md")
	if err != nil {
		t.Fatal(err)
	}
	record, seen := "", 0
	for line := range strings.Lines(string(text)) {
		switch {
		case strings.HasPrefix(line, "## Elements"):
			record = "element"
		case strings.HasPrefix(line, "### Entity"):
			record = "entity-value"
		case strings.HasPrefix(line, "### Configuration"):
			record = "config-value"
		case strings.HasPrefix(line, "#"):
			record = ""
		}
		cells := strings.Split(line, " | ")
		if record == "" || len(cells) < 2 {
			continue
		}
		b, _, _ := strings.Cut(cells[1], " |")
		b = strings.ReplaceAll(strings.Trim(b, "`|\n "), "` `", "")
		if len(b) < 2 || len(b)%2 != 0 || strings.Trim(b, "0123456789abcdef") != "" {
			continue
		}
		seen++
		var s session.Session
		answer := string(s.Answer(nil, []byte(`{"id":"1","op":"decode","format":"implexus","record":"`+record+`","bytes":{"value":"`+b+`"}}`)))
		if !strings.Contains(answer, `"fields"`) {
			t.Errorf("%s\n%s", line, answer)
		}
		if layout := strings.TrimPrefix(cells[0], "| "); record != "element" && !strings.Contains(answer, `"layout":"`+layout+`"`) {
			t.Errorf("%s\n%s", line, answer)
		}
	}
	if seen < 14 {
		t.Errorf("%d examples", seen)
	}
}

func TestKeysOfTheDocumentAreReadSo(t *testing.T) {
	text, err := os.ReadFile("../../docs/formats/implexus.md")
	if err != nil {
		t.Fatal(err)
	}
	seen := 0
	for line := range strings.Lines(string(text)) {
		key, rest, ok := strings.Cut(strings.TrimPrefix(line, "| `"), "` | ")
		kind, _, known := strings.Cut(rest, " of `")
		if !ok || !known || !strings.HasPrefix(line, "| `") {
			continue
		}
		seen++
		var s session.Session
		answer := string(s.Answer(nil, []byte(`{"id":"1","op":"decode","format":"implexus","record":"row","bytes":{}}`)))
		if !strings.Contains(answer, "error") {
			t.Errorf("a row without bytes: %s", answer)
		}
		request := `{"id":"1","op":"decode","format":"implexus","record":"key","bytes":{"key":"` + hexOf(key) + `"}}`
		answer = string(s.Answer(nil, []byte(request)))
		if !strings.Contains(answer, `"fields":{"kind":"`+kind+`"`) || strings.Count(line, "also")+1 != strings.Count(answer, `"kind"`)-1 {
			t.Errorf("%s%s", line, answer)
		}
	}
	if seen != 5 {
		t.Errorf("%d examples", seen)
	}
}

func hexOf(s string) string {
	const digits = "0123456789abcdef"
	var b []byte
	for i := range len(s) {
		b = append(b, digits[s[i]>>4], digits[s[i]&15])
	}
	return string(b)
}
