package hbase_test

import (
	"bytes"
	"encoding/hex"
	"math/rand/v2"
	"testing"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/keys"
	"github.com/rowlens/rowlens/codec/maryk/hbase"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
	"github.com/rowlens/rowlens/internal/marykfixture"
)

// The fields of a real cell, truncated anywhere, make a range that has its row. Of all rows and
// their neighbours, the range has those that begin with the prefix.
func TestRangesOfRealCells(t *testing.T) {
	random := rand.New(rand.NewPCG(11, 12))
	list := cells(t, "keepall")
	var rows [][]byte
	for _, c := range list {
		row := marykfixture.Unhex(t, c.Row)
		rows = append(rows, row, append(bytes.Clone(row), byte(random.UintN(256))))
		if len(row) > 0 {
			near := bytes.Clone(row)
			near[random.IntN(len(near))] += byte(1 + 254*random.IntN(2))
			rows = append(rows, near, row[:len(row)-1])
		}
	}
	in := format.Input{Schema: models(t, "keepall")}
	ranges := map[string]int{}
	for _, c := range list {
		what, _ := c.Fields["what"].(string)
		r := hbase.Format.Record(recordNames[what])
		if r.Scan == nil {
			continue
		}
		row := marykfixture.Unhex(t, c.Row)
		scan := r.Scan.Fields[1] // after the model
		name := scan.Name
		text, given := c.Fields[name].(string)
		if !given {
			name = scan.Or
			text, given = c.Fields[name].(string)
		}
		if !given {
			t.Fatalf("%s: no field %s in %v", r.Name, scan.Name, c.Fields)
		}
		if r.Name != "unique" { // a reference is never truncated
			text = text[:2*random.IntN(len(text)/2+1)]
		}
		in.Given = value.OfMembers(value.Member{Name: "table", Value: value.Of(c.Table)},
			value.Member{Name: "model", Value: value.OfInt(int64(c.Model))})
		k, err := keys.RangeOf(&hbase.Format, r, &in, &format.Query{Fields: value.OfMembers(value.Member{Name: name, Value: value.Of(text)})})
		if err != nil || k.Part != store.Row || !bytes.HasPrefix(row, k.Prefix) {
			t.Fatalf("%s %s=%s: prefix %x, %v, of the row %x", r.Name, name, text, k.Prefix, err, row)
		}
		if hex.EncodeToString(k.Prefix) != text {
			t.Fatalf("%s %s=%s: prefix %x", r.Name, name, text, k.Prefix)
		}
		if ranges[r.Name]++; ranges[r.Name] <= 40 {
			ranged(t, rows, &k)
		}
	}
	for i := range hbase.Format.Records {
		if r := &hbase.Format.Records[i]; r.Scan != nil && ranges[r.Name] == 0 {
			t.Errorf("no cell of %s was looked for", r.Name)
		}
	}
}

// ranged checks that a range has the rows with its prefix, which are its bytes.
func ranged(t *testing.T, rows [][]byte, k *keys.Range) {
	t.Helper()
	for _, row := range rows {
		inside := bytes.Compare(row, k.Seek.Start) >= 0 && (k.Seek.Stop == nil || bytes.Compare(row, k.Seek.Stop) < 0)
		if inside != bytes.HasPrefix(row, k.Prefix) {
			t.Fatalf("prefix %x: %x is in the range from %x to %x: %t", k.Prefix, row, k.Seek.Start, k.Seek.Stop, inside)
		}
	}
}
