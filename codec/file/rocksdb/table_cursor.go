package rocksdb

import (
	"bytes"
	"encoding/binary"
	"sort"

	"github.com/rowlens/rowlens/codec/file"
	"github.com/rowlens/rowlens/codec/wire"
)

// tagSize is the size of what follows the user key: u64 (sequence number << 8 | type).
const tagSize = 8

// item is one point entry of a table, or one piece of damage.
type item struct {
	key    []byte // user key, with its timestamp if the family has timestamps; zeros if the timestamp is not stored
	seq    uint64
	kind   uint8 // type byte of the internal key
	value  []byte
	block  int64        // offset of its block in the file
	at     int          // offset of the entry in the unpacked block
	damage *file.Damage // instead of an entry
}

// tableCursor visits the point entries of a table in file order. Only one goroutine may use it;
// its items are valid until the next call.
type tableCursor struct {
	t      *table
	b      *blocks
	cmp    func(a, b []byte) int
	from   []byte  // entries before it are skipped; nil once one was shown
	at     int     // next block in the index
	find   *finder // used if the index is lost
	strict *strict // checks for a part of a scan; may be nil

	block   handle
	body    []byte
	slots   []slot
	slot    int
	key     []byte // internal key of the last entry shown
	user    []byte // its user key, padded
	pending []file.Damage
	told    int // how many of pending were returned
	done    bool
	err     error // error of a failed read
}

// pendingMax bounds how much damage waits for the key after it.
const pendingMax = 64

// cursor visits the point entries in file order, from the first whose user key is >= from by cmp.
// If from is nil, it begins at the start; if cmp is nil, it compares bytes.
func (t *table) cursor(from []byte, cmp func(a, b []byte) int) *tableCursor {
	c := &tableCursor{t: t, b: t.blocks(), cmp: cmp, from: from, done: !t.ok}
	if c.cmp == nil {
		c.cmp = bytes.Compare
	}
	switch {
	case t.lost:
		c.find = newFinder(t)
	case from != nil && !t.index.noKeys:
		c.at = sort.Search(len(t.index.handles), func(i int) bool {
			c.user = t.separator(c.user[:0], i)
			return c.cmp(c.user, from) >= 0
		})
	}
	return c
}

// separator appends the user key of the index's entry for block i.
func (t *table) separator(dst []byte, i int) []byte {
	key := t.index.key(i)
	if !t.user && len(key) >= tagSize {
		key = key[:len(key)-tagSize]
	}
	return t.padded(dst, key)
}

// next fills it with the next entry or damage, and reports whether there was one.
func (c *tableCursor) next(it *item) bool {
	for {
		if c.told < len(c.pending) {
			*it = item{damage: &c.pending[c.told]}
			c.told++
			return true
		}
		if c.slot < len(c.slots) {
			if c.entry(it) {
				return true
			}
			continue
		}
		if c.done || !c.load() {
			return false
		}
	}
}

// entry sets it to the entry of the next slot. It returns false if the entry is before the start.
func (c *tableCursor) entry(it *item) bool {
	s := &c.slots[c.slot]
	c.slot++
	c.key = append(c.key[:s.shared], c.body[s.keyAt:s.keyEnd]...)
	n := len(c.key) - tagSize
	user := c.key[:n:n]
	if c.t.pad > 0 {
		c.user = c.t.padded(c.user[:0], user)
		user = c.user
	}
	if c.from != nil {
		if c.cmp(user, c.from) < 0 {
			return false
		}
		c.from = nil
	}
	tag := binary.LittleEndian.Uint64(c.key[n:])
	it.key, it.seq, it.kind = user, tag>>8, uint8(tag)
	if it.seq == 0 {
		it.seq = c.t.override
	}
	it.value = c.body[s.valueAt:s.valueTo:s.valueTo]
	it.block, it.at, it.damage = int64(c.block.offset), int(s.at), nil
	return true
}

// load reads blocks up to the next good one. Damage met on the way waits for the first key after it.
func (c *tableCursor) load() bool {
	c.pending, c.told = c.pending[:0], 0
	for len(c.pending) < pendingMax {
		h, more := c.nextBlock()
		if !more {
			c.checkRest()
			if c.done = true; c.err == nil {
				c.err = c.b.err
			}
			return len(c.pending) > 0
		}
		d := c.loadBlock(h)
		if c.err = c.b.err; c.err != nil {
			c.slots, c.done = c.slots[:0], true
			return len(c.pending) > 0
		}
		if d == nil {
			c.bound()
			return true
		}
		c.slots = c.slots[:0]
		c.miss(*d)
	}
	return true
}

// checkRest checks, after the last entry, the blocks that a scan does not need, such as filters: RocksDB does when it looks for
// a key. If the scan has parts, only the one with the last entry gets here with an entry shown.
func (c *tableCursor) checkRest() {
	if c.from != nil || c.find != nil {
		return
	}
	for _, m := range c.t.meta {
		what := metaWhat(m.name)
		if what != pieceFilter && what != pieceFilterIndex && what != pieceOther {
			continue
		}
		c.checkBlock(m.name, m.handle)
		if what == pieceFilterIndex {
			for _, h := range c.t.partitions(c.b, m.handle, indexForm{delta: c.t.form.delta}) {
				c.checkBlock(m.name, h)
			}
		}
	}
}

// checkBlock remarks on a block that has no rows.
func (c *tableCursor) checkBlock(name string, h handle) {
	if c.b.err != nil || h.size > uint64(c.b.opt.BlockMax) {
		return
	}
	if _, _, d := c.b.checked(h, 0); d != nil && len(c.pending) < pendingMax {
		d.Lost, d.Remark = 0, true
		d.Text = "No row is in this block of " + name + ". RocksDB reports it, or is slow to find keys; compaction writes it anew."
		c.pending = append(c.pending, *d)
	}
}

// miss keeps damage, with the key before it.
func (c *tableCursor) miss(d file.Damage) {
	if n := len(c.key); n >= tagSize {
		d.After = c.t.padded(nil, c.key[:n-tagSize])
	}
	c.pending = append(c.pending, d)
}

// bound adds to the pending damage the key after it.
func (c *tableCursor) bound() {
	if len(c.pending) == 0 || len(c.slots) == 0 {
		return
	}
	s := c.slots[0]
	first := c.t.padded(nil, c.body[s.keyAt:s.keyEnd-tagSize])
	for i := range c.pending {
		c.pending[i].Before = first
	}
}

// nextBlock returns the handle of the next data block.
func (c *tableCursor) nextBlock() (h handle, more bool) {
	if c.find != nil {
		return c.findBlock()
	}
	if c.at >= len(c.t.index.handles) {
		return handle{}, false
	}
	c.at++
	return c.t.index.handles[c.at-1], true
}

// findBlock finds the next data block without the index.
func (c *tableCursor) findBlock() (h handle, more bool) {
	h, gap, more := c.find.next()
	if gap.size > 0 {
		d := c.b.damage("block-checksum", gap, "blocks whose checksums are right", "none")
		d.Lost = int64(gap.size)
		c.miss(*d)
	}
	if c.find.err != nil {
		c.err, more = c.find.err, false
	}
	return h, more
}

// loadBlock reads a data block into slots.
func (c *tableCursor) loadBlock(h handle) *file.Damage {
	body, d := c.b.load(h, true, c.t.end)
	if d != nil || c.b.err != nil {
		return d
	}
	r := wire.NewReader(body, nil)
	slots, short := pairs(&r, len(body), c.slots, tagSize)
	c.slots, c.slot = slots, 0
	if err := r.Finish(); err != nil {
		return c.b.malformed(h, err)
	}
	if short {
		return c.b.damage("key", h, "internal keys of at least 8 bytes", "a shorter one")
	}
	if c.strict != nil && !c.strict.proves(c.t, c.at-1, body, slots) {
		c.b.err = errDisorder
	}
	c.block, c.body = h, body
	return nil
}
