package maryk

import (
	"errors"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/wire"
)

// within puts the member that holds it in front of a refusal's member.
func within(name string, err error) error {
	var r *format.Refusal
	if !errors.As(err, &r) {
		return err
	}
	if r.Field == "" {
		return refuse(name, r.Why)
	}
	return refuse(name+"."+r.Field, r.Why)
}

// decodeAll reads all of b as one value.
func decodeAll(b []byte, d *Definition, v *Value) error {
	r := wire.NewReader(b, nil)
	ReadValue(&r, &fValue, len(b), d, false, v)
	return r.Finish()
}

// DecodeValue reads the storage bytes of one value, all of src. Bytes of v alias
// src, or memory of their own where they are stored complemented.
func DecodeValue(src []byte, d *Definition, v *Value) error { return decodeAll(src, d, v) }
