package storage

import (
	"github.com/rowlens/rowlens/codec/answer"
	"github.com/rowlens/rowlens/codec/file"
	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
)

// Lines writes entries and damage as JSON Lines.
type Lines struct {
	Stored bool // as in file.Query

	w      value.Writer
	source store.Source
}

// Append appends a line, with a line feed, for what a scan has just returned: the members that its
// kind gives an entry and source, or {"damage":{…}}.
func (x *Lines) Append(dst []byte, s *Scan, e *file.Entry) []byte {
	w := &x.w
	w.Reset()
	w.Buf = dst
	w.Object()
	if e.Damage != nil {
		WriteDamage(w.Member("damage"), e.Damage)
	} else if t := s.Table(e); t != nil {
		s.Store().Kind().WriteEntry(w, t, e, x.Stored)
		Place(e, &x.source)
		format.WriteSource(w, &x.source)
	}
	w.EndObject()
	dst, w.Buf = append(w.Buf, '\n'), nil
	return dst
}

// Place sets in source where an entry is.
func Place(e *file.Entry, source *store.Source) {
	*source = e.Source
	if e.Empty || e.Damage != nil {
		return
	}
	source.Lineless, source.Offset = true, e.Block
	source.Inside, source.At, source.Level, source.Sequence, source.Group = true, e.At, e.Level, e.Sequence, e.Group
}

// WriteDamage writes damage as an object: file, code, offset (null if it has no place), expected, found, message, lost
// (stored bytes), after and before (keys in hex between which entries are missing) and, if nothing was lost, remark.
func WriteDamage(w *value.Writer, d *file.Damage) {
	w.Object()
	w.Member("file").String(d.File)
	writeDamage(w, d)
	w.EndObject()
}

func writeDamage(w *value.Writer, d *file.Damage) {
	w.Member("code").String(d.Code)
	w.Member("message").String(d.Text)
	if w.Key("offset"); d.Offset < 0 {
		w.Null()
	} else {
		w.Int(d.Offset)
	}
	w.Member("expected").String(d.Expected)
	w.Member("found").String(d.Found)
	w.Member("lost").Int(d.Lost)
	if d.After != nil {
		w.Member("after").Hex(d.After)
	}
	if d.Before != nil {
		w.Member("before").Hex(d.Before)
	}
	if d.Remark {
		w.Member("remark").Bool(true)
	}
}

// WriteTable writes a table of a store as an object; path is the store's path as the user gave it. Numbers that the
// files do not give are null; damage is the number of places of the store that were found damaged when it was opened.
func WriteTable(w *value.Writer, s file.Store, t *file.Table, path string) {
	w.Object()
	w.Member("kind").String(s.Kind().ID)
	w.Member("path").String(path)
	w.Member("table").String(t.Name)
	if t.CF != nil {
		w.Member("cf").Hex(t.CF)
	}
	if t.Group != "" {
		w.Member("group").String(t.Group)
	}
	if t.Comparator != "" {
		w.Member("comparator").String(t.Comparator)
	}
	known(w.Member("files"), int64(t.Files))
	known(w.Member("entries"), t.Entries)
	if t.Databases > 0 {
		w.Member("databases").Int(t.Databases)
	}
	if t.HasDeletions {
		w.Member("deletions").Int(t.Deletions)
	}
	known(w.Member("bytes"), t.Bytes)
	key(w.Member("first"), t.First)
	key(w.Member("last"), t.Last)
	if t.Starts != nil {
		w.Key("starts")
		w.Array()
		for _, start := range t.Starts {
			w.Hex(start)
		}
		w.EndArray()
	}
	w.Member("compression").Strings(t.Compression)
	w.Key("properties")
	w.Object()
	for _, p := range t.Properties {
		w.AnyKey(p.Name)
		w.String(p.Value)
	}
	w.EndObject()
	w.Member("damage").Int(damaged(s))
	w.EndObject()
}

// damaged counts the damage found when opening a store, without remarks.
func damaged(s file.Store) (n int64) {
	for _, d := range s.Damage() {
		if !d.Remark {
			n++
		}
	}
	return n
}

func known(w *value.Writer, n int64) {
	if n < 0 {
		w.Null()
		return
	}
	w.Int(n)
}

func key(w *value.Writer, b []byte) {
	if b == nil {
		w.Null()
		return
	}
	w.Hex(b)
}

// AppendRecord appends an entry as a record without format and fields, a line that `rowlens decode` could write: parts,
// timestamp, deleted and, in its source, table and column family.
func AppendRecord(dst []byte, e *store.Entry) []byte {
	w := value.Writer{Buf: dst}
	w.Object()
	answer.WriteParts(&w, e)
	if e.Deleted != "" {
		w.Member("deleted").String(e.Deleted)
	}
	format.WriteSource(&w, &store.Source{Table: e.Source.Table, CF: e.Source.CF})
	w.EndObject()
	return append(w.Buf, '\n')
}
