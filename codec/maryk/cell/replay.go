package cell

import (
	"bytes"
	"cmp"
	"slices"

	"github.com/rowlens/rowlens/codec/hlc"
	"github.com/rowlens/rowlens/codec/maryk"
)

// Replay goes through the versions of a record, the oldest first, and reads each cell
// once: a history costs its cells and what is written of it, not their product.
type Replay struct {
	Record *Record
	cells  []Stored // by version and qualifier
	next   int
}

// NewReplay returns a replay before the first version of all cells of a record, which
// it does not change.
func NewReplay(m *maryk.Model, s Store, at Place, cells []Stored) *Replay {
	sorted := slices.Clone(cells)
	slices.SortStableFunc(sorted, func(a, b Stored) int {
		return cmp.Or(cmp.Compare(a.Version, b.Version), bytes.Compare(a.Qualifier, b.Qualifier))
	})
	return &Replay{Record: &Record{Model: m, store: s, at: at}, cells: sorted}
}

// To makes Record what it was at a version, which is not older than the last one. Of
// two cells of one place and version the first counts. A cell that cannot be read is
// an error that says which.
func (p *Replay) To(v hlc.Version) error {
	for ; p.next < len(p.cells) && p.cells[p.next].Version <= v; p.next++ {
		c := &p.cells[p.next]
		if p.next > 0 && c.Version == p.cells[p.next-1].Version && bytes.Equal(c.Qualifier, p.cells[p.next-1].Qualifier) {
			continue
		}
		if err := p.Record.put(c); err != nil {
			return err
		}
	}
	return nil
}

// Hide empties the record and passes over all cells up to a version: what a marker of
// a hard delete does.
func (p *Replay) Hide(v hlc.Version) {
	for p.next < len(p.cells) && p.cells[p.next].Version <= v {
		p.next++
	}
	p.Record.root = node{}
}
