package cell

import (
	"bytes"
	"cmp"
	"slices"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/hlc"
	"github.com/rowlens/rowlens/codec/maryk"
	"github.com/rowlens/rowlens/codec/value"
	"github.com/rowlens/rowlens/codec/wire"
)

// Stored is one cell of a record: which, what and since when.
type Stored struct {
	Qualifier []byte // reference of the property, item or collection
	Data      []byte
	Version   hlc.Version
}

// Record is a record as its cells say it: a tree of the steps of their references.
type Record struct {
	Model *maryk.Model
	root  node
}

// node is one step and the cell that is there.
type node struct {
	step    maryk.Step
	data    Data
	has     bool // there is a cell
	version hlc.Version
	kids    []*node
}

// At returns the cells that hold at a version: of each qualifier the newest that is
// not newer than that. The cells are sorted for it.
func At(cells []Stored, version hlc.Version) []Stored {
	slices.SortStableFunc(cells, func(a, b Stored) int {
		return cmp.Or(bytes.Compare(a.Qualifier, b.Qualifier), cmp.Compare(b.Version, a.Version))
	})
	var held []Stored
	for i := range cells {
		c := &cells[i]
		if c.Version > version || len(held) > 0 && bytes.Equal(held[len(held)-1].Qualifier, c.Qualifier) {
			continue
		}
		held = append(held, *c)
	}
	return held
}

// Versions returns the distinct versions of cells, the oldest first.
func Versions(cells []Stored) []hlc.Version {
	list := make([]hlc.Version, 0, len(cells))
	for i := range cells {
		list = append(list, cells[i].Version)
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// Newest is a version that no cell is newer than.
const Newest = hlc.Version(1<<64 - 1)

// Assemble makes a record of the cells that hold, as At returns them: sorted by
// qualifier, one each. A cell that cannot be read is an error that says which.
func Assemble(m *maryk.Model, s Store, held []Stored) (*Record, error) {
	rec := &Record{Model: m}
	stack := []*node{&rec.root}
	var p maryk.Path
	for i := range held {
		c := &held[i]
		if err := maryk.DecodePath(c.Qualifier, m, maryk.PathOptions{}, &p); err != nil {
			return nil, broken(c, err)
		}
		shared := 1
		for shared < len(stack) && shared <= len(p.Steps) && stack[shared].step.Same(&p.Steps[shared-1]) {
			shared++
		}
		stack = stack[:shared]
		for _, step := range p.Steps[shared-1:] {
			step.Value = step.Value.Clone()
			n := &node{step: step}
			parent := stack[len(stack)-1]
			parent.kids = append(parent.kids, n)
			stack = append(stack, n)
		}
		n := stack[len(stack)-1]
		if n.has && n.version > c.Version {
			continue // a nested collection was deleted under its key, and made again
		}
		r := wire.NewReader(c.Data, nil)
		n.data.Read(&r, s, &p)
		if err := r.Finish(); err != nil {
			return nil, broken(c, err)
		}
		n.has, n.version = true, c.Version
	}
	return rec, nil
}

func broken(c *Stored, err error) error {
	return format.Refuse("cell "+string(value.AppendHex(nil, c.Qualifier)), err.Error())
}

// Write writes the record's values as Maryk's JSON: an object by name of property,
// without what is absent.
func (rec *Record) Write(w *value.Writer) { rec.root.writeProperties(w) }

func (n *node) writeProperties(w *value.Writer) {
	w.Object()
	for _, k := range n.kids {
		if k.step.Kind != maryk.StepProperty {
			continue
		}
		mark := w.Mark()
		w.AnyKey(string((&maryk.Path{Steps: []maryk.Step{k.step}}).AppendText(nil)))
		if !k.write(w, k.step.Def) {
			w.Back(mark)
		}
	}
	w.EndObject()
}

// write writes what is at a node; it reports whether anything is.
func (n *node) write(w *value.Writer, d *maryk.Definition) bool {
	if n.has && n.data.Kind == Encrypted {
		w.Hex(n.data.Raw)
		return true
	}
	if d == nil || d.Simple() {
		return n.writeSimple(w)
	}
	switch d.Type {
	case maryk.Embed:
		if !n.has || n.data.Kind != Embed {
			return false
		}
		n.writeProperties(w)
		return true
	case maryk.MultiType:
		return n.writeTyped(w)
	}
	if !n.has || n.data.Kind != Count || n.data.Count == 0 {
		return false
	}
	if d.Type == maryk.Map || d.Type == maryk.IncMap {
		return n.writeMap(w, d)
	}
	w.Array()
	some := false
	for _, k := range n.kids {
		if k.step.Kind == maryk.StepListItem || k.step.Kind == maryk.StepSetItem {
			some = k.writeSimple(w) || some
		}
	}
	w.EndArray()
	return some
}

func (n *node) writeSimple(w *value.Writer) bool {
	if !n.has || n.data.Kind != Value {
		return false
	}
	if n.data.Def == nil {
		w.Hex(n.data.Raw)
	} else {
		WriteJSON(w, &n.data.Value)
	}
	return true
}

func (n *node) writeMap(w *value.Writer, d *maryk.Definition) bool {
	w.Object()
	some := false
	for _, k := range n.kids {
		if k.step.Kind != maryk.StepMapValue {
			continue
		}
		mark := w.Mark()
		w.AnyKey(string(AppendText(nil, &k.step.Value)))
		if k.write(w, d.Item) {
			some = true
		} else {
			w.Back(mark)
		}
	}
	w.EndObject()
	return some
}

// writeTyped writes the type and value of a multi type. Of the cells below it only
// those of its current type count.
func (n *node) writeTyped(w *value.Writer) bool {
	if !n.has || n.data.Kind != SimpleType && n.data.Kind != ComplexType {
		return false
	}
	w.Array()
	w.String(string(appendCase(nil, n.data.TypeName, n.data.Type)))
	some := true
	if n.data.Kind == SimpleType {
		if n.data.Def == nil {
			w.Hex(n.data.Raw)
		} else {
			WriteJSON(w, &n.data.Value)
		}
	} else {
		some = false
		for _, k := range n.kids {
			if k.step.Kind == maryk.StepType && k.step.Index == n.data.Type {
				some = k.write(w, n.data.Def)
				break
			}
		}
	}
	w.EndArray()
	return some
}
