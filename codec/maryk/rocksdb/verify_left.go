package rocksdb

import (
	"bytes"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/maryk/cell"
)

// left reports the rows that no record accounts for.
func (c *checks) left() {
	c.leftIndexes()
	c.leftUniques()
	c.leftHistoricIndexes()
	c.leftHistoricUniques()
	c.deletedRecords()
	if c.tokens > 0 {
		c.find(format.Info, EncryptedUnique, about{family: Unique, noMend: needsKey}, itoa(c.tokens)+" unique values are encrypted: their rows have tokens that only the writer's key gives, so only their owners were verified")
	}
}

// owner describes what exists of the record that owns a row. Rows of records whose values are in
// doubt are not reported.
func (c *checks) owner(id []byte) (why string, judged bool) {
	key := c.rows[Keys].find(id, nil)
	state := c.rows[Table].find(append(bytes.Clone(id), tagSoftDelete), nil)
	switch {
	case c.doubtful[string(id)]:
		return "", false
	case key == nil:
		return "the record does not exist", true
	case state != nil && !state.bad && state.val[versionLen] == 1:
		return "the record is soft-deleted", true
	}
	return "the record has other values", true
}

// indexOf names the index of a row by the beginning of its key.
func (c *checks) indexOf(key []byte) string {
	for x, prefix := range c.prefixes {
		if x.Reference != nil && bytes.HasPrefix(key, prefix) {
			return x.String()
		}
	}
	return ""
}

func (c *checks) leftIndexes() {
	for i := range c.rows[Index] {
		r := &c.rows[Index][i]
		if r.used {
			continue
		}
		id := r.key[len(r.key)-c.model.KeySize:]
		name := c.indexOf(r.key)
		why, judged := c.owner(id)
		if name == "" {
			why, judged = "the model has no such index", true
		}
		a := about{family: Index, key: r.key, record: id, index: name, stored: r.val, mend: drop}
		if c.replaced[string(r.key)] {
			a.defect, why = DefectReplacedItems, "the record's collection was replaced, and has this item no more"
		}
		if judged {
			c.find(format.Error, ExtraIndexRow, a, why)
		}
	}
}

func (c *checks) leftUniques() {
	for i := range c.rows[Unique] {
		r := &c.rows[Unique][i]
		if r.used || r.key[0] == 0 {
			continue // a marker begins with 00
		}
		id := r.val[versionLen:]
		if why, judged := c.owner(id); judged {
			c.find(format.Error, ExtraUniqueRow, about{family: Unique, key: r.key, record: id, stored: r.val, mend: drop},
				why+", and no other can take this value")
		}
	}
}

func (c *checks) leftHistoricIndexes() {
	var stale []byte // row whose newest version is known to be stale
	for i := range c.rows[HistoricIndex] {
		r := &c.rows[HistoricIndex][i]
		if r.used {
			continue
		}
		row := r.row()
		if stale != nil && bytes.Equal(stale, row) {
			continue
		}
		a := about{family: HistoricIndex, key: r.key, record: row[len(row)-c.model.KeySize:], index: c.indexOf(row), stored: r.val, mend: drop}
		why, judged := c.owner(a.record)
		switch {
		case !judged:
		case c.rows[Keys].find(a.record, nil) != nil:
			c.find(format.Error, ExtraHistory, a, "the record's history has no such change")
		case len(r.val) == 1 && r.val[0] == 0:
			a.defect, stale = DefectHistoricIndex, row
			a.mend, a.noMend = leave, "upstream leaves such rows, and no reader sees them"
			c.find(format.Info, StaleHistoricIndex, a, "the record was deleted for good, but had left the index before")
		default:
			c.find(format.Error, ExtraHistory, a, why)
		}
	}
}

// leftHistoricUniques: for an encrypted property only the owner is known.
func (c *checks) leftHistoricUniques() {
	for i := range c.rows[HistoricUnique] {
		r := &c.rows[HistoricUnique][i]
		if r.used {
			continue
		}
		why, judged := c.owner(r.val)
		exists := c.rows[Keys].find(r.val, nil) != nil
		_, encrypted := c.encrypted[string(r.key[:cell.UniqueLen(r.key)])]
		switch {
		case !judged, exists && encrypted:
		case exists:
			c.find(format.Error, ExtraHistory, about{family: HistoricUnique, key: r.key, record: r.val, stored: r.val, mend: drop},
				"the record's history has no such change")
		default:
			c.find(format.Error, ExtraHistory, about{family: HistoricUnique, key: r.key, record: r.val, stored: r.val, mend: drop}, why)
		}
	}
}
