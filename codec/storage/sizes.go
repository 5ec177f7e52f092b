package storage

import (
	"cmp"
	"slices"

	"github.com/rowlens/rowlens/codec/file"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
)

// Sizes are the sizes of entries of stores before any compression. The zero Sizes count none.
type Sizes struct {
	Entries, KeyBytes, ValueBytes int64
	Deletions                     int64   // entries that are tombstones
	Levels                        []Level // in order, if the store has levels

	last int // level of the previous entry
}

// Level is the share of a store's entries that is in the files of one level.
type Level struct {
	Number         int
	Entries, Bytes int64
}

// Bytes returns the bytes of keys and values.
func (s *Sizes) Bytes() int64 { return s.KeyBytes + s.ValueBytes }

// Add counts an entry.
func (s *Sizes) Add(e *store.Entry) {
	var keys, vals int64
	for i := range e.Parts {
		if n := int64(len(e.Parts[i].Bytes)); e.Parts[i].Name == store.Value {
			vals += n
		} else {
			keys += n
		}
	}
	s.Entries++
	s.KeyBytes += keys
	s.ValueBytes += vals
	if e.Deleted != "" {
		s.Deletions++
	}
	if !e.Source.Inside || e.Source.Level < 0 {
		return
	}
	if s.last >= len(s.Levels) || s.Levels[s.last].Number != e.Source.Level {
		s.last = s.level(e.Source.Level)
	}
	l := &s.Levels[s.last]
	l.Entries++
	l.Bytes += keys + vals
}

// level returns the index of a level in the list.
func (s *Sizes) level(number int) int {
	i, found := slices.BinarySearchFunc(s.Levels, number, func(l Level, n int) int { return cmp.Compare(l.Number, n) })
	if !found {
		s.Levels = append(s.Levels, Level{})
		copy(s.Levels[i+1:], s.Levels[i:])
		s.Levels[i] = Level{Number: number}
	}
	return i
}

// Usage is the space that tables of stores use: according to their files, for all stored entries,
// and for those that a reader sees.
type Usage struct {
	Files, Bytes    int64 // of the files; -1 if they do not say
	Compression     []string
	Visible, Stored Sizes
}

// UsageOf returns what the files of tables say, or of all tables if none are given.
func UsageOf(stores []file.Store, tables []Pick) (u Usage) {
	for i, s := range stores {
		for k, t := range s.Tables() {
			if len(tables) > 0 && !slices.Contains(tables, Pick{i, k}) {
				continue
			}
			u.Files, u.Bytes = sum(u.Files, int64(t.Files)), sum(u.Bytes, t.Bytes)
			for _, name := range t.Compression {
				if !slices.Contains(u.Compression, name) {
					u.Compression = append(u.Compression, name)
				}
			}
		}
	}
	return u
}

// sum returns -1 if either number is -1.
func sum(a, b int64) int64 {
	if a < 0 || b < 0 {
		return -1
	}
	return a + b
}

// Freed returns how many bytes of keys and values a compaction of everything would free.
func (u *Usage) Freed() int64 { return max(u.Stored.Bytes()-u.Visible.Bytes(), 0) }

// Write writes the usage as an object.
func (u *Usage) Write(w *value.Writer) {
	w.Object()
	known(w.Member("files"), u.Files)
	known(w.Member("fileBytes"), u.Bytes)
	w.Member("compression").Strings(u.Compression)
	u.Stored.write(w.Member("stored"))
	u.Visible.write(w.Member("visible"))
	w.Member("freed").Int(u.Freed())
	w.Key("levels")
	w.Array()
	for _, l := range u.Stored.Levels {
		w.Object()
		w.Member("level").Int(int64(l.Number))
		w.Member("entries").Int(l.Entries)
		w.Member("bytes").Int(l.Bytes)
		w.EndObject()
	}
	w.EndArray()
	w.EndObject()
}

func (s *Sizes) write(w *value.Writer) {
	w.Object()
	w.Member("entries").Int(s.Entries)
	w.Member("keyBytes").Int(s.KeyBytes)
	w.Member("valueBytes").Int(s.ValueBytes)
	w.Member("deletions").Int(s.Deletions)
	w.EndObject()
}
