package exports

import (
	"bytes"

	"github.com/rowlens/rowlens/codec/value"
)

// isCBOR reports whether fields, or a request, are a list or map of CBOR, in which bytes are apart from texts of hex
// digits. No JSON begins as these do.
func isCBOR(b []byte) bool {
	const majorArray, majorMap = 4, 5
	return readsCBOR && len(b) > 0 && (b[0]>>5 == majorArray || b[0]>>5 == majorMap)
}

// given reads what a caller passed as JSON or CBOR. The value is the caller's memory no longer.
func given(b []byte) (value.Value, error) {
	if isCBOR(b) {
		return new(value.Memory).ParseCBOR(bytes.Clone(b))
	}
	return value.Parse(b)
}
