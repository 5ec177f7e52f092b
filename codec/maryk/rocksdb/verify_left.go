package rocksdb

import (
	"bytes"
	"slices"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/hlc"
	"github.com/rowlens/rowlens/codec/maryk"
	"github.com/rowlens/rowlens/codec/maryk/cell"
)

// ownerOf describes what exists of the record that owns a row. Rows of records whose values are in
// doubt are not reported.
func (c *checks) ownerOf(id []byte) (why string, judged bool) {
	switch {
	case c.doubtful:
		return "", false
	case c.rows[Keys].find(id, nil) == nil:
		return "the record does not exist", true
	case c.deletion(id) != nil:
		return "the record is soft-deleted", true
	}
	return "the record has other values", true
}

// indexOf returns the index of a row by the beginning of its key, and its name.
func (c *checks) indexOf(key []byte) (*maryk.Index, string) {
	for x, prefix := range c.prefixes {
		if x.Reference != nil && bytes.HasPrefix(key, prefix) {
			return x, x.String()
		}
	}
	return nil, ""
}

// replacedItem reports whether an index row is of an item that a set or map had until it was replaced. Without a
// history, the 00 in the row of the item tells.
func (c *checks) replacedItem(x *maryk.Index, key, id []byte) bool {
	if c.historic || x == nil {
		return c.replaced[string(key)]
	}
	prefix := len(c.prefixes[x])
	return slices.ContainsFunc(cell.ItemsOf(x, key[prefix:max(prefix, len(key)-len(id))]), func(item []byte) bool {
		r := c.rows[Table].find(append(bytes.Clone(id), item...), nil)
		return r != nil && !r.bad && len(r.val) == versionLen+1 && r.val[versionLen] == 0
	})
}

func (c *checks) leftIndexes() {
	for i := range c.rows[Index] {
		r := &c.rows[Index][i]
		if r.used {
			continue
		}
		id := r.key[len(r.key)-c.model.KeySize:]
		x, name := c.indexOf(r.key)
		why, judged := c.ownerOf(id)
		if name == "" {
			why, judged = "the model has no such index", c.lacks == "" // otherwise it may belong to a model that is not known
		}
		a := about{family: Index, key: r.key, record: id, index: name, stored: r.val, mend: drop}
		if c.replacedItem(x, r.key, id) {
			a.defect, why = DefectReplacedItems, "the record's collection was replaced and no longer has this item"
		}
		if judged {
			c.find(format.Error, ExtraIndexRow, a, why)
		}
	}
}

// leftHistoricIndexes reports the historic index rows that no change accounts for. Of a record that is deleted for good,
// upstream removes only those of the versions of its values: those of soft deletes and restores stay, and those by which
// the record left an index.
func (c *checks) leftHistoricIndexes(id []byte) {
	var stale []byte // row whose newest version is known to be stale
	exists, softDelete := c.rows[Keys].find(id, nil) != nil, cell.Newest
	if !exists && c.deletedForGood(id) {
		softDelete = c.firstSoftDelete()
	}
	for i := range c.rows[HistoricIndex] {
		r := &c.rows[HistoricIndex][i]
		if r.used {
			continue
		}
		row := r.row()
		if stale != nil && bytes.Equal(stale, row) {
			continue
		}
		_, name := c.indexOf(row)
		a := about{family: HistoricIndex, key: r.key, record: id, index: name, stored: r.val, mend: drop}
		why, judged := c.ownerOf(id)
		switch {
		case !judged || a.index == "" && c.lacks != "":
		case exists:
			c.find(format.Error, ExtraHistory, a, "the record's history has no such change")
		case len(r.val) == 1 || r.at() > softDelete: // a restore
			a.defect, stale = DefectHistoricIndex, row
			a.mend, a.noMend = leave, "upstream leaves such rows, and no reader sees them"
			c.find(format.Info, StaleHistoricIndex, a, "the record was deleted for good, but had left the index before")
		default:
			c.find(format.Error, ExtraHistory, a, why)
		}
	}
}

// firstSoftDelete returns the oldest version at which a soft delete took the record out of an index, or cell.Newest.
func (c *checks) firstSoftDelete() hlc.Version {
	first := cell.Newest
	for i := range c.rows[HistoricIndex] {
		if r := &c.rows[HistoricIndex][i]; len(r.val) == 1 && r.val[0] == 1 {
			first = min(first, r.at())
		}
	}
	return first
}

// deletedForGood reports whether a record was deleted for good, and nothing else is left of it. Releases before 0.12 do
// not write a tombstone.
func (c *checks) deletedForGood(id []byte) bool {
	if len(c.rows[Table].under(id))+len(c.rows[HistoricTable].under(id))+len(c.rows[Index]) > 0 {
		return false
	}
	at := slices.IndexFunc(c.rows[UpdateHistory], func(r kept) bool { return !r.bad })
	stone := c.rows[ReplicationTombstone].find(id, nil)
	return !c.filled[ModelTombstonesFilled] || at >= 0 && len(c.rows[UpdateHistory][at].val) > 0 || stone != nil && !stone.bad
}

// leftUniques reports the rows of a unique value that no record accounts for. For an encrypted property,
// only the owner is known.
func (c *checks) leftUniques(encrypted bool) {
	for _, f := range [...]FamilyType{Unique, HistoricUnique} {
		for i := range c.rows[f] {
			if r := &c.rows[f][i]; !r.used && r.key[0] != 0 { // a marker begins with 00
				c.leftUnique(f, r, encrypted)
			}
		}
	}
}

func (c *checks) leftUnique(f FamilyType, r *kept, encrypted bool) {
	id := r.val
	if f == Unique {
		id = r.val[versionLen:]
	}
	c.about(id, r.owner)
	why, judged := c.ownerOf(id)
	exists := c.rows[Keys].find(id, nil) != nil
	a := about{family: f, key: r.key, record: id, stored: r.val, mend: drop}
	inside := c.insideEmbed(r.key)
	switch {
	case !judged, f == HistoricUnique && exists && encrypted:
	case inside && c.lacks != "": // perhaps in an unknown model
	case c.v.Sampling.Of > 0:
		if c.mine {
			c.ownerless++
		}
	case f == Unique:
		if inside && exists {
			a.defect = DefectEmbedUnique
		}
		c.find(format.Error, ExtraUniqueRow, a, why+", and no other can take this value")
	case exists && r.owner != nil && r.owner.changed:
		c.find(format.Warning, ExtraHistory, a, "the record changed at this version, but has this value neither before nor after: "+
			"one change set and removed it, or it belonged to a soft-deleted record")
	case exists:
		c.find(format.Error, ExtraHistory, a, "the record's history has no such change")
	default:
		c.find(format.Error, ExtraHistory, a, why)
	}
}

// insideEmbed reports whether a unique row is of a property inside of an embed.
func (c *checks) insideEmbed(key []byte) bool {
	first := slices.IndexFunc(key, func(b byte) bool { return b < 0x80 }) + 1
	return cell.UniqueLen(key, c.model.Def) > first
}
