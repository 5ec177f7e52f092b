package rfile

import (
	"bytes"
	"slices"
	"strings"

	"github.com/rowlens/rowlens/codec/file"
	"github.com/rowlens/rowlens/codec/store"
)

// rfile is one open file.
type rfile struct {
	*container
	index index
	plain []byte // of RFile.index
	table string // what its name says about the table; may be empty
}

// openFile reads what a file says about its groups.
func openFile(f file.File, name string, limits file.Options) *rfile {
	o := &rfile{container: openContainer(f, name, limits)}
	if !o.lost && !o.refuse {
		o.readIndex()
	}
	o.notEncrypted(o.index.version > 0)
	return o
}

// readIndex reads RFile.index.
func (o *rfile) readIndex() {
	at, ok := o.find("RFile.index")
	if !ok {
		o.lose("meta-index", o.tail.metaIndex, "a meta block RFile.index", "others", 0)
		return
	}
	var in buffer // the keys of the index stay in use
	plain, damage := in.load(o.container, at.region, at.codec)
	if damage != nil {
		o.lose(damage.Code, damage.Offset, damage.Expected, damage.Found, 0)
		return
	}
	o.plain = plain
	if o.index = parseIndex(plain, o.data); o.index.version == 0 {
		o.lose("rfile-index", at.offset, "locality groups and the roots of their indexes", "bytes that are not", 0)
	}
}

// rfileStore is the files of one table.
type rfileStore struct {
	kind   *file.Kind
	path   string
	files  []*rfile // the newest first
	tables []file.Table
}

func (s *rfileStore) Kind() *file.Kind     { return s.kind }
func (s *rfileStore) Path() string         { return s.path }
func (s *rfileStore) Tables() []file.Table { return s.tables }
func (s *rfileStore) Check() []file.Damage { return nil }

func (s *rfileStore) Damage() []file.Damage {
	var all []file.Damage
	for _, f := range s.files {
		all = append(all, f.damage...)
	}
	return all
}

func (s *rfileStore) Close() error {
	var first error
	for _, f := range s.files {
		if err := f.f.Close(); err != nil && first == nil {
			first = err
		}
	}
	return first
}

// Scan merges the groups of all files, or one group, in the order of their keys.
func (s *rfileStore) Scan(t int, q file.Query) (file.Cursor, error) {
	return s.scan(t, q, q.Start == nil && q.Stop == nil && !q.Salvage), nil
}

func (s *rfileStore) scan(t int, q file.Query, whole bool) *cursor {
	c := &cursor{s: s, filter: newFilter(q), stop: q.Stop, skipTo: q.Start, table: -1}
	var from []source
	plain := new(int64)
	for _, f := range s.files {
		f, r := f.noted()
		c.reads = append(c.reads, r)
		switch {
		case f.refuse:
		case f.lost:
			from = append(from, newSalvage(f, int64(len(magic)), f.dataEnd()))
			c.unordered = true
		default:
			of := &scan{plain: plain, whole: whole}
			from = append(from, f.sources(s.groupOf(t), q, of)...)
		}
	}
	c.merged = newMerged(from)
	return c
}

// groupOf returns the name of a table's group; "" for all.
func (s *rfileStore) groupOf(t int) string {
	if t == file.All {
		return ""
	}
	return s.tables[t].Group
}

// sources returns the groups of a file, and what salvage finds between their blocks.
func (f *rfile) sources(name string, q file.Query, of *scan) []source {
	if m, ok := f.find("RFile.index"); ok {
		of.claimed.take(region{offset: m.offset, stored: f.f.Size() - m.offset}) // blocks lie before it
	}
	var all []source
	for i := range f.index.groups {
		if g := &f.index.groups[i]; name == "" || g.label() == name {
			all = append(all, newGroupCursor(f, g, q.Start, of))
		}
	}
	if !q.Salvage {
		return all
	}
	for _, gap := range f.gaps() {
		if gap.group == nil || gap.sample || name != "" && gap.group.label() != name {
			continue
		}
		s := newSalvage(f, gap.from, gap.to)
		s.group, s.seen = gap.group.label(), nil
		all = append(all, s)
	}
	return all
}

// cursor returns the merged entries of a store.
type cursor struct {
	s         *rfileStore
	merged    merged
	filter    *filter
	skipTo    []byte
	stop      []byte
	unordered bool // a file has lost its index: its entries come in file order
	over      bool

	group string // group of the last entry, and its table
	table int

	part  *part // the part to return; nil for everything
	reads []*reads
	err   error
}

func (c *cursor) Err() error   { return c.err }
func (c *cursor) Close() error { return nil }

func (c *cursor) Next(e *file.Entry) bool {
	e.Reset()
	for !c.over {
		from, damage := c.merged.next()
		if c.part != nil && !c.part.begin(&c.merged) {
			c.err = errPart
			break
		}
		if damage != nil || from == nil {
			if c.err = failed(c.reads); c.err != nil {
				break
			}
		}
		if damage != nil {
			e.Damage = damage
			e.Source.File = damage.File
			return true
		}
		if from == nil {
			break
		}
		in := from.now()
		if c.stop != nil && bytes.Compare(in.key.part[row], c.stop) >= 0 {
			if c.unordered {
				continue
			}
			break
		}
		// Salvaged entries have no index in which to look up the start.
		if c.skipTo != nil && bytes.Compare(in.key.part[row], c.skipTo) < 0 || !c.filter.shows(&in.key) {
			continue
		}
		c.fill(e, in, from.where())
		return true
	}
	if c.over = true; c.part != nil && c.err == nil && !c.part.end(&c.merged) {
		c.err = errPart
	}
	return false
}

func (c *cursor) fill(e *file.Entry, in *entries, at place) {
	k := &in.key.part
	e.Parts = append(e.Parts, store.Part{Name: store.Row, Bytes: k[row]}, store.Part{Name: store.Family, Bytes: k[family]},
		store.Part{Name: store.Qualifier, Bytes: k[qualifier]}, store.Part{Name: store.Visibility, Bytes: k[visibility]},
		store.Part{Name: store.Value, Bytes: in.value})
	e.Time, e.Timed = in.key.time, true
	if in.key.deleted {
		e.Deleted = deletedWord
	}
	if c.table < 0 || c.group != at.group {
		c.group, c.table = at.group, c.s.tableOf(at.group)
	}
	e.Source.File, e.Source.Table = at.file, c.s.tableName()
	e.Block, e.At, e.Group, e.Table = at.block, in.at, at.group, c.table
}

func (s *rfileStore) tableName() string { return s.files[0].table }

func (s *rfileStore) tableOf(group string) int {
	for i := range s.tables {
		if s.tables[i].Group == group {
			return i
		}
	}
	return 0
}

// describe fills the tables. Groups with the same name make one table.
func (s *rfileStore) describe() {
	for _, f := range s.files {
		var claimed claims
		for i := range f.index.groups {
			s.describeGroup(f, &f.index.groups[i], &claimed)
		}
		if f.lost {
			s.table("", f)
		}
	}
	for i := range s.tables {
		t := &s.tables[i]
		switch {
		case t.Name != "":
		case s.tableName() == "":
			t.Name = t.Group
		case len(s.tables) == 1 || t.Group == "":
			t.Name = s.tableName()
		default:
			t.Name = s.tableName() + "/" + t.Group
		}
	}
}

// table returns the table of a group, and adds the file to its counts.
func (s *rfileStore) table(group string, f *rfile) *file.Table {
	i := 0
	for i < len(s.tables) && s.tables[i].Group != group {
		i++
	}
	if i == len(s.tables) {
		s.tables = append(s.tables, file.Table{Group: group, Comparator: "accumulo", Bytewise: true, Entries: 0})
	}
	t := &s.tables[i]
	t.Files++
	t.Bytes += f.f.Size()
	if f.codec != "" && !slices.Contains(t.Compression, f.codec) {
		t.Compression = append(t.Compression, f.codec)
	}
	return t
}

func (s *rfileStore) describeGroup(f *rfile, g *group, claimed *claims) {
	t := s.table(g.label(), f)
	n := g.cells()
	if n < 0 && g.root.level == 0 {
		n = g.root.cells()
	}
	if t.Entries += n; n < 0 || t.Entries < n {
		t.Entries = -1
	}
	if g.hasFirst && (t.First == nil || bytes.Compare(g.first.part[row], t.First) < 0) {
		t.First = g.first.part[row]
	}
	if last := f.lastRow(g, claimed); last != nil && (t.Last == nil || bytes.Compare(last, t.Last) > 0) {
		t.Last = last
	}
	t.Properties = append(t.Properties, g.properties(f)...)
}

// ownName reports whether a file's name is one that Accumulo gives: a letter for its origin
// (Flush, Major, Compaction, Import, …) and a number, which is larger the newer the file.
func ownName(base string) (number string, ok bool) {
	stem, ok := strings.CutSuffix(base, ".rf")
	if !ok || len(stem) < 8 || !strings.ContainsRune("ACFIM", rune(stem[0])) {
		return "", false
	}
	for _, c := range stem[1:] {
		if (c < '0' || c > '9') && (c < 'a' || c > 'z') {
			return "", false
		}
	}
	return stem[1:], true
}
