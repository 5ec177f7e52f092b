package orderedbytes_test

import (
	"encoding/hex"
	"slices"
	"strings"
	"testing"

	"github.com/rowlens/rowlens/codec/identify"
	"github.com/rowlens/rowlens/codec/store"
)

// guess identifies parts given as "row=hex,value=hex" and returns this format's reading, or nil if
// it is not offered.
func guess(t *testing.T, parts string) *identify.Candidate {
	t.Helper()
	e := new(store.Entry)
	for _, part := range strings.Split(parts, ",") {
		name, text, _ := strings.Cut(part, "=")
		e.Add(name, unhex(t, text))
	}
	parsed, _ := identify.Candidates(identify.Query{Entry: e, Format: "hbase-orderedbytes"})
	if len(parsed) > 1 {
		t.Fatalf("%s has %d readings", parts, len(parsed))
	}
	if len(parsed) == 0 {
		return nil
	}
	return parsed[0]
}

func TestKeysAreOfferedWithWhatTheyHold(t *testing.T) {
	for _, c := range []struct {
		parts, title, reason string
		dots                 int
	}{
		{"bytes=d37ffffe70c3641dff346974656d203200", "2 values", "int64 descending, text ascending", 3},
		{"row=347573657200d47fffffd5,family=66,qualifier=71,value=00", "2 values", "text ascending, int32 descending", 3},
		{"bytes=3461002b80000001052c80000000000000023780802012fc9b", "6 values",
			"text ascending, int32 ascending, null ascending, int64 ascending, blob-var ascending, numeric ascending", 3},
		{"bytes=05050505050505", "7 values", "null ascending, null ascending, null ascending, null ascending, null ascending, null ascending and 1 more", 3},
		{"bytes=1802", "1 value", "numeric ascending", 1},
		{"bytes=05", "1 value", "null ascending", 1},
		{"bytes=380102ff", "1 value", "blob-copy ascending", 1},
		{"bytes=18ffc6", "", "", 0}, // only a lenient reader accepts it
	} {
		got := guess(t, c.parts)
		if got == nil {
			if c.dots > 0 {
				t.Errorf("%s is not offered", c.parts)
			}
			continue
		}
		if got.Title() != "HBase OrderedBytes "+c.title || got.Dots != c.dots || got.Canonical != identify.Same ||
			!slices.Contains(got.Evidence, identify.Evidence{Kind: "format", Text: c.reason}) {
			t.Errorf("%s: got %s, %d dots, %v", c.parts, got.Title(), got.Dots, got.Evidence)
		}
	}
}

func TestPlainTextIsNoKey(t *testing.T) {
	for _, text := range []string{"8 apples", "123456789", "0abcd", "+1234", "*ab", ")a", "7a", "8€", "8"} {
		if got := guess(t, "bytes="+hex.EncodeToString([]byte(text))); got != nil {
			t.Errorf("%s is offered as %s", text, got.Title())
		}
	}
}

func TestAQualifierTiesWithActionbase(t *testing.T) {
	e := new(store.Entry)
	e.Add(store.Bytes, unhex(t, "d37ffffe70c3641dff346974656d203200"))
	parsed, _ := identify.Candidates(identify.Query{Entry: e})
	if len(parsed) < 2 || parsed[0].Title() != "Actionbase edge cache qualifier" ||
		parsed[1].Title() != "HBase OrderedBytes 2 values" || !parsed[0].Tie || !parsed[1].Tie {
		for _, c := range parsed {
			t.Errorf("got %s, %d dots, tie %v, %v", c.Title(), c.Dots, c.Tie, c.Evidence)
		}
	}
}
