package hbase

import (
	"strconv"
	"strings"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/hlc"
	"github.com/rowlens/rowlens/codec/internal/sorting"
	"github.com/rowlens/rowlens/codec/maryk/cell"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
)

// objectRows implements Objects.Rows. It yields the cells of each version in turn, first those of the record,
// then those of unique values and indexes, as the store of release 0.7 writes them.
func objectRows(in *format.Input, _ string, object value.Value, yield func(record string, e *store.Entry) error) error {
	x, list, err := rebuilt(in, object)
	if err != nil {
		return err
	}
	cells, err := x.all(list)
	if err != nil {
		return err
	}
	if versions, ok := in.Given.Member("versions").Int(); ok && versions == 1 {
		cells = newestOnly(cells)
	}
	for i := range cells {
		if err := yield(cells[i].record, &cells[i].entry); err != nil {
			return err
		}
	}
	return nil
}

// rebuilt finds the model and key of an object, and what was written at each of its versions.
func rebuilt(in *format.Input, object value.Value) (*writer, []cell.Written, error) {
	m, key, err := cell.Identified(cell.SchemaIn(in), object)
	if err != nil {
		return nil, nil, err
	}
	x := &writer{model: m, key: key}
	for _, v := range [...]value.Value{in.Given, object} {
		if table, ok := v.Member("table").Text(); ok {
			x.table = table
		}
	}
	states, err := cell.States(object, in.Given)
	if err != nil {
		return nil, nil, err
	}
	list, err := cell.Rebuild(m.Def, cell.HBase, states)
	return x, list, err
}

// writer makes the cells of one record.
type writer struct {
	model *cell.Model
	key   []byte
	table string
}

// written is a cell that the store writes.
type written struct {
	record  string
	version hlc.Version
	entry   store.Entry
}

func (x *writer) put(record string, row []byte, family string, qualifier, val []byte, v hlc.Version) written {
	w := written{record: record, version: v}
	w.entry.Source.Table, w.entry.Timestamp = x.table, strconv.FormatUint(uint64(v), 10)
	w.entry.Add(store.Row, row)
	w.entry.Add(store.Family, []byte(family))
	w.entry.Add(store.Qualifier, qualifier)
	w.entry.Add(store.Value, val)
	return w
}

// all makes the cells of all versions.
func (x *writer) all(list []cell.Written) (cells []written, err error) {
	changes, whole := cell.NewImplier(x.model.Def, cell.HBase).Changes(cell.Events(list), nil)
	if !whole {
		return nil, format.Refuse("history", "has too many versions of too many values, or one that an index cannot hold")
	}
	for i := range list {
		w := &list[i]
		for _, c := range w.Cells {
			cells = append(cells, x.put(recordOf(c.Qualifier), x.key, familyData, c.Qualifier, c.Data, c.Version))
		}
		var own []cell.Change
		for _, c := range changes {
			if c.Version == w.Version && !c.Absent { // upstream leaves an index cell in place if the record no longer has the value
				own = append(own, c)
			}
		}
		sorting.Stable(own, func(a, b cell.Change) int { return strings.Compare(a.Implied.ID(), b.Implied.ID()) })
		for _, c := range own {
			cells = append(cells, x.implied(&c))
		}
		if w.Gone {
			cells = append(cells, x.markers(w.Version)...)
		}
	}
	return cells, nil
}

// implied returns the cell of a change of an index or a unique value.
func (x *writer) implied(c *cell.Change) written {
	m := c.Implied
	if m.Index == nil {
		val := x.key
		if !c.On {
			val = []byte{0}
		}
		return x.put("unique", m.Reference, familyUnique, m.Bytes, val, c.Version)
	}
	return x.put("index", m.Bytes, string(AppendIndexFamily(nil, m.Reference)), x.key, appendFlag(nil, c.On), c.Version)
}

// markers returns the markers of a hard delete, one in each family.
func (x *writer) markers(v hlc.Version) (cells []written) {
	families := []string{familyData, familyUnique}
	for _, i := range x.model.Def.Indexes {
		if i.Reference != nil {
			families = append(families, string(AppendIndexFamily(nil, i.Reference)))
		}
	}
	for _, f := range families {
		w := x.put("delete-marker", x.key, f, nil, nil, v)
		w.entry.Deleted = deleteFamily
		cells = append(cells, w)
	}
	return cells
}

func recordOf(qualifier []byte) string {
	switch string(qualifier) {
	case metaCreated:
		return "data-created"
	case metaLastUpdate:
		return "data-last-update"
	case metaSoftDelete:
		return "data-soft-delete"
	}
	return "data-value"
}

// newestOnly keeps the newest cell of each column, as a table with VERSIONS 1 does.
func newestOnly(cells []written) (kept []written) {
	newest := map[string]int{}
	id := func(w *written) (text string) {
		for _, p := range w.entry.Parts[:3] {
			text += strconv.Itoa(len(p.Bytes)) + ":" + string(p.Bytes)
		}
		return text
	}
	for i := range cells {
		if at, ok := newest[id(&cells[i])]; !ok || cells[at].version <= cells[i].version {
			newest[id(&cells[i])] = i
		}
	}
	for i := range cells {
		if newest[id(&cells[i])] == i {
			kept = append(kept, cells[i])
		}
	}
	return kept
}
