package maryk

import (
	"cmp"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/internal/sorting"
)

// CellOut is one cell of a record that a store has to write. Each store writes sizes, markers and
// types in its own way; values are written as storage bytes.
type CellOut struct {
	Qualifier []byte
	Kind      CellKind
	Size      int    // for a list, set or map
	Type      uint32 // for a multi type
	Value     *Value // for a value cell, or a type with a simple value; otherwise nil
	Def       *Definition
}

// Cells yields the cells of a record in the order in which upstream writes them: properties by
// index, items of a set in ascending order of value, entries of a map in their given order. The
// qualifier is only valid until yield returns.
func (m *Model) Cells(record *Value, yield func(CellOut) error) error {
	w := cellWriter{yield: yield}
	return w.fields(nil, m, record)
}

type cellWriter struct {
	yield func(CellOut) error
}

func (w *cellWriter) fields(prefix []byte, m *Model, v *Value) error {
	if m == nil {
		return refuse("dataModel", "the model is not known")
	}
	order := make([]int, len(v.Items))
	for i := range order {
		order[i] = i
	}
	sorting.Func(order, func(a, b int) int { return cmp.Compare(v.Items[a].Index, v.Items[b].Index) })
	for _, i := range order {
		item := &v.Items[i]
		p := m.Property(item.Index)
		if p == nil {
			return refuse(itoa(item.Index), m.Name+" has no such property")
		}
		q := AppendExtra(clip(prefix), item.Index, tagOf(p.Def.Type))
		if err := w.value(q, p.Def, item); err != nil {
			return format.Within(p.Name, err)
		}
	}
	return nil
}

// clip forces append to copy, so that siblings do not share memory.
func clip(b []byte) []byte { return b[:len(b):len(b)] }

// value writes a value below its qualifier.
func (w *cellWriter) value(q []byte, d *Definition, v *Value) error {
	cell := CellOut{Qualifier: q, Kind: cellOf(d), Def: d}
	switch d.Type {
	case List:
		cell.Size = len(v.Items)
	case Set:
		cell.Size = len(v.Items)
	case Map, IncMap:
		cell.Size = len(v.Items) / 2
	case MultiType:
		return w.typed(cell, d, v)
	case Embed:
	default:
		cell.Value = v
	}
	if err := w.yield(cell); err != nil {
		return err
	}
	switch d.Type {
	case List:
		return w.list(q, d, v)
	case Set:
		return w.set(q, d, v)
	case Map, IncMap:
		return w.entries(q, d, v)
	case Embed:
		return w.fields(q, d.Model, v)
	}
	return nil
}

func (w *cellWriter) list(q []byte, d *Definition, v *Value) error {
	for i := range v.Items {
		at := append(clip(q), byte(i>>24), byte(i>>16), byte(i>>8), byte(i))
		if err := w.yield(CellOut{Qualifier: at, Kind: CellValue, Value: &v.Items[i], Def: d.Item}); err != nil {
			return format.Within("@"+itoa(i), err)
		}
	}
	return nil
}

func (w *cellWriter) set(q []byte, d *Definition, v *Value) error {
	items := make([]*Value, len(v.Items))
	for i := range items {
		items[i] = &v.Items[i]
	}
	sorting.Stable(items, func(a, b *Value) int { return a.compare(b) })
	for _, item := range items {
		at, err := appendItemBytes(clip(q), item)
		if err == nil {
			err = w.yield(CellOut{Qualifier: at, Kind: CellValue, Value: item, Def: d.Item})
		}
		if err != nil {
			return format.Within("#"+format.Cut(string(item.appendText(nil))), err)
		}
	}
	return nil
}

func (w *cellWriter) entries(q []byte, d *Definition, v *Value) error {
	for i := 0; i+1 < len(v.Items); i += 2 {
		at, err := appendItemBytes(clip(q), &v.Items[i])
		if err == nil {
			err = w.part(at, d.Item, &v.Items[i+1])
		}
		if err != nil {
			return format.Within("@"+format.Cut(string(v.Items[i].appendText(nil))), err)
		}
	}
	return nil
}

// part writes the value part of a map value or type: a collection has a marker.
func (w *cellWriter) part(q []byte, d *Definition, v *Value) error {
	switch d.Type {
	case List, Set, Map, IncMap:
		q = append(clip(q), tagOf(d.Type))
	}
	return w.value(q, d, v)
}

func (w *cellWriter) typed(cell CellOut, d *Definition, v *Value) error {
	k := d.Cases.Case(uint32(v.Num))
	if k == nil || len(v.Items) != 1 {
		return refuse("typeIndex", "the multi type has no such type")
	}
	cell.Type = k.Index
	if k.Def.Simple() {
		cell.Value = &v.Items[0]
		return w.yield(cell)
	}
	if err := w.yield(cell); err != nil {
		return err
	}
	return w.part(AppendExtra(clip(cell.Qualifier), k.Index, TagType), k.Def, &v.Items[0])
}
