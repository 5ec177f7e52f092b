package rocksdb

import (
	"bytes"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/hlc"
	"github.com/rowlens/rowlens/codec/maryk/cell"
)

// implied checks the index and unique rows that a record's values imply, now and at every version
// of its history.
func (c *checks) implied(x *subject, all []cell.Event) {
	c.missing = 0
	list, err := c.implier.Of(x.latest)
	if err != nil {
		c.find(format.Warning, cell.UndecodableRow, about{family: Table, key: x.id, record: x.id},
			"what the indexes should have of the record cannot be computed: "+err.Error())
		c.doubtful = true
		return
	}
	troubled := c.changes(x, all)
	if x.deleted {
		return
	}
	for i := range list {
		m := &list[i]
		switch {
		case m.Encrypted:
			c.tokens++
			c.tellToken(x, m)
		case m.Index == nil:
			x.toldOf(c.key(x, m)).now = m
		default:
			c.index(x, m, troubled)
		}
	}
	if more := c.missing - cell.MissingMax; more > 0 {
		c.find(format.Error, MissingIndexRow, about{family: Index, record: x.id}, "the values of the record need "+itoa(more)+" more rows")
	}
}

// key returns the key of the implied row, without a version.
func (c *checks) key(x *subject, m *cell.Implied) []byte {
	if m.Index == nil {
		return append(bytes.Clone(m.Reference), m.Bytes...)
	}
	key := append(bytes.Clone(c.prefixes[m.Index]), m.Bytes...)
	return append(key, x.id...)
}

// fits reports a row with an impossible version: older than the newest value from which it is
// derived, or newer than the last update.
func (c *checks) fits(x *subject, m *cell.Implied, f FamilyType, r *kept) bool {
	oldest, v := max(m.Oldest, x.created), version(r.val)
	if v >= oldest && v <= x.last {
		return true
	}
	a := about{family: f, key: r.key, record: x.id, index: m.IndexName(), expected: hlc.Append(nil, oldest), stored: r.val}
	if v > x.last {
		a.expected = hlc.Append(nil, x.last)
	}
	a.mend, a.right, a.since = put, append(bytes.Clone(a.expected), r.val[versionLen:]...), c.valueAt(x, m.Version)
	c.find(format.Error, cell.WrongVersion, a, "the row is older than the values that it is made of, or newer than the record's last update")
	return false
}

func (c *checks) index(x *subject, m *cell.Implied, troubled map[string]bool) {
	key := c.key(x, m)
	r := c.rows[Index].find(key, nil)
	if r == nil {
		if c.missing++; c.missing <= cell.MissingMax {
			v := hlc.Append(nil, max(m.Version, x.created))
			c.find(format.Error, MissingIndexRow, about{family: Index, key: key, record: x.id, index: m.IndexName(), expected: v,
				mend: put, right: v, since: c.valueAt(x, m.Version)}, "the values of the record need this row")
		}
		return
	}
	r.used = true
	if r.bad || !c.fits(x, m, Index, r) || !c.historic || x.replica || troubled[m.ID()] {
		return
	}
	a := about{family: Index, key: key, record: x.id, index: m.IndexName(), stored: r.val}
	group := c.rows[HistoricIndex].group(key)
	switch {
	case len(group) == 0:
		a.family, a.key, a.stored = HistoricIndex, hlc.AppendInverted(key, version(r.val)), nil
		a.mend, a.since = put, c.valueAt(x, m.Version)
		c.find(format.Error, MissingHistory, a, "the index row has no historic row")
	case group[0].bad:
	case len(group[0].val) > 0:
		c.find(format.Error, HistoryDiffers, a, "the newest historic row says that the entry is no longer set")
	case group[0].at() != version(r.val):
		a.expected = hlc.Append(nil, group[0].at())
		a.mend, a.right, a.since = put, a.expected, c.valueAt(x, m.Version)
		c.find(format.Error, HistoryDiffers, a, "the newest historic row has another version")
	}
}

// unique checks the unique row of a value that a record has.
func (c *checks) unique(x *subject, m *cell.Implied, troubled bool) {
	key := m.Reference
	r := c.rows[Unique].find(key, nil)
	a := about{family: Unique, key: key, record: x.id, expected: append(hlc.Append(nil, m.Version), x.id...), since: c.valueAt(x, m.Version)}
	a.mend, a.right = put, a.expected
	switch {
	case r == nil:
		c.find(format.Error, MissingUniqueRow, a, "the record has this value, but others can take it")
		return
	case r.bad:
		return
	case !bytes.Equal(r.val[versionLen:], x.id):
		r.used, a.stored = true, r.val
		if r.owner != nil && r.owner.exists {
			a.mend, a.noMend = leave, "the row is of another record that exists: nothing says which of the two the value belongs to"
		}
		c.find(format.Error, MissingUniqueRow, a, "the record has this value, but the row is of another record")
		return
	}
	c.uniqueRow(x, m, r, troubled)
}

// uniqueRow checks a unique row that belongs to the record.
func (c *checks) uniqueRow(x *subject, m *cell.Implied, r *kept, troubled bool) {
	r.used = true
	if !c.fits(x, m, Unique, r) || !c.historic || x.replica || troubled {
		return
	}
	at := hlc.AppendInverted(nil, version(r.val))
	old := c.rows[HistoricUnique].find(r.key, at)
	a := about{family: HistoricUnique, key: append(bytes.Clone(r.key), at...), record: x.id, expected: x.id, mend: put,
		right: x.id, since: c.valueAt(x, m.Version)}
	switch {
	case old == nil:
		c.find(format.Error, MissingHistory, a, "the unique row has no historic row of its version")
	case old.bad:
	case !bytes.Equal(old.val, x.id):
		a.stored = old.val
		c.find(format.Error, HistoryDiffers, a, "the historic row of the unique row's version has another owner")
	}
}
