package cell

import (
	"bytes"
	"cmp"
	"slices"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/hlc"
	"github.com/rowlens/rowlens/codec/internal/sorting"
	"github.com/rowlens/rowlens/codec/maryk"
	"github.com/rowlens/rowlens/codec/value"
	"github.com/rowlens/rowlens/codec/wire"
)

// Stored is one cell of a record: its qualifier, data and version.
type Stored struct {
	Qualifier []byte // reference of the property, item or collection
	Data      []byte
	Version   hlc.Version
}

// Record is a record assembled from its cells: a tree of the steps of their references.
type Record struct {
	Model *maryk.Model

	// NotOpened says why the last encrypted value that stayed encrypted was not decrypted. It is
	// empty if there is none, or if nobody tried.
	NotOpened string

	// Historic says that the cells are those of a history on RocksDB, where a collection of size 0 is
	// one that was removed; elsewhere it is empty.
	Historic bool

	store Store
	at    Place // its reference changes from cell to cell
	root  node
	path  maryk.Path
	trail []*node // from the root to the node of the last cell
	cells int     // number read so far
}

// node is one step and the cell at it, if any.
type node struct {
	step maryk.Step
	key  []byte // stored bytes of the step, which order it among its siblings
	data Data
	has  bool // there is a cell
	kids []*node

	emptied bool // something below it was removed: an embed is still there, without values
}

// At returns the cells that are current at a version: for each qualifier the newest one that is not
// newer than the version. It sorts the cells.
func At(cells []Stored, version hlc.Version) []Stored {
	sorting.Stable(cells, func(a, b Stored) int {
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

// Versions returns the distinct versions of cells, oldest first.
func Versions(cells []Stored) []hlc.Version {
	list := make([]hlc.Version, 0, len(cells))
	for i := range cells {
		list = append(list, cells[i].Version)
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// Newest is the greatest possible version: no cell is newer.
const Newest = hlc.Version(1<<64 - 1)

// Assemble makes a record from the current cells, as returned by At. If a cell does not decode, the
// error names it. Encrypted values stay encrypted.
func Assemble(m *maryk.Model, s Store, held []Stored) (*Record, error) {
	p := NewReplay(m, s, Place{}, held)
	return p.Record, p.To(Newest)
}

// put reads a cell and puts it in its place in the tree. Cells come in the order of their versions,
// so that newer ones replace older ones.
func (rec *Record) put(c *Stored) error {
	rec.cells++
	if err := maryk.DecodePath(c.Qualifier, rec.Model, maryk.PathOptions{}, &rec.path); err != nil {
		if rec.store == HBase && string(c.Data) == "\x00" {
			return nil // upstream leaves such cells below collections whose references lack their markers, and skips them
		}
		return broken(c, err)
	}
	n := rec.node(c.Qualifier)
	r := wire.NewReader(c.Data, nil)
	n.data.Read(&r, rec.store, &rec.path)
	if err := r.Finish(); err != nil {
		return broken(c, err)
	}
	n.has = true
	if rec.Historic && n.data.Kind == Count && n.data.Count == 0 {
		n.data.Kind = Deleted
	}
	if n.data.Kind == Deleted && !hides(rec.store, &rec.path) {
		n.has, n.emptied = false, n.emptied && !rec.Historic
	}
	if n.data.Kind == Encrypted {
		rec.at.Reference = c.Qualifier
		n.data.Open(nil, rec.store, &rec.at, &rec.path)
		if n.data.NotOpened != "" {
			rec.NotOpened = n.data.NotOpened
		}
		if n.data.Opened != nil {
			n.data = *n.data.Opened
		}
	}
	rec.prune()
	return nil
}

// hides reports whether the 00 at a path removes what is below it. For an embed on RocksDB, upstream does not look: it
// reads the values below one that was removed, or never there, and an embed without values if all of them were removed.
// In a history, where upstream does the same, a removed one counts as removed.
func hides(s Store, p *maryk.Path) bool {
	d := p.Def()
	return s != RocksDB || d == nil || d.Type != maryk.Embed || p.Last().Kind == maryk.StepMapValue
}

// node returns the node that the path leads to, and creates those that are missing.
func (rec *Record) node(qualifier []byte) *node {
	n, from := &rec.root, 0
	rec.trail = append(rec.trail[:0], n)
	for i := range rec.path.Steps {
		s := &rec.path.Steps[i]
		key := qualifier[from:s.End]
		from = s.End
		at, found := slices.BinarySearchFunc(n.kids, key, func(k *node, key []byte) int { return bytes.Compare(k.key, key) })
		if !found {
			kid := &node{step: *s, key: key}
			kid.step.Value = s.Value.Clone()
			n.kids = slices.Insert(n.kids, at, kid)
		}
		n = n.kids[at]
		rec.trail = append(rec.trail, n)
	}
	return n
}

// prune removes nodes that became empty, from the last cell's node upwards, so that a record takes
// the memory of its current content and not of its whole history.
func (rec *Record) prune() {
	for i := len(rec.trail) - 1; i > 0; i-- {
		n, parent := rec.trail[i], rec.trail[i-1]
		if len(n.kids) > 0 || n.has && n.data.Kind != Deleted || n.embedded() && (n.has || n.emptied) {
			return
		}
		at, _ := slices.BinarySearchFunc(parent.kids, n.key, func(k *node, key []byte) int { return bytes.Compare(k.key, key) })
		parent.kids = slices.Delete(parent.kids, at, at+1)
		parent.emptied = parent.emptied || parent.has || !rec.Historic
	}
}

func broken(c *Stored, err error) error {
	return format.Refuse("cell "+string(value.AppendHex(nil, c.Qualifier)), err.Error())
}

// Write writes the record's values as Maryk's JSON: an object by property name, without what is
// absent.
func (rec *Record) Write(w *value.Writer) { rec.root.writeProperties(w) }

func (n *node) writeProperties(w *value.Writer) (some bool) {
	w.Object()
	for _, k := range n.kids {
		if k.step.Kind != maryk.StepProperty {
			continue
		}
		mark := w.Mark()
		w.AnyKey(string((&maryk.Path{Steps: []maryk.Step{k.step}}).AppendText(nil)))
		if k.write(w, k.step.Def) {
			some = true
		} else {
			w.Back(mark)
		}
	}
	w.EndObject()
	return some
}

// write writes the content of a node, and reports whether there is any.
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
		return n.embeds() && (n.writeProperties(w) || n.emptied)
	case maryk.MultiType:
		return n.writeTyped(w)
	}
	if !n.has || n.data.Kind != Count {
		return false
	}
	if d.Type == maryk.Map || d.Type == maryk.IncMap {
		n.writeMap(w, d)
		return true
	}
	w.Array()
	for _, k := range n.kids {
		if k.step.Kind == maryk.StepListItem || k.step.Kind == maryk.StepSetItem {
			k.writeSimple(w)
		}
	}
	w.EndArray()
	return true
}

// embeds reports whether the values below a node are those of an embed. They are so without a cell of its own, too.
func (n *node) embeds() bool { return !n.has || n.data.Kind == Embed }

func (n *node) embedded() bool { return n.step.Def != nil && n.step.Def.Type == maryk.Embed }

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

func (n *node) writeMap(w *value.Writer, d *maryk.Definition) {
	w.Object()
	for _, k := range n.kids {
		if k.step.Kind != maryk.StepMapValue {
			continue
		}
		mark := w.Mark()
		w.AnyKey(string(appendText(nil, &k.step.Value)))
		if !k.write(w, d.Item) {
			w.Back(mark)
		}
	}
	w.EndObject()
}

// writeTyped writes the type and value of a multi type. Of the cells below it, only those of its
// current type count.
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
