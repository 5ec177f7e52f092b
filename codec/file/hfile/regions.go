package hfile

import (
	"bytes"
	"errors"
	"slices"
	"strconv"

	"github.com/rowlens/rowlens/codec/file"
	"github.com/rowlens/rowlens/codec/internal/sorting"
)

// area is a table of a store, with its regions in order and its files opened and closed again.
type area struct {
	name     string
	schema   *schema
	families []string
	regions  []openRegion
	first    int // index of the table's first family in the store's tables
	rows     rowOrder
	notes    []file.Property
	source   string // name of the file that has the schema
	gaps     []int  // indices in the store's damage of the remarks that no region has some rows
}

// openRegion is a live region.
type openRegion struct {
	id         string
	start, end []byte // its rows; nil if unbounded
	files      []openPart
	log        []cell // what a log has and no file does, in order
}

// openPart is a file of a region.
type openPart struct {
	name     string // in the region's folder: that of the link, if it is one
	family   string
	file     *hfile
	half     bool   // the region has only part of it:
	from, to []byte // these rows; nil if unbounded
	newest   int64  // its sequence number
	loaded   bool   // by a bulk load: that is also the number of each of its cells
	foreign  bool   // the number is of where the file was written, not of this region
}

// openTable opens the files of a table. Missing or unreadable files are damage.
func openTable(t *table, a *around, opt file.Options) (*area, []file.Damage, error) {
	open := &area{name: t.name, schema: t.schema, source: t.source, rows: bytes.Compare}
	if t.name == metaTable {
		open.rows = metaRows
	}
	damage := t.damage
	for _, r := range t.regions {
		if r.gone {
			continue
		}
		damage = append(damage, t.track(r, a)...)
		one, found, err := open.openRegion(r, a, opt)
		if damage = append(damage, found...); err != nil {
			return nil, damage, err
		}
		open.regions = append(open.regions, one)
	}
	if t.schema != nil {
		for i := range t.schema.families {
			open.addFamily(t.schema.families[i].name) // which may have no cell
		}
	}
	sorting.Stable(open.regions, func(a, b openRegion) int { return open.rows(a.start, b.start) })
	return open, damage, nil
}

// openRegion opens the files of a region.
func (a *area) openRegion(r *region, around *around, opt file.Options) (one openRegion, damage []file.Damage, err error) {
	one.id = r.id
	contradicted := false
	for i := range r.files {
		if h := r.files[i].half; h != nil && h.unread && r.info == nil {
			continue // nothing says which rows of the file are the region's; that it cannot be read has been reported
		}
		p, found, err := openOne(&r.files[i], around, opt)
		if damage = append(damage, found...); err != nil {
			return one, damage, err
		}
		if p == nil {
			continue
		}
		wrong := p.bound(r, &r.files[i])
		contradicted = contradicted || len(wrong) > 0
		damage = append(damage, wrong...)
		one.files = append(one.files, *p)
		a.addFamily(p.family)
		if p.file.comparable {
			a.rows = p.file.rows
		}
	}
	damage = append(damage, one.leftOut(r.unlisted)...)
	one.leaveCompacted()
	damage = append(damage, one.strays(r, a.rows)...)
	if r.info == nil {
		one.start = one.firstRow(nil, a.rows)
		return one, damage, nil
	}
	one.start, one.end = r.info.start, r.info.end
	damage = append(damage, one.believe(r, a.rows)...)
	if contradicted {
		one.end = nil
	}
	return one, damage, nil
}

// believe discards the end of a region's rows if a file has later rows: the region's name does not vouch
// for that end.
func (r *openRegion) believe(of *region, rows rowOrder) []file.Damage {
	for i := range r.files {
		p := &r.files[i]
		var c cell
		last, ok := p.file.info.get(infoLast)
		if len(r.end) == 0 || p.half || !ok || !p.file.comparable || !c.setKey(last) || rows(c.row, r.end) < 0 {
			continue
		}
		d := damageAt(of.source, badSmall, 0, 0,
			"a region with all rows of its file "+p.file.name+", the last one of which is "+shownText(c.row), "rows "+of.info.rows())
		d.Text = "a region's description contradicts its files: its last row is not believed."
		r.end = nil
		return []file.Damage{d}
	}
	return nil
}

// bound sets which rows the region has of a file to half of which it refers. The region's own rows imply the same
// bounds; if the two contradict each other, rows within either are shown.
func (p *openPart) bound(r *region, one *part) []file.Damage {
	h, i := one.half, r.info
	if h == nil {
		return nil
	}
	var damage []file.Damage
	switch p.half = true; {
	case i == nil && h.bottom:
		p.to = h.row
	case i == nil:
		p.from = h.row
	case h.unread:
		p.from, p.to = i.start, i.end
	case h.bottom && bytes.Equal(h.row, i.end):
		p.to = h.row
	case !h.bottom && bytes.Compare(h.row, i.start) >= 0 && (len(i.end) == 0 || bytes.Compare(h.row, i.end) < 0):
		p.from = i.start // or later, after a merge: then the file has no earlier row
	default:
		p.from, p.to = i.start, i.end
		if h.bottom && len(p.to) > 0 {
			p.to = later(p.to, h.row)
		} else if !h.bottom {
			if bytes.Compare(h.row, p.from) < 0 {
				p.from = h.row
			}
			if bytes.Compare(p.to, p.from) <= 0 {
				p.to = nil
			}
		}
		half := regionInfo{start: h.row}
		if h.bottom {
			half = regionInfo{end: h.row}
		}
		d := damageAt(one.source(), badSmall, 0, 0, "a half of the file with the region's rows, "+i.rows(), "the half with the rows "+half.rows())
		d.Text = "a reference contradicts the description of its region: what either says is shown."
		damage = append(damage, d)
	}
	if len(p.to) == 0 {
		p.to = nil
	}
	return damage
}

func (a *area) addFamily(name string) {
	if i, found := slices.BinarySearch(a.families, name); !found {
		a.families = slices.Insert(a.families, i, name)
	}
}

// openOne opens a file, following a link or reference; nil if the file is not there.
func openOne(p *part, a *around, opt file.Options) (*openPart, []file.Damage, error) {
	for _, path := range append([]string{p.path}, p.elsewhere...) {
		src, err := a.open(path)
		if errors.Is(err, file.ErrNotThere) {
			continue
		}
		if err != nil {
			return nil, nil, err
		}
		l := &lazy{around: a, path: path, size: src.Size(), file: src}
		f, err := openFile(l, a.name(path), opt)
		if err == nil {
			err = l.Close()
		}
		if err != nil {
			return nil, nil, err
		}
		one := &openPart{name: file.Base(p.name), family: p.family, file: f}
		one.number(p.bulk)
		if one.family == "" {
			one.family = f.familyName()
		}
		if p.size > 0 && uint64(f.size) != p.size && len(f.damage) == 0 {
			f.damage = append(f.damage, damageAt(f.name, badOther, file.NoOffset, 0,
				"a file of "+strconv.FormatUint(p.size, 10)+" bytes, as the snapshot lists", strconv.FormatInt(f.size, 10)+" bytes"))
		}
		lost, err := one.lostValues(p.source(), path, a)
		return one, slices.Concat(f.damage, lost), err
	}
	return nil, []file.Damage{missing(p.source(), p.path)}, nil
}

// number finds out the file's sequence number. That of a bulk load is in the name, and whatever numbers
// the file was written with do not count, except where a compaction of MOB cells loaded it.
func (p *openPart) number(bulk int64) {
	info := p.file.info
	p.newest = -1
	if _, ok := info.get(infoSequence); ok {
		p.newest = info.number(infoSequence)
	}
	_, p.loaded = info.get(infoBulkLoad)
	if p.foreign = p.loaded; bulk > 0 {
		p.loaded, p.foreign, p.newest = true, false, bulk
	}
	if p.loaded && info.truth(infoOwnNumbers) {
		p.loaded, p.newest = false, p.newest+1
	}
}

// familyName returns the family of the file's last cell, which is the family of all its cells.
func (f *hfile) familyName() string {
	var c cell
	if last, ok := f.info.get(infoLast); ok && c.setKey(last) {
		return string(c.family)
	}
	s := f.scan(nil, nil)
	for s.next() {
		if c := s.current(); c != nil {
			return string(c.family)
		}
	}
	return ""
}

// firstRow returns the region's first row of a family, or of any family if it is nil.
func (r *openRegion) firstRow(family []byte, rows rowOrder) []byte {
	var first []byte
	for i := range r.files {
		p := &r.files[i]
		if family != nil && p.family != string(family) {
			continue
		}
		s := p.scan(&file.Query{}, rows)
		if row := s.firstRow(); first == nil || row != nil && rows(row, first) < 0 {
			first = row
		}
		s.f.file.Close()
	}
	return first
}

// scan begins to read the file, or the half of it that belongs to the region.
func (p *openPart) scan(q *file.Query, rows rowOrder) *scan {
	start, stop := q.Start, q.Stop
	if p.to != nil && (stop == nil || rows(p.to, stop) < 0) {
		stop = p.to
	}
	if p.from != nil && (start == nil || rows(p.from, start) > 0) {
		start = p.from
	}
	return p.file.again().scan(start, stop)
}

// sources returns the region's cells of the wanted families, one source per file.
func (r *openRegion) sources(q *file.Query, rows rowOrder, wanted func(family string) bool) (*merged, []*scan) {
	m := &merged{rows: rows, waiting: []*input{}}
	var scans []*scan
	for i := range r.files {
		p := &r.files[i]
		if !wanted(p.family) {
			continue
		}
		s := p.scan(q, rows)
		scans = append(scans, s)
		m.waiting = append(m.waiting, &input{source: s, part: p, newest: p.newest, index: i})
	}
	if len(r.log) > 0 {
		src := &logSource{cells: r.log, query: q, rows: rows, wanted: func(c *cell) bool { return wanted(string(c.family)) }}
		m.waiting = append(m.waiting, &input{source: src, newest: 1<<63 - 1, index: len(r.files)})
	}
	return m, scans
}

// outside reports whether a region has no rows within a range.
func (r *openRegion) outside(q *file.Query, rows rowOrder) bool {
	return r.start != nil && q.Stop != nil && rows(r.start, q.Stop) >= 0 ||
		len(r.end) > 0 && q.Start != nil && rows(r.end, q.Start) <= 0
}

// tables describes the families.
func (a *area) tables() []file.Table {
	var all []file.Table
	for _, family := range a.families {
		t := file.Table{Name: family, Stored: []byte(family), Bytewise: true}
		if a.name != "" {
			t.Name = a.name + "/" + family
		}
		for i := range a.regions {
			a.regions[i].describe(&t, family, a.rows)
			if start := a.regions[i].start; len(start) > 0 {
				t.Starts = append(t.Starts, start)
			}
		}
		for _, x := range a.schema.family(t.Stored) {
			t.Properties = append(t.Properties, file.Property{Name: x.name, Value: x.value})
		}
		if a.schema != nil {
			for _, x := range a.schema.attributes {
				name, val := shownText([]byte(x.name)), shownText([]byte(x.value))
				t.Properties = append(t.Properties, file.Property{Name: "table." + name, Value: val})
				t.Attributes = append(t.Attributes, file.Column{Name: []byte(x.name), Value: []byte(x.value)})
			}
		}
		for _, x := range a.schema.notes(t.Stored) {
			t.Properties = append(t.Properties, file.Property{Name: "not applied", Value: x.text})
		}
		t.Properties = append(t.Properties, a.notes...)
		all = append(all, t)
	}
	return all
}

// describe adds what a region has of a family to its description.
func (r *openRegion) describe(t *file.Table, family string, rows rowOrder) {
	var c cell
	for i := range r.files {
		p := &r.files[i]
		if p.family != family {
			continue
		}
		f := p.file
		t.Files++
		t.Bytes += f.size
		t.Comparator = f.trailer.comparator
		t.Bytewise = t.Bytewise && f.comparable && !f.ofMeta
		if t.Entries >= 0 && f.trailer.cells >= 0 && !p.half && f.trailer.major > 0 {
			t.Entries += f.trailer.cells
		} else {
			t.Entries = -1 // the number is not known for half of a file
		}
		if name := codecName(f.codec); f.codecKnown && !slices.Contains(t.Compression, name) {
			t.Compression = append(t.Compression, name)
		}
		if last, ok := f.info.get(infoLast); ok && !p.half && c.setKey(last) && (t.Last == nil || rows(c.row, t.Last) > 0) {
			t.Last = bytes.Clone(c.row)
		}
	}
	for _, c := range r.log {
		if string(c.family) == family && t.Entries >= 0 {
			t.Entries++
		}
	}
	if t.First == nil {
		t.First = r.firstRow(t.Stored, rows)
	}
}
