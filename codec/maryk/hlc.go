package maryk

import (
	"github.com/rowlens/rowlens/codec/hlc"
	"github.com/rowlens/rowlens/codec/span"
	"github.com/rowlens/rowlens/codec/wire"
)

// ReadHLC reads 8 bytes as a version of Maryk's clock. inverted says that all bits are stored
// complemented, as in historic tables.
func ReadHLC(r *wire.Reader, f *span.Field, inverted bool) hlc.Version {
	b := r.Take(f, 8, "8 bytes")
	if b == nil {
		return 0
	}
	v := hlc.Version(bigEndian(b, inverted))
	if r.Rec() != nil {
		markHLC(r.Leaf(f, r.Offset()-8, span.Value{}), v, inverted)
	}
	return v
}

// markHLC sets the version as a leaf's value: the instant, and the counter in words.
func markHLC(leaf wire.Mark, v hlc.Version, inverted bool) {
	if !leaf.Recorded() {
		return
	}
	leaf.Value(span.MillisValue(int64(hlc.Maryk.Physical(v))))
	if inverted {
		leaf.Flag(span.Descending)
	}
	if leaf.Worded() {
		leaf.Note("logical " + utoa(hlc.Maryk.Logical(v)) + ", version " + utoa(uint64(v)))
	}
}

// ReadHLCVarint reads a version that is a plain var-int.
func ReadHLCVarint(r *wire.Reader, f *span.Field) hlc.Version {
	c := newCursor(r, -1)
	v := hlc.Version(c.varint(f, Bits64))
	markHLC(r.Last(), v, false)
	return v
}
