package hfile

import (
	"bytes"
	"slices"
)

// placed is a live region with its table, and what logs have of it.
type placed struct {
	area   *area
	region *openRegion
	cells  []logged // that no file has, in the order of reading
	begun  int      // how many of them are of logs before the current one
	closed []closing
}

// logged is a cell of a log, with the time of its entry.
type logged struct {
	cell    cell
	written uint64
}

// closing is an entry that says that a server closed the region: what was written before is in files, or was given up
// when a snapshot was restored.
type closing struct{ sequence, written uint64 }

// regions returns the live regions, by the names of their folders.
func (s *folder) regions() map[string]*placed {
	all := map[string]*placed{}
	for _, a := range s.areas {
		for i := range a.regions {
			all[a.regions[i].id] = &placed{area: a, region: &a.regions[i]}
		}
	}
	return all
}

// complete notes what is in a log but in none of the regions' files: entries with a higher number than the newest file
// of the region and family. Cells of regions that are not in the store are counted in rest, by table.
func (s *folder) complete(l *walLog, regions map[string]*placed, rest map[string]int) error {
	for _, p := range regions {
		p.begun = len(p.cells)
	}
	r := l.reader()
	for r.next() {
		in := regions[string(r.entry.region)]
		for i := range r.entry.cells {
			c := &r.entry.cells[i]
			family := string(c.family)
			switch {
			case family == logFamily:
				if in != nil && c.closes() {
					in.close(&r.entry)
				}
			case in == nil:
				rest[string(r.entry.table)]++
			case c.sequence > in.region.newest(family):
				in.cells = append(in.cells, logged{c.kept(l.name), r.entry.written})
			}
		}
	}
	s.damage = append(s.damage, r.odd...)
	if r.damage != nil {
		s.damage = append(s.damage, *r.damage)
	}
	return r.err
}

// closes reports whether an entry of HBase's own says that its region was closed: a message with 1 in its first field.
func (c *cell) closes() (yes bool) {
	if bytes.HasPrefix(c.qualifier, []byte("HBASE::REGION_EVENT")) {
		message(nil).each(c.value, func(v pbValue) { yes = yes || v.number == 1 && v.num == 1 })
	}
	return yes
}

// close forgets what the current log had of the region, and remembers the end of what others have.
func (p *placed) close(e *logEntry) {
	p.cells = p.cells[:p.begun]
	p.closed = append(p.closed, closing{e.sequence, e.written})
}

// settle gives the region what its server had only in memory. An entry of another log came before a closing if its
// number and time both say so: a clone that was made again counts from the start, and clocks of servers differ.
func (p *placed) settle() {
	for i := range p.cells {
		l := &p.cells[i]
		before := func(c closing) bool { return l.cell.sequence < c.sequence && l.written <= c.written }
		if slices.ContainsFunc(p.closed, before) {
			continue
		}
		p.area.addFamily(string(l.cell.family))
		p.region.log = append(p.region.log, l.cell)
	}
	sortCells(p.region.log, p.area.rows)
}
