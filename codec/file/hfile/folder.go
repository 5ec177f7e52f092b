package hfile

import (
	"slices"
	"strconv"
	"sync"

	"github.com/rowlens/rowlens/codec/file"
)

// folder is the store that the files of tables form.
type folder struct {
	kind   *file.Kind
	path   string
	areas  []*area
	tables []file.Table
	damage []file.Damage

	mutex  sync.Mutex
	checks []file.Damage // from the last scan of everything
}

func (s *folder) Kind() *file.Kind { return s.kind }

func (s *folder) Path() string { return s.path }

func (s *folder) Tables() []file.Table { return s.tables }

func (s *folder) Damage() []file.Damage { return s.damage }

// Places returns the families of the regions' files. A file of which two regions have halves is listed in one family.
func (s *folder) Places() (list []file.Place) {
	for _, a := range s.areas {
		for i := range a.regions {
			for _, p := range a.regions[i].files {
				if at, found := slices.BinarySearch(a.families, p.family); found {
					list = append(list, file.Place{File: p.file.name, Table: a.first + at, Level: -1})
				}
			}
		}
	}
	return list
}

func (s *folder) Check() []file.Damage {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	return slices.Clone(s.checks)
}

// forget discards what the previous scan found.
func (s *folder) forget() {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	s.checks = nil
}

// keep adds what only became known at the end of a file.
func (s *folder) keep(found []file.Damage) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	s.checks = append(s.checks, found...)
}

func (s *folder) Close() error { return nil }

// describe lists the families of all tables.
func (s *folder) describe() {
	for _, a := range s.areas {
		a.first = len(s.tables)
		tables := a.tables()
		s.tables, s.damage = append(s.tables, tables...), append(s.damage, a.unapplied(tables)...)
	}
}

func (s *folder) Scan(t int, q file.Query) (file.Cursor, error) {
	walk := &regionWalk{store: s, query: q, only: t}
	if t == file.All {
		s.forget()
	}
	return s.cursor(walk), nil
}

// cursor returns a cursor over the cells of a walk.
func (s *folder) cursor(walk *regionWalk) *cursor {
	return &cursor{src: walk, table: walk.table, named: func(i int) string { return hbaseTable(s.tables[i].Name) }, close: walk.close}
}

// regionWalk visits the regions of a store's tables, one after another.
type regionWalk struct {
	store  *folder
	query  file.Query
	only   int  // table, or file.All
	alone  bool // only part of one region is read: the one before region
	area   int
	region int
	source source // of the region before region; may be nil
	merged *merged
	scans  []*scan
	fault  error
	last   int // table of the last cell
}

func (w *regionWalk) next() bool {
	for w.fault == nil {
		if w.source != nil {
			if w.source.next() {
				return true
			}
			w.fault = w.merged.fault
			w.finish()
		}
		if w.fault != nil || !w.open() {
			return false
		}
	}
	return false
}

// finish closes the files of a region, and keeps what only became known at their ends.
func (w *regionWalk) finish() {
	for _, s := range w.scans {
		if w.only == file.All && !w.alone {
			w.store.keep(s.count())
		}
		s.f.file.Close()
	}
	w.source, w.scans = nil, nil
}

// open begins the next region that may have rows of the query.
func (w *regionWalk) open() bool {
	if w.alone {
		return false
	}
	a, r := w.turn()
	if r == nil {
		return false
	}
	w.begin(a, r)
	return true
}

// turn moves to the next region that may have rows of the query; nil after the last one.
func (w *regionWalk) turn() (*area, *openRegion) {
	for ; w.area < len(w.store.areas); w.area, w.region = w.area+1, 0 {
		a := w.store.areas[w.area]
		if w.only != file.All && (w.only < a.first || w.only >= a.first+len(a.families)) {
			continue
		}
		for w.region < len(a.regions) {
			r := &a.regions[w.region]
			w.region++
			if !r.outside(&w.query, a.rows) {
				return a, r
			}
		}
	}
	return nil, nil
}

func (w *regionWalk) begin(a *area, r *openRegion) {
	w.merged, w.scans = r.sources(&w.query, a.rows, func(family string) bool { return a.wants(family, w.only) })
	w.last = max(w.only, a.first)
	if w.query.Stored {
		var src source = w.merged
		if w.query.HasAt {
			src = &until{source: src, time: int64(w.query.At)}
		}
		w.source = &distinct{source: src, rows: a.rows}
		return
	}
	w.source = viewOf(w.merged, a.rows, &w.query, a.schema.kept)
}

// wants reports whether a scan of a table, or of all, needs the files of a family.
func (a *area) wants(family string, only int) bool {
	return only == file.All || a.families[only-a.first] == family
}

// table returns the index of the table that a cell belongs to, or the first table's if no folder has the cell's
// family.
func (w *regionWalk) table(c *cell) int {
	if string(w.store.tables[w.last].Stored) == string(c.family) {
		return w.last
	}
	a := w.store.areas[w.area]
	w.last = max(w.only, a.first)
	for i, family := range a.families {
		if family == string(c.family) {
			w.last = a.first + i
		}
	}
	return w.last
}

func (w *regionWalk) current() *cell { return w.source.current() }

func (w *regionWalk) damaged() *file.Damage { return w.source.damaged() }

func (w *regionWalk) err() error { return w.fault }

func (w *regionWalk) close() error {
	w.finish()
	return nil
}

func appendUint(dst []byte, v uint64) []byte { return strconv.AppendUint(dst, v, 10) }
