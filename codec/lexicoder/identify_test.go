package lexicoder_test

import (
	"encoding/hex"
	"strings"
	"testing"

	"github.com/rowlens/rowlens/codec/identify"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/lexicoder"
	"github.com/rowlens/rowlens/codec/store"
)

func candidate(t *testing.T, b []byte, s format.Schema) *identify.Candidate {
	t.Helper()
	e := new(store.Entry)
	e.Add(store.Bytes, b)
	parsed, refused := identify.Candidates(identify.Query{Entry: e, Format: "lexicoders", Schemas: format.SchemaSet{&lexicoder.Format: s}})
	if len(parsed) > 1 || s == nil && len(refused) > 0 {
		t.Fatalf("%x: %d readings, %d refused", b, len(parsed), len(refused))
	}
	if len(parsed) == 0 {
		return nil
	}
	return parsed[0]
}

func TestGuessesAreStrictAndSayWhy(t *testing.T) {
	for _, c := range []struct {
		b, title, why string
		dots          int
	}{
		{"61000880010101010574233946", "pair(string, long)", "only a guess: visible text, 0x00, 8 bytes of a whole number", 2},
		{"94ff00f77ffefefefefefefefefefefefefefdff", "pair(reverse(string), reverse(long))",
			"only a guess: complemented visible text and 0xff, 0x00, complemented 8 bytes of a whole number and 0xff", 2},
		{"8000000a860a06708b580ea05d3b", "biginteger", "only a guess: a length that says exactly what follows", 2},
		{"0880000190a1b2c3d4", "date", "only a guess: a time between 2001 and 2100", 2},
		{"08bff8000000000000", "double", "only a guess: 8 bytes of a number of usual size", 1},
		{"0480000001", "integer", "only a guess: 4 bytes of a whole number", 1},
		{"04bfc00000", "float", "only a guess: 4 bytes of a number of usual size", 1},
		{"088000000000000001", "long", "only a guess: 8 bytes of a whole number", 1},
		{"973a9b93", "", "", 0},
		{hex.EncodeToString([]byte("alpha\x00beta\x00gamma")), "list(string)", "only a guess: several times visible text, 0x00 between", 1},
		{hex.EncodeToString([]byte("hello, world")), "", "", 0},
		{hex.EncodeToString([]byte("4item\x00")), "", "", 0},
		{"", "", "", 0}, {"00", "", "", 0}, {"0000", "", "", 0}, {"ff", "", "", 0}, {"9eff", "", "", 0}, {"01", "", "", 0}, {"08", "", "", 0},
	} {
		got := candidate(t, unhex(t, c.b), nil)
		switch {
		case got == nil && c.dots == 0:
		case got == nil:
			t.Errorf("%s is not offered", c.b)
		case got.Title() != "Accumulo lexicoder "+c.title || got.Dots != c.dots || got.Canonical != identify.Same ||
			!strings.Contains(evidence(got), c.why):
			t.Errorf("%s: got %s, %d dots, %s", c.b, got.Title(), got.Dots, evidence(got))
		}
	}
}

func evidence(c *identify.Candidate) string {
	all := ""
	for _, e := range c.Evidence {
		all += e.Text + "; "
	}
	return all
}

func TestWhatASchemaNamesIsSure(t *testing.T) {
	got := candidate(t, unhex(t, "61000101"), schema(t, "pair(string, long)"))
	if got == nil || got.Dots != 3 || got.Title() != "Accumulo lexicoder pair(string, long)" ||
		string(got.Fields) != `{"lexicoder":"pair(string, long)","value":["a","-9223372036854775808"]}` {
		t.Fatalf("got %+v", got)
	}
	// What only upstream's reader accepts is not guessed, but it is a reading if the lexicoder is
	// known.
	if got = candidate(t, unhex(t, "0801"), schema(t, "ulong")); got == nil || got.Dots != 1 {
		t.Errorf("got %+v", got)
	}
	if got = candidate(t, unhex(t, "11"), schema(t, "ulong")); got != nil {
		t.Errorf("got %+v", got)
	}
}

// A guess is never more than strict reading allows, whatever the bytes.
func TestGuessesDecode(t *testing.T) {
	offered := 0
	for _, file := range []string{vectorFile, "vectors/actionbase.jsonl.gz", "vectors/hbase-orderedbytes.jsonl.gz"} {
		for _, b := range partsOf(t, file) {
			l := lexicoder.Guess(b)
			if l == nil {
				continue
			}
			offered++
			var v lexicoder.Value
			if err := l.Decode(b, &v); err != nil {
				t.Fatalf("%x: %s: %v", b, l, err)
			}
			if again, err := l.Append(nil, &v); err != nil || string(again) != string(b) {
				t.Fatalf("%x: %s writes %x, %v", b, l, again, err)
			}
		}
	}
	if offered == 0 {
		t.Error("nothing is guessed")
	}
}
