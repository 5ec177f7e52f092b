package rfile

import (
	"bytes"

	"github.com/rowlens/rowlens/codec/file"
)

// copies reports the files of a tablet that are copies of one another, going by their sizes and indexes: Accumulo does
// not write the same file twice. Files that were imported do not count, because an import may be repeated.
func (s *rfileStore) copies() {
	for i, f := range s.files {
		for _, o := range s.files[:i] {
			if !f.sameAs(o) {
				continue
			}
			f.damage = append(f.damage, file.Damage{File: f.name, Code: codeOther, Offset: file.NoOffset,
				Expected: "a file of its own", Found: "the same entries as in " + o.name,
				Text: "two files of a tablet have the same content: one was copied over the other, whose entries are missing, or under another " +
					"name, and then none are"})
			break
		}
	}
}

func (f *rfile) sameAs(o *rfile) bool {
	return f.hasEntries() && !(isImported(f.name) && isImported(o.name)) && f.f.Size() == o.f.Size() &&
		f.codec == o.codec && bytes.Equal(f.plain, o.plain)
}

func (f *rfile) hasEntries() bool {
	for i := range f.index.groups {
		if f.index.groups[i].hasFirst {
			return true
		}
	}
	return false
}

func isImported(name string) bool { return file.Base(name)[0] == 'I' }
