package schema

import (
	"errors"
	"strings"

	"github.com/rowlens/rowlens/codec"
	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/value"
)

// Family reads the column family of rows whose text does not name it, and returns its name in
// hex: text is the hex, or a format's name for it. Only the format with the given id is tried, or
// all for an empty id; schemas are what is known to each, and may be nil.
func Family(text, id string, schemas format.SchemaSet) (string, error) {
	digits := strings.TrimPrefix(strings.ToLower(text), "0x")
	if b, ok := value.DecodeHex(digits); ok && len(b) > 0 {
		return digits, nil
	}
	first := errors.New("no format has column families that dumps do not say")
	found := false
	for _, f := range codec.Formats() {
		if f.Models == nil || f.Models.Family == nil || id != "" && id != f.ID {
			continue
		}
		name, err := f.Models.Family(schemas.For(f), text)
		if err == nil {
			return string(value.AppendHex(nil, name)), nil
		}
		if !found {
			first, found = err, true
		}
	}
	return "", first
}
