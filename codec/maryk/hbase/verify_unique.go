package hbase

import (
	"encoding/binary"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/hlc"
	"github.com/rowlens/rowlens/codec/maryk/cell"
	"github.com/rowlens/rowlens/codec/shuffle"
)

// told is what a record says about a unique value.
type told struct {
	place   place
	changes []toldChange
	now     *cell.Implied // nil if the record does not have this value now
}

type toldChange struct {
	at   hlc.Version
	on   bool
	last bool
}

func (x *subject) toldOf(p place) *told {
	t := x.told[p]
	if t == nil {
		t = &told{place: p}
		x.told[p] = t
		x.tells = append(x.tells, t)
	}
	return t
}

const (
	flagOn = 1 << iota
	flagLast
	flagExists
	flagDoubtful
	flagLatent
	flagRemoved
	flagChanged
	flagHas
)

// appendTold appends what a record says about a unique value, with the cells that show it.
func (c *checks) appendTold(b []byte, x *subject, t *told) []byte {
	versions := map[hlc.Version]bool{}
	b = binary.AppendUvarint(b, uint64(len(t.changes)))
	for _, ch := range t.changes {
		flags := byte(0)
		if ch.on {
			flags |= flagOn
		}
		if ch.last {
			flags |= flagLast
		}
		b = binary.AppendUvarint(append(b, flags), uint64(ch.at))
		versions[ch.at] = true
	}
	if t.now == nil {
		b = append(b, 0)
	} else {
		b = t.now.AppendVersions(append(b, 1))
		versions[t.now.Version] = true
	}
	return c.appendEvidence(b, versions)
}

// owner is what is known about the record that a unique cell names.
type owner struct {
	exists   bool
	doubtful bool
	latent   bool        // the record was soft-deleted when the cell was written
	removed  bool        // the value was set to null next
	changed  bool        // the record changed at the version of the cell
	has      bool        // the record has the value now
	whole    hlc.Version // as in checks
	evidence []byte
}

func (c *checks) appendOwner(b []byte, x *subject, k *kept) []byte {
	flags := byte(0)
	if c.now != nil {
		flags |= flagExists
	}
	if c.doubtful {
		flags |= flagDoubtful
	}
	if c.whileDeleted(x, k) {
		flags |= flagLatent
	}
	if c.removed(k) {
		flags |= flagRemoved
	}
	if x.changed[k.at] {
		flags |= flagChanged
	}
	if t := x.told[k.place()]; t != nil && t.now != nil {
		flags |= flagHas
	}
	return c.appendEvidence(binary.AppendUvarint(append(b, flags), uint64(c.whole)), nil)
}

// about makes the owner of a unique cell the subject of the next findings, and returns what is
// known about it.
func (c *checks) about(k *kept) *owner {
	o := k.owner
	if o == nil {
		o = new(owner)
	}
	c.mine = c.v.Sampling.Has(k.val)
	c.put(o.evidence)
	return o
}

// checkUnique checks the versions of a unique value.
func (c *checks) checkUnique() {
	id := c.id()
	reference, data := shuffle.ReadEscaped(nil, id)
	read := false
	for r := c.group.Next(); r != nil; r = c.group.Next() {
		p := cell.Packed(r.Message)
		if r.Order[0] == orderCell {
			k := c.readKept(&p)
			if len(p) > 0 {
				flags := p.Byte()
				k.owner = &owner{flags&flagExists != 0, flags&flagDoubtful != 0, flags&flagLatent != 0, flags&flagRemoved != 0,
					flags&flagChanged != 0, flags&flagHas != 0, hlc.Version(p.Uint()), nil}
				k.owner.evidence = c.bytes.Copy(p)
			}
			c.cells = append(c.cells, k)
			continue
		}
		if !read {
			c.readUniques(id)
			read = true
		}
		c.hear(&cell.Implied{Reference: reference, Bytes: data}, string(r.Order[1:]), p)
	}
	if !read {
		c.readUniques(id)
	}
	c.left(c.extraUnique, c.olderUnique)
}

// readUniques decodes the versions of a unique value.
func (c *checks) readUniques(id []byte) {
	c.mine = c.v.Sampling.Has(id)
	c.readable(c.cells)
}

// hear checks the versions of a unique value against what a record says about it.
func (c *checks) hear(m *cell.Implied, key string, p cell.Packed) {
	x := &subject{key: key}
	c.mine = c.v.Sampling.Has([]byte(key))
	changes := make([]toldChange, min(p.Uint(), uint64(len(p))))
	for i := range changes {
		flags := p.Byte()
		changes[i] = toldChange{hlc.Version(p.Uint()), flags&flagOn != 0, flags&flagLast != 0}
	}
	now := p.Byte() == 1
	if now {
		m.ReadVersions(&p)
	}
	c.put(p)
	at := x.place(m)
	if now {
		c.current(x, m, at)
	}
	for _, ch := range changes {
		c.change(x, at, &cell.Change{Version: ch.at, Implied: m, On: ch.on}, ch.last)
	}
}

// askChange asks whether any record changed at the version of a cell that frees a unique value.
func (c *checks) askChange(k *kept) {
	switch {
	case c.v.Sampling.Of > 0:
		c.freed++
	case c.known.whole && c.raw():
		c.sendTo(roundChange, groupChange, []byte{orderTold}, appendKept(nil, k), binary.BigEndian.AppendUint64(nil, uint64(k.at)))
	}
}

// checkChange reports cells that free a unique value at a version at which no record changed.
func (c *checks) checkChange() {
	for r := c.group.Next(); r != nil && r.Order[0] == orderTold; r = c.group.Next() {
		p := cell.Packed(r.Message)
		k := c.readKept(&p)
		c.find(format.Warning, ExtraHistory, about{place: k.place(), stored: k.val, at: k.at,
			noMend: "the record may have been deleted for good and compacted away"},
			"no record changed at version "+string(appendVersion(k.at))+": damage, unless the record was deleted for good and compacted away")
	}
}
