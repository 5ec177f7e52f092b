package rocksdb

import (
	"bytes"
	"errors"

	"github.com/rowlens/rowlens/codec/file"
)

// errDisorder ends a part of a scan because it is not certain which entries belong to the part.
var errDisorder = errors.New("the entries of a table are not in the order of its index")

// Split cuts a scan at keys from the indexes. It cuts only families that are sorted by bytes and whose indexes could
// all be read. There the parts prove, block by block, that no entry is outside the range given by the index, so none
// is lost between two parts.
func (s *database) Split(t int, q file.Query, size int64) *file.Parts {
	if s.lone && len(s.families) > 0 && s.families[0].mem != nil || q.Salvage {
		return nil
	}
	x := &splitter{s: s, q: q, size: size}
	if t == file.All {
		for i := range s.families {
			x.left = append(x.left, i)
		}
	} else {
		x.left = []int{t}
	}
	for _, i := range x.left {
		if s.families[i].cuts(&q) {
			return &file.Parts{Next: x.next}
		}
	}
	return nil
}

// splitter makes the parts of a scan.
type splitter struct {
	s    *database
	q    file.Query
	size int64

	left  []int        // families still to come; the first has begun if start is not nil
	files []*tableFile // that determine where the family is cut
	block int          // index of the next block in the first of them
	start []byte       // first key of the next part
}

func (x *splitter) next() *file.Part {
	if len(x.left) == 0 {
		return nil
	}
	t := x.left[0]
	col := x.s.families[t]
	if x.start == nil {
		x.files, x.block = nil, 0
		if col.cuts(&x.q) {
			x.files = col.largest()
		}
	}
	q := x.q
	if x.start != nil {
		q.Start = x.start
	}
	cut := x.cut(q.Start)
	whole := x.start == nil && cut == nil
	if x.start = cut; cut == nil {
		x.left = x.left[1:]
	} else {
		q.Stop = cut
	}
	return &file.Part{Table: t, Whole: whole, Open: func() (file.Cursor, error) {
		c, err := x.s.Scan(t, q)
		if err == nil && !whole {
			c.(*cursor).cut = true
		}
		return c, err
	}, Plain: func() (file.Cursor, error) { return x.s.Scan(t, q) }}
}

// cut returns the key at which the part that begins at start ends; nil for the last part.
func (x *splitter) cut(start []byte) []byte {
	size := int64(0)
	var key []byte
	for len(x.files) > 0 {
		t := x.files[0].table
		if x.block == len(t.index.handles) {
			x.files, x.block = x.files[1:], 0
			continue
		}
		h := t.index.handles[x.block]
		key = t.separator(key[:0], x.block)
		x.block++
		if start != nil && bytes.Compare(key, start) <= 0 {
			continue
		}
		if x.q.Stop != nil && bytes.Compare(key, x.q.Stop) >= 0 {
			break
		}
		if size += int64(h.size); size >= x.size {
			return key
		}
	}
	x.files = nil
	return nil
}

// cuts reports whether a family can be cut.
func (c *column) cuts(q *file.Query) bool {
	if !c.order.bytes || c.blob != nil || len(c.files) == 0 || q.Stored && len(c.tombs) > 0 {
		return false
	}
	for _, f := range c.files {
		if !f.table.ok || f.table.lost || f.table.index.noKeys || !f.table.ascends() {
			return false
		}
	}
	return true
}

// ascends reports whether the keys of the index ascend.
func (t *table) ascends() bool {
	var key, before []byte
	for i := range t.index.handles {
		if key = t.separator(key[:0], i); i > 0 && bytes.Compare(before, key) > 0 {
			return false
		}
		key, before = before, key
	}
	return true
}

// largest returns the run of tables of a family, one after another in key order, that has the most bytes.
func (c *column) largest() (files []*tableFile) {
	most := int64(-1)
	for i := 0; i < len(c.files); {
		n, size := 1, int64(0)
		if c.files[i].level > 0 {
			n = c.chain(c.files[i:])
		}
		for _, f := range c.files[i : i+n] {
			size += f.f.Size()
		}
		if size > most {
			files, most = c.files[i:i+n], size
		}
		i += n
	}
	return files
}

// strict checks that the entries of blocks ascend, and are where the index and the MANIFEST say.
type strict struct {
	clip        *clip
	key, before []byte
}

// proves reports whether the slots of block i hold such entries.
func (x *strict) proves(t *table, i int, body []byte, slots []slot) bool {
	x.before = x.before[:0]
	for j := range slots {
		s := &slots[j]
		x.key = append(append(x.key[:0], x.before[:s.shared]...), body[s.keyAt:s.keyEnd]...)
		if j > 0 && bytes.Compare(user(x.key), user(x.before)) < 0 || j == 0 && !x.begins(t, i) {
			return false
		}
		x.key, x.before = x.before, x.key
	}
	if len(slots) == 0 {
		return true
	}
	last := user(x.before)
	if x.clip != nil && bytes.Compare(last, x.clip.largest) > 0 {
		return false
	}
	x.key = t.separator(x.key[:0], i)
	return bytes.Compare(last, x.key) <= 0
}

// begins reports whether the first key of block i is not before the block's range.
func (x *strict) begins(t *table, i int) bool {
	first := user(x.key)
	if x.clip != nil && bytes.Compare(first, x.clip.smallest) < 0 {
		return false
	}
	if i > 0 {
		x.before = t.separator(x.before[:0], i-1)
	}
	return i == 0 || bytes.Compare(first, x.before) >= 0
}

// user returns an internal key without its tag.
func user(key []byte) []byte { return key[:len(key)-tagSize] }
