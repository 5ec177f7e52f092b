package rocksdb

import (
	"bytes"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/hlc"
	"github.com/rowlens/rowlens/codec/maryk/cell"
)

// history compares each Table row with its newest historic row.
func (c *checks) history(x *subject, table, history rows) {
	before := c.found
	newest := map[string]*kept{}
	created := false
	for i := range history {
		r := &history[i]
		switch {
		case r.bad:
			x.sound = false
			continue
		case len(r.key) == len(x.id):
			created = true
			if version(r.val) != x.created {
				c.find(format.Error, cell.WrongVersion, about{family: HistoricTable, key: r.key, record: x.id,
					expected: hlc.Append(nil, x.created), stored: r.val}, "the Keys row says another creation")
			}
			continue
		case r.at() < x.created:
			c.find(format.Error, cell.WrongVersion, about{family: HistoricTable, key: r.key, record: x.id,
				expected: hlc.Append(nil, x.created), stored: r.key[r.head:]}, "the row is older than the record")
		}
		x.versions = append(x.versions, r.at())
		if newest[string(r.row())] == nil {
			newest[string(r.row())] = r
			c.latest(x, r)
		}
	}
	if !created {
		c.find(format.Error, MissingHistory, about{family: HistoricTable, key: x.id, record: x.id,
			expected: hlc.Append(nil, x.created), mend: put, right: hlc.Append(nil, x.created)}, "the creation should be in the history too")
	}
	for i := range table {
		r := &table[i]
		kind := tableKind(Table, r.key[len(x.id):])
		if r.bad || kind == Created || kind == LastUpdate || newest[string(r.key)] != nil {
			continue
		}
		a := about{family: HistoricTable, key: hlc.AppendInverted(bytes.Clone(r.key), version(r.val)), record: x.id,
			expected: r.val[versionLen:]}
		if kind == SoftDelete {
			a.defect, a.noMend, x.replica = DefectReplicatedState, "upstream writes none here: the row is not needed", true
			c.find(format.Info, MissingHistory, a, "the soft delete or restore has no historic row")
			before++
			continue
		}
		a.mend, a.right, a.since = put, r.val[versionLen:], r
		c.find(format.Error, MissingHistory, a, "the row has no historic row")
	}
	x.sound = x.sound && c.found == before
}

// latest compares the newest historic row with the row in Table.
func (c *checks) latest(x *subject, r *kept) {
	row := c.rows[Table].find(r.row(), nil)
	gone := len(r.val) == 1 && r.val[0] == 0 && tableKind(HistoricTable, r.row()[len(x.id):]) == Property
	a := about{family: Table, key: r.row(), record: x.id, expected: append(hlc.Append(nil, r.at()), r.val...)}
	switch {
	case row == nil && gone:
	case row == nil:
		c.find(format.Error, HistoryDiffers, a, "the newest historic row has a value, the table has none")
	case row.bad:
	case gone && len(row.val) == versionLen+1 && row.val[versionLen] == 0:
	case version(row.val) != r.at() || !bytes.Equal(row.val[versionLen:], r.val):
		a.stored = row.val
		c.find(format.Error, HistoryDiffers, a, "the newest historic row says otherwise")
	}
}

// events returns what happened to a record according to its historic rows.
func events(x *subject, history rows) []cell.Event {
	all := cell.EventsAt{}
	all.At(x.created)
	for i := range history {
		r := &history[i]
		rest := r.row()[len(x.id):]
		switch tableKind(HistoricTable, rest) {
		case Created:
		case SoftDelete:
			deleted := r.val[0] == 1
			all.At(r.at()).Deleted = &deleted
		default:
			e := all.At(r.at())
			e.Cells = append(e.Cells, cell.Stored{Qualifier: rest, Data: r.val, Version: r.at()})
		}
	}
	return all.Sorted()
}

// changes compares the historic index rows with the record's history, and tells unique values about it. It returns
// the index rows that are wrong, which need no second finding.
func (c *checks) changes(x *subject, all []cell.Event) (troubled map[string]bool) {
	troubled = map[string]bool{}
	if !c.historic || x.replica {
		c.doubtful = c.historic
		return troubled
	}
	hidden := map[string]*cell.Implied{}
	list, whole := c.implier.Changes(all, func(m *cell.Implied) {
		if m.Index != nil {
			hidden[m.ID()] = m
		}
	})
	byID := map[string][]cell.Change{}
	for _, ch := range list {
		byID[ch.Implied.ID()] = append(byID[ch.Implied.ID()], ch)
	}
	if !whole || c.released && len(byID)*len(x.versions) > toldMost {
		c.doubtful = true
		c.find(format.Info, cell.HistoryNotVerified, about{family: HistoricTable, key: x.id, record: x.id},
			"the record has too many versions of too many values: its historic index and unique rows were not verified")
		return troubled
	}
	changed := map[hlc.Version]bool{}
	for _, v := range x.versions {
		changed[v] = true
	}
	for id, list := range byID {
		switch m := list[0].Implied; {
		case m.Encrypted:
		case m.Index == nil:
			x.toldOf(c.key(x, m)).changes = list
		default:
			troubled[id] = !c.indexChanges(x, m, list, changed)
		}
		delete(hidden, id)
	}
	for _, m := range hidden {
		c.repeated(c.key(x, m), nil, changed)
	}
	for i := range list {
		if list[i].Implied.Encrypted {
			c.tokenChange(x, &list[i], i)
		}
	}
	return troubled
}

// toldMost limits how much about the versions of a record is sent to each of its unique values.
const toldMost = 1 << 22

// indexChanges checks the historic rows of an index entry, and reports whether all are right.
func (c *checks) indexChanges(x *subject, m *cell.Implied, list []cell.Change, changed map[hlc.Version]bool) bool {
	key := c.key(x, m)
	right := true
	for i := range list {
		right = c.change(x, HistoricIndex, key, &list[i]) && right
	}
	c.repeated(key, list, changed)
	return right
}

// repeated accounts for the historic rows of an index entry that repeat a state. With each change of a
// soft-deleted record, upstream writes that its entries, also the new ones, are not set.
func (c *checks) repeated(key []byte, list []cell.Change, changed map[hlc.Version]bool) {
	group := c.rows[HistoricIndex].group(key)
	for i := range group {
		if r := &group[i]; !r.used && changed[r.at()] && repeats(r, list) {
			r.used = true
		}
	}
}

// repeats reports whether a historic index row repeats the state that already held at its version.
func repeats(r *kept, list []cell.Change) bool {
	on := false
	for _, ch := range list {
		if ch.Version <= r.at() {
			on = ch.On
		}
	}
	return on == (len(r.val) == 0)
}

// change checks the historic row of one change, and reports whether it is right. When a whole set
// or map is replaced, upstream writes none for the removed items and leaves their index rows, nor does it write one when
// such an item is added again.
func (c *checks) change(x *subject, f FamilyType, key []byte, ch *cell.Change) bool {
	at := hlc.AppendInverted(nil, ch.Version)
	r := c.rows[f].find(key, at)
	a := about{family: f, key: append(bytes.Clone(key), at...), record: x.id, index: ch.Implied.IndexName()}
	switch {
	case f == HistoricUnique:
		a.expected = x.id
	case !ch.On && ch.Deleted:
		a.expected = []byte{1}
	case !ch.On:
		a.expected = []byte{0}
	}
	a.mend, a.right, a.since = put, a.expected, c.valueAt(x, ch.Version)
	if r == nil {
		switch left := c.replaced[string(key)]; {
		case !ch.Implied.FansOut():
		case !ch.On && !ch.Deleted:
			c.replaced[string(key)] = true
			return true
		case ch.On && left: // added again: the row is still there
			delete(c.replaced, string(key))
			return true
		}
		if f == HistoricUnique && !ch.On && c.rows[Unique].find(key, nil) != nil && c.insideEmbed(key) {
			a.defect = DefectEmbedUnique
		}
		c.find(format.Error, MissingHistory, a, "the record's history has a change at this version that needs this row")
		return false
	}
	r.used, a.stored = true, r.val
	right := bytes.Equal(r.val, a.expected) ||
		f == HistoricUnique && !ch.On && len(r.val) == 0 || // a freed value as written up to 0.10
		f == HistoricIndex && ch.Deleted && c.indexFormat == cell.IndexFormat1 && len(r.val) == 1
	if !right && !r.bad {
		c.find(format.Error, HistoryDiffers, a, "the record's history says otherwise of this version")
	}
	return right && !r.bad
}

// valueAt returns a value of the record that has the version.
func (c *checks) valueAt(x *subject, v hlc.Version) *kept {
	list := c.rows[Table].under(x.id)
	for i := range list {
		r := &list[i]
		if !r.bad && tableKind(Table, r.key[len(x.id):]) == Property && version(r.val) == v {
			return r
		}
	}
	return nil
}
