package rocksdb

import (
	"bytes"
	"cmp"
	"math"
	"slices"
	"strconv"
	"unicode/utf8"

	"github.com/rowlens/rowlens/codec/file"
	"github.com/rowlens/rowlens/codec/internal/sorting"
	"github.com/rowlens/rowlens/codec/value"
)

// addTable opens a table of a family.
func (s *database) addTable(c *column, f file.File, name string, m *fileMeta) {
	t := openTable(f, name, s.opt)
	s.damage = append(s.damage, t.damage...)
	tf := &tableFile{table: t, meta: m, level: -1}
	if m != nil {
		if !t.props.found && (m.unpersisted || c.unpersisted) {
			t.pad = timestampSize
		}
		tf.level = int(min(m.level, math.MaxInt32))
		if low, high := m.sequences(); low == high && low > 0 {
			t.setSequence(low)
		}
		if d := t.identify(m); d != nil {
			s.damage = append(s.damage, *d)
		}
	}
	c.files = append(c.files, tf)
	if !c.hasComparator && t.props.comparator != "" {
		c.comparator, c.hasComparator = t.props.comparator, true
	}
	if c.operator.name == "" && t.props.mergeOperator != "" {
		c.operator = assumedOperator(t.props.mergeOperator)
	}
}

// sequences returns the smallest and largest sequence number of a table.
func (m *fileMeta) sequences() (low, high uint64) {
	if m.hasSeq {
		return m.seqMin, m.seqMax
	}
	return 0, 0
}

// complete sorts the files of a family and describes it. from is the file that declared the family.
func (s *database) complete(c *column, d *folder, from string) error {
	var failed error
	c.order = orderOf(c.comparator, func() func(a, b []byte) int {
		switch {
		case c.comparator == "":
			return bytes.Compare // nothing indicates another order
		case s.opt.Compare == nil:
			return nil
		}
		return s.opt.Compare(c.comparator, c.name, func(name string) (text []byte) {
			text, failed = d.side(name)
			return text
		})
	})
	if failed != nil {
		return failed
	}
	if c.operator.name == "" {
		c.operator = assumedOperator("")
	}
	if !c.order.known && (len(c.files) > 0 || c.mem != nil && len(c.mem.ranges) > 0) {
		s.damage = append(s.damage, file.Damage{File: from, Code: "comparator", Offset: file.NoOffset, Remark: true,
			Expected: "a comparator that is known", Found: c.comparator,
			Text: "The files of the family keep their own order and are merged by bytes: a key that several files have may be shown more than once, " +
				"and deletions may not count. Range deletes do not count."})
	}
	for _, f := range c.files {
		if f.err != nil {
			return f.err
		}
		f.clip = clipOf(f.meta, &c.order, f.pad)
		for i := range f.rangeDeletes {
			r := &f.rangeDeletes[i]
			t := tombstone{sequence: r.seq, clip: f.clip, file: f.name, level: f.level}
			t.start, t.timestamp = c.order.split(r.start)
			t.end, _ = c.order.split(r.end)
			c.tombs = append(c.tombs, t)
		}
	}
	sorting.Stable(c.files, func(a, b *tableFile) int {
		if a.level != b.level || a.level <= 0 || a.clip == nil || b.clip == nil {
			return cmp.Compare(a.level, b.level)
		}
		return c.order.plain(a.clip.smallest, b.clip.smallest)
	})
	if c.mem != nil && !s.lone {
		c.mem.sort(s.replay, &c.order)
		for i := range c.mem.ranges {
			e := &c.mem.ranges[i]
			held := &s.replay.records[e.record]
			t := tombstone{sequence: e.sequence, file: s.replay.logs[held.log].name, level: -1, block: int64(held.at), at: int(e.at)}
			t.start, t.timestamp = c.order.split(s.replay.key(e))
			t.end, _ = c.order.split(s.replay.value(e))
			c.tombs = append(c.tombs, t)
		}
	}
	sortTombstones(c.tombs, &c.order)
	c.cf = string(value.AppendHex(nil, c.name))
	s.families = append(s.families, c)
	s.tables = append(s.tables, s.describe(c))
	return nil
}

// describe returns what a family's files say about it.
func (s *database) describe(c *column) file.Table {
	t := file.Table{Name: c.title(), ID: c.id, Comparator: c.comparator, Bytewise: c.order.bytes, Files: len(c.files)}
	if c.named {
		t.Stored, t.CF = c.name, c.name
	}
	levels, sizes := map[int]int{}, map[int]int64{}
	t.HasDeletions = len(c.files) > 0 && (c.mem == nil || len(c.mem.entries)+len(c.mem.ranges) == 0)
	for _, f := range c.files {
		t.Bytes += f.f.Size()
		levels[f.level]++
		sizes[f.level] += f.f.Size()
		t.HasDeletions = t.HasDeletions && f.props.found
		t.Deletions += int64(min(f.props.deletions, math.MaxInt32))
		if !f.props.found {
			t.Entries = -1
		} else if t.Entries >= 0 {
			t.Entries += int64(min(f.props.entries, math.MaxInt64/2))
		}
		if z := f.props.compression; z != "" && !slices.Contains(t.Compression, z) {
			t.Compression = append(t.Compression, z)
		}
		if f.meta != nil {
			c.widen(&t, bound(f.meta.smallest), f.pad)
			c.widen(&t, bound(f.meta.largest), f.pad)
		}
	}
	if c.mem != nil {
		n := len(c.mem.entries)
		if t.Entries >= 0 {
			t.Entries += int64(n + len(c.mem.ranges))
		}
		if n > 0 {
			c.widen(&t, s.replay.key(&c.mem.entries[0]), 0)
			c.widen(&t, s.replay.key(&c.mem.entries[n-1]), 0)
		}
	}
	t.Starts = c.starts()
	for level := range 64 {
		if n := levels[level]; n > 0 {
			t.Properties = append(t.Properties, file.Property{Name: "level " + strconv.Itoa(level),
				Value: strconv.Itoa(n) + " files, " + strconv.FormatInt(sizes[level], 10) + " bytes"})
		}
	}
	if c.operator.name != "" {
		t.Properties = append(t.Properties, file.Property{Name: "merge operator", Value: c.operator.name})
	}
	if len(c.files) == 1 {
		t.Properties = append(t.Properties, c.files[0].props.all...)
	}
	return t
}

// starts returns the first keys of the files of the last level, except the first file's: RocksDB cuts its
// keys there. The files of level 0 overlap.
func (c *column) starts() (list [][]byte) {
	last := 0
	for _, f := range c.files {
		last = max(last, f.level)
	}
	for _, f := range c.files {
		if last == 0 || f.level != last || f.clip == nil {
			continue
		}
		list = append(list, bytes.Clone(f.clip.smallest))
	}
	if len(list) < 2 {
		return nil
	}
	return list[1:]
}

// Places returns the table and level of each file, including missing files.
func (s *database) Places() (list []file.Place) {
	for i, c := range s.families {
		for _, f := range c.files {
			list = append(list, file.Place{File: f.name, Table: i, Level: f.level})
		}
		for _, name := range c.missing {
			list = append(list, file.Place{File: name, Table: i, Level: -1, Missing: true})
		}
	}
	return list
}

// widen extends the bounds of a table by a key. pad is how many bytes of the key's timestamp are not stored.
func (c *column) widen(t *file.Table, key []byte, pad int) {
	if pad == 0 {
		key, _ = c.order.split(key)
	}
	if t.First == nil || c.order.plain(key, t.First) < 0 {
		t.First = append([]byte{}, key...)
	}
	if t.Last == nil || c.order.plain(key, t.Last) > 0 {
		t.Last = append([]byte{}, key...)
	}
}

// title returns the family's name for people: text, or hex if it is not text.
func (c *column) title() string {
	if !c.named {
		if c.id == familyUnknown {
			return "unknown family"
		}
		return "family " + strconv.FormatUint(uint64(c.id), 10)
	}
	if !utf8.Valid(c.name) || len(c.name) == 0 {
		return "0x" + string(value.AppendHex(nil, c.name))
	}
	for _, r := range c.name {
		if r < ' ' || r == 0x7f {
			return "0x" + string(value.AppendHex(nil, c.name))
		}
	}
	return string(c.name)
}

// Kind returns the kind RocksDB.
func (s *database) Kind() *file.Kind { return s.kind }

// Path returns the folder of the database, or the file that is read alone.
func (s *database) Path() string { return s.path }

// Tables returns the column families, ordered by id.
func (s *database) Tables() []file.Table { return s.tables }

// Damage returns what was met when the database was opened.
func (s *database) Damage() []file.Damage { return s.damage }

// Check returns nothing: all that can be known at the end is known at the start.
func (s *database) Check() []file.Damage { return nil }

const assumption = "values with several merge operands are joined by commas, which is assumed: no OPTIONS file has the delimiter"

// Assumed says so if operands were joined by a delimiter that no file has.
func (s *database) Assumed() string {
	if !s.assumed.Load() {
		return ""
	}
	return assumption
}

// Close closes all files.
func (s *database) Close() error {
	var first error
	for _, f := range s.open {
		if err := f.Close(); first == nil {
			first = err
		}
	}
	s.open = nil
	return first
}
