package rocksdb

import (
	"bytes"
	"encoding/binary"
	"strconv"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/hlc"
	"github.com/rowlens/rowlens/codec/maryk/cell"
	"github.com/rowlens/rowlens/codec/shuffle"
)

// needsKey says why no row of an encrypted value can be mended.
const needsKey = "only the writer's key gives the row of an encrypted value"

// tellToken tells the rows of an encrypted property that a record has a value of it. Only the writer can
// compute the key of its row, but exactly one row must belong to the record.
func (c *checks) tellToken(x *subject, m *cell.Implied) {
	b := m.AppendVersions(c.appendSubject(nil, x))
	b = c.appendValues(c.appendState(b, x.id), x, map[hlc.Version]bool{m.Version: true})
	c.sendTo(roundToken, groupToken, []byte{orderTold}, b, shuffle.AppendEscaped(nil, m.Reference), x.id)
}

// tokenChange tells the rows of an encrypted property that a record has changed it.
func (c *checks) tokenChange(x *subject, ch *cell.Change, number int) {
	order := shuffle.AppendEscaped([]byte{orderTold}, x.id)
	c.sendTo(roundChange, groupChange, binary.BigEndian.AppendUint32(order, uint32(number)), c.appendState(nil, x.id),
		shuffle.AppendEscaped(nil, ch.Implied.Reference), hlc.AppendInverted(nil, ch.Version))
}

// sendTokens sends the rows of an encrypted property to their owners, and to the changes that they record.
func (c *checks) sendTokens(key []byte) {
	reference := shuffle.AppendEscaped(nil, key[:cell.UniqueLen(key, c.model.Def)])
	for i := range c.rows[Unique] {
		r := &c.rows[Unique][i]
		if r.bad || r.owner == nil {
			continue
		}
		flags := byte(0)
		for _, f := range [...]struct {
			is   bool
			flag byte
		}{{r.owner.exists, flagExists}, {r.owner.doubtful, flagDoubtful}, {r.used, flagUsed}} {
			if f.is {
				flags |= f.flag
			}
		}
		b := shuffle.AppendField(shuffle.AppendField(shuffle.AppendField([]byte{flags}, r.owner.rows), r.key), r.val)
		if old := c.rows[HistoricUnique].find(r.key, hlc.AppendInverted(nil, version(r.val))); old != nil {
			bad := byte(0)
			if old.bad {
				bad = 1
			}
			b = shuffle.AppendField(shuffle.AppendField(append(b, bad), old.key), old.val)
		}
		c.sendTo(roundToken, groupToken, append([]byte{orderRow}, r.key...), b, reference, r.val[versionLen:])
		r.used = true
	}
	for i := range c.rows[HistoricUnique] {
		r := &c.rows[HistoricUnique][i]
		c.sendTo(roundChange, groupChange, append([]byte{orderRow}, r.val...), r.val, reference, r.key[r.head:])
	}
}

// checkChanges checks that each change of an encrypted property at a version has some row; which
// one, only the writer can compute.
func (c *checks) checkChanges() {
	reference, at := shuffle.ReadEscaped(nil, c.id())
	changes := map[string]int{} // by owner
	for r := c.group.Next(); r != nil; r = c.group.Next() {
		if r.Order[0] == orderRow {
			changes[string(r.Message)]++
			continue
		}
		id, _ := shuffle.ReadEscaped(nil, r.Order[1:])
		owner := string(id)
		if changes[owner] == 0 {
			owner = "" // a freed value as written up to 0.10
		}
		if changes[owner]--; changes[owner] >= 0 {
			continue
		}
		changes[owner] = 0
		c.mine = c.v.Sampling.Has(id)
		c.put(bytes.Clone(r.Message))
		c.find(format.Error, MissingHistory, about{family: HistoricUnique, key: reference, record: id, expected: id, noMend: needsKey},
			"the encrypted value was set or released at version "+strconv.FormatUint(uint64(^version(at)), 10)+
				", but no row of the property says so")
		c.sendTo(roundToken, groupToken, []byte{orderTrouble}, nil, shuffle.AppendEscaped(nil, reference), id)
	}
}

// checkToken checks the unique rows that a record has for an encrypted property.
func (c *checks) checkToken() {
	reference, id := shuffle.ReadEscaped(nil, c.id())
	c.mine = c.v.Sampling.Has(id)
	troubled := false
	for r := c.group.Next(); r != nil; r = c.group.Next() {
		switch p := cell.Packed(r.Message); r.Order[0] {
		case orderRow:
			x, o := c.readOwned(&p, Unique)
			x.owner = o
			if c.rows[Unique] = append(c.rows[Unique], x); len(p) > 0 {
				bad := p.Byte() == 1
				old := c.keep(HistoricUnique, p.Field(), p.Field())
				old.bad = bad
				c.rows[HistoricUnique] = append(c.rows[HistoricUnique], old)
			}
		case orderTrouble:
			troubled = true
		default:
			x := readSubject(&p, id)
			m := cell.Implied{Reference: reference, Encrypted: true}
			m.ReadVersions(&p)
			c.put(bytes.Clone(p))
			if len(c.rows[Unique]) > 0 {
				c.uniqueRow(x, &m, &c.rows[Unique][0], troubled)
				continue
			}
			c.find(format.Error, MissingUniqueRow, about{family: Unique, key: reference, record: id, noMend: needsKey},
				"the record has an encrypted unique value, but no row of the property is the record's")
		}
	}
	c.rows[HistoricUnique] = c.rows[HistoricUnique][:0] // the groups of their values account for them
	c.leftUniques(true)
}
