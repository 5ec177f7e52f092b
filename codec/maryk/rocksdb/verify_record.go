package rocksdb

import (
	"bytes"
	"slices"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/hlc"
	"github.com/rowlens/rowlens/codec/maryk"
	"github.com/rowlens/rowlens/codec/maryk/cell"
)

// checks are those of one model's rows, record by record.
type checks struct {
	*table
	implier  *cell.Implier
	prefixes map[*maryk.Index][]byte // of the keys of index rows
	updates  map[string][]*kept      // update history of a record, newest first

	doubtful     map[string]bool               // records whose Table and Historic Table disagree: what follows from them is not judged
	encrypted    map[string]map[string][]*kept // unique rows by owner, of each reference whose values are encrypted
	tokenChanges map[string]map[string]int     // inverted version and owner, of each such reference
	replaced     map[string]bool               // index rows of items removed without a historic row
	tokens       int                           // encrypted unique values
	missing      int                           // index rows that the record lacks
}

func newChecks(t *table) *checks {
	c := &checks{table: t, implier: cell.NewImplier(t.model.Def, cell.RocksDB), prefixes: indexPrefixes(t.model.Def, t.indexFormat),
		updates: map[string][]*kept{}, doubtful: map[string]bool{}, replaced: map[string]bool{},
		tokenChanges: map[string]map[string]int{}, encrypted: map[string]map[string][]*kept{}}
	for i := range t.rows[UpdateHistory] {
		if r := &t.rows[UpdateHistory][i]; !r.bad {
			id := string(r.key[versionLen:])
			c.updates[id] = append(c.updates[id], r)
		}
	}
	return c
}

// historic reports whether the model's rows have a history.
func (t *table) historic() bool { return len(t.rows[HistoricTable]) > 0 }

// filled reports whether a row of the Model family marks something as complete.
func (t *table) filled(k Kind) bool {
	r := t.rows[Model].find([]byte{k.item()}, nil)
	return r != nil && !r.bad
}

// subject is a record that exists.
type subject struct {
	id       []byte
	created  hlc.Version
	last     hlc.Version // cell.Newest if unknown
	deleted  bool
	state    hlc.Version // of the Table's soft delete; 0 if there is none
	latest   []cell.Stored
	versions []hlc.Version // at which the record changed, according to its rows
	sound    bool          // all its rows decode, and the history agrees
	replica  bool          // the history lacks the soft delete, as after a replicated add
}

// record checks the rows of a record and those that follow from them.
func (c *checks) record(id []byte) {
	table, history := c.rows[Table].under(id), c.rows[HistoricTable].under(id)
	key := c.rows[Keys].find(id, nil)
	if key == nil {
		c.withoutKey(id, table, history)
		return
	}
	x := &subject{id: id, last: cell.Newest, sound: true}
	if created := c.rows[Table].find(id, nil); created != nil && !created.bad {
		x.created = version(created.val)
	}
	if !key.bad {
		x.created = version(key.val)
	}
	c.creation(x, key)
	c.tableRows(x, table)
	if c.historic() {
		c.history(x, table, history)
	}
	c.lastUpdate(x)
	c.updateHistory(x)
	if stone := c.rows[ReplicationTombstone].find(id, nil); stone != nil {
		stone.used = true
		c.find(format.Error, TombstoneOfLiving, about{family: ReplicationTombstone, key: id, record: id, stored: stone.val},
			"the record exists, but says that it was deleted for good")
	}
	if !x.sound {
		c.doubtful[string(id)] = true
		return
	}
	c.implied(x, history)
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
	case x.last > newest && c.historic() && x.sound:
		a.stored, a.mend, a.noMend = row.val, leave, "an older row of the history may be what is missing"
		c.find(format.Warning, cell.WrongVersion, a, "no row in the record's history is of the version of its last update")
	default:
		return
	}
	if c.historic() && x.sound || row != nil && x.last < newest {
		x.last = newest
	}
}
