package actionbase

import (
	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/wire"
)

// match returns a quick check of the row key that refuses rows of another type. An entry whose
// row key is missing or begins wrongly is left to the decoder.
func match(want RowType) func(*format.Input) bool {
	return func(in *format.Input) bool {
		row, ok := in.Entry.Part(store.Row)
		if !ok {
			return true
		}
		r := wire.NewReader(row, nil)
		var k Prefix
		k.decode(&r, &fSource, 0, nil)
		return !r.OK() || k.Type == want
	}
}
