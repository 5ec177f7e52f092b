package rocksdb

import (
	"github.com/rowlens/rowlens/codec/file"
	"github.com/rowlens/rowlens/codec/store"
)

// stored sets e to the entry on top as stored. It returns false if the entry does not count.
func (c *cursor) stored(e *file.Entry) bool {
	h := c.heap[0]
	col := c.column()
	plain, timestamp := col.order.split(h.it.key)
	c.held = true
	if c.unseen(timestamp, h.it.seq) {
		return false
	}
	var v []byte
	var code string
	c.columns = c.columns[:0]
	if !isDelete(h.it.kind) {
		v, code = c.resolve(h, h.it.kind, e)
	}
	c.fill(e, plain, timestamp, h.place())
	e.Type, e.Error, e.Unmerged = typeName(h.it.kind), code, h.it.kind == typeMerge
	switch h.it.kind {
	case typeDelete, typeDeleteStamp:
		e.Deleted = "Deletion"
		return true
	case typeSingleDelete:
		e.Deleted = "SingleDeletion"
		return true
	case typeRangeDelete:
		e.Deleted = "RangeDeletion"
	}
	c.value(e, v, code)
	return true
}

// value adds to e what the row shows.
func (c *cursor) value(e *file.Entry, v []byte, code string) {
	if e.Error = code; code == "" {
		e.Add(store.Value, v)
	}
	for i := range c.columns {
		e.Columns = append(e.Columns, c.columns[i].Column)
	}
}

// unseen reports whether an entry is newer than the state asked for, or not committed.
func (c *cursor) unseen(timestamp, sequence uint64) bool {
	return sequence > c.sweep.at || timestamp > c.time || c.s.replay.hides(sequence)
}

// visible sets e to the row of the next key. If there is none, it skips the entry or the key,
// and the caller calls again.
func (c *cursor) visible(e *file.Entry) bool {
	col := c.column()
	plain, _ := col.order.split(c.heap[0].it.key)
	c.key = append(c.key[:0], plain...)
	c.merge.reset()
	c.row, c.columns, c.held = row{}, c.columns[:0], true
	for {
		h := c.heap[0]
		_, timestamp := col.order.split(h.it.key)
		if !c.unseen(timestamp, h.it.seq) {
			if isDelete(h.it.kind) || len(col.tombs) > 0 && c.sweep.covered(c.key, timestamp, h.it.seq) {
				break
			}
			if len(c.merge.ends) == 0 {
				c.row.timestamp, c.row.operandPlace = timestamp, h.place()
			}
			if h.it.kind != typeMerge {
				c.row.base, c.row.kind, c.row.operandPlace = true, h.it.kind, h.place()
				c.row.value, c.row.code = c.resolve(h, h.it.kind, e)
				break
			}
			c.merge.add(h.it.value, h.place())
		}
		if c.step(); len(c.heap) == 0 || !c.same() {
			break
		}
	}
	switch {
	case len(c.merge.ends) > 0:
		return c.merged(e)
	case !c.row.base:
		return false
	}
	c.fill(e, c.key, c.row.timestamp, c.row.operandPlace)
	c.value(e, c.row.value, c.row.code)
	return true
}

// merged shows a row with operands: their result or, if the operator is unknown, each operand.
func (c *cursor) merged(e *file.Entry) bool {
	op := c.column().operator
	if op.kind == operatorUnknown {
		c.parts, c.part = c.parts[:0], 0
		if c.row.base {
			c.parts = append(c.parts, mergePart{c.row.kind, c.row.value, c.row.code, c.row.operandPlace})
		}
		for i := len(c.merge.ends) - 1; i >= 0; i-- {
			c.parts = append(c.parts, mergePart{typeMerge, c.merge.at(i), "", c.merge.places[i]})
		}
		return false
	}
	note := ""
	if c.row.code == "" {
		if op.assumed && len(c.merge.ends)+btoi(c.row.base) > 1 && op.settle(c.row.value, c.row.base, &c.merge) == operatorAppend {
			c.s.assumed.Store(true)
			note = assumption
		}
		c.result = op.apply(c.result[:0], c.row.value, c.row.base, &c.merge)
	}
	c.fill(e, c.key, c.row.timestamp, c.merge.places[0])
	e.Note = note
	if len(c.columns) > 0 { // of an entity, which operands give a default column if it has none
		if len(c.columns[0].Name) > 0 {
			c.columns = append(c.columns, entityColumn{})
			copy(c.columns[1:], c.columns)
			c.columns[0] = entityColumn{}
		}
		c.columns[0].Value = c.result
	}
	c.value(e, c.result, c.row.code)
	return true
}

// showPart shows the base or an operand of a row, oldest first.
func (c *cursor) showPart(e *file.Entry) {
	p := &c.parts[c.part]
	c.part++
	c.fill(e, c.key, c.row.timestamp, p.operandPlace)
	e.Type, e.Unmerged = typeName(p.kind), true
	if p.kind == typeMerge {
		c.columns = c.columns[:0]
	}
	c.value(e, p.value, p.code)
}

func typeName(kind uint8) string {
	if name := typeNames[kind]; name != "" {
		return name
	}
	return "type-" + hex8(kind)
}
