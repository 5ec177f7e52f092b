package maryk

import (
	"github.com/rowlens/rowlens/codec/maryk/internal/legend"
	"github.com/rowlens/rowlens/codec/wire"
)

// decodeAll reads all of b as one value.
func decodeAll(b []byte, d *Definition, v *Value) error {
	r := wire.NewReader(b, nil)
	ReadValue(&r, &legend.Value, len(b), d, false, v)
	return r.Finish()
}

// DecodeValue reads the storage bytes of one value, which must be all of src. Bytes of v alias src,
// or separate memory if they are stored complemented.
func DecodeValue(src []byte, d *Definition, v *Value) error { return decodeAll(src, d, v) }
