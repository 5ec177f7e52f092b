package cell

import (
	"bytes"
	"cmp"
	"slices"

	"github.com/rowlens/rowlens/codec/hlc"
	"github.com/rowlens/rowlens/codec/internal/sorting"
	"github.com/rowlens/rowlens/codec/maryk"
)

// Replay goes through the versions of a record, oldest first, and reads each cell once. The cost of
// a history is therefore the sum of its cells and its output, not their product.
type Replay struct {
	Record *Record
	cells  []Stored // sorted by version and qualifier
	next   int
}

// NewReplay returns a replay that stands before the first version of all cells of a record. It does
// not change the cells.
func NewReplay(m *maryk.Model, s Store, at Place, cells []Stored) *Replay {
	sorted := slices.Clone(cells)
	sorting.Stable(sorted, func(a, b Stored) int {
		return cmp.Or(cmp.Compare(a.Version, b.Version), bytes.Compare(a.Qualifier, b.Qualifier))
	})
	return &Replay{Record: &Record{Model: m, store: s, at: at}, cells: sorted}
}

// To sets Record to what it was at a version, which must not be older than the previous one. Of two
// cells with the same qualifier and version the first wins. If a cell does not decode, the error
// names it.
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

// Hide empties the record and skips all cells up to a version, as a marker of a hard delete does.
func (p *Replay) Hide(v hlc.Version) {
	for p.next < len(p.cells) && p.cells[p.next].Version <= v {
		p.next++
	}
	p.Record.root = node{}
}
