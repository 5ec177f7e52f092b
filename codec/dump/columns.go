package dump

import (
	"bytes"

	"github.com/rowlens/rowlens/codec/store"
)

// columnPart returns the part that a column or member of that name holds, or "" for an unknown
// name. Case, endings that name an encoding, and whether words have a space or _ between them are ignored.
func columnPart[T string | []byte](name T) string {
	var buf [32]byte
	if len(name) > len(buf) {
		return ""
	}
	lower := buf[:len(name)]
	for i := range len(name) {
		c := name[i]
		switch {
		case c >= 'A' && c <= 'Z':
			c |= 0x20
		case c == ' ':
			c = '_'
		}
		lower[i] = c
	}
	for _, ending := range []string{"_hex", "_b64", "_base64"} {
		lower = bytes.TrimSuffix(lower, []byte(ending))
	}
	switch string(lower) {
	case "row", "rowkey", "row_key":
		return store.Row
	case "family", "cf", "column_family":
		return store.Family
	case "qualifier", "cq", "column_qualifier":
		return store.Qualifier
	case "visibility", "vis", "column_visibility":
		return store.Visibility
	case "key":
		return store.Key
	case "value", "val":
		return store.Value
	case "bytes", "hex":
		return store.Bytes
	}
	return ""
}
