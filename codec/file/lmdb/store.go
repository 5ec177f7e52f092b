package lmdb

import (
	"bytes"
	"slices"
	"sync"

	"github.com/rowlens/rowlens/codec/file"
)

// Store is one data file, in the state that it had when it was opened. A file of up to 16 MiB is
// then read completely, so that no writer disturbs a scan. The pages of a larger file are read
// when they are needed: a cursor that notices that a writer may have reused them ends with an
// error that is file.ErrMoved.
type Store struct {
	kind      *file.Kind
	name      string
	file      file.File
	mem       []byte // the whole file, if it is in memory
	copied    []byte // the same, if the file was read into memory
	opt       file.Options
	cur, prev *meta // nil if there is nothing to read; nil if the previous state is gone
	damage    []file.Damage
	tail      int // size of the checksum at each page's end

	mu     sync.Mutex
	tables []file.Table
	stored map[string]int // index of the table with a key in the main database
	names  map[string]bool
	whole  *walked // the most recent scan of everything
}

// Kind returns the kind LMDB.
func (s *Store) Kind() *file.Kind { return s.kind }

// Path returns the name of the data file.
func (s *Store) Path() string { return s.name }

// Damage returns what is wrong with the meta pages and the size.
func (s *Store) Damage() []file.Damage { return s.damage }

// Close closes the file.
func (s *Store) Close() error { return s.file.Close() }

// Tables returns the main database and the named ones. When a store is opened, names are looked
// for on the first leaf pages of the main database, which rarely has more leaf pages than names. A
// scan adds the names that it finds after those, or in the previous state.
func (s *Store) Tables() []file.Table {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.tables)
}

// source returns a source for a state.
func (s *Store) source(m *meta) *source {
	return &source{layout: m.layout, file: s.file, mem: s.mem, state: m, last: min(m.last, none-1), tail: s.tail,
		whole: uint64(s.file.Size()) / uint64(m.size)}
}

// newSeen returns an empty set for the pages of a state.
func (p *source) newSeen() *visited { return newVisited(min(p.whole, p.last+1)) }

// listPages is how many pages of the main database are searched for names on opening.
const listPages = 16384

// list finds the tables.
func (s *Store) list() error {
	src := s.source(s.cur)
	s.tables, s.stored, s.names = nil, map[string]int{}, map[string]bool{}
	s.add(src, nil, &s.cur.main)
	r := s.mainRows(src, src.newSeen())
	r.silent, r.ordered = true, false
	if s.cur.main.flags&dupSort != 0 {
		return src.err // there are no named databases
	}
	r.from(nil)
	named := int64(0)
	for pages, at := 0, int64(-1); pages < listPages && src.err == nil; {
		step := r.next()
		if step == stepEnd {
			s.tables[0].Databases = named
		}
		if step == stepEnd || step == stepFailed {
			break
		}
		if step == stepDatabase {
			d := src.recordOf(r.node.data)
			s.add(src.copy(), r.key, &d)
			named++
		}
		if r.at != at {
			pages, at = pages+1, r.at
		}
	}
	src.prove()
	return src.err
}

// mainRows returns the rows of the main database.
func (s *Store) mainRows(src *source, seen *visited) *rows {
	r := openRows(src, seen, &src.state.main)
	r.isMain = src.state.main.flags&dupSort == 0
	r.most = s.opt.BlockMax
	return r
}

// recordOf decodes a record whose size was checked.
func (l *layout) recordOf(b []byte) record {
	var d record
	r := newReader(b)
	l.readRecord(&r, &fRecord, &d)
	return d
}

// add returns the table of a key in the main database, making one if needed. A nil key stands for
// the main database itself.
func (s *Store) add(src *source, key []byte, d *record) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	if i, ok := s.stored[string(key)]; ok {
		return i
	}
	t := src.describe(d)
	t.Name = "main"
	if key != nil {
		s.stored[string(key)] = len(s.tables)
		t.Stored = bytes.Clone(src.nameOf(key))
		t.Name = text(t.Stored)
	} else {
		t.Properties = append(t.Properties, src.state.properties()...)
	}
	for s.names[t.Name] {
		t.Name = "(" + t.Name + ")"
	}
	s.names[t.Name] = true
	s.tables = append(s.tables, t)
	return len(s.tables) - 1
}

// nameOf returns the name of the database that has this key in the main database: from version 2
// on, the key ends in a byte 00.
func (l *layout) nameOf(key []byte) []byte {
	if n := len(key) - 1; l.version > 1 && n >= 0 && key[n] == 0 {
		return key[:n]
	}
	return key
}

// keyOf returns a table's key in the main database.
func (s *Store) keyOf(t int) []byte {
	s.mu.Lock()
	defer s.mu.Unlock()
	for key, i := range s.stored {
		if i == t {
			return []byte(key)
		}
	}
	return nil
}
