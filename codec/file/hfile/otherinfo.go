package hfile

import (
	"slices"

	"github.com/rowlens/rowlens/codec/file"
)

// otherInfo is a region's description that is not of the region after which its folder is called.
type otherInfo struct {
	info  *regionInfo
	bytes []byte
}

// others reports such descriptions. HBase 2.4 itself leaves that of the first of the regions that it merged, if it is as
// long as the new one. No cell is lost: that is a remark, unless the first region is here as well and may be gone.
func (t *table) others() {
	for _, r := range t.regions {
		if r.other == nil {
			continue
		}
		i := r.other.info
		first := i.folder()
		d := damageAt(r.source, badSmall, 0, 0, "the region "+r.id+", as its folder is called", "the region "+first)
		d.Text = "a region's description is damaged, or that of another region: it is not believed."
		here := slices.ContainsFunc(t.regions, func(o *region) bool { return o.id == first && !o.gone && len(o.files) > 0 })
		if !here && fullName(i.namespace, i.table) == t.name && r.other.first(r.id) {
			d.Remark, d.Offset = true, file.NoOffset
			d.Text = "a region's description is that of another region, as HBase 2.4 leaves it after a merge: it is not needed."
		}
		t.damage = append(t.damage, d)
	}
}

// first reports whether the description may be that of the first of the regions that were merged into the folder's. The
// new region has the largest of their numbers plus one. Where that is of a region that is not known, the description is
// not the folder's own with one byte changed.
func (o *otherInfo) first(folder string) bool {
	next := *o.info
	next.id++
	return len(next.end) > 0 && (next.folder() == folder || !o.damaged(folder))
}

// otherMax is the size up to which a description is tried with other bytes.
const otherMax = 256

// damaged reports whether the description is that of the folder's region, but for one byte.
func (o *otherInfo) damaged(folder string) bool {
	if len(o.bytes) > otherMax {
		return true // it would take long to find out
	}
	b := slices.Clone(o.bytes)
	for at, was := range b {
		for n := range 256 {
			b[at] = byte(n)
			if info, ok := parseRegionInfo(b); ok && info.folder() == folder {
				return true
			}
		}
		b[at] = was
	}
	return false
}

// undescribed reports regions without a description in a table whose others have theirs. HBase goes by hbase:meta and
// writes it again, but here it is not known then of which regions one has the rows.
func (t *table) undescribed() {
	known := slices.ContainsFunc(t.regions, func(r *region) bool { return r.info != nil })
	for _, r := range t.regions {
		if known && r.id != "" && r.source == "" && !r.gone && len(r.files) > 0 {
			d := damageAt(r.files[0].name, missingFile, file.NoOffset, 0, t.place.dir+r.id+"/"+infoName, "no such file")
			d.Text = "the description of a region is not there: its files are read without it. If it was split or merged, cells may come twice."
			t.damage = append(t.damage, d)
		}
	}
}
