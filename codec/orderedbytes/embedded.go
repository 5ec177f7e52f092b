package orderedbytes

import (
	"github.com/rowlens/rowlens/codec/span"
	"github.com/rowlens/rowlens/codec/value"
	"github.com/rowlens/rowlens/codec/wire"
)

// Read reads one value inside a key of another format, as the field f.
func (v *OrderedValue) Read(r *wire.Reader, f *span.Field) { v.decode(r, f, asIs) }

// WriteJSON writes the value as in the fields of a key: {"order","type","value"}.
func (v *OrderedValue) WriteJSON(w *value.Writer) { v.write(w) }

// ParseJSON reads what WriteJSON writes.
func (v *OrderedValue) ParseJSON(in value.Value) error { return v.parse(in) }

// TypeNamed returns the type with that name.
func TypeNamed(name string) (t Type, ok bool) {
	for i, n := range typeNames {
		if n == name {
			return Type(i), true
		}
	}
	return 0, false
}
