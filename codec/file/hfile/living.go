package hfile

import (
	"bytes"
	"cmp"

	"github.com/rowlens/rowlens/codec/file"
	"github.com/rowlens/rowlens/codec/internal/md5"
	"github.com/rowlens/rowlens/codec/internal/sorting"
	"github.com/rowlens/rowlens/codec/value"
)

// leaveOut marks the regions that were split or merged: those to which others refer or link, and those whose rows are
// all in newer regions. A region that merely says so itself is shown, because one changed byte would hide it.
func (t *table) leaveOut(namespace, name string) {
	if namespace == "" {
		namespace = defaultNamespace
	}
	named := map[string]bool{}
	for _, r := range t.regions {
		for i := range r.files {
			for _, other := range r.files[i].named(namespace, name) {
				if other != r.id {
					named[other] = true
				}
			}
		}
	}
	var newest []*region
	for _, r := range t.regions {
		r.gone = r.id != "" && named[r.id]
		if r.info != nil {
			newest = append(newest, r)
		}
	}
	sorting.Stable(newest, func(a, b *region) int { return cmp.Compare(b.info.id, a.info.id) })
	for n, r := range newest {
		r.gone = r.gone || covered(r.info, newest[:n])
		if i := r.info; r.gone || !i.offline && !i.split && i.replica == 0 {
			continue
		}
		if r.gone = len(r.files) == 0; !r.gone {
			d := damageAt(r.source, badSmall, 0, 0, "a region that is online, as no other has its rows", "one that is offline, split or a replica")
			d.Text = "a region's description says that others have its rows, and none has: its files are read."
			t.damage = append(t.damage, d)
		}
	}
	if t.place.area == "" {
		t.ranges()
	}
}

// covered reports whether newer live regions together have all rows of a region. Regions that are gone do not count: a
// wrong time could make two regions replace each other, and neither would be shown.
func covered(i *regionInfo, regions []*region) bool {
	var newer []*regionInfo
	for _, r := range regions {
		if !r.gone && r.info.id > i.id && r.info.overlaps(i) {
			newer = append(newer, r.info)
		}
	}
	sorting.Stable(newer, func(a, b *regionInfo) int { return bytes.Compare(a.start, b.start) })
	at := i.start
	for _, n := range newer {
		if bytes.Compare(n.start, at) > 0 {
			return false
		}
		if at = later(at, n.end); len(n.end) == 0 || len(i.end) > 0 && bytes.Compare(at, i.end) >= 0 {
			return true
		}
	}
	return false
}

func later(a, b []byte) []byte {
	if bytes.Compare(a, b) < 0 {
		return b
	}
	return a
}

// ranges checks the rows of the live regions: no row should be in two of them. Rows that are in no region are not
// damage, because regions may be copied individually; they are remarked on if there was more than one region, or
// the table's folder.
func (t *table) ranges() {
	var live []*region
	known := len(t.regions) > 1 || t.schema != nil
	for _, r := range t.regions {
		if r.info != nil && !r.gone {
			live = append(live, r)
		}
		known = known && (r.info != nil || r.gone)
	}
	sorting.Stable(live, func(a, b *region) int { return bytes.Compare(a.info.start, b.info.start) })
	var last *region // the region whose rows reach furthest
	for _, r := range live {
		switch {
		case last != nil && last.info.overlaps(r.info):
			t.damage = append(t.damage, damageAt(r.source, badOverlap, 0, 0,
				"a region without the rows of "+last.id+", which has those "+last.info.rows(), "rows "+r.info.rows()))
			if len(last.info.end) == 0 || len(r.info.end) > 0 && bytes.Compare(r.info.end, last.info.end) <= 0 {
				continue
			}
		case last == nil && known && len(r.info.start) > 0:
			t.gap(r.source, &regionInfo{end: r.info.start})
		case last != nil && known && !bytes.Equal(last.info.end, r.info.start):
			t.gap(r.source, &regionInfo{start: last.info.end, end: r.info.start})
		}
		last = r
	}
	if len(t.regions) == 0 && t.edited != "" {
		t.gap(t.source, &regionInfo{})
	}
	if last != nil && known && len(last.info.end) > 0 {
		t.gap(last.source, &regionInfo{start: last.info.end})
	}
}

// gap remarks that some rows are in no region.
func (t *table) gap(name string, i *regionInfo) {
	d := damageAt(name, missingRows, file.NoOffset, 0, "a region with the rows "+i.rows(), "no such region")
	d.Remark, d.After, d.Before = true, i.start, i.end
	d.Text = "no region here has the rows " + i.rows() + " of the table " + t.name + "."
	t.damage = append(t.damage, d)
}

// rows describes a region's range of rows for people.
func (i *regionInfo) rows() string {
	switch {
	case len(i.start) == 0 && len(i.end) == 0:
		return "from first to last"
	case len(i.start) == 0:
		return "before " + shownText(i.end)
	case len(i.end) == 0:
		return "from " + shownText(i.start) + " on"
	}
	return "from " + shownText(i.start) + " to " + shownText(i.end)
}

// named returns the regions of the table that a file's name mentions.
func (one *part) named(namespace, table string) []string {
	base := file.Base(one.name)
	target, parent, ok := parseReference(base)
	if !ok {
		target = base
	}
	var all []string
	if ok {
		all = append(all, parent)
	}
	if l, linked := parseLink(target); linked && l.namespace == namespace && l.table == table {
		all = append(all, l.region)
	}
	return all
}

// overlaps reports whether two regions have rows in common.
func (i *regionInfo) overlaps(o *regionInfo) bool {
	return (len(o.end) == 0 || string(i.start) < string(o.end)) && (len(i.end) == 0 || string(o.start) < string(i.end))
}

// folder returns the name of the region's folder: the MD5 of the region's name in hex, but for hbase:meta.
func (i *regionInfo) folder() string {
	table := fullName(i.namespace, i.table)
	if table == metaTable && len(i.start) == 0 && i.id == 1 {
		return metaRegion
	}
	name := append([]byte(table), ',')
	name = append(append(name, i.start...), ',')
	name = appendUint(name, i.id)
	sum := md5.Sum(name)
	return string(value.AppendHex(nil, sum[:]))
}
