package hbase

import (
	"bytes"
	"cmp"
	"slices"
	"strconv"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/hlc"
	"github.com/rowlens/rowlens/codec/maryk"
)

func appendVersion(v hlc.Version) []byte { return strconv.AppendUint(nil, uint64(v), 10) }

// cmpNewest orders versions, the newest first.
func cmpNewest(a, b hlc.Version) int { return cmp.Compare(b, a) }

// isNewest reports whether a cell is the current one of its place.
func (c *checks) isNewest(k *kept) bool { return c.newest(k.place()) == k }

// left goes through the cells that no record accounts for. It calls extra for those whose content
// counts now, and older for the others.
func (c *checks) left(extra, older func(k *kept)) {
	for i := range c.cells {
		k := &c.cells[i]
		if k.used {
			continue
		}
		first := i == 0 || !samePlace(&c.cells[i-1], k)
		if first && !k.hidden && string(k.val) != deleteCell {
			extra(k)
		} else {
			older(k)
		}
	}
}

// extraIndex tells about an index cell whose content the record does not imply now. How to mend it
// depends on whether the dump has more than the newest cells, which is not known yet.
func (c *checks) extraIndex(x *subject, k *kept) {
	if c.doubtful {
		return
	}
	p := k.place()
	e := extra{code: ExtraIndexRow, index: c.indexName(p.family), why: "the record does not exist"}
	switch exists := c.now != nil; {
	case e.index == "":
		e.why = "the model has no such index"
	case c.whileDeleted(x, k):
		e.defect, e.why = DefectLatent, whyLatent
	case c.nulls[p], exists && c.whole == 0 && !c.now[p.family], c.nulled(k):
		e.code, e.defect, e.why = NullLeftInIndex, DefectNull, "a part of the index was set to null, but the cell is still set"
	case exists:
		e.why = "the record has other values"
	}
	e.end = c.ends[p].at
	c.tellExtra(k, &e)
}

// nulled reports whether the change that wrote an index cell set a part of the index to null. Upstream takes the value
// before it instead.
func (c *checks) nulled(k *kept) bool {
	index := c.indexOf(string(k.family))
	return index != nil && slices.ContainsFunc(index.Values(), func(part *maryk.Index) bool {
		q, err := maryk.AppendQualifier(nil, &part.Path)
		return err == nil && slices.ContainsFunc(c.own, func(o kept) bool {
			return o.at == k.at && string(o.val) == deleteCell && bytes.Equal(o.qualifier, q)
		})
	})
}

const whyLatent = "the record was soft-deleted, and a change set the cell again"

// whileDeleted reports whether a change of the record, at a time when it was soft-deleted, wrote an index or
// unique cell. Upstream treats such a record as any other.
func (c *checks) whileDeleted(x *subject, k *kept) bool {
	if !c.latent[k.place()] || c.whole > 0 && !x.changed[k.at] {
		return false
	}
	deleted := hlc.Version(0)
	for i := range c.own {
		if o := &c.own[i]; string(o.qualifier) == metaSoftDelete && o.at < k.at {
			deleted = max(deleted, o.at)
		}
	}
	return deleted > 0 && !slices.ContainsFunc(x.deletes, func(v hlc.Version) bool { return v >= deleted && v < k.at })
}

// removed reports whether the record's next value after the one in a unique cell is a removal. Upstream
// frees only a value that another one replaces.
func (c *checks) removed(k *kept) bool {
	var next *kept
	for i := range c.own {
		if o := &c.own[i]; bytes.Equal(o.qualifier, k.row) && o.at > k.at && (next == nil || o.at < next.at) {
			next = o
		}
	}
	return next != nil && string(next.val) == deleteCell
}

// extraUnique reports a unique cell of a record that does not have the value.
func (c *checks) extraUnique(k *kept) {
	o := c.about(k)
	if o.doubtful || c.inSample() {
		return
	}
	x := extra{code: ExtraUniqueRow, why: "the record does not exist, and no other can take its value"}
	switch {
	case o.latent:
		x.defect, x.why = DefectLatent, whyLatent
	case o.removed:
		x.defect, x.why = DefectTaken, "the value was set to null, or something that contains it, but no other record can take it"
	case o.exists:
		x.why = "the record does not have this value, and no other record can take it"
	}
	if e := c.ends[k.place()]; e.record == string(k.val) {
		x.end = e.at
	}
	c.reportExtra(k, string(k.val), &x)
}

// extra describes a cell whose content no record implies now.
type extra struct {
	code, index, defect, why string
	end                      hlc.Version // at which the record released it, if that is known
}

// reportExtra reports a cell whose content no record implies now. If it was right once, its release is put, for
// without the cell the history would have a gap; else it is removed, or overwritten where nothing tells what was before.
func (c *checks) reportExtra(k *kept, record string, x *extra) {
	a := about{place: k.place(), record: record, index: x.index, expected: []byte(deleteCell), stored: k.val, defect: x.defect, at: k.at,
		mend: put, right: k.at}
	switch {
	case !c.raw():
	case x.end > k.at:
		a.right = x.end
	default:
		a.mend = drop
	}
	c.find(format.Error, x.code, a, x.why)
}

// raw reports whether the dump has more than the newest cells. Other dumps do not show which
// records existed and were deleted for good.
func (k *known) raw() bool { return k.marked || k.repeated }

// indexOf returns the index of a family, or nil if the model has none.
func (c *checks) indexOf(family string) *maryk.Index {
	for _, x := range c.model.Def.Indexes {
		if x.Reference != nil && family == string(AppendIndexFamily(nil, x.Reference)) {
			return x
		}
	}
	return nil
}

func (c *checks) indexName(family string) string {
	if x := c.indexOf(family); x != nil {
		return x.String()
	}
	return ""
}

// olderIndex reports an index cell that is no longer current, or that says that there is no entry, if all versions of its
// record are known and the record did not change then.
func (c *checks) olderIndex(x *subject, k *kept) {
	if c.whole > 0 && k.at >= c.whole && (!x.changed[k.at] || string(k.val) != deleteCell) && !c.whileDeleted(x, k) && !c.nulled(k) {
		c.didNotChange(k, x.key, false)
	}
}

// didNotChange reports a version that the record's history does not explain. It is a warning if the record changed then in
// another way: one change may set a unique value, and remove what contains it.
func (c *checks) didNotChange(k *kept, record string, changed bool) {
	a := about{place: k.place(), record: record, stored: k.val, at: k.at, mend: drop}
	if a.place.family != familyUnique {
		a.index = c.indexName(a.place.family)
	}
	severity := format.Error
	if changed {
		severity = format.Warning
	}
	c.find(severity, ExtraHistory, a, "the record did not change that way at version "+string(appendVersion(k.at)))
}

// olderUnique does the same for a unique cell. A cell that frees a value does not say which record did
// so; it asks whether any record changed then.
func (c *checks) olderUnique(k *kept) {
	switch o := c.about(k); {
	case string(k.val) == deleteCell:
		c.askChange(k)
	case o.whole > 0 && k.at >= o.whole && !o.latent && !c.inSample():
		c.didNotChange(k, string(k.val), o.changed)
	}
}

// inSample reports whether only a sample is verified. It also counts what can then not be judged, as any other
// record may have the value.
func (c *checks) inSample() bool {
	if c.v.Sampling.Of == 0 {
		return false
	}
	if c.mine {
		c.unjudged++
	}
	return true
}
