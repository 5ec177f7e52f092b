package core

import (
	"strconv"

	"github.com/rowlens/rowlens/codec/internal/prefix"
	"github.com/rowlens/rowlens/codec/span"
	"github.com/rowlens/rowlens/codec/value"
	"github.com/rowlens/rowlens/codec/wire"
)

// judges reports whether it matters that bytes are canonical: to a strict reader, or to one that
// records a tree.
func judges(r *wire.Reader) bool { return r.OK() && (!r.Lenient() || r.Rec() != nil) }

// canonical fails unless the bytes read so far are those that a writer produces. A strict reader
// accepts nothing else; a lenient one marks other bytes.
func canonical(r *wire.Reader, f *span.Field, again []byte, err error) {
	stored := r.Since(0)
	expected, at := "", 0
	if err != nil {
		expected = "a value that upstream writes"
	} else if at = prefix.Shared(stored, again); at == len(stored) && at == len(again) {
		return
	} else if at < len(again) {
		expected = "0x" + string(value.AppendHex(nil, again[at:at+1])) + ", as upstream writes it"
	} else {
		expected = "the end of what upstream writes"
	}
	if r.Lenient() {
		r.Group().NonCanonical("upstream reads this, but writes other bytes from " + strconv.Itoa(at) + " on")
		return
	}
	r.FailAt(wire.NonCanonical, f, at, expected, "")
}
