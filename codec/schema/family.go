package schema

import (
	"errors"
	"strings"

	"github.com/rowlens/rowlens/codec"
	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/value"
)

// Family reads the column family of rows whose text does not name it, and returns its name in hex.
// text is that hex, or a format's name for the family. Only the format with the given id is tried,
// or all if id is empty; schemas are what is known for each format, and may be nil.
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

// FamilyInName returns, in hex, the column family in the name of a file without its folder, such as
// latest.0301.scan.txt: the only part between dots that can be one. It is empty if there is no such part, or more than
// one. The other arguments are those of Family.
func FamilyInName(file, id string, schemas format.SchemaSet) (found string) {
	parts := strings.Split(file, ".")
	for _, text := range parts[1:max(len(parts)-1, 1)] {
		digits := strings.ToLower(text)
		b, ok := value.DecodeHex(digits)
		if !ok || len(b) < 2 || !isFamily(b, id, schemas) {
			continue
		}
		if found != "" {
			return ""
		}
		found = digits
	}
	return found
}

func isFamily(name []byte, id string, schemas format.SchemaSet) bool {
	for _, f := range codec.Formats() {
		if f.Models != nil && f.Models.IsFamily != nil && (id == "" || id == f.ID) && f.Models.IsFamily(schemas.For(f), name) {
			return true
		}
	}
	return false
}
