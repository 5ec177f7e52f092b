package hfile

import (
	"github.com/rowlens/rowlens/codec/file"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
)

// Kind reads HBase's files.
var Kind = &file.Kind{
	ID:    kindID,
	Title: "HBase",
	Doc: "HFiles of versions 2 and 3 (HBase 0.92 to 2.6) with all compressions and encodings but LZMA, Brotli and PREFIX_TREE; " +
		"folders of families, regions, tables and snapshots; write-ahead logs without compression. See docs/formats/hbase-files.md.",
	Detect:     detect,
	Open:       open,
	Structure:  structure,
	WriteEntry: writeEntry,
	Codes:      codes,
	Fields:     fields(),
	Samples:    samples,
	Versions:   true,
	Named:      file.Ending(".hfile", whatFile),
	Unlike:     badTrailer,
}

const kindID = "hbase"

func isOurs(k *file.Kind) bool { return k != nil && k.ID == kindID }

// kindIn returns this kind as the set knows it. Using Kind itself would be an initialisation
// cycle, through open.
func kindIn(s *file.Set) *file.Kind {
	for i := range s.Files {
		if isOurs(s.Files[i].Kind) {
			return s.Files[i].Kind
		}
	}
	return nil
}

// writeEntry writes what HBase's own reader says about a cell and, for a single file, also its
// tags and MVCC number.
func writeEntry(w *value.Writer, t *file.Table, e *file.Entry, stored bool) {
	part := func(name string) {
		b, _ := e.Part(name)
		w.Member(name).Hex(b)
	}
	part(store.Row)
	part(store.Family)
	part(store.Qualifier)
	w.Member("timestamp").Int64(e.Time)
	w.Member("type").String(e.Type)
	part(store.Value)
	if t.Stored != nil {
		return
	}
	w.Key("tags")
	w.Array()
	for _, tag := range e.Tags {
		w.Object()
		w.Member("type").Int(int64(tag.Type))
		w.Member("value").Hex(tag.Value)
		w.EndObject()
	}
	w.EndArray()
	w.Member("seqid").Uint64(e.Sequence)
}
