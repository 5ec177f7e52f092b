package hfile

import (
	"bytes"
	"slices"
	"strings"

	"github.com/rowlens/rowlens/codec/file"
)

// logStore is the store that a log forms without its tables. In stored mode it shows every cell
// in the order of writing; otherwise it shows what a scan would show if there were nothing but
// the log. HBase's own entries are separate tables, shown only in stored mode.
type logStore struct {
	kind   *file.Kind
	log    *walLog
	names  []string // of tables: table/family
	tables []file.Table
	ended  *file.Damage
}

func openLogStore(s *file.Set, name string, opt file.Options) (*logStore, error) {
	src, err := s.Open(name)
	if err != nil {
		return nil, err
	}
	l, err := openLog(src, name, opt)
	if err != nil {
		src.Close()
		return nil, err
	}
	store := &logStore{kind: kindIn(s), log: l}
	return store, store.survey()
}

// survey reads the log once to find its tables, and where it ends.
func (s *logStore) survey() error {
	type count struct {
		entries int64
		bytes   int64
		first   []byte
		last    []byte
	}
	counts := map[string]*count{}
	r := s.log.reader()
	for r.next() {
		for i := range r.entry.cells {
			c := &r.entry.cells[i]
			name := logTable(r.entry.table, c)
			n := counts[name]
			if n == nil {
				n = &count{first: bytes.Clone(c.row), last: bytes.Clone(c.row)}
				counts[name] = n
				s.names = append(s.names, name)
			}
			n.entries++
			n.bytes += int64(len(c.row) + len(c.family) + len(c.qualifier) + len(c.value))
			if bytes.Compare(c.row, n.first) < 0 {
				n.first = append(n.first[:0], c.row...)
			} else if bytes.Compare(c.row, n.last) > 0 {
				n.last = append(n.last[:0], c.row...)
			}
		}
	}
	s.log.damage = append(s.log.damage, r.odd...)
	s.ended = r.damage
	slices.Sort(s.names)
	for _, name := range s.names {
		n := counts[name]
		s.tables = append(s.tables, file.Table{Name: name, Files: 1, Entries: n.entries, Bytes: n.bytes, First: n.first, Last: n.last})
	}
	return r.err
}

// logTable names the table that a cell of a log belongs to, the same way as in a folder.
func logTable(table []byte, c *cell) string {
	return strings.TrimPrefix(string(table), defaultNamespace+":") + "/" + shownText(c.family)
}

func (s *logStore) Kind() *file.Kind { return s.kind }

func (s *logStore) Path() string { return s.log.name }

func (s *logStore) Tables() []file.Table { return s.tables }

func (s *logStore) Damage() []file.Damage { return s.log.damage }

// Check returns nothing: the cursor reports where the log ends.
func (s *logStore) Check() []file.Damage { return nil }

func (s *logStore) Close() error { return s.log.file.Close() }

func (s *logStore) Scan(t int, q file.Query) (file.Cursor, error) {
	w := &logWalk{store: s, query: q, only: t, reader: s.log.reader()}
	c := &cursor{src: w, table: func(*cell) int { return w.table }, named: func(i int) string { return hbaseTable(s.names[i]) }}
	if !q.Stored {
		v := &logView{walk: w}
		c.src = v
		c.table = func(*cell) int { return v.table }
	}
	return c, nil
}

// logWalk shows the cells of a log in the order in which they were written.
type logWalk struct {
	store  *logStore
	query  file.Query
	only   int
	reader *logReader
	cell   int
	table  int
	ended  bool
}

func (w *logWalk) next() bool {
	for !w.ended {
		for w.cell < len(w.reader.entry.cells) {
			c := &w.reader.entry.cells[w.cell]
			w.cell++
			if w.shows(c) {
				return true
			}
		}
		if w.cell = 0; !w.reader.next() {
			w.reader.entry.cells = w.reader.entry.cells[:0]
			w.ended = true
			return w.reader.damage != nil
		}
	}
	return false
}

func (w *logWalk) shows(c *cell) bool {
	w.table, _ = slices.BinarySearch(w.store.names, logTable(w.reader.entry.table, c))
	c.file = w.store.log.name
	q := &w.query
	return (w.only == file.All || w.only == w.table) &&
		(q.Start == nil || bytes.Compare(c.row, q.Start) >= 0) && (q.Stop == nil || bytes.Compare(c.row, q.Stop) < 0) &&
		(!q.HasAt || c.time <= int64(q.At))
}

func (w *logWalk) current() *cell {
	if w.ended {
		return nil
	}
	return &w.reader.entry.cells[w.cell-1]
}

func (w *logWalk) damaged() *file.Damage { return w.reader.damage }

func (w *logWalk) err() error { return w.reader.err }

// logView shows what a scan of a log alone would show: its cells in order, table by table, then
// why the log ended.
type logView struct {
	walk   *logWalk
	tables [][]cell // by table; nil until the first call
	table  int
	source source
	ended  bool
}

func (v *logView) next() bool {
	if v.tables == nil {
		v.load()
	}
	for v.source != nil || v.table+1 < len(v.tables) {
		if v.source != nil && v.source.next() {
			return true
		}
		if v.source = nil; v.table+1 >= len(v.tables) {
			break
		}
		v.table++
		src := &logSource{cells: v.tables[v.table], query: &v.walk.query, rows: bytes.Compare, wanted: func(*cell) bool { return true }}
		v.source = viewOf(src, bytes.Compare, &v.walk.query, nil)
	}
	if v.ended || v.walk.reader.damage == nil {
		return false
	}
	v.ended = true
	return true
}

func (v *logView) load() {
	v.tables, v.table = make([][]cell, len(v.walk.store.names)), -1
	w := v.walk
	for w.next() {
		if c := w.current(); c != nil && string(c.family) != logFamily {
			v.tables[w.table] = append(v.tables[w.table], c.kept(c.file))
		}
	}
	for _, cells := range v.tables {
		sortCells(cells, bytes.Compare)
	}
}

func (v *logView) current() *cell {
	if v.ended {
		return nil
	}
	return v.source.current()
}

func (v *logView) damaged() *file.Damage { return v.walk.reader.damage }

func (v *logView) err() error { return v.walk.err() }
