package schema

import (
	"errors"
	"strings"

	"github.com/rowlens/rowlens/codec"
	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/value"
)

// Family reads the column family of rows whose text does not say it, and returns its
// name in hex: text is that, or what a format calls it. Only the format with the given
// id is asked, all for an empty one; schemas are what is known of each, and may be nil.
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
