package rocksdb

import (
	"strconv"

	"github.com/rowlens/rowlens/codec/file"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/wire"
)

// cursor merges the sources of one family after another.
type cursor struct {
	s     *database
	q     file.Query
	left  []int // families still to come
	of    int   // index of the family in families; -1 before the first
	cut   bool  // part of a scan: see Split
	shown int   // entries of the family so far

	heap    []*head
	at      uint64 // sequence numbers above this do not count
	time    uint64 // nor do timestamps above this
	held    bool   // the entry on top of the heap was shown, or its key is done
	key     []byte // of the row, without its timestamp
	sweep   sweep
	merge   operands
	result  []byte
	row     row
	parts   []mergePart // parts of a row that is shown in parts
	part    int
	pending []file.Damage
	told    int
	values  blobReader
	sizes   []int64
	columns []entityColumn
	arena   []byte
	err     error
}

// head is a source with its next entry.
type head struct {
	feed  feed
	it    item
	file  string
	level int
	table *table // table with the entry, or nil
	rank  int
}

// row is the content of a visible entry.
type row struct {
	timestamp uint64
	base      bool // it has a value of its own, not only operands
	kind      uint8
	value     []byte
	code      string // why there is no value
	operandPlace
}

// mergePart is a base or an operand that is shown separately because the operator is unknown.
type mergePart struct {
	kind  uint8
	value []byte
	code  string
	operandPlace
}

// Scan visits one family, or all families by id.
func (s *database) Scan(t int, q file.Query) (file.Cursor, error) {
	c := &cursor{s: s, q: q, of: -1, at: sequenceMax, time: ^uint64(0), values: blobReader{files: s.blobs}}
	if q.HasAt {
		c.at = min(q.At, sequenceMax)
	}
	c.q.Stored = q.Stored || s.lone
	if t != file.All {
		c.left = []int{t}
		return c, nil
	}
	for i := range s.families {
		c.left = append(c.left, i)
	}
	return c, nil
}

// Next fills e with the next entry, or with damage in its place.
func (c *cursor) Next(e *file.Entry) bool {
	for c.err == nil {
		switch {
		case c.told < len(c.pending):
			c.tell(e)
			return true
		case c.part < len(c.parts):
			c.showPart(e)
			return true
		case c.of < 0:
			if !c.begin() {
				return false
			}
		case c.held:
			c.pass() // damage that it meets comes first
		case len(c.heap) == 0:
			if c.finish(e) {
				return true
			}
		case c.beyond():
			c.heap = c.heap[:0]
		case c.q.Stored:
			if c.stored(e) {
				return true
			}
		case c.visible(e):
			return true
		}
	}
	return false
}

// Err returns why the scan ended early.
func (c *cursor) Err() error { return c.err }

// Close does nothing: the files belong to the store.
func (c *cursor) Close() error { return nil }

// column returns the current family.
func (c *cursor) column() *column { return c.s.families[c.of] }

// begin opens the sources of the next family.
func (c *cursor) begin() bool {
	if len(c.left) == 0 {
		return false
	}
	c.of, c.left, c.shown = c.left[0], c.left[1:], 0
	col := c.column()
	c.values.family = col.id
	at := c.at
	if c.q.HasAt && col.order.timed {
		c.time, at = c.q.At, sequenceMax
	}
	c.sweep.reset(&col.order, col.tombs, at)
	c.heap, c.held = c.heap[:0], false
	for _, f := range c.s.feedsOf(col, &c.q, c.cut) {
		h := &head{feed: f, rank: len(c.heap)}
		if c.advance(h) {
			c.heap = append(c.heap, h)
		}
	}
	for i := len(c.heap)/2 - 1; i >= 0; i-- {
		c.down(i)
	}
	return true
}

// finish ends a family, and reports whether e represents a family without entries.
func (c *cursor) finish(e *file.Entry) bool {
	t := c.of
	c.of = -1
	if c.shown > 0 || c.q.Start != nil || c.q.Stop != nil {
		return false
	}
	e.Reset()
	e.Table, e.Empty = t, true
	e.Source.Table, e.Source.CF = c.s.tables[t].Name, c.s.families[t].cf
	return true
}

// beyond reports whether the next key is past the range. It skips keys before the start.
func (c *cursor) beyond() bool {
	if c.q.Stop == nil && c.q.Start == nil {
		return false
	}
	col := c.column()
	for len(c.heap) > 0 {
		plain, _ := col.order.split(c.heap[0].it.key)
		behind := c.q.Stop != nil && col.order.plain(plain, c.q.Stop) >= 0
		if behind && col.order.known {
			return true // if the order is unknown, more may come
		}
		if !behind && (c.q.Start == nil || col.order.plain(plain, c.q.Start) >= 0) {
			return false
		}
		c.step()
	}
	return true
}

// advance reads the next entry of a source. Damage on the way is kept to be shown.
func (c *cursor) advance(h *head) bool {
	for h.feed.next(&h.it) {
		if h.it.damage != nil {
			c.hurt(h.it.damage)
			continue
		}
		h.file, h.level = h.feed.place()
		h.table = nil
		if f, ok := h.feed.(*tableFeed); ok {
			h.table = f.files[0].table
		}
		return true
	}
	if err := h.feed.failed(); err != nil && c.err == nil {
		c.err = err
	}
	return false
}

func (c *cursor) hurt(d *file.Damage) {
	if c.told == len(c.pending) {
		c.pending, c.told = c.pending[:0], 0
	}
	c.pending = append(c.pending, *d)
}

func (c *cursor) tell(e *file.Entry) {
	e.Reset()
	d := c.pending[c.told]
	c.told++
	e.Damage, e.Source.File = &d, d.File
	if e.Table = max(c.of, 0); e.Table < len(c.s.tables) {
		e.Source.Table, e.Source.CF = c.s.tables[e.Table].Name, c.s.families[e.Table].cf
	}
}

// less is the order of internal keys: user key, then newest first.
func (c *cursor) less(a, b *head) bool {
	if d := c.column().order.compare(a.it.key, b.it.key); d != 0 {
		return d < 0
	}
	switch {
	case a.it.seq != b.it.seq:
		return a.it.seq > b.it.seq
	case a.it.kind != b.it.kind:
		return a.it.kind > b.it.kind
	}
	return a.rank < b.rank
}

// down restores the heap below i.
func (c *cursor) down(i int) {
	for {
		k := 2*i + 1
		if k >= len(c.heap) {
			return
		}
		if k+1 < len(c.heap) && c.less(c.heap[k+1], c.heap[k]) {
			k++
		}
		if !c.less(c.heap[k], c.heap[i]) {
			return
		}
		c.heap[i], c.heap[k] = c.heap[k], c.heap[i]
		i = k
	}
}

// step moves past the entry on top.
func (c *cursor) step() {
	if !c.advance(c.heap[0]) {
		n := len(c.heap) - 1
		c.heap[0] = c.heap[n]
		c.heap[n] = nil
		c.heap = c.heap[:n]
	}
	if len(c.heap) > 1 {
		c.down(0)
	}
}

// pass moves past what was shown: one entry or, for a row, all entries with its key.
func (c *cursor) pass() {
	c.held = false
	if c.q.Stored {
		c.step()
		return
	}
	for len(c.heap) > 0 && c.same() {
		c.step()
	}
}

// same reports whether the entry on top has the key of the row.
func (c *cursor) same() bool {
	plain, _ := c.column().order.split(c.heap[0].it.key)
	return string(plain) == string(c.key)
}

// place returns where the entry on top is stored.
func (h *head) place() operandPlace {
	return operandPlace{file: h.file, level: h.level, block: h.it.block, at: h.it.at, sequence: h.it.seq}
}

// fill sets the key and place of an entry.
func (c *cursor) fill(e *file.Entry, key []byte, timestamp uint64, p operandPlace) {
	e.Reset()
	c.shown++
	col := c.column()
	e.Table = c.of
	e.Source = store.Source{File: p.file, CF: col.cf, Table: c.s.tables[c.of].Name}
	e.Block, e.At, e.Level, e.Sequence = p.block, p.at, p.level, p.sequence
	if col.order.timed {
		e.Time, e.Timed = int64(timestamp), true
	}
	e.Add(store.Key, key)
}

// resolve turns a stored value into the one to show: v, or the code for why there is none.
func (c *cursor) resolve(h *head, kind uint8, e *file.Entry) (v []byte, code string) {
	switch kind {
	case typeTimedPut:
		if len(h.it.value) < tagSize {
			return nil, "value-type"
		}
		return h.it.value[:len(h.it.value)-tagSize], ""
	case typeBlobIndex:
		return c.blob(h, h.it.value)
	case typeEntity:
		return c.entity(h, e)
	case typePut, typeMerge, typeRangeDelete:
		return h.it.value, ""
	}
	c.hurt(&file.Damage{File: h.file, Code: "value-type", Offset: file.NoOffset, Expected: "a type of entries that is known",
		Found: "type " + strconv.Itoa(int(kind)), Text: "The row has the word value-type instead of a value; a newer RocksDB may know the type."})
	return nil, "value-type"
}

func (c *cursor) blob(h *head, index []byte) ([]byte, string) {
	var x blobIndex
	r := wire.NewReader(index, nil)
	readBlobIndex(&r, &x)
	if r.Finish() != nil {
		c.hurt(&file.Damage{File: h.file, Code: "blob-record", Offset: h.it.block, Expected: "the place of a value in a blob file",
			Found: strconv.Itoa(len(index)) + " other bytes", Text: "The value of one row cannot be found."})
		return nil, "blob-record"
	}
	v, code, d, err := c.values.value(&x, h.it.key, h.table, c.s.opt)
	if d != nil {
		c.hurt(d)
	}
	if err != nil {
		c.err = err
	}
	return v, code
}

// entity reads the columns of an entity into e, if there is one. The value is that of the default
// column.
func (c *cursor) entity(h *head, e *file.Entry) (v []byte, code string) {
	r := wire.NewReader(h.it.value, nil)
	c.columns = readEntity(&r, c.columns[:0], &c.sizes)
	if err := r.Finish(); err != nil {
		c.hurt(&file.Damage{File: h.file, Code: "value-type", Offset: file.NoOffset, Expected: "a wide-column entity", Found: err.Error(),
			Text: "The row has the word value-type instead of a value."})
		return nil, "value-type"
	}
	c.arena = c.arena[:0]
	for i := range c.columns {
		col := &c.columns[i]
		if col.blob {
			b, why := c.blob(h, col.Value)
			if why != "" {
				return nil, why
			}
			from := len(c.arena)
			c.arena = append(c.arena, b...)
			col.Value = c.arena[from:len(c.arena):len(c.arena)]
		}
		if len(col.Name) == 0 {
			v = col.Value
		}
	}
	return v, ""
}
