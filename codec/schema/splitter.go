package schema

import (
	"github.com/rowlens/rowlens/codec"
)

// KeySplitter asks the formats, one after the other, where row and family end in keys of a scan
// that were printed without escaping their separators: for dump.Options.SplitKey. Make one for
// each text. It asks only the format with the given id, if that is not empty.
func KeySplitter(id string, families []string) func(table string, key []byte) (space, colon int, ok bool) {
	var ask []func(string, []byte) (int, int, bool)
	for _, f := range codec.Formats() {
		if f.NewKeySplitter != nil && (id == "" || id == f.ID) {
			ask = append(ask, f.NewKeySplitter(families))
		}
	}
	return func(table string, key []byte) (int, int, bool) {
		for _, split := range ask {
			if space, colon, ok := split(table, key); ok {
				return space, colon, true
			}
		}
		return 0, 0, false
	}
}
