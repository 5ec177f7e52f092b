package schema

import (
	"github.com/rowlens/rowlens/codec"
)

// KeySplitter returns a function for dump.Options.SplitKey. It asks the formats one after another
// where row and family end in keys of a scan whose separators were printed without escaping. It
// asks only the format with the given id, if that is not empty. Make one for each text.
func KeySplitter(id string, families []string) func(table string, key []byte) (space, colon int, ok bool) {
	var ask []func(string, []byte) (int, int, bool)
	for _, f := range codec.Formats() {
		if f.NewKeySplitter != nil && (id == "" || id == f.ID) {
			ask = append(ask, f.NewKeySplitter(families))
		}
	}
	return func(table string, key []byte) (space, colon int, ok bool) {
		for _, split := range ask {
			if space, colon, ok = split(table, key); ok || colon > 0 {
				break
			}
		}
		return space, colon, ok
	}
}
