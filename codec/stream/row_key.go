package stream

import (
	"github.com/rowlens/rowlens/codec"
	"github.com/rowlens/rowlens/codec/identify"
	"github.com/rowlens/rowlens/codec/store"
)

// RowKey returns a function for dump.Options.RowKey. Of a known format, the part key is a row key if the format has rows and
// no keys. Otherwise a check value in the bytes must prove it, such as the salt of Actionbase.
func RowKey(formatID string) func(e *store.Entry) bool {
	var (
		finder identify.Finder
		row    store.Entry
	)
	pinned := codec.Find(formatID)
	return func(e *store.Entry) bool {
		row = store.Entry{Parts: append(row.Parts[:0], e.Parts...), Source: e.Source}
		for i := range row.Parts {
			if row.Parts[i].Name == store.Key {
				row.Parts[i].Name = store.Row
			}
		}
		if pinned != nil {
			return pinned.Takes(&row) && !pinned.Takes(e)
		}
		if given, _ := finder.Best(identify.Query{Entry: e, Sole: true}); len(given) > 0 && given[0].Dots > guess {
			return false
		}
		found, _ := finder.Best(identify.Query{Entry: &row, Sole: true})
		return len(found) > 0 && found[0].Checked() && !found[0].Lenient()
	}
}
