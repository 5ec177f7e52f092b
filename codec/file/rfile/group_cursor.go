package rfile

import (
	"bytes"
	"errors"
	"strconv"

	"github.com/rowlens/rowlens/codec/file"
	"github.com/rowlens/rowlens/codec/wire"
)

// source is a run of entries in key order: a group of a file, or salvaged entries.
type source interface {
	// next reads the next entry, or the damage in place of one or more entries. Neither means the end.
	next() (ok bool, damage *file.Damage)
	now() *entries
	where() place
}

// place is where an entry is stored.
type place struct {
	file  string
	group string
	block int64 // offset of its block in the file
}

// groupCursor visits one locality group.
type groupCursor struct {
	f     *rfile
	g     *group
	start []byte // first row, or nil
	of    *scan

	path    []indexWalk // from the root to level 0
	entries entries
	block   region
	bound   *indexEntry // of the block; valid until the next one
	cells   int         // number of entries in the block
	left    int         // how many of them are not yet read
	named   int64       // entries of all blocks so far
	blocks  int         // that the index has named so far
	data    buffer
	below   []*buffer // of the index blocks below the root, by depth
	closing bool      // all entries of the block were read; bytes may be left
	skip    bool      // rows before start are skipped
	closed  bool
	unread  bool // an index block could not be read
	lossy   bool // entries are missing

	ahead   bool         // the next entry has already been read
	waiting *file.Damage // met when the next entry was read
}

// scan is shared by the groups of a scan.
type scan struct {
	claimed claims // of one file
	plain   *int64 // total size of the unpacked blocks in memory
	whole   bool   // no range, no salvage: all entries are returned
}

// plainMost is how many blocks of the largest size a scan may hold in memory.
const plainMost = 4

// load reads a block if it fits into the scan's memory.
func (s *scan) load(c *container, in *buffer, g region, codec string) ([]byte, *file.Damage) {
	held := int64(cap(in.plain))
	if most := plainMost * int64(c.limits.BlockMax); *s.plain-held+g.plain > most {
		return nil, &file.Damage{File: c.name, Code: codeCodec, Offset: g.offset, Lost: g.stored,
			Expected: "at most " + strconv.FormatInt(most, 10) + " bytes of unpacked blocks at once",
			Found:    "more, in many groups, files or levels of an index"}
	}
	plain, damage := in.load(c, g, codec)
	*s.plain += int64(cap(in.plain)) - held
	return plain, damage
}

// free releases the memory of a block.
func (s *scan) free(in *buffer) {
	*s.plain -= int64(cap(in.plain))
	*in = buffer{}
}

func newGroupCursor(f *rfile, g *group, start []byte, of *scan) *groupCursor {
	s := &groupCursor{f: f, g: g, start: start, skip: start != nil, of: of}
	if m, ok := f.find("RFile.index"); ok {
		s.waiting = s.misplaced(&g.root, m.offset)
	}
	s.path = append(s.path, g.root.walk())
	return s
}

// defaultGroup is the name used for the group without a name, and unnamedGroup for one whose name is empty.
const (
	defaultGroup = "default"
	unnamedGroup = `""`
)

func (s *groupCursor) now() *entries { return &s.entries }
func (s *groupCursor) where() place  { return place{s.f.name, s.g.label(), s.block.offset} }

// next reads ahead after damage: the following row tells where the missing ones would be.
func (s *groupCursor) next() (bool, *file.Damage) {
	damage := s.waiting
	switch s.waiting = nil; {
	case s.ahead:
		s.ahead = false
		return true, nil
	case damage == nil:
		var ok bool
		if ok, damage = s.step(); damage == nil || damage.Lost == 0 {
			return ok, damage
		}
	case damage.Lost == 0:
		return false, damage
	}
	if s.ahead, s.waiting = s.step(); s.ahead {
		damage.Before = bytes.Clone(s.entries.key.part[row])
	}
	return false, damage
}

// step reads the next entry or meets damage.
func (s *groupCursor) step() (bool, *file.Damage) {
	for {
		switch {
		case s.left > 0:
			s.left--
			if !s.entries.next() {
				return false, s.broken()
			}
			s.closing = s.left == 0
			if s.named-int64(s.left) == 1 && !s.lossy && s.g.hasFirst && s.start == nil && compare(&s.entries.key, &s.g.first) != 0 {
				s.ahead = true
				return false, s.other()
			}
			if s.skip && bytes.Compare(s.entries.key.part[row], s.start) < 0 {
				continue
			}
			s.skip = false
			return true, nil
		case s.closing:
			s.closing = false
			if rest := s.entries.r.Left(); rest > 0 {
				return false, &file.Damage{File: s.f.name, Code: codeRest, Offset: s.block.offset, Expected: "the end of the block",
					Found: strconv.Itoa(rest) + " more bytes", Text: "the index counts fewer entries than the block seems to have"}
			}
			if s.cells > 0 && compare(&s.entries.key, &s.bound.key) > 0 {
				return false, s.beyond()
			}
		default:
			more, damage := s.nextBlock()
			if damage != nil || !more {
				return false, damage
			}
		}
	}
}

// nextBlock walks the index to the next data block and unpacks it.
func (s *groupCursor) nextBlock() (bool, *file.Damage) {
	for len(s.path) > 0 {
		top := &s.path[len(s.path)-1]
		at := top.next()
		switch {
		case at == nil:
			s.path = s.path[:len(s.path)-1]
		case s.skip && bytes.Compare(at.key.part[row], s.start) < 0:
		case at.inside(s.f.f.Size()) && !s.of.claimed.take(at.region):
			s.named += int64(max(at.cells, 0))
			s.blocks++
			return false, s.twice(at)
		case top.level == 0:
			return s.openBlock(at)
		default:
			below, damage := s.f.descend(top.level, at, s.buffer(len(s.path)-1), s.of.load)
			if damage != nil {
				s.unread = true
				return false, s.after(damage)
			}
			misplaced := s.misplaced(&below, at.offset)
			if s.path = append(s.path, below.walk()); misplaced != nil {
				return false, misplaced
			}
		}
	}
	return false, s.close()
}

// misplaced returns damage if an index block, the one after those of the path, is wrong about its place among the others.
// Accumulo finds its way by that.
func (s *groupCursor) misplaced(b *indexBlock, at int64) *file.Damage {
	more := false
	for i := range s.path {
		more = more || s.path[i].left > 0
	}
	if s.start != nil || s.unread || b.stands(s.blocks, more) {
		return nil
	}
	return &file.Damage{File: s.f.name, Code: codeIndex, Offset: at,
		Expected: "data block " + strconv.Itoa(s.blocks) + " as its first, and its level ended where it is",
		Found:    "data block " + strconv.Itoa(b.firstBlock) + ", or another end",
		Text:     "the index is wrong: Accumulo may not find all entries. Nothing is lost."}
}

// buffer returns the memory for the index block at a depth below the root.
func (s *groupCursor) buffer(depth int) *buffer {
	for len(s.below) <= depth {
		s.below = append(s.below, new(buffer))
	}
	return s.below[depth]
}

// openBlock unpacks a data block.
func (s *groupCursor) openBlock(at *indexEntry) (bool, *file.Damage) {
	s.entries.detach()
	s.block, s.bound, s.cells, s.left = at.region, at, max(at.cells, 0), 0
	s.named += int64(s.cells)
	s.blocks++
	if at.cells < 0 {
		return false, s.after(&file.Damage{File: s.f.name, Code: codeShort, Offset: at.offset, Lost: at.stored,
			Expected: "a number of entries", Found: strconv.Itoa(at.cells)})
	}
	plain, damage := s.of.load(s.f.container, &s.data, at.region, s.f.codec)
	if damage != nil {
		damage.Text = entriesMissing(int64(s.cells))
		return false, s.after(damage)
	}
	s.entries.open(plain, nil)
	s.left, s.closing = s.cells, s.cells == 0
	return true, nil
}

// entriesMissing says in the text of damage how many entries it costs.
func entriesMissing(n int64) string {
	if n == 1 {
		return "1 entry is missing"
	}
	return strconv.FormatInt(n, 10) + " entries are missing"
}

// close releases the memory, and compares the number of entries named by the index with the
// number that the file counts.
func (s *groupCursor) close() *file.Damage {
	if s.closed {
		return nil
	}
	s.closed = true
	s.entries.detach()
	s.of.free(&s.data)
	for _, in := range s.below {
		s.of.free(in)
	}
	counted := s.g.cells()
	if !s.of.whole || counted < 0 || counted == s.named {
		return nil
	}
	missing := entriesMissing(counted - s.named)
	switch {
	case counted < s.named:
		missing = "nothing is missing"
	case s.unread:
		missing += " with the index blocks that cannot be read"
	}
	return &file.Damage{File: s.f.name, Code: codeCount, Offset: file.NoOffset, Remark: s.unread || counted < s.named,
		Expected: strconv.FormatInt(counted, 10) + " entries in the group " + s.g.label() + ", as the file counts them by column family",
		Found:    strconv.FormatInt(s.named, 10) + " by the index", Text: missing}
}

// broken returns the damage for an entry that cannot be read: the block ends before it.
func (s *groupCursor) broken() *file.Damage {
	code, expected, found, at := failure(&s.entries.r)
	s.entries.back(s.cells - s.left - 1)
	d := &file.Damage{File: s.f.name, Code: code, Offset: s.block.offset, Expected: expected, Found: found, Lost: s.block.stored,
		Text: "from offset " + strconv.Itoa(at) + " of the unpacked block on, " + entriesMissing(int64(s.left)+1)}
	s.left, s.closing = 0, false
	return s.after(d)
}

// twice returns the damage for a block that an index has already named.
func (s *groupCursor) twice(at *indexEntry) *file.Damage {
	return &file.Damage{File: s.f.name, Code: codeIndex, Offset: at.offset, Expected: "a block that no other entry of the index names",
		Found: "one that was read before, or overlaps such a one or the index", Text: "it is not shown again; " + strconv.Itoa(max(at.cells, 0)) +
			" entries that the index counts there have no place of their own"}
}

// other returns the damage for a group that does not begin with the key that the file names. Later keys may repeat parts of it.
func (s *groupCursor) other() *file.Damage {
	return &file.Damage{File: s.f.name, Code: codeIndex, Offset: s.block.offset, Expected: "the first key of the group, as the file names it",
		Found: "another one",
		Text:  "the entries are shown, but either they or the key are wrong; those that repeat parts of the first one may be, too"}
}

// beyond returns the damage for a block whose last entry is larger than its key in the index. Without this, a wrong key
// would be noticed by nobody, although a search passes the block over.
func (s *groupCursor) beyond() *file.Damage {
	return &file.Damage{File: s.f.name, Code: codeIndex, Offset: s.block.offset, Expected: "a key in the index that is not smaller than an entry of its block",
		Found: "a smaller one", Text: "the entries are shown, but either they or the key are wrong, and a search for their rows may miss them"}
}

// after adds to damage the row after which entries are missing.
func (s *groupCursor) after(d *file.Damage) *file.Damage {
	s.lossy = true
	if s.entries.any {
		d.After = bytes.Clone(s.entries.key.part[row])
	}
	return d
}

// failure returns the kind's code and texts for a reader's failure.
func failure(r *wire.Reader) (code, expected, found string, at int) {
	var e *wire.Error
	if !errors.As(r.FinishPrefix(""), &e) {
		return codeShort, "an entry", "something else", r.Offset()
	}
	if code = e.Own; code == "" {
		code = codeShort
	}
	return code, e.Expected, e.Found, e.Offset
}
