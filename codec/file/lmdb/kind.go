package lmdb

import (
	"github.com/rowlens/rowlens/codec/file"
	"github.com/rowlens/rowlens/codec/value"
)

// Kind reads LMDB's data files.
var Kind = &file.Kind{
	ID:    kindID,
	Title: "LMDB",
	Doc: "The data file of an LMDB environment (data.mdb, or any name with MDB_NOSUBDIR) of LMDB 0.9 and 1.0: " +
		"data versions 1, 2 and 3, words of 8 and of 4 bytes, both byte orders, every page size. See docs/formats/lmdb-files.md.",
	Detect:     detect,
	Open:       open,
	Structure:  openStructure,
	WriteEntry: writeEntry,
	Fields:     fields,
	Codes:      codes,
	Samples:    samples,
	Named:      named,
	Unlike:     codeMagic,
}

const kindID = "lmdb"

// What the files of an environment can be.
const (
	sortData = "data"
	sortLock = "lock"
)

// detect recognises a data file by the magic number in a meta page, and a lock file by the same
// number at its start. A file called data.mdb without that number is a damaged LMDB file if it is
// binary and begins like no other format: nobody uses that name by chance.
func detect(p *file.Probe) file.Sort {
	if _, ok, version, _ := layoutOf(p.Head); ok || version != 0 {
		return file.Sort{What: sortData, Title: "the data file of an LMDB environment"}
	}
	if len(p.Head) >= 8 && (number(p.Head, false) == magic || number(p.Head, true) == magic) {
		return file.Sort{What: sortLock, Title: "the lock file of an LMDB environment, which has no data"}
	}
	for size := int64(pageSizeMin); size <= pageSizeMax; size *= 2 {
		b := p.Head[min(int(size), len(p.Head)):]
		if len(b) < metaBytes && p.File != nil {
			b, _ = file.ReadAll(p.File, nil, size, metaBytes)
		}
		if m, bad := parseMeta(b); bad == nil && int64(m.size) == size {
			return file.Sort{What: sortData, Title: "the data file of an LMDB environment, with a damaged first page"}
		}
	}
	if named(file.Base(p.Name)) == sortData && isBinary(p.Head) {
		return file.Sort{What: sortData, Title: "by its name the data file of an LMDB environment, but it does not begin like one"}
	}
	return file.Sort{}
}

// named returns what a file is by its name.
func named(base string) string {
	if base == "data.mdb" {
		return sortData
	}
	return ""
}

// isBinary reports whether b contains a byte that text does not.
func isBinary(b []byte) bool {
	for _, c := range b {
		if c < 8 {
			return true
		}
	}
	return false
}

// writeEntry writes db (the database's stored name, null for the main one), key and value; for a
// database without rows it writes db and empty. A salvaged row also has its mark, and its type
// if it is a list of free pages.
func writeEntry(w *value.Writer, t *file.Table, e *file.Entry, _ bool) {
	w.Key("db")
	if t.Stored == nil {
		w.Null()
	} else {
		w.Hex(t.Stored)
	}
	if e.Empty {
		w.Member("empty").Bool(true)
		return
	}
	for i := range e.Parts {
		w.Member(e.Parts[i].Name).Hex(e.Parts[i].Bytes)
	}
	if e.Mark != "" {
		w.Member("mark").String(e.Mark)
	}
	if e.Type != "" {
		w.Member("type").String(e.Type)
	}
}
