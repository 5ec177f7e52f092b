package rocksdb

import (
	"bytes"
	"encoding/binary"
	"slices"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/hlc"
	"github.com/rowlens/rowlens/codec/maryk"
	"github.com/rowlens/rowlens/codec/maryk/cell"
	"github.com/rowlens/rowlens/codec/shuffle"
	"github.com/rowlens/rowlens/codec/store"
)

// checks are the checks of one group.
type checks struct {
	*known
	v     *verifier
	group *shuffle.Group
	in    format.Input
	bytes cell.Arena // memory of the rows
	rows  [families]rows
	last  []byte // order of the last row, without its age

	mine     bool            // findings of the group belong to the sample
	found    int             // findings
	doubtful bool            // what the record implies is not judged: its rows disagree, or do not decode
	path     maryk.Path      // of a row
	replaced map[string]bool // index rows of items removed without a historic row
	missing  int             // index rows that the record lacks
	sent     []sentRow       // rows of unique values
}

// begin prepares c for a group.
func (c *checks) begin(g *shuffle.Group) {
	c.known, c.group = c.v.models[binary.BigEndian.Uint32(g.Key)], g
	for f := range c.rows {
		c.rows[f] = c.rows[f][:0]
	}
	c.bytes.Reset()
	clear(c.replaced)
	c.last, c.mine, c.found, c.doubtful, c.missing, c.sent = c.last[:0], true, 0, false, 0, c.sent[:0]
}

// id returns what follows the kind in the key of the group.
func (c *checks) id() []byte { return c.group.Key[5:] }

// keep copies a row.
func (c *checks) keep(f FamilyType, key, val []byte) kept {
	return kept{key: c.bytes.Copy(key), val: c.bytes.Copy(val), head: headOf(f, key, c.model.KeySize)}
}

// next returns the next row of a group that gets no messages, or nil after the last one. Of several rows with the same key it
// returns the one that counts.
func (c *checks) next() (FamilyType, *kept) {
	for r := c.group.Next(); r != nil; r = c.group.Next() {
		order := r.Order[:len(r.Order)-cell.AgeLen]
		f := FamilyType(order[0])
		key, _ := r.Entry.Part(store.Key)
		val, _ := r.Entry.Part(store.Value)
		if f == Unique || f == HistoricUnique {
			c.sent = append(c.sent, sentRow{c.keep(f, key, val), c.bytes.Copy(r.Order[1:])})
			continue
		}
		if bytes.Equal(order, c.last) {
			continue
		}
		if c.last = append(c.last[:0], order...); r.Entry.Deleted == "" {
			x := c.keep(f, key, val)
			return f, &x
		}
	}
	return 0, nil
}

// checkAlone checks a row that is too short to belong to a record.
func (c *checks) checkAlone() {
	for f, r := c.next(); r != nil; f, r = c.next() {
		c.read(f, r)
		if f == Table || f == HistoricTable {
			c.count++
		}
	}
}

// checkRecord checks everything that belongs to a record.
func (c *checks) checkRecord() {
	id := bytes.Clone(c.id())
	for f, r := c.next(); r != nil; f, r = c.next() {
		c.rows[f] = append(c.rows[f], *r)
	}
	c.count += len(c.rows[Table]) + len(c.rows[HistoricTable])
	var x *subject
	if c.mine = c.v.Sampling.Has(id); c.mine {
		for f := range c.rows {
			c.readable(FamilyType(f))
		}
		if !c.unjudged() {
			if len(c.rows[Keys])+len(c.rows[Table])+len(c.rows[HistoricTable]) > 0 {
				x = c.record(id)
			}
			c.leftIndexes()
			c.leftHistoricIndexes(id)
			c.deletedRecord(id)
		}
	}
	c.send(id, x)
}

// subject is a record that exists.
type subject struct {
	id       []byte
	created  hlc.Version
	last     hlc.Version // cell.Newest if unknown
	deleted  bool
	state    hlc.Version // version of the Table's soft delete; 0 if there is none
	latest   []cell.Stored
	versions []hlc.Version // at which the record changed, according to its rows
	sound    bool          // all its rows decode, and the history agrees
	replica  bool          // the history lacks the soft delete, as after a replicated add
	told     map[string]*told
}

// record checks the rows of a record and those derived from them. It returns nil for a record that
// does not exist.
func (c *checks) record(id []byte) *subject {
	table, history := c.rows[Table].under(id), c.rows[HistoricTable].under(id)
	key := c.rows[Keys].find(id, nil)
	if key == nil {
		c.withoutKey(id, table, history)
		return nil
	}
	x := &subject{id: id, last: cell.Newest, sound: true, told: map[string]*told{}}
	if created := c.rows[Table].find(id, nil); created != nil && !created.bad {
		x.created = version(created.val)
	}
	if !key.bad {
		x.created = version(key.val)
	}
	c.creation(x, key)
	c.tableRows(x, table)
	if c.historic {
		c.history(x, table, history)
	}
	c.lastUpdate(x)
	c.updateHistory(x)
	if stone := c.rows[ReplicationTombstone].find(id, nil); stone != nil {
		stone.used = true
		c.find(format.Error, TombstoneOfLiving, about{family: ReplicationTombstone, key: id, record: id, stored: stone.val},
			"the record exists, but says that it was deleted for good")
	}
	if c.doubtful = !x.sound; x.sound {
		var all []cell.Event
		if c.historic {
			all = events(x, history)
		}
		c.sizes(x, all)
		c.implied(x, all)
	}
	return x
}

// withoutKey reports the rows of a record that does not exist.
func (c *checks) withoutKey(id []byte, table, history rows) {
	a := about{family: Table, key: id, record: id}
	if len(table) == 0 {
		a.family = HistoricTable
	}
	all := append(slices.Clone(table), history...)
	if !slices.ContainsFunc(all, func(r kept) bool { return !r.bad }) {
		return
	}
	why := itoa(len(all)) + " rows are of a record that has no Keys row, so that it does not exist"
	if len(bytes.Trim(id, "\xff")) == 0 {
		a.defect = DefectHardDeleteFF
		why = "a hard delete left " + itoa(len(all)) + " rows of the record, since no key of that length is greater"
	}
	c.find(format.Error, RowsWithoutKey, a, why)
}

// creation compares the two rows that store when the record was created.
func (c *checks) creation(x *subject, key *kept) {
	row := c.rows[Table].find(x.id, nil)
	switch {
	case row == nil:
		c.find(format.Error, MissingTableRow, about{family: Table, key: x.id, record: x.id, expected: hlc.Append(nil, x.created),
			mend: put, right: hlc.Append(nil, x.created)}, "the creation of the record should be in the table too")
	case !row.bad && !key.bad && !bytes.Equal(row.val, key.val):
		c.find(format.Error, cell.WrongVersion, about{family: Table, key: x.id, record: x.id, expected: key.val, stored: row.val},
			"the Keys row says another creation")
	}
}

// tableRows reads the record's rows in Table.
func (c *checks) tableRows(x *subject, table rows) {
	x.versions = append(x.versions, x.created)
	for i := range table {
		r := &table[i]
		if r.bad {
			x.sound = x.sound && r.head == len(x.id)+1 && r.key[len(x.id)] == tagLastUpdate
			continue
		}
		rest, v := r.key[len(x.id):], version(r.val)
		switch tableKind(Table, rest) {
		case Created:
			continue
		case LastUpdate:
			x.last = v
			continue
		case SoftDelete:
			x.deleted, x.state = r.val[versionLen] == 1, v
		default:
			x.latest = append(x.latest, cell.Stored{Qualifier: rest, Data: r.val[versionLen:], Version: v})
			c.setItem(x, r)
			c.noteStrange(rest)
		}
		x.versions = append(x.versions, v)
		if v < x.created {
			c.find(format.Error, cell.WrongVersion, about{family: Table, key: r.key, record: x.id, expected: hlc.Append(nil, x.created),
				stored: r.val}, "the row is older than the record")
			x.sound = false
		}
	}
}

// setItem checks that the value of a set item is the item in its key.
func (c *checks) setItem(x *subject, r *kept) {
	if c.model.ItemDiffers(r.key[len(x.id):], r.val[versionLen:]) {
		c.find(format.Error, cell.SetItemDiffers, about{family: Table, key: r.key, record: x.id, stored: r.val},
			"the value of a set item repeats the item in the key")
		x.sound = false
	}
}

// lastUpdate checks the row of the last update against all other versions.
func (c *checks) lastUpdate(x *subject) {
	newest := slices.Max(x.versions)
	key := append(bytes.Clone(x.id), tagLastUpdate)
	row := c.rows[Table].find(key, nil)
	a := about{family: Table, key: key, record: x.id, expected: hlc.Append(nil, newest), mend: put,
		right: hlc.Append(nil, newest), since: c.valueAt(x, newest)}
	switch {
	case row == nil:
		c.find(format.Error, MissingTableRow, a, "the record has no last update")
	case row.bad:
	case x.last < newest:
		a.stored = row.val
		c.find(format.Error, cell.WrongVersion, a, "a row of the record is newer than its last update")
	case x.last > newest && c.historic && x.sound:
		a.stored, a.mend, a.noMend = row.val, leave, "an older row of the history may be what is missing"
		c.find(format.Warning, cell.WrongVersion, a, "no row in the record's history is of the version of its last update")
		if c.implier.SetsAnew() {
			return
		}
	default:
		return
	}
	if c.historic && x.sound || row != nil && x.last < newest {
		x.last = newest
	}
}
