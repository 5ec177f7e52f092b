package hfile

import (
	"bytes"
	"sync/atomic"

	"github.com/rowlens/rowlens/codec/file"
)

// Split cuts the file at rows from its index.
func (s *single) Split(_ int, q file.Query, size int64) *file.Parts {
	x := newCutting([]*openPart{{file: s.file}}, &q, s.file.rows, size)
	if q.Salvage || x.pointers == nil {
		return nil
	}
	next := func() *file.Part {
		p := x.next()
		if p == nil {
			return nil
		}
		return &file.Part{Open: func() (file.Cursor, error) {
			all := s.file.scan(p.query.Start, p.query.Stop)
			c := s.cursor(all, &p.query)
			c.src = p.source(c.src, []*scan{all}, true)
			return c, nil
		}, Plain: func() (file.Cursor, error) {
			return s.cursor(s.file.scan(p.query.Start, p.query.Stop), &p.query), nil
		}}
	}
	ended := func() {
		if x.query.Start == nil && x.query.Stop == nil {
			s.keep(x.files[0].scan())
		}
	}
	return &file.Parts{Next: next, Ended: ended}
}

// Split makes a part for each region, and cuts regions at rows from the index of their largest file.
func (s *folder) Split(t int, q file.Query, size int64) *file.Parts {
	x := &splitter{walk: regionWalk{store: s, query: q, only: t}, size: size}
	if q.Salvage || !x.worthwhile() {
		return nil
	}
	return &file.Parts{Next: x.next, Ended: x.ended}
}

// splitter makes the parts of a store's regions.
type splitter struct {
	walk    regionWalk // to find the regions
	size    int64
	regions []*cutting
	cutting *cutting // of the region that the walk has reached; may be nil
}

// worthwhile reports whether there would be more than one part.
func (x *splitter) worthwhile() bool {
	w, regions := x.walk, 0
	for a, r := w.turn(); r != nil; a, r = w.turn() {
		if regions++; regions > 1 || x.cut(a, r).pointers != nil {
			return true
		}
	}
	return false
}

// cut begins to cut a region.
func (x *splitter) cut(a *area, r *openRegion) *cutting {
	var files []*openPart
	for i := range r.files {
		if a.wants(r.files[i].family, x.walk.only) {
			files = append(files, &r.files[i])
		}
	}
	return newCutting(files, &x.walk.query, a.rows, x.size)
}

func (x *splitter) next() *file.Part {
	for {
		if x.cutting == nil {
			a, r := x.walk.turn()
			if r == nil {
				return nil
			}
			x.cutting = x.cut(a, r)
			x.regions = append(x.regions, x.cutting)
		}
		if p := x.cutting.next(); p != nil {
			return x.part(p)
		}
		x.cutting = nil
	}
}

// part makes a part of a stretch of the region that the walk has reached.
func (x *splitter) part(p *stretch) *file.Part {
	w := x.walk
	walk := func() *regionWalk {
		own := &regionWalk{store: w.store, query: p.query, only: w.only, alone: true, area: w.area, region: w.region}
		a := w.store.areas[w.area]
		own.begin(a, &a.regions[w.region-1])
		return own
	}
	return &file.Part{Table: w.only, Open: func() (file.Cursor, error) {
		own := walk()
		c := own.store.cursor(own)
		c.src = p.source(own, own.scans, len(own.merged.waiting) == 1)
		return c, nil
	}, Plain: func() (file.Cursor, error) {
		own := walk()
		return own.store.cursor(own), nil
	}}
}

// ended leaves for Check what a scan of everything leaves.
func (x *splitter) ended() {
	s := x.walk.store
	if x.walk.only != file.All {
		return
	}
	s.forget()
	for _, r := range x.regions {
		for i := range r.files {
			s.keep(r.files[i].scan().count())
		}
	}
}

// cutting cuts the rows of files that are read together.
type cutting struct {
	query    file.Query
	rows     rowOrder
	size     int64
	files    []tally
	pointers *descent   // index of the file that determines the cuts; nil if nothing is cut
	start    []byte     // first row of the next stretch
	seam     *file.Seam // where that stretch begins; nil for the first one
	over     bool
}

// tally counts the cells of a file over all stretches.
type tally struct {
	file  *hfile
	whole bool // the stretches have covered the whole file
	cells atomic.Int64
}

// scan returns a scan of the file that has reached the end.
func (t *tally) scan() *scan {
	return &scan{f: t.file, whole: t.whole, ended: true, cells: t.cells.Load()}
}

// newCutting cuts nothing if the files are small, or if it is not certain where each has its rows.
func newCutting(files []*openPart, q *file.Query, rows rowOrder, size int64) *cutting {
	x := &cutting{query: *q, rows: rows, size: size, files: make([]tally, len(files)), start: q.Start}
	cuts, all := true, int64(0)
	var largest *hfile
	for i, p := range files {
		x.files[i].file, x.files[i].whole = p.file, !p.half && q.Start == nil && q.Stop == nil
		cuts = cuts && !p.half && p.file.cuts() && p.file.ofMeta == files[0].file.ofMeta
		if all += p.file.size; largest == nil || p.file.size > largest.size {
			largest = p.file
		}
	}
	if cuts && all >= 2*size {
		x.pointers = largest.again().descent()
		if q.Start != nil && x.pointers.seek(q.Start) != nil {
			x.pointers = nil
		}
	}
	return x
}

// cuts reports whether a file matches its index, as far as that is known without reading the file. An unknown encoding is
// reported once.
func (f *hfile) cuts() bool {
	encoding, _ := f.info.get(infoEncoding)
	return f.indexed && f.comparable && !f.refused && len(f.damage) == 0 && string(encoding) != encodingName(encodingPrefixTree)
}

// next returns the next stretch; nil after the last one.
func (x *cutting) next() *stretch {
	if x.over {
		return nil
	}
	p := &stretch{query: x.query, files: x.files, begins: x.seam}
	p.query.Start = x.start
	if x.start = x.cut(); x.start == nil {
		x.over = true
		return p
	}
	x.seam = new(file.Seam)
	p.query.Stop, p.ends = x.start, x.seam
	return p
}

// cut returns the row at which a stretch ends; nil for the last stretch.
func (x *cutting) cut() []byte {
	if x.pointers == nil {
		return nil
	}
	if l, ok := x.pointers.f.file.(*lazy); ok {
		defer l.Close() // until the next cut, as nothing announces the last one
	}
	for size := int64(0); ; {
		p, damage := x.pointers.step()
		if p == nil || damage != nil || x.pointers.err != nil {
			return nil
		}
		var c cell
		switch size += int64(p.size); {
		case size <= x.size, !c.setKey(p.key), len(c.row) == 0, x.start != nil && x.rows(c.row, x.start) <= 0:
			continue
		case x.query.Stop != nil && x.rows(c.row, x.query.Stop) >= 0:
			return nil
		}
		return bytes.Clone(c.row)
	}
}
