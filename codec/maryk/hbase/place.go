package hbase

import (
	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/maryk"
	"github.com/rowlens/rowlens/codec/maryk/cell"
	"github.com/rowlens/rowlens/codec/value"
)

// placeOf returns the function that says which column family has the cells of a kind; each index
// has its own.
func placeOf(kind Kind) func(*format.Input, value.Value) (format.Place, error) {
	return func(in *format.Input, fields value.Value) (format.Place, error) {
		x := Cell{Kind: kind}
		if kind != IndexCell {
			return format.Place{Family: x.AppendFamily(nil)}, nil
		}
		g, given := fields.Get("index")
		if !given {
			g, given = fields.Get("indexName")
		}
		if !given {
			return format.Place{Lacks: "the column family is not known: each index has its own; give its name or reference as index"}, nil
		}
		c, err := scanContext(in, kind, fields)
		if err != nil {
			return format.Place{}, err
		}
		if text, _ := g.Text(); c.def != nil {
			x.Index, err = maryk.FindIndex(c.def.Indexes, "index", text, true)
		} else if _, byName := fields.Get("indexName"); byName {
			err = cell.RefuseName("indexName", c.schema)
		} else {
			p := parser{cell.Parser{Fields: fields}, c}
			if x.Index = p.Hex("index"); p.Err != nil { // not hex, so it is a name
				err = cell.RefuseName("index", c.schema)
			}
		}
		if err != nil {
			return format.Place{}, err
		}
		return format.Place{Family: x.AppendFamily(nil)}, nil
	}
}
