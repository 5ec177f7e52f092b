package hbase

import (
	"slices"
	"strconv"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/hlc"
	"github.com/rowlens/rowlens/codec/internal/sorting"
	"github.com/rowlens/rowlens/codec/maryk"
	"github.com/rowlens/rowlens/codec/maryk/cell"
	"github.com/rowlens/rowlens/codec/shuffle"
)

// checks are the checks of one group.
type checks struct {
	*known
	v     *verifier
	group *shuffle.Group
	in    format.Input
	bytes cell.Arena // memory of the cells

	own     cells                    // cells of family d
	cells   cells                    // cells of other families
	markers map[string][]hlc.Version // hard deletes of the record, by family

	mine     bool            // findings of the group belong to the sample
	now      map[string]bool // indexes in which the record has an entry now; nil if it does not exist
	nulls    map[place]bool  // cells left behind because a property was set to null
	ends     map[place]end   // of newest cells that were right until the record released them
	latent   map[place]bool  // cells that the record's values would require if it were not soft-deleted
	whole    hlc.Version     // the oldest version of the record, if all are known; else 0
	doubtful bool            // the record does not decode: what it implies is not judged
}

// subject is a record with its cells in family d, oldest first.
type subject struct {
	key     string
	cells   []*kept
	deletes []hlc.Version // hard deletes, oldest first
	updates map[hlc.Version]bool
	changed map[hlc.Version]bool // versions
	state   state                // the current state
	sound   bool
	told    map[place]*told
	tells   []*told // the same, as they came
}

// record checks the cells of a record and what is derived from them.
func (c *checks) record(key string) *subject {
	x := &subject{key: key, updates: map[hlc.Version]bool{}, changed: map[hlc.Version]bool{}, sound: true, told: map[place]*told{}}
	for f, list := range c.markers {
		slices.Sort(list)
		c.markers[f] = slices.Compact(list)
	}
	x.deletes = c.markers[familyData]
	for _, m := range x.deletes {
		x.changed[m] = true
	}
	c.deleteMarkers(key)
	rec := NewRecord(c.model, []byte(key))
	rec.markers = x.deletes
	for i := range c.own {
		k := &c.own[i]
		if k.bad {
			x.sound = x.sound && (k.aside || string(k.qualifier) == metaCreated || string(k.qualifier) == metaLastUpdate)
			continue
		}
		x.cells = append(x.cells, k)
		x.changed[k.at] = true
		rec.cells = append(rec.cells, cell.Stored{Qualifier: k.qualifier, Data: k.val, Version: k.at})
		c.checkOwn(x, k)
	}
	sorting.Stable(x.cells, func(a, b *kept) int { return cmpNewest(b.at, a.at) })
	x.state = rec.state(cell.Newest)
	whole := c.lives(x)
	if c.doubtful = !x.sound; c.doubtful {
		return x
	}
	c.implied(x)
	if whole && c.changes(x) && len(x.cells) > 0 {
		c.whole = x.cells[0].at
	}
	c.known.whole = c.known.whole && c.whole > 0
	return x
}

// checkOwn checks a cell on its own.
func (c *checks) checkOwn(x *subject, k *kept) {
	a := about{place: k.place(), record: x.key, stored: k.val}
	switch string(k.qualifier) {
	case metaLastUpdate, metaCreated:
		if string(k.qualifier) == metaLastUpdate {
			x.updates[k.at] = true
		}
		if number(k.val) != k.at {
			a.expected = hlc.Append(nil, k.at)
			c.find(format.Error, cell.WrongVersion, a, "the version is not the cell's timestamp")
		}
		return
	}
	if c.model.ItemDiffers(k.qualifier, k.val) {
		c.find(format.Error, cell.SetItemDiffers, a, "the value of a set item repeats the item in the qualifier")
	}
}

// deleteMarkers checks that every hard delete has a marker in all families.
func (c *checks) deleteMarkers(key string) {
	all := append([]string{familyData}, c.families...)
	var versions []hlc.Version
	for _, f := range all {
		versions = append(versions, c.markers[f]...)
	}
	slices.Sort(versions)
	for _, v := range slices.Compact(versions) {
		for _, f := range all {
			if !slices.Contains(c.markers[f], v) {
				c.find(format.Warning, MissingMarker, about{place: place{row: key, family: f}, record: key, expected: hlc.Append(nil, v),
					noMend: "the family may have been compacted since, or be newer"},
					"other families have a hard delete of this version: damage, unless the family was compacted since, or is newer")
			}
		}
	}
}

// lives checks each life of a record, from its creation to its hard delete. It reports whether the
// dump has all versions of the record, which it has if the last update that was written with the
// creation is still there.
func (c *checks) lives(x *subject) (whole bool) {
	whole = true
	rest := x.cells
	for _, end := range append(slices.Clone(x.deletes), cell.Newest) {
		n := 0
		for n < len(rest) && rest[n].at <= end {
			n++
		}
		switch now := end == cell.Newest; {
		case n > 0:
			whole = c.life(x, rest[:n], now) && whole
		case !now:
			whole = false // compacted away
		}
		rest = rest[n:]
	}
	return whole
}

func (c *checks) life(x *subject, list []*kept, now bool) (whole bool) {
	created, last := -1, hlc.Version(0)
	for i, k := range list {
		switch string(k.qualifier) {
		case metaCreated:
			created = i
		case metaLastUpdate:
			last = max(last, k.at)
		}
	}
	first, end := list[0], list[len(list)-1]
	if created < 0 {
		if now {
			c.find(format.Error, WithoutCreation, about{place: place{row: x.key, family: familyData, qualifier: metaCreated}, record: x.key},
				strconv.Itoa(len(list))+" cells are of a record that has no creation, so that it does not exist")
		}
		return false
	}
	a := about{place: place{row: x.key, family: familyData, qualifier: metaLastUpdate}, record: x.key,
		expected: hlc.Append(nil, end.at), mend: put, right: end.at, since: end.at}
	if now && last < end.at {
		if a.stored = nil; last > 0 {
			a.stored = hlc.Append(nil, last)
		}
		severity, why := format.Error, "the record has no last update, or cells that are newer"
		if last > 0 && c.replaces(list, last) {
			severity, why = format.Warning, "the newest change replaced a whole value"
			a.defect, a.mend, a.noMend = DefectReplace, leave, "upstream writes none here"
		}
		c.find(severity, MissingLastUpdate, a, why)
	}
	if at := list[created].at; now && first.at < at {
		a.mend, a.at = leave, first.at
		a.place, a.expected, a.stored = first.place(), hlc.Append(nil, at), hlc.Append(nil, first.at)
		c.find(format.Error, cell.WrongVersion, a, "the cell is older than the record")
	}
	return x.updates[list[created].at] // if not, the scan or the table has only the newest versions
}

// replaces reports whether all cells newer than the last update belong to collections, embeds or
// multi types.
func (c *checks) replaces(list []*kept, last hlc.Version) bool {
	var p maryk.Path
	for _, k := range list {
		if k.at <= last {
			continue
		}
		if maryk.DecodePath(k.qualifier, c.model.Def, maryk.PathOptions{}, &p) != nil || len(p.Steps) == 0 ||
			p.Steps[0].Def == nil || p.Steps[0].Def.Simple() {
			return false
		}
	}
	return true
}
