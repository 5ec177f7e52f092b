package hbase

import (
	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/maryk/cell"
	"github.com/rowlens/rowlens/codec/value"
)

// guide gives a form what the models know about a cell: see cell.Guide.
func guide(in *format.Input, _ string, fields value.Value) []format.Hint {
	m, err := modelOf(in)
	if err != nil {
		m = nil
	}
	s := cell.SchemaIn(in)
	if record, ok := fields.Member("record").Hex(); ok && m == nil && s != nil {
		m = fittingKey(s, len(record))
	}
	return cell.Guide(s, m, fields)
}
