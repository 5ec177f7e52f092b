package lexicoder

import (
	"github.com/rowlens/rowlens/codec/span"
	"github.com/rowlens/rowlens/codec/value"
	"github.com/rowlens/rowlens/codec/wire"
)

// Embedded explains encodings inside a key of another format. The zero Embedded is ready to use.
type Embedded struct{ d decoder }

// Read reads the next n bytes, which Decode accepted, into the tree of the reader.
func (x *Embedded) Read(r *wire.Reader, l *Lexicoder, n int) { x.d.value(r, l, n, new(Value), "") }

// Derived explains what was escaped or complemented in the bytes that Read read. Call it after the
// part was closed.
func (x *Embedded) Derived(t *span.Tree) {
	x.d.tree = t
	for i := 0; i < len(x.d.jobs); i++ {
		_ = x.d.derived(i) // Decode accepted it
	}
}

// Length returns how many bytes of b the encoding at its start takes, or 0 if b ends before it does. says is false for
// lexicoders whose encodings do not tell: they extend to the end of what contains them.
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

// WriteJSON writes a value of l as in the fields of a key.
func (l *Lexicoder) WriteJSON(w *value.Writer, v *Value) { l.write(w, v) }

// ParseJSON reads what WriteJSON writes.
func (l *Lexicoder) ParseJSON(in value.Value) (v Value, err error) {
	err = l.parse(in, &v)
	return v, err
}
