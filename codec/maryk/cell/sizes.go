package cell

import (
	"strconv"

	"github.com/rowlens/rowlens/codec/maryk"
	"github.com/rowlens/rowlens/codec/wire"
)

// Sized is a collection whose size differs from the number of its items.
type Sized struct {
	Qualifier []byte // of the cell with the size
	Size      int64  // -1: there is no such cell
	Items     int64

	touched bool
}

// Sizes follows the sizes of a record's collections, and the items that they have. Where a lost item leaves no other
// trace, its collection's size tells. Maps of embeds and of collections are left out: when such a value is set by its
// reference, upstream counts it again.
type Sizes struct {
	model   *Model
	store   Store
	path    maryk.Path
	all     map[string]*Sized
	live    map[string]bool // items, in a history
	touched []*Sized
	last    *Sized
}

// NewSizes returns the sizes of a record without cells; historic says that more than one version follows.
func NewSizes(m *Model, s Store, historic bool) *Sizes {
	x := &Sizes{model: m, store: s, all: map[string]*Sized{}}
	if historic {
		x.live = map[string]bool{}
	}
	return x
}

// Differ adds the cells of a version, one per qualifier, and returns the collections among them whose size differs from
// the number of their items then. The result is valid until the next call.
func (x *Sizes) Differ(cells []Stored) (list []*Sized) {
	for i := range cells {
		x.add(&cells[i])
	}
	for _, c := range x.touched {
		if c.touched = false; c.Size != c.Items && (c.Size >= 0 || c.Items > 0) {
			list = append(list, c)
		}
	}
	x.touched = x.touched[:0]
	return list
}

func (x *Sizes) add(c *Stored) {
	if maryk.DecodePath(c.Qualifier, x.model.Def, maryk.PathOptions{}, &x.path) != nil || len(c.Data) == 0 {
		return
	}
	if IsCount(&x.path) {
		if counted(x.path.Def()) {
			x.of(c.Qualifier).Size = x.size(c)
		}
		return
	}
	n, last := len(x.path.Steps), x.path.Last()
	if last.Kind != maryk.StepListItem && last.Kind != maryk.StepSetItem && last.Kind != maryk.StepMapValue ||
		n < 2 || !counted(x.path.Steps[n-2].Def) {
		return
	}
	end := x.path.Steps[n-2].End
	if x.path.Steps[n-2].Kind != maryk.StepProperty {
		end++ // the marker
	}
	collection, was := x.of(c.Qualifier[:end]), x.live[string(c.Qualifier)]
	now := len(c.Data) > 1 || c.Data[0] != indDeleted
	if now == was {
		return
	}
	if x.live != nil {
		x.live[string(c.Qualifier)] = now
	}
	if now {
		collection.Items++
	} else {
		collection.Items--
	}
}

// of returns the collection with a qualifier, which a cell is of.
func (x *Sizes) of(qualifier []byte) *Sized {
	c := x.last
	if c == nil || string(c.Qualifier) != string(qualifier) {
		if c = x.all[string(qualifier)]; c == nil {
			c = &Sized{Qualifier: qualifier, Size: -1}
			x.all[string(qualifier)] = c
		}
	}
	if x.last = c; !c.touched {
		c.touched = true
		x.touched = append(x.touched, c)
	}
	return c
}

// size returns the size in a cell.
func (x *Sizes) size(c *Stored) int64 {
	var data Data
	r := wire.NewReader(c.Data, nil)
	data.Read(&r, x.store, &x.path)
	return int64(data.Count) // 0 if it is deleted
}

// counted reports whether upstream counts the items of a collection right.
func counted(d *maryk.Definition) bool {
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

// Why says how the size differs.
func (x *Sized) Why() string {
	if x.Size < 0 {
		return "the collection has " + strconv.FormatInt(x.Items, 10) + " items, but no size: upstream reads none of them"
	}
	return "the size of the collection is " + strconv.FormatInt(x.Size, 10) + ", but it has " + strconv.FormatInt(x.Items, 10) + " items"
}
