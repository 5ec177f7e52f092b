package accumulograph_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"testing"

	"github.com/rowlens/rowlens/codec/accumulograph"
	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/keys"
	"github.com/rowlens/rowlens/codec/value"
)

// Accumulo's own scanner was given the planned ranges, over files with the rows of the transcript. The
// plans are still the same, and what it returned is what the ranges cover of the transcript.
func TestTheClientReturnsWhatIsPlanned(t *testing.T) {
	text, err := os.ReadFile(transcripts + "accumulograph-scans.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	c := new(cells)
	c.add(t, scan(t, "accumulograph-shell.txt"))
	scans, rows := 0, 0
	for line := range bytes.Lines(text) {
		var want struct {
			Query json.RawMessage
			Plan  map[string]any
			Rows  [][3]string
		}
		if err := json.Unmarshal(line, &want); err != nil {
			t.Fatal(err)
		}
		in := format.Input{Given: value.OfMembers()}
		k, err := keys.RangeOf(&accumulograph.Format, accumulograph.Format.Record("entry"), &in, query(t, string(want.Query)))
		if err != nil {
			t.Fatal(err)
		}
		var w value.Writer
		w.Object()
		k.Write(&w)
		w.EndObject()
		var got map[string]any
		if err := json.Unmarshal(w.Buf, &got); err != nil {
			t.Fatal(err)
		}
		for name, v := range want.Plan {
			if fmt.Sprint(got[name]) != fmt.Sprint(v) {
				t.Errorf("%s: %s is %v, the client was given %v", want.Query, name, got[name], v)
			}
		}
		var found [][3]string
		for _, i := range inRange(c, &k.Plan, false) {
			var key [3]string
			for n, part := range []string{"row", "family", "qualifier"} {
				b, _ := c.rows[i].Part(part)
				key[n] = fmt.Sprintf("%x", b)
			}
			found = append(found, key)
		}
		if !slices.Equal(found, want.Rows) {
			t.Errorf("%s: %v, the client returned %v", want.Query, found, want.Rows)
		}
		scans, rows = scans+1, rows+len(want.Rows)
	}
	if scans != 26 || rows != 59 {
		t.Errorf("%d scans, %d rows", scans, rows)
	}
}
