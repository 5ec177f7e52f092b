package filter

import (
	"testing"

	"github.com/rowlens/rowlens/codec"
	"github.com/rowlens/rowlens/codec/dump"
	"github.com/rowlens/rowlens/codec/stream"
	"github.com/rowlens/rowlens/codec/value"
)

// A filter finds what statistics count: what a row belongs to, and its sizes.
func TestFilterTakesWhatStatisticsCount(t *testing.T) {
	for _, c := range []taken{
		{`entity = "item 2"`, "+--"},
		{"entity = 77", "---"},
		{"entity != 77", "+++"},
		{"keyBytes = 47", "+--"},
		{"keyBytes >= 1 valueBytes < 1000", "++-"},
		{"valueBytes = 1", "-+-"},
		{"keyBytes = 0", "---"},
	} {
		c.check(t)
	}
}

// An edge is the same edge whichever way its rows store it; the index row has the direction IN.
func TestFilterTakesEdges(t *testing.T) {
	for _, c := range []taken{
		{`edge = "77 -> item 2"`, "+--"},
		{`edge = "item 2 -> 77"`, "---"},
		{`edge != "77 -> item 2"`, "-++"},
		{`edge ^= "77 ->"`, "+--"},
	} {
		c.check(t)
	}
}

func TestAlike(t *testing.T) {
	rows, d := filterRows(t)
	for i, want := range []string{`table = social.user_likes and edge = "77 -> item 2"`, "", ""} {
		of, where := Alike(rows[i], d)
		if where != want || (of == "edge") != (want != "") {
			t.Errorf("row %d is of %q, %q, want %q", i, of, where, want)
		}
	}
	d.Schemas = nil
	of, where := Alike(rows[0], d)
	if want := `tableCode = 693920529 and edge = "77 -> item 2"`; of != "edge" || where != want {
		t.Errorf("without a schema: %q, %q, want %q", of, where, want)
	}
}

// Every expression that Alike writes takes its own row.
func TestAlikeTakesItsRow(t *testing.T) {
	for _, f := range codec.Formats() {
		for _, s := range f.Samples {
			parsed, err := dump.ParseText([]byte(s.Text), dump.Options{})
			if err != nil || len(parsed.Rows) != 1 {
				continue // lone bytes of a kind that no dump has
			}
			row, d := &stream.Row{Entry: &parsed.Rows[0].Entry}, &stream.Decoder{Format: f.ID}
			of, where := Alike(row, d)
			if of == "" {
				continue
			}
			t.Logf("%s: %s: %s", s.What, of, where)
			takes, err := Parse(where)
			if err != nil {
				t.Errorf("%s: %s: %v", s.What, where, err)
			} else if !takes.Take(row, d, new(value.Writer)) {
				t.Errorf("%s is not taken by %s", s.What, where)
			}
		}
	}
}
