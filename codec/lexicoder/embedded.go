package lexicoder

import (
	"github.com/rowlens/rowlens/codec/span"
	"github.com/rowlens/rowlens/codec/value"
	"github.com/rowlens/rowlens/codec/wire"
)

// Embedded explains encodings that stand inside of a key of another format. The zero Embedded is ready.
type Embedded struct{ d decoder }

// Read reads the next n bytes, which Decode took, into the tree of the reader.
func (x *Embedded) Read(r *wire.Reader, l *Lexicoder, n int) { x.d.value(r, l, n, new(Value), "") }

// Derived explains what stood escaped or complemented in what was read, after the part was closed.
func (x *Embedded) Derived(t *span.Tree) {
	x.d.tree = t
	for i := 0; i < len(x.d.jobs); i++ {
		_ = x.d.derived(i) // Decode took it
	}
}

// Length returns how many bytes of b the encoding at its start takes, for lexicoders whose encodings say it; 0 if b ends
// before. All others run to the end of what holds them.
func (l *Lexicoder) Length(b []byte) (n int, says bool) {
	width := widths[l.Kind]
	switch {
	case l.Kind == UUID:
		n = uuidLen
	case l.Kind == BigInteger:
		if len(b) < bigHead {
			return 0, true
		}
		count, _ := bigLength(b)
		n = bigHead + int(min(count, int64(len(b))))
	case width == 0:
		return len(b), false
	case len(b) == 0:
		return 0, true
	case int(b[0]) <= width:
		n = int(b[0]) + 1
	default:
		n = max(2*width-int(b[0]), 0) + 1
	}
	if n > len(b) {
		n = 0
	}
	return n, true
}

// WriteJSON writes a value of l as the fields of a key have it.
func (l *Lexicoder) WriteJSON(w *value.Writer, v *Value) { l.write(w, v) }

// ParseJSON reads what WriteJSON writes.
func (l *Lexicoder) ParseJSON(in value.Value) (v Value, err error) {
	err = l.parse(in, &v)
	return v, err
}
