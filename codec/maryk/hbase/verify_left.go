package hbase

import (
	"cmp"
	"strconv"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/hlc"
)

func appendVersion(v hlc.Version) []byte { return strconv.AppendUint(nil, uint64(v), 10) }

// cmpNewest orders versions, the newest first.
func cmpNewest(a, b hlc.Version) int { return cmp.Compare(b, a) }

// isNewest reports whether a cell is the current one of its place.
func (t *table) isNewest(k *kept) bool { return t.newest(k.place()) == k }

// left reports the index and unique cells that no record accounts for.
func (c *checks) left() {
	c.allWhole = c.raw()
	for _, since := range c.whole {
		c.allWhole = c.allWhole && since > 0
	}
	for i := range c.cells {
		k := &c.cells[i]
		if k.used || string(k.family) == familyData {
			continue
		}
		first := i == 0 || !samePlace(&c.cells[i-1], k)
		if first && !c.hidden(k) && string(k.val) != deleteCell {
			c.extra(k)
		} else {
			c.older(k)
		}
	}
	if c.oneByte {
		c.find(format.Info, MissingUniqueRow, about{place: place{family: familyUnique}, defect: DefectOneByte,
			noMend: "upstream cannot do otherwise with keys of one byte"},
			"upstream takes every unique value of this model as free, since its keys are one byte long")
	}
}

// raw reports whether the dump has more than the newest cells. Other dumps do not show which
// records existed and were deleted for good.
func (t *table) raw() bool {
	return len(t.markers) > 0 || t.cells.repeated()
}

// extra reports a cell whose content no record implies now.
func (c *checks) extra(k *kept) {
	a := about{place: k.place(), record: string(k.qualifier), expected: []byte(deleteCell), stored: k.val, at: k.at, mend: put, right: k.at}
	if c.raw() {
		a.mend = drop
	}
	code := ExtraIndexRow
	if a.place.family == familyUnique {
		a.record, code = string(k.val), ExtraUniqueRow
	}
	entries, exists := c.now[a.record]
	why := "the record does not exist"
	switch {
	case c.doubtful[a.record]:
		return
	case code == ExtraUniqueRow && exists:
		why = "the record has not this value, and no other can take it"
	case code == ExtraUniqueRow:
		why += ", and no other can take its value"
	default:
		a.index = c.indexName(a.place.family)
		switch {
		case a.index == "":
			why = "the model has no such index"
		case c.nulls[a.place], exists && c.whole[a.record] == 0 && !entries[a.place.family]:
			code, a.defect, why = NullLeftInIndex, DefectNull, "a part of the index was set to null, but the cell is still set"
		case exists:
			why = "the record has other values"
		}
	}
	c.find(format.Error, code, a, why)
}

// indexName is the name of a family's index, or empty if the model has none.
func (c *checks) indexName(family string) string {
	for _, x := range c.model.Def.Indexes {
		if x.Reference != nil && family == string(AppendIndexFamily(nil, x.Reference)) {
			return x.String()
		}
	}
	return ""
}

// older reports a cell that is no longer current, or that frees a value, if its record is known
// with all versions and did not change then. The cell does not store who frees a unique value.
func (c *checks) older(k *kept) {
	a := about{place: k.place(), stored: k.val, at: k.at}
	if a.place.family != familyUnique {
		a.record, a.index = a.place.qualifier, c.indexName(a.place.family)
	} else if string(k.val) != deleteCell {
		a.record = string(k.val)
	}
	since := c.whole[a.record]
	switch {
	case a.record == "" && c.allWhole && !c.changed[k.at]:
		a.noMend = "the record may have been deleted for good and compacted away"
		c.find(format.Warning, ExtraHistory, a, "no record changed at version "+string(appendVersion(k.at))+": damage, unless the record was deleted for good and compacted away")
	case since > 0 && k.at >= since && (!c.changed[k.at] || string(k.val) != deleteCell):
		a.mend = drop
		c.find(format.Error, ExtraHistory, a, "the record did not change so at version "+string(appendVersion(k.at)))
	}
}
