package hbase

import (
	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/hlc"
	"github.com/rowlens/rowlens/codec/maryk/cell"
)

// events returns what happened to a record.
func events(x *subject) []cell.Event {
	all := cell.EventsAt{}
	for _, v := range x.deletes {
		all.At(v).Hide = true
	}
	for _, k := range x.cells {
		e := all.At(k.at)
		switch string(k.qualifier) {
		case metaCreated, metaLastUpdate:
		case metaSoftDelete:
			deleted := k.val[0] == 1
			e.Deleted = &deleted
		default:
			if !e.Hide { // a hard delete also hides cells of its own version
				e.Cells = append(e.Cells, cell.Stored{Qualifier: k.qualifier, Data: k.val, Version: k.at})
			}
		}
	}
	return all.Sorted()
}

// changes compares the older index cells with the record's history, and tells unique values about it.
// It reports whether the history could be followed.
func (c *checks) changes(x *subject) bool {
	list, whole := c.implier.Changes(events(x), func(m *cell.Implied) { c.latent[x.place(m)] = true })
	if !whole {
		c.find(format.Info, cell.HistoryNotVerified, about{place: place{row: x.key, family: familyData}, record: x.key},
			"the record has too many versions of too many values: its older index and unique cells were not verified")
		return false
	}
	last := map[string]int{}
	for i := range list {
		last[list[i].Implied.ID()] = i
	}
	for i := range list {
		ch, last := &list[i], last[list[i].Implied.ID()] == i
		if p := x.place(ch.Implied); ch.Implied.Index == nil {
			t := x.toldOf(p)
			t.changes = append(t.changes, toldChange{ch.Version, ch.On, last})
		} else {
			c.change(x, p, ch, last)
		}
	}
	return true
}

// change checks the cell of one change. If it is the last change in its place, current checks the
// current cell.
func (c *checks) change(x *subject, p place, ch *cell.Change, last bool) {
	versions := c.cells.versions(p)
	var got *kept
	if one := versions.cut(func(k *kept) int { return cmpNewest(k.at, ch.Version) }); len(one) > 0 {
		got = &one[0]
	}
	want := deleteCell
	if ch.On {
		want = x.set(ch.Implied)
	}
	a := about{place: p, record: x.key, expected: []byte(want), index: ch.Implied.IndexName(), right: ch.Version, since: ch.Version}
	switch {
	case got == nil && !ch.On && ch.Absent:
		c.nulls[p] = c.nulls[p] || last
	case got == nil && (!last && (ch.On || len(versions) > 0) || len(versions) > 0 && versions[0].at > ch.Version):
		a.noMend = "the table may keep only the newest versions"
		c.find(format.Warning, MissingHistory, a,
			"the record changed that way at version "+string(appendVersion(ch.Version))+": damage, unless the table keeps only the newest versions")
	case got != nil && !got.bad && string(got.val) != want && !c.isNewest(got):
		got.used, a.stored, a.at, a.mend = true, got.val, got.at, put
		c.find(format.Error, HistoryDiffers, a, "the record's history says otherwise of version "+string(appendVersion(ch.Version)))
	case got != nil && string(got.val) == want && !(ch.On && c.isNewest(got)):
		got.used = true
	}
	c.ended(x, p, ch, last, got)
}

// end is when a record released what a cell says.
type end struct {
	record string
	at     hlc.Version // 0 if it did not
}

// ended notes when the record released what its newest cell in the place says. That cell was right until then: it is
// its release that is missing.
func (c *checks) ended(x *subject, p place, ch *cell.Change, last bool, got *kept) {
	switch {
	case ch.On && got != nil && !got.bad && string(got.val) == x.set(ch.Implied) && c.isNewest(got):
		c.ends[p] = end{record: x.key}
	case !ch.On && last && c.ends[p].record == x.key:
		c.ends[p] = end{x.key, ch.Version}
	}
}
