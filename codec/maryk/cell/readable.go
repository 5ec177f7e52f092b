package cell

import (
	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/span"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
)

// Readable refuses an encoded row that its own reader refuses. Index and unique rows are given as bytes, which may be
// none that the model's index or property has. A row of which only some parts are asked for is not checked.
func Readable(in *format.Input, row *store.Entry, decode func(*format.Input, *span.Tree, *value.Writer) error) error {
	if in.Only != nil {
		return nil
	}
	read := format.Input{Entry: *row, Schema: in.Schema, Schemas: in.Schemas, Given: in.Given, Lenient: in.Lenient}
	if err := decode(&read, nil, nil); err != nil {
		return format.Refuse("", "nothing would read this row: "+err.Error())
	}
	return nil
}
