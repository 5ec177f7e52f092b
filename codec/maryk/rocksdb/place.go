package rocksdb

import (
	"strconv"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/maryk/cell"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
)

// place returns the function that says which column family has the rows of a kind: that of the
// model.
func place(k kindOf) func(*format.Input, value.Value) (format.Place, error) {
	return func(in *format.Input, fields value.Value) (format.Place, error) {
		c, err := scanContext(in, k, fields)
		if err != nil {
			return format.Place{}, err
		}
		s := cell.SchemaIn(in)
		f := Family{Type: k.family, Old: s != nil && s.Old}
		g, given := fields.Get("model")
		switch {
		case given:
			f.Model, err = cell.ParseNumber(g, "model")
		case c.model != nil:
			f.Model = c.model.Number
		default:
			return format.Place{Lacks: "the column family is not known: it is that of a model; give its number as model"}, nil
		}
		if err != nil {
			return format.Place{}, err
		}
		name, err := AppendFamily(nil, f)
		return format.Place{Family: name}, err
	}
}

// tableOf returns the name of the model that a column family belongs to.
func tableOf(sc format.Schema, place *store.Source) string {
	name, ok := value.DecodeHex(place.CF)
	if !ok || len(name) == 0 {
		return ""
	}
	s, _ := sc.(*cell.Schema)
	f, err := DecodeFamily(name, s != nil && s.Old)
	if err != nil {
		return ""
	}
	if m := s.Model(f.Model); m != nil {
		return m.Name
	}
	return strconv.FormatUint(uint64(f.Model), 10)
}
