package cell

import (
	"bytes"

	"github.com/rowlens/rowlens/codec/maryk"
	"github.com/rowlens/rowlens/codec/wire"
)

// Sized is a collection whose size differs from the number of its items.
type Sized struct {
	Qualifier []byte // of the cell with the size
	Size      int    // -1: there is no such cell
	Items     int

	steps int
}

// sizer goes through the cells of a record in the order of their qualifiers: a collection's size comes first, then its
// items, each with what is inside of it.
type sizer struct {
	model *Model
	store Store
	path  maryk.Path
	open  []Sized
	found []Sized
}

// Sizes returns the collections whose size differs from the number of their items, given a record's current cells in
// order. Without a history, the size is all that tells that the cell of an item is lost. It leaves out maps of embeds and
// of collections: when such a value is set by its reference, upstream counts it again.
func (m *Model) Sizes(s Store, held []Stored) []Sized {
	x := sizer{model: m, store: s}
	for i := range held {
		x.add(&held[i])
	}
	x.close(nil)
	return x.found
}

// close ends the collections that a qualifier is not inside of.
func (x *sizer) close(qualifier []byte) {
	for len(x.open) > 0 {
		last := x.open[len(x.open)-1]
		if qualifier != nil && bytes.HasPrefix(qualifier, last.Qualifier) {
			return
		}
		if last.Size != last.Items {
			x.found = append(x.found, last)
		}
		x.open = x.open[:len(x.open)-1]
	}
}

func (x *sizer) add(c *Stored) {
	x.close(c.Qualifier)
	if maryk.DecodePath(c.Qualifier, x.model.Def, maryk.PathOptions{}, &x.path) != nil || len(c.Data) == 0 {
		return
	}
	n := len(x.path.Steps)
	if IsCount(&x.path) {
		if counts(x.path.Def()) {
			x.open = append(x.open, Sized{c.Qualifier, x.size(c), 0, n})
		}
		return
	}
	last := x.path.Last()
	item := last.Kind == maryk.StepListItem || last.Kind == maryk.StepSetItem || last.Kind == maryk.StepMapValue
	if !item || n < 2 || !counts(x.path.Steps[n-2].Def) || len(c.Data) == 1 && c.Data[0] == indDeleted {
		return
	}
	if len(x.open) == 0 || x.open[len(x.open)-1].steps != n-1 {
		end := x.path.Steps[n-2].End
		if x.path.Steps[n-2].Kind != maryk.StepProperty {
			end++ // the marker
		}
		x.open = append(x.open, Sized{c.Qualifier[:end], -1, 0, n - 1})
	}
	x.open[len(x.open)-1].Items++
}

// size returns the size in a cell.
func (x *sizer) size(c *Stored) int {
	var data Data
	r := wire.NewReader(c.Data, nil)
	data.Read(&r, x.store, &x.path)
	return int(data.Count) // 0 if it is deleted
}

// counts reports whether upstream counts the items of a collection right.
func counts(d *maryk.Definition) bool {
	if d == nil {
		return false
	}
	switch d.Type {
	case maryk.List, maryk.Set:
		return true
	case maryk.Map, maryk.IncMap:
		return d.Item != nil && (d.Item.Simple() || d.Item.Type == maryk.MultiType)
	}
	return false
}
