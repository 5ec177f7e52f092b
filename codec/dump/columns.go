package dump

import (
	"strings"

	"github.com/rowlens/rowlens/codec/store"
)

// columnPart returns the part that a column or member with that name holds, ""
// when the name says nothing. Endings that name an encoding do not matter.
func columnPart(name string) string {
	lower := strings.ToLower(name)
	for _, ending := range []string{"_hex", "_b64", "_base64", "hex"} {
		if bare, ok := strings.CutSuffix(lower, ending); ok && bare != "" {
			lower = bare
		}
	}
	switch lower {
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
