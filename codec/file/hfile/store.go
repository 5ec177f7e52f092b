package hfile

import (
	"bytes"
	"maps"
	"slices"
	"strconv"
	"sync"

	"github.com/rowlens/rowlens/codec/file"
	"github.com/rowlens/rowlens/codec/value"
)

// open returns the stores of a set: the tables that folders form together with their logs, each
// snapshot without such a table, and each HFile that belongs to neither.
func open(s *file.Set, opt file.Options) ([]file.Store, error) {
	opt = opt.Limits()
	g := gather(s)
	var all []file.Store
	tables, err := g.openTables(opt)
	if err != nil {
		return all, err
	}
	snapshots, err := g.openSnapshots(tables, opt)
	if err != nil {
		return all, err
	}
	if len(tables.areas) > 0 {
		tables.describe()
		if err := tables.missed(); err != nil {
			return all, err
		}
		all = append(all, tables)
	}
	all = append(all, snapshots...)
	for _, name := range g.logs {
		one, err := openLogStore(s, name, opt)
		if err != nil {
			return all, err
		}
		all = append(all, one)
	}
	for _, name := range g.single {
		one, err := openSingle(s, name, opt)
		if err != nil {
			return all, err
		}
		all = append(all, one)
	}
	return all, nil
}

// openTables opens the tables of folders with their logs.
func (g *gathering) openTables(opt file.Options) (*folder, error) {
	store := &folder{kind: kindIn(g.around.set)}
	for _, t := range g.tables {
		a, damage, err := openTable(t, g.around, opt)
		if err != nil {
			return nil, err
		}
		for i := range damage {
			if damage[i].Code == missingRows {
				a.gaps = append(a.gaps, len(store.damage)+i)
			}
		}
		store.areas, store.damage = append(store.areas, a), append(store.damage, damage...)
	}
	if len(store.areas) == 0 {
		return store, nil
	}
	return store, g.addLogs(store, opt)
}

// addLogs adds to the tables what the set's logs contain. Those logs are then not stores of their own.
func (g *gathering) addLogs(store *folder, opt file.Options) error {
	rest := map[string]int{}
	regions := store.regions()
	for _, name := range g.logs {
		src, err := g.around.set.Open(name)
		if err != nil {
			return err
		}
		l, err := openLog(src, name, opt)
		if err == nil {
			store.damage = append(store.damage, l.damage...)
			err = store.complete(l, regions, rest)
		}
		src.Close()
		if err != nil {
			return err
		}
	}
	g.logs = nil
	for _, p := range regions {
		p.settle()
	}
	for _, a := range store.areas {
		for _, table := range slices.Sorted(maps.Keys(rest)) {
			a.notes = append(a.notes, file.Property{Name: "not shown", Value: "cells of " + table + " in logs: " + strconv.Itoa(rest[table])})
		}
	}
	return nil
}

// single is the store that a lone HFile forms.
type single struct {
	kind   *file.Kind
	file   *hfile
	tables []file.Table
	named  string // HBase's table, if the file's name mentions it

	mutex sync.Mutex
	whole *scan // the most recent scan of everything
}

func openSingle(s *file.Set, name string, opt file.Options) (*single, error) {
	src, err := s.Open(name)
	if err != nil {
		return nil, err
	}
	f, err := openFile(src, name, opt)
	if err != nil {
		src.Close()
		return nil, err
	}
	t := f.table()
	t.Name = file.Base(name)
	named := tableInName(t.Name, f.familyName)
	return &single{kind: kindIn(s), file: f, tables: []file.Table{t}, named: named}, nil
}

func (s *single) Kind() *file.Kind { return s.kind }

func (s *single) Path() string { return s.file.name }

func (s *single) Tables() []file.Table { return s.tables }

// Places returns the file's only place.
func (s *single) Places() []file.Place { return []file.Place{{File: s.file.name, Level: -1}} }

func (s *single) Damage() []file.Damage { return s.file.damage }

func (s *single) Check() []file.Damage {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if s.whole == nil {
		return nil
	}
	return s.whole.count()
}

func (s *single) Close() error { return s.file.file.Close() }

func (s *single) Scan(_ int, q file.Query) (file.Cursor, error) {
	all := s.file.scan(q.Start, q.Stop)
	if all.whole {
		s.keep(all)
	}
	return s.cursor(all, &q), nil
}

// keep keeps a scan of all cells for Check.
func (s *single) keep(all *scan) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	s.whole = all
}

// cursor returns the part of a scan that a query asks for.
func (s *single) cursor(all *scan, q *file.Query) *cursor {
	c := &cursor{src: all, table: func(*cell) int { return 0 }, named: func(int) string { return s.named }}
	if !q.Stored {
		c.src = viewOf(all, s.file.rows, q, nil)
	} else if q.HasAt {
		c.src = &until{source: all, time: int64(q.At)}
	}
	return c
}

// until leaves out cells with a later timestamp.
type until struct {
	source
	time int64
}

func (u *until) next() bool {
	for u.source.next() {
		if c := u.current(); c == nil || c.time <= u.time {
			return true
		}
	}
	return false
}

// table describes what the file says about its cells.
func (f *hfile) table() file.Table {
	t := file.Table{Comparator: f.trailer.comparator, Bytewise: f.comparable && !f.ofMeta, Files: 1, Entries: f.trailer.cells, Bytes: f.size}
	if f.trailer.major == 0 {
		t.Entries = -1
	}
	if f.codecKnown {
		t.Compression = []string{codecName(f.codec)}
	}
	var c cell
	if last, ok := f.info.get(infoLast); ok && c.setKey(last) {
		t.Last = bytes.Clone(c.row)
	}
	t.First = f.scan(nil, nil).firstRow()
	for _, p := range f.info {
		t.Properties = append(t.Properties, file.Property{Name: shownText([]byte(p.name)), Value: shownValue(p.name, p.value)})
	}
	return t
}

// firstRow returns the row of the first cell.
func (s *scan) firstRow() []byte {
	for s.next() {
		if c := s.current(); c != nil {
			return bytes.Clone(c.row)
		}
	}
	return nil
}

// shownText returns text unchanged, and other bytes in hex.
func shownText(b []byte) string {
	for _, c := range b {
		if c < 0x20 || c > 0x7e {
			return string(value.AppendHex(nil, b))
		}
	}
	return string(b)
}
