package rocksdb

import (
	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/maryk/cell"
	"github.com/rowlens/rowlens/codec/value"
)

// guide gives a form what the models know about a row: see cell.Guide.
func guide(in *format.Input, _ string, fields value.Value) []format.Hint {
	s := cell.SchemaIn(in)
	m := s.Only()
	if n, err := cell.ParseNumber(fields.Member("model"), "model"); err == nil {
		m = s.Model(n)
	}
	return append(cell.Guide(s, m, fields), format.Hint{Path: "state", Choices: stateNames[:]})
}
