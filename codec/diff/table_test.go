package diff_test

import (
	"strings"
	"testing"

	"github.com/rowlens/rowlens/codec/diff"
	"github.com/rowlens/rowlens/codec/schema"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/stream"
	"github.com/rowlens/rowlens/codec/value"
)

func TestAPlacedLineNamesTheTableOfItsRow(t *testing.T) {
	const key, cell = "64d95d7f346974656d2032002ba95c6311297c29832b8d6cda4705d37ffffe70bd6207ff2c800000000000004d",
		"2c8000018f429df8012b333f93262c8000018f429df8002b2a94378e052bbbce6294313ffdffffffffffff"
	named, err := value.Parse([]byte(`{"names":["social.user_likes"]}`))
	if err != nil {
		t.Fatal(err)
	}
	schemas, err := schema.Parse(named, "actionbase")
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		row    *stream.Row
		known  bool
		placed bool
		want   string
	}{
		"the fields":               {indexCell(t, key, cell), true, true, `,"table":"social.user_likes"}`},
		"nobody":                   {indexCell(t, key, cell), false, true, `"summary":"\"item 2\" · null · 1714809600000 · 77"}`},
		"the store":                {tabled(indexCell(t, key, cell), "ns:edges"), false, true, `,"table":"ns:edges"}`},
		"a line without its place": {indexCell(t, key, cell), true, false, `]}}`},
	} {
		side := func() *stream.Summarizer {
			d := stream.Decoder{Format: "actionbase"}
			if c.known {
				d.Schemas = schemas
			}
			return &stream.Summarizer{Decoder: d}
		}
		d := diff.Documents{Comparer: diff.Comparer{Old: side(), New: side()}, Placed: c.placed}
		if err := d.Add(diff.NewSide, c.row); err != nil {
			t.Fatal(err)
		}
		text, _, err := d.Append(nil, 10)
		if err != nil {
			t.Fatal(err)
		}
		line, _, _ := strings.Cut(string(text), "\n")
		if !strings.HasSuffix(line, c.want) || strings.Contains(line, "undecodable") {
			t.Errorf("named by %s: %s", name, line)
		}
	}
}

func tabled(r *stream.Row, name string) *stream.Row {
	r.Entry.Source = store.Source{Table: name}
	return r
}
