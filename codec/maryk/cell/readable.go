package cell

import (
	"bytes"
	"errors"
	"slices"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/maryk"
	"github.com/rowlens/rowlens/codec/maryk/internal/legend"
	"github.com/rowlens/rowlens/codec/span"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
	"github.com/rowlens/rowlens/codec/wire"
)

// WhyUnmarked says what upstream did to a row that Unmarked knows.
const WhyUnmarked = "a collection in a map was changed by its reference, which writes rows that Maryk itself can't read: "

// Unmarked reports whether a row that does not decode does so with the marker byte of a collection that the part with
// its reference lacks: at end, where the error says that it should be, or before, if the length of an item was taken for it.
func Unmarked(in *format.Input, part, end int, err error, decode func(*format.Input, *span.Tree, *value.Writer) error) bool {
	p := &in.Entry.Parts[part]
	if e := (*wire.Error)(nil); errors.As(err, &e) && e.Part == p.Name {
		if end = e.Offset; e.Field != legend.Marker.Name {
			end--
		}
	}
	key := p.Bytes
	for tag := byte(maryk.TagList); end >= 0 && end <= len(key) && tag <= maryk.TagMap; tag++ {
		p.Bytes = slices.Insert(bytes.Clone(key), end, tag)
		if decode(in, nil, nil) == nil {
			return true
		}
	}
	return false
}

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
