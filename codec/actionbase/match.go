package actionbase

import (
	"bytes"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/wire"
)

// match returns a quick check that refuses row keys of another type. It leaves an entry whose row
// key is missing or begins wrongly to the decoder.
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

const saltBytes = 4

// noSource refuses a row key in which no value follows the salt.
func noSource(in *format.Input) bool {
	row, ok := in.Entry.Part(store.Row)
	return ok && (len(row) <= saltBytes || !layouts[row[saltBytes]].known)
}

// noBase64 refuses text that begins with a character outside base64url, except the colon that may
// follow such text.
func noBase64(part string) func(*format.Input) bool {
	return func(in *format.Input) bool {
		text, ok := in.Entry.Part(part)
		return ok && len(text) > 0 && bytes.IndexByte(base64Characters, text[0]) < 0
	}
}

var base64Characters = []byte("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_:")
