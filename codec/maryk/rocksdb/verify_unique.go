package rocksdb

import (
	"bytes"
	"encoding/binary"
	"slices"

	"github.com/rowlens/rowlens/codec/hlc"
	"github.com/rowlens/rowlens/codec/maryk/cell"
	"github.com/rowlens/rowlens/codec/shuffle"
	"github.com/rowlens/rowlens/codec/store"
)

// told is what a record says about a unique value.
type told struct {
	changes []cell.Change
	now     *cell.Implied // nil if the record does not have this value now
}

func (x *subject) toldOf(key []byte) *told {
	t := x.told[string(key)]
	if t == nil {
		t = new(told)
		x.told[string(key)] = t
	}
	return t
}

// sentRow is a row of a unique value that goes on to the other rows of the value.
type sentRow struct {
	kept
	order []byte
}

// owner is what is known about the record that a row of a unique value names.
type owner struct {
	exists   bool
	doubtful bool
	changed  bool // the record changed at the version of the row
	rows     []byte
}

const (
	flagExists = 1 << iota
	flagDoubtful
	flagChanged
	flagUsed
)

// appendRow appends a row of the record.
func appendRow(b []byte, f FamilyType, r *kept) []byte {
	return shuffle.AppendField(shuffle.AppendField(append(b, byte(f)), r.key), r.val)
}

// appendState appends the rows that say whether a record exists.
func (c *checks) appendState(b, id []byte) []byte {
	if r := c.rows[Keys].find(id, nil); r != nil {
		b = appendRow(b, Keys, r)
	}
	if r := c.deletion(id); r != nil {
		b = appendRow(b, Table, r)
	}
	return b
}

// put sets the rows of the record in question to those that appendRow appended.
func (c *checks) put(b []byte) {
	c.rows[Keys], c.rows[Table] = c.rows[Keys][:0], c.rows[Table][:0]
	for p := cell.Packed(b); len(p) > 0; {
		f := FamilyType(p.Byte())
		r := kept{key: p.Field(), val: p.Field()}
		r.head = len(r.key)
		c.rows[f] = append(c.rows[f], r)
	}
	slices.SortFunc(c.rows[Table], func(a, b kept) int { return bytes.Compare(a.key, b.key) })
}

// about makes a record the subject of the next findings; o has all that is known about it.
func (c *checks) about(id []byte, o *owner) {
	if o == nil {
		o = new(owner)
	}
	c.mine, c.doubtful = c.v.Sampling.Has(id), o.doubtful
	c.put(o.rows)
}

// send sends the rows of unique values on, with what is known about their owner, and tells the values
// what the record says. x is nil if there is no record.
func (c *checks) send(id []byte, x *subject) {
	if len(c.sent) > 0 {
		flags := byte(0)
		if c.doubtful {
			flags |= flagDoubtful
		}
		if c.rows[Keys].find(id, nil) != nil {
			flags |= flagExists
		}
		state := c.appendState(nil, id)
		for i := range c.sent {
			r := &c.sent[i]
			b := append(c.v.payload[:0], flags)
			if x != nil && r.head < len(r.key) && slices.Contains(x.versions, r.at()) {
				b[0] |= flagChanged
			}
			b = shuffle.AppendField(shuffle.AppendField(shuffle.AppendField(b, state), r.key), r.val)
			c.sendTo(roundUnique, groupUnique, r.order, b, r.row())
		}
	}
	if x != nil {
		for key, t := range x.told {
			c.sendTo(roundUnique, groupUnique, append([]byte{orderTold}, id...), c.appendTold(nil, x, t), []byte(key))
		}
	}
}

// sendTo sends a message.
func (c *checks) sendTo(round int, kind byte, order, payload []byte, group ...[]byte) {
	p := &c.v.place
	c.v.at(p, round, c.model, kind, group...)
	p.Order = append(p.Order[:0], order...)
	c.v.payload = payload
	c.group.Send(p, payload)
}

// appendSubject appends what is known about a record.
func (c *checks) appendSubject(b []byte, x *subject) []byte {
	replica := uint64(0)
	if x.replica {
		replica = 1
	}
	return binary.AppendUvarint(binary.AppendUvarint(binary.AppendUvarint(b, replica), uint64(x.created)), uint64(x.last))
}

func readSubject(p *cell.Packed, id []byte) *subject {
	return &subject{id: id, replica: p.Uint() == 1, created: hlc.Version(p.Uint()), last: hlc.Version(p.Uint())}
}

// appendTold appends what a record says about a unique value, with the rows that show it.
func (c *checks) appendTold(b []byte, x *subject, t *told) []byte {
	b = c.appendSubject(b, x)
	versions := map[hlc.Version]bool{}
	b = binary.AppendUvarint(b, uint64(len(t.changes)))
	for _, ch := range t.changes {
		on := uint64(0)
		if ch.On {
			on = 1
		}
		b = binary.AppendUvarint(binary.AppendUvarint(b, uint64(ch.Version)), on)
		versions[ch.Version] = true
	}
	if t.now == nil {
		b = append(b, 0)
	} else {
		b = t.now.AppendVersions(append(b, 1))
		versions[t.now.Version] = true
	}
	list := x.versions
	if !c.released || len(t.changes) == 0 {
		list = nil
	}
	b = binary.AppendUvarint(b, uint64(len(list)))
	for _, v := range list {
		b = binary.AppendUvarint(b, uint64(v))
	}
	return c.appendValues(c.appendState(b, x.id), x, versions)
}

// appendValues appends one value of the record for each of the versions.
func (c *checks) appendValues(b []byte, x *subject, versions map[hlc.Version]bool) []byte {
	list := c.rows[Table].under(x.id)
	for i := range list {
		r := &list[i]
		if !r.bad && tableKind(Table, r.key[len(x.id):]) == Property && versions[version(r.val)] {
			delete(versions, version(r.val)) // valueAt takes the first
			b = appendRow(b, Table, r)
		}
	}
	return b
}

// checkUnique checks the rows of a unique value.
func (c *checks) checkUnique() {
	key := bytes.Clone(c.id())
	_, encrypted := c.encrypted[string(key[:cell.UniqueLen(key, c.model.Def)])]
	read := false
	for r := c.group.Next(); r != nil; r = c.group.Next() {
		if r.Order[0] == orderRow {
			c.takeUnique(r)
			continue
		}
		if !read {
			c.readUniques(key)
			read = true
		}
		c.hear(key, bytes.Clone(r.Order[1:]), bytes.Clone(r.Message))
	}
	if !read {
		c.readUniques(key)
	}
	if c.unjudged() {
		return
	}
	if encrypted {
		c.sendTokens(key)
	}
	c.leftUniques(encrypted)
}

// takeUnique takes a row, which comes from its owner if it has one.
func (c *checks) takeUnique(r *shuffle.Record) {
	order := r.Order[1 : len(r.Order)-cell.AgeLen]
	f := FamilyType(order[0])
	if bytes.Equal(order, c.last) {
		return
	}
	c.last = append(c.last[:0], order...)
	if r.Entry != nil {
		if r.Entry.Deleted == "" {
			key, _ := r.Entry.Part(store.Key)
			val, _ := r.Entry.Part(store.Value)
			c.rows[f] = append(c.rows[f], c.keep(f, key, val))
		}
		return
	}
	p := cell.Packed(r.Message)
	x, o := c.readOwned(&p, f)
	x.owner = o
	c.rows[f] = append(c.rows[f], x)
}

// readOwned reads a row, and what is known about its owner.
func (c *checks) readOwned(p *cell.Packed, f FamilyType) (kept, *owner) {
	flags := p.Byte()
	o := &owner{flags&flagExists != 0, flags&flagDoubtful != 0, flags&flagChanged != 0, c.bytes.Copy(p.Field())}
	x := c.keep(f, p.Field(), p.Field())
	x.used = flags&flagUsed != 0
	return x, o
}

// readUniques decodes the rows of a unique value.
func (c *checks) readUniques(key []byte) {
	c.mine = c.v.Sampling.Has(key)
	c.readable(Unique)
	c.readable(HistoricUnique)
}

// hear checks the rows of a unique value against what a record says about it.
func (c *checks) hear(key, id []byte, message cell.Packed) {
	x := readSubject(&message, id)
	m := cell.Implied{Reference: key}
	changes := make([]cell.Change, min(message.Uint(), uint64(len(message))))
	for i := range changes {
		changes[i] = cell.Change{Version: hlc.Version(message.Uint()), On: message.Uint() == 1, Implied: &m}
	}
	now := message.Byte() == 1
	if now {
		m.ReadVersions(&message)
	}
	versions := map[hlc.Version]bool{}
	for n := message.Uint(); n > 0 && len(message) > 0; n-- {
		versions[hlc.Version(message.Uint())] = true
	}
	c.mine, c.doubtful = c.v.Sampling.Has(id), false
	c.put(message)
	troubled := false
	for i := range changes {
		troubled = !c.change(x, HistoricUnique, key, &changes[i]) || troubled
	}
	for i := range c.rows[HistoricUnique] {
		r := &c.rows[HistoricUnique][i]
		if own := r.owner != nil && r.owner.changed && bytes.Equal(r.val, id); len(changes) > 0 && !r.used &&
			(own || r.owner == nil && versions[r.at()]) {
			r.used = true // it repeats a state
		}
	}
	if now {
		c.unique(x, &m, troubled)
	}
}
