package hbase

import (
	"slices"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/hlc"
	"github.com/rowlens/rowlens/codec/maryk/cell"
)

// place returns where the cell of something implied is stored.
func (x *subject) place(m *cell.Implied) place {
	if m.Index == nil {
		return place{row: string(m.Reference), family: familyUnique, qualifier: string(m.Bytes)}
	}
	return place{row: string(m.Bytes), family: string(AppendIndexFamily(nil, m.Reference)), qualifier: x.key}
}

// set returns what the cell holds while it is implied.
func (x *subject) set(m *cell.Implied) string {
	if m.Index == nil {
		return x.key
	}
	return setCell
}

// implied checks the index cells that the record requires now, and tells unique values about it.
func (c *checks) implied(x *subject) {
	if !x.state.exists {
		return
	}
	for _, s := range cell.NewSizes(c.model, cell.HBase, false).Differ(x.state.values) {
		c.find(format.Error, cell.SizeDiffers, about{place: place{row: x.key, family: familyData, qualifier: string(s.Qualifier)}, record: x.key,
			noMend: "the values of lost items are not known"}, s.Why())
	}
	list, err := c.implier.Of(x.state.values)
	if err != nil {
		c.find(format.Warning, cell.UndecodableRow, about{place: place{row: x.key, family: familyData}, record: x.key},
			"what the indexes should have of the record cannot be computed: "+err.Error())
		c.doubtful = true
		return
	}
	entries, missing := map[string]bool{}, 0
	for i := range list {
		m := &list[i]
		p := x.place(m)
		if m.Index != nil {
			entries[p.family] = true
		}
		if x.state.deleted {
			c.latent[p] = true
			continue
		}
		if m.Index == nil {
			x.toldOf(p).now = m
			continue
		}
		if missing > cell.MissingMax {
			c.find(format.Error, MissingIndexRow, about{record: x.key}, "the values of the record need more cells")
			break
		}
		if !c.current(x, m, p) {
			missing++
		}
	}
	c.now = entries
}

// current checks a cell that the record requires now.
func (c *checks) current(x *subject, m *cell.Implied, p place) bool {
	code := MissingUniqueRow
	a := about{place: p, record: x.key, expected: []byte(x.set(m)), index: m.IndexName(), mend: put, right: m.Version, since: m.Version}
	if m.Index != nil {
		code = MissingIndexRow
	}
	got := c.newest(p)
	if got == nil {
		why := "the values of the record need this cell"
		if list := c.cells.versions(p); len(list) > 0 && string(list[0].val) == x.set(m) {
			list[0].used, a.stored, a.defect = true, list[0].val, DefectHidden
			a.mend, a.noMend = leave, "the tombstone hides what is written at this version: upstream has to write the record anew"
			why = "a hard delete of the record whose key equals the cell's row hides it"
		}
		c.find(format.Error, code, a, why)
		return false
	}
	got.used, a.stored, a.at = true, got.val, got.at
	switch {
	case got.bad:
	case string(got.val) != x.set(m):
		if got.at != m.Version {
			a.mend = move
		}
		why := "the values of the record need this cell, but it says otherwise"
		if older := c.cells.versions(p)[1:]; m.Index == nil && slices.ContainsFunc(older, func(k kept) bool {
			return !k.hidden && k.at == m.Version && string(k.val) == x.set(m)
		}) {
			a.defect, why = DefectFreed, "the record took the value, and a change of a soft-deleted record that had it before freed it"
		}
		if got.owner != nil && got.owner.has {
			a.mend, a.noMend = leave, "the cell belongs to another record, which has the same value"
		}
		c.find(format.Error, code, a, why)
		return false
	case (got.at > m.Version || got.at < m.Oldest) && (m.Index == nil || got.at != x.state.first):
		a.mend, a.want = move, a.expected
		a.expected, a.stored = hlc.Append(nil, m.Version), hlc.Append(nil, got.at)
		c.find(format.Error, cell.WrongVersion, a, "the timestamp is not that of the values that the cell is made of")
	}
	return true
}
