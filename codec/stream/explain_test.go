package stream_test

import (
	"testing"

	"github.com/rowlens/rowlens/codec/dump"
	"github.com/rowlens/rowlens/codec/span"
	"github.com/rowlens/rowlens/codec/stream"
	"github.com/rowlens/rowlens/codec/value"
)

// Explain answers as Decode does, and its tree covers every part of the row: of rows that were learnt,
// identified, doubtful and damaged.
func TestExplainIsDecodeWithATree(t *testing.T) {
	for _, name := range []string{"actionbase-hbase-shell.txt", "actionbase-hbase-shell-damaged.txt"} {
		parsed, err := dump.ParseText(fixture(t, name), dump.Options{})
		if err != nil {
			t.Fatal(err)
		}
		for _, learn := range []bool{false, true} {
			plain, explaining := stream.Decoder{Schemas: fixtureSchema(t)}, stream.Decoder{Schemas: fixtureSchema(t)}
			failed, doubtful := 0, 0
			for i := range parsed.Rows {
				e := parsed.Rows[i].Entry.Clone()
				if i%7 == 6 {
					e.Parts[0].Bytes = append(e.Parts[0].Bytes, 0) // only a lenient reader takes some of these
				}
				if learn {
					plain.Learn(&e)
					explaining.Learn(&e)
				}
				var w value.Writer
				var tree span.Tree
				f, r, bad := plain.Decode(&e, &w)
				gotF, gotR, gotBad := explaining.Explain(&e, &tree)
				if f != gotF || r != gotR || (bad == nil) != (gotBad == nil) || (plain.Doubt() == nil) != (explaining.Doubt() == nil) {
					t.Fatalf("%s row %d: %v, %v; decoded: %v, %v", name, i, gotR, gotBad, r, bad)
				}
				if bad != nil {
					failed++
					continue
				}
				if plain.Doubt() != nil {
					doubtful++
				}
				if err := tree.Check(); err != nil {
					t.Errorf("%s row %d: %v", name, i, err)
				}
				if len(tree.Sources) < len(e.Parts) || tree.Nodes[0].Parent != -1 || int(tree.Nodes[0].End) != len(e.Parts[0].Bytes) {
					t.Errorf("%s row %d: %d sources of %d parts", name, i, len(tree.Sources), len(e.Parts))
				}
			}
			if failed == 0 || doubtful == 0 {
				t.Errorf("%s: %d rows fail and %d are doubtful; the test wants both", name, failed, doubtful)
			}
		}
	}
}
