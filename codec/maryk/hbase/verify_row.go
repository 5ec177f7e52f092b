package hbase

import (
	"bytes"
	"encoding/binary"

	"github.com/rowlens/rowlens/codec/hlc"
	"github.com/rowlens/rowlens/codec/maryk/cell"
	"github.com/rowlens/rowlens/codec/shuffle"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
)

// modelIn returns the number of the model in the key of a group.
func modelIn(group []byte) uint32 { return binary.BigEndian.Uint32(group) }

// living goes through the cells of a row as they come. It leaves out cells that another one of the same
// version replaces, and cells that have tombstones of their own.
type living struct {
	place   []byte      // place of the last cell or tombstone
	at      hlc.Version // version of the last cell
	dead    bool        // a tombstone hides the cells of the place from here on
	grave   hlc.Version // version that a tombstone hides
	graves  bool        // there is such a tombstone
	some    bool        // the place had a cell
	repeats bool        // some place had several cells
}

// sees reports whether a reader may see a cell.
func (l *living) sees(r *shuffle.Record) bool {
	n := len(r.Order) - cell.AgeLen - 9
	at := ^hlc.Version(binary.BigEndian.Uint64(r.Order[n:]))
	if !bytes.Equal(r.Order[:n], l.place) {
		*l = living{place: append(l.place[:0], r.Order[:n]...), repeats: l.repeats}
	}
	if r.Order[n+8] == cellRemoved {
		if r.Entry.Deleted == columnDeleted {
			l.dead = true
		} else {
			l.grave, l.graves = at, true
		}
		return false
	}
	if l.dead || l.graves && l.grave == at || l.some && l.at == at {
		return false
	}
	l.repeats = l.repeats || l.some
	l.some, l.at = true, at
	return true
}

// orderVersion returns the version in the order of a cell.
func orderVersion(r *shuffle.Record) hlc.Version {
	return ^hlc.Version(binary.BigEndian.Uint64(r.Order[len(r.Order)-cell.AgeLen-9:]))
}

// checkRow sends the cells of a row of an index, or of a unique property, to the records that they name.
func (c *checks) checkRow() {
	family, row := shuffle.ReadEscaped(nil, c.id())
	marked, newest := false, hlc.Version(0)
	var l living
	for r := c.group.Next(); r != nil; r = c.group.Next() {
		if r.Order[0] == orderMarker {
			at, _ := value.Of(r.Entry.Timestamp).Uint()
			marked, newest = true, max(newest, hlc.Version(at))
			if c.v.Sampling.Has(row) {
				c.sendTo(roundRecord, groupRecord, []byte{orderOther}, shuffle.AppendField(binary.AppendUvarint(nil, at), family), row)
			}
			continue
		}
		if !l.sees(r) {
			continue
		}
		qualifier, _ := r.Entry.Part(store.Qualifier)
		val, _ := r.Entry.Part(store.Value)
		k := kept{row: row, family: family, qualifier: qualifier, val: val, at: orderVersion(r)}
		k.hidden = marked && newest >= k.at
		if string(family) == familyUnique {
			c.sendUnique(&k)
			continue
		}
		order := shuffle.AppendEscaped(shuffle.AppendEscaped([]byte{orderIndex}, family), row)
		c.sendTo(roundRecord, groupRecord, binary.BigEndian.AppendUint64(order, ^uint64(k.at)), appendKept(nil, &k), qualifier)
	}
	c.repeated = c.repeated || l.repeats
}

// sendUnique sends a unique cell to the record that it names. If it names none, or one outside the sample, the
// cell goes directly to the other versions of the value.
func (c *checks) sendUnique(k *kept) {
	if len(k.val) == c.model.KeySize && string(k.val) != deleteCell && c.v.Sampling.Has(k.val) {
		order := shuffle.AppendEscaped(shuffle.AppendEscaped([]byte{orderUnique}, k.row), k.qualifier)
		c.sendTo(roundRecord, groupRecord, binary.BigEndian.AppendUint64(order, ^uint64(k.at)), appendKept(nil, k), k.val)
		return
	}
	c.sendVersion(k, nil)
}

// sendVersion sends a unique cell to the other versions of the value, with what is known about its
// owner.
func (c *checks) sendVersion(k *kept, owner []byte) {
	order := binary.BigEndian.AppendUint64([]byte{orderCell}, ^uint64(k.at))
	c.sendTo(roundUnique, groupUnique, order, append(appendKept(nil, k), owner...), shuffle.AppendEscaped(nil, k.row), k.qualifier)
}

// appendKept appends a cell.
func appendKept(b []byte, k *kept) []byte {
	hidden := uint64(0)
	if k.hidden {
		hidden = 1
	}
	b = binary.AppendUvarint(binary.AppendUvarint(b, hidden), uint64(k.at))
	for _, part := range [...][]byte{k.row, k.family, k.qualifier, k.val} {
		b = shuffle.AppendField(b, part)
	}
	return b
}

// readKept reads a cell that appendKept appended.
func (c *checks) readKept(p *cell.Packed) (k kept) {
	k.hidden, k.at = p.Uint() == 1, hlc.Version(p.Uint())
	for _, to := range [...]*[]byte{&k.row, &k.family, &k.qualifier, &k.val} {
		*to = c.bytes.Copy(p.Field())
	}
	return k
}

// sendTo sends a message.
func (c *checks) sendTo(round int, kind byte, order, payload []byte, group ...[]byte) {
	p := &c.v.place
	c.v.at(p, round, c.model, kind, group...)
	p.Order = append(p.Order[:0], order...)
	c.group.Send(p, payload)
}

// checkRecord checks everything that belongs to a record.
func (c *checks) checkRecord() {
	key := c.id()
	c.mine = c.v.Sampling.Has(key)
	var l living
	var uniques cells
	for r := c.group.Next(); r != nil; r = c.group.Next() {
		p := cell.Packed(r.Message)
		switch r.Order[0] {
		case orderMarker:
			at, _ := value.Of(r.Entry.Timestamp).Uint()
			c.markers[familyData] = append(c.markers[familyData], hlc.Version(at))
		case orderOther:
			at := hlc.Version(p.Uint())
			family := string(p.Field())
			c.markers[family] = append(c.markers[family], at)
		case orderIndex:
			c.cells = append(c.cells, c.readKept(&p))
		case orderUnique:
			uniques = append(uniques, c.readKept(&p))
		default:
			if l.sees(r) {
				qualifier, _ := r.Entry.Part(store.Qualifier)
				val, _ := r.Entry.Part(store.Value)
				c.own = append(c.own, kept{row: key, family: []byte(familyData), qualifier: c.bytes.Copy(qualifier), val: c.bytes.Copy(val),
					at: orderVersion(r)})
			}
		}
	}
	c.repeated = c.repeated || l.repeats
	c.readable(c.own)
	c.readable(c.cells)
	x := &subject{key: string(key)}
	if len(c.own)+len(c.markers) > 0 {
		x = c.record(x.key)
	}
	c.left(func(k *kept) { c.extraIndex(x, k) }, func(k *kept) { c.olderIndex(x, k) })
	for i := range uniques {
		c.sendVersion(&uniques[i], c.appendOwner(nil, x, &uniques[i]))
	}
	c.tell(x)
}

// tell tells unique values, and versions, what the record has to do with them.
func (c *checks) tell(x *subject) {
	for _, t := range x.tells {
		c.oneByte = c.oneByte || t.now != nil && len(x.key) == 1
		c.sendTo(roundUnique, groupUnique, append([]byte{orderTold}, x.key...), c.appendTold(nil, x, t),
			shuffle.AppendEscaped(nil, []byte(t.place.row)), []byte(t.place.qualifier))
	}
	if !c.known.whole || c.v.Sampling.Of > 0 {
		return // nobody will ask
	}
	for v := range x.changed {
		c.sendTo(roundChange, groupChange, []byte{orderMarker}, nil, binary.BigEndian.AppendUint64(nil, uint64(v)))
	}
}

// appendEvidence appends the cells of the record that decide findings about the versions.
func (c *checks) appendEvidence(b []byte, versions map[hlc.Version]bool) []byte {
	metas, values := 0, map[hlc.Version]int{}
	for i := range c.own {
		k := &c.own[i]
		switch meta := string(k.qualifier); {
		case k.bad, meta == metaLastUpdate:
			continue
		case meta == metaCreated, meta == metaSoftDelete:
			if metas++; metas > becauseMax {
				continue
			}
		case !versions[k.at]:
			continue
		default:
			if values[k.at]++; values[k.at] > becauseMax {
				continue
			}
		}
		b = appendKept(b, k)
	}
	return b
}

// put sets the cells of the record in question to those that appendEvidence appended.
func (c *checks) put(p cell.Packed) {
	for c.own = c.own[:0]; len(p) > 0; {
		c.own = append(c.own, c.readKept(&p))
	}
}

// tellExtra sends on an index cell that is reported once all records are known.
func (c *checks) tellExtra(k *kept, x *extra) {
	if !c.mine {
		return
	}
	b := appendKept(nil, k)
	for _, text := range [...]string{x.code, x.index, x.defect, x.why} {
		b = shuffle.AppendField(b, []byte(text))
	}
	b = binary.AppendUvarint(b, uint64(x.end))
	c.sendTo(roundUnique, groupExtra, []byte{orderCell}, c.appendEvidence(b, nil), k.qualifier)
}

// checkExtra reports the index cells of a record that it does not imply now.
func (c *checks) checkExtra() {
	key := string(c.id())
	for r := c.group.Next(); r != nil; r = c.group.Next() {
		p := cell.Packed(r.Message)
		k := c.readKept(&p)
		x := extra{string(p.Field()), string(p.Field()), string(p.Field()), string(p.Field()),
			hlc.Version(p.Uint())}
		c.put(p)
		c.reportExtra(&k, key, &x)
	}
}
