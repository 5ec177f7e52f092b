package rocksdb

import (
	"bytes"
	"slices"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/hlc"
	"github.com/rowlens/rowlens/codec/maryk/cell"
)

func updateKey(v hlc.Version, id []byte) []byte { return append(hlc.AppendInverted(nil, v), id...) }

func updateVersion(r *kept) hlc.Version { return ^version(r.key) }

// updateHistory checks the record's rows in the update history. The last update must be present if
// the history is marked as filled, and every version must be if the first one is.
func (c *checks) updateHistory(x *subject) {
	versions := map[hlc.Version]bool{}
	for _, v := range x.versions {
		versions[v] = true
	}
	there := map[hlc.Version]bool{}
	for i := range c.rows[UpdateHistory] {
		r := &c.rows[UpdateHistory][i]
		if r.bad {
			continue
		}
		r.used = true
		v := updateVersion(r)
		there[v] = true
		a := about{family: UpdateHistory, key: r.key, record: x.id, stored: r.val}
		switch {
		case v < x.created: // of an earlier record with this key
		case len(r.val) > 0:
			c.find(format.Error, ExtraUpdate, a, "the record exists, but was deleted for good at this version")
		case v < x.last && c.historic && x.sound && !x.replica && !versions[v] && c.implier.SetsAnew():
			a.noMend = "upstream records it as an update when an embed is set to the value that it had"
			c.find(format.Warning, ExtraUpdate, a, "no value of the record is of this version: an embed was set to the value that it had, "+
				"or historic rows are missing")
		case v > x.last, c.historic && x.sound && !x.replica && !versions[v] && v != x.last:
			a.mend = drop
			c.find(format.Error, ExtraUpdate, a, "the record did not change at this version")
		}
	}
	c.missingUpdates(x, there)
}

// missingUpdates reports what the update history lacks if it is marked as filled: the last update
// and, if the versions of the record are known, all others. Versions before the oldest row may be
// older than the update history.
func (c *checks) missingUpdates(x *subject, there map[hlc.Version]bool) {
	if !c.filled[ModelHistoryFilled] || x.last == cell.Newest {
		return
	}
	needed := []hlc.Version{x.last}
	if c.historic && x.sound {
		needed = append(needed, x.versions...)
	}
	from := x.last
	for v := range there {
		if v >= x.created {
			from = min(from, v)
		}
	}
	slices.Sort(needed)
	for _, v := range slices.Compact(needed) {
		if !there[v] {
			severity, a := format.Error, about{family: UpdateHistory, key: updateKey(v, x.id), record: x.id, mend: put, since: c.valueAt(x, v)}
			if v < from {
				severity, a.mend, a.noMend = format.Warning, leave, "the change may be older than the update history"
			}
			c.find(severity, MissingUpdate, a, "a change of the record is not in the update history")
		}
	}
}

// deletedRecord checks the update history and tombstone of a record that does not exist.
func (c *checks) deletedRecord(id []byte) {
	stone := c.rows[ReplicationTombstone].find(id, nil)
	at := slices.IndexFunc(c.rows[UpdateHistory], func(r kept) bool { return !r.bad })
	if at < 0 {
		if stone != nil && !stone.bad && !stone.used && c.filled[ModelHistoryFilled] {
			c.find(format.Error, MissingUpdate, about{family: UpdateHistory, key: updateKey(version(stone.val), id), record: id,
				expected: []byte{1}, mend: put, right: []byte{1}}, "a hard delete is not in the update history")
		}
		return
	}
	newest := &c.rows[UpdateHistory][at]
	right := hlc.Append(nil, updateVersion(newest))
	switch {
	case newest.used:
	case len(newest.val) == 0:
		if c.rows[Table].find(id, nil) == nil { // otherwise that is reported
			c.find(format.Error, ExtraUpdate, about{family: UpdateHistory, key: newest.key, record: id, expected: []byte{1}},
				"the record does not exist, but its newest update is not a hard delete")
		}
	case stone == nil && c.filled[ModelTombstonesFilled]:
		c.find(format.Error, MissingTombstone, about{family: ReplicationTombstone, key: id, record: id, expected: right, mend: put,
			right: right}, "the record was deleted for good, but has no tombstone")
	case stone != nil && !stone.bad && !bytes.Equal(stone.val, right):
		c.find(format.Error, cell.WrongVersion, about{family: ReplicationTombstone, key: id, record: id, expected: right,
			stored: stone.val, mend: put, right: right}, "the update history says another version of the hard delete")
	}
}
