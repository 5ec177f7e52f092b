package accumulograph_test

import (
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/rowlens/rowlens/codec/session"
)

// section returns the lines of docs/formats/accumulograph.md below a heading.
func section(t *testing.T, heading string) []string {
	t.Helper()
	text, err := os.ReadFile("../../docs/formats/accumulograph.md")
	if err != nil {
		t.Fatal(err)
	}
	_, below, ok := strings.Cut(string(text), "\n"+heading+"\n")
	if !ok {
		t.Fatalf("the page has no section %q", heading)
	}
	below, _, _ = strings.Cut(below, "\n## ")
	return strings.Split(below, "\n")
}

// roundTrip decodes parts and encodes the fields again, which must give the same.
func roundTrip(t *testing.T, record string, given, parts map[string]string) {
	t.Helper()
	request := func(r map[string]any) map[string]json.RawMessage {
		r["id"], r["format"], r["record"], r["given"] = "1", "accumulograph", record, given
		line, err := json.Marshal(r)
		if err != nil {
			t.Fatal(err)
		}
		var s session.Session
		var answer map[string]json.RawMessage
		if err := json.Unmarshal(s.Answer(nil, line), &answer); err != nil {
			t.Fatal(err)
		}
		return answer
	}
	decoded := request(map[string]any{"op": "decode", "bytes": parts})
	encoded := request(map[string]any{"op": "encode", "fields": decoded["fields"]})
	var got map[string]string
	if err := json.Unmarshal(encoded["bytes"], &got); err != nil {
		t.Errorf("%v: %v\n%s\n%s", parts, err, decoded, encoded)
	}
	for name, want := range parts {
		if got[name] != want {
			t.Errorf("%s is written as %s, not as %s", name, got[name], want)
		}
	}
}

var code = regexp.MustCompile("`([^`]+)`")

// An example is text, text and its hex, or only hex; text starts with its tag.
func TestTypedValuesOfTheDocumentHold(t *testing.T) {
	seen := 0
	for _, line := range section(t, "## Typed values") {
		cells := strings.Split(strings.Trim(line, "| "), " | ")
		if len(cells) < 3 || strings.Contains(line, "…") {
			continue
		}
		examples := code.FindAllStringSubmatch(cells[len(cells)-1], -1)
		if len(examples) == 0 {
			continue
		}
		stored := examples[0][1]
		for _, tag := range code.FindAllStringSubmatch(cells[0], -1) {
			if strings.HasPrefix(stored, tag[1]) {
				stored = hex.EncodeToString([]byte(stored))
				break
			}
		}
		if len(examples) == 2 && examples[1][1] != stored {
			t.Errorf("%s: the hex is %s", line, stored)
		}
		roundTrip(t, "value", nil, map[string]string{"value": stored})
		seen++
	}
	if seen < 9 {
		t.Errorf("%d examples", seen)
	}
}

func TestEntriesOfTheDocumentHold(t *testing.T) {
	gap := regexp.MustCompile(` {2,}`)
	seen := 0
	for _, line := range section(t, "## Entries") {
		columns := gap.Split(line, -1)
		if !strings.HasPrefix(line, "social_") || len(columns) < 4 {
			continue
		}
		if len(columns) == 4 { // an empty qualifier leaves no column
			columns = append(columns[:3], "", columns[3])
		}
		parts := map[string]string{}
		for i, name := range []string{"row", "cf", "cq", "value"} {
			parts[name] = fmt.Sprintf("%x", columns[i+1])
		}
		roundTrip(t, "entry", map[string]string{"table": columns[0]}, parts)
		seen++
	}
	if seen != 4 {
		t.Errorf("%d examples", seen)
	}
}
