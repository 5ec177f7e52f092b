package maryk

import (
	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/value"
)

// FindIndex returns the reference of the index that a text names or, if hex is true, spells in hex:
// a store may hold an index that the model no longer has. It refuses a name that none of the indexes
// has. field is the name of the member that holds the text.
func FindIndex(indexes []*Index, field, text string, hex bool) ([]byte, error) {
	var known []string
	for _, x := range indexes {
		if x.Reference == nil {
			continue
		}
		if x.String() == text {
			return x.Reference, nil
		}
		known = append(known, x.String())
	}
	if b, ok := value.DecodeHex(text); ok && hex && len(b) > 0 {
		return b, nil
	}
	return nil, format.RefuseUnknown(field, "index", text, known)
}
