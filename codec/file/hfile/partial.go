package hfile

import (
	"errors"

	"github.com/rowlens/rowlens/codec/file"
)

// errPart ends a part of a scan because it is not certain which cells belong to the part.
var errPart = errors.New("the cells of a file are not in the order of its index")

// stretch is the range of rows of some files that one part of a scan covers.
type stretch struct {
	query        file.Query
	files        []tally
	begins, ends *file.Seam // shared with the previous and the next stretch; nil if there is none
}

// source returns a source of the cells of a stretch. If there are several scans, each of them must know what is at the
// seam: damage there comes before smaller cells of the others.
func (p *stretch) source(all source, scans []*scan, alone bool) source {
	for _, s := range scans {
		s.part = alone && p.ends != nil
	}
	return &partial{source: all, stretch: p, scans: scans}
}

// partial reads a stretch. If it meets damage, or its seams do not hold, it ends with an error.
type partial struct {
	source
	*stretch
	scans []*scan
	begun bool
	fault error
}

func (p *partial) next() bool {
	if p.fault != nil {
		return false
	}
	more := p.source.next()
	if !p.begun {
		p.begun = true
		if p.begins != nil && !p.begins.Begins(p.spots(func(s *scan) file.Spot { return s.from })) {
			p.fault = errPart
			return false
		}
	}
	if !more && p.source.err() == nil {
		p.end()
	}
	return more
}

// end is the end of the stretch.
func (p *partial) end() {
	if p.ends != nil && !p.ends.Ends(p.spots(func(s *scan) file.Spot { return s.to })) {
		p.fault = errPart
	}
	for i, s := range p.scans {
		p.files[i].cells.Add(s.cells)
		if s.found || s.elsewhere { // the remark would come in each part
			p.fault = errPart
		}
	}
}

func (p *partial) spots(of func(s *scan) file.Spot) []file.Spot {
	all := make([]file.Spot, len(p.scans))
	for i, s := range p.scans {
		all[i] = of(s)
	}
	return all
}

func (p *partial) err() error {
	if p.fault != nil {
		return p.fault
	}
	return p.source.err()
}
