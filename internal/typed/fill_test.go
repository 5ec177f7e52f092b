package typed

import (
	"path/filepath"
	"reflect"
	"slices"
	"testing"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
	"github.com/rowlens/rowlens/internal/formattest"
)

// filled returns a batch of one row with these fields.
func filled(s *Schema, rec *format.Record, fields value.Value) *Batch {
	x, b := Filler{Schema: s}, NewBatch(s)
	x.Write(b, nil, rec, new(store.Entry), func(w *value.Writer) { w.Member("fields").Value(fields) })
	return b
}

// Values written by a decoder fill the columns like values parsed from the JSON that it wrote.
func TestColumnsSayWhatJSONSays(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(golden, "vectors", "*.jsonl.gz"))
	if err != nil {
		t.Fatal(err)
	}
	met := 0
	for _, name := range files {
		cases, err := formattest.Vectors("vectors/" + filepath.Base(name))
		if err != nil {
			t.Fatal(err)
		}
		for i := range cases {
			c := &cases[i]
			s := schemaOf(t, c.Format.ID, c.Record)
			rec := c.Format.Record(c.Record)
			if len(s.kinds) == 0 || rec == nil || rec.Decode == nil {
				continue
			}
			x, got := Filler{Schema: s}, NewBatch(s)
			var text []byte
			x.Write(got, nil, rec, new(store.Entry), func(w *value.Writer) {
				w.Key("fields")
				if at := len(w.Buf); c.Input.Try(rec, w) {
					text = slices.Clone(w.Buf[at:])
				} else {
					w.Null()
				}
			})
			if text == nil {
				continue
			}
			fields, err := value.Parse(text)
			if err != nil {
				t.Fatal(err)
			}
			want := filled(s, rec, fields)
			sameJSON(t, got) // invalid bytes, once replaced, are escapes in it, but not in parsed text
			sameJSON(t, want)
			if !reflect.DeepEqual(got.Leaves, want.Leaves) || !reflect.DeepEqual(got.Groups, want.Groups) {
				t.Errorf("%s %s %s: %v, from its JSON %v", c.Format.ID, c.Record, text, got.Leaves, want.Leaves)
			}
			met++
		}
	}
	if met < 5000 {
		t.Errorf("only %d vectors", met)
	}
}

// sameJSON rewrites all JSON in a batch of one row, as filled does.
func sameJSON(t *testing.T, b *Batch) {
	t.Helper()
	for i, c := range b.Schema.Leaves {
		v := &b.Leaves[i]
		if len(v.Text) == 0 || c.Type != JSON && c.Type != UTF8 || v.Text[0] != '{' && v.Text[0] != '[' && v.Text[0] != '"' {
			continue
		}
		parsed, err := value.Parse(v.Text)
		if err != nil && c.Type == JSON {
			t.Fatal(err)
		}
		if err == nil {
			v.Text = []byte(parsed.String())
			v.Ends[0] = len(v.Text)
		}
	}
}
