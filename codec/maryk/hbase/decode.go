package hbase

import (
	"strings"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/maryk/cell"
	"github.com/rowlens/rowlens/codec/span"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
)

// formatID is the format's name in errors and JSON.
const formatID = "maryk-hbase"

// memory is reused from call to call.
type memory struct {
	cell    Cell
	context context
	parts   format.Parts
	scratch []byte
}

// modelOf finds the model of a cell: the one whose number or table the caller names, otherwise the
// one of the entry's table, or the only one.
func modelOf(in *format.Input) (*cell.Model, error) {
	s := cell.SchemaIn(in)
	if g, given := in.Given.Get("model"); given {
		n, err := cell.ParseNumber(g, "model")
		return s.Model(n), err
	}
	given, _ := in.Given.Member("table").Text()
	for _, table := range [...]string{given, in.Entry.Source.Table} {
		if m := modelOfTable(s, table); m != nil {
			return m, nil
		}
	}
	if m := s.Only(); m != nil || s == nil {
		return m, nil
	}
	return fitting(s, &in.Entry), nil
}

// modelOfTable returns the model with that table, with or without its namespace, or nil.
func modelOfTable(s *cell.Schema, table string) *cell.Model {
	if table == "" {
		return nil
	}
	return s.Named(table[strings.LastIndexByte(table, ':')+1:])
}

func namesTable(s format.Schema, table string) bool {
	models, _ := s.(*cell.Schema)
	return modelOfTable(models, table) != nil
}

// fitting returns the only model that the cell can belong to, judged by the length of its keys or
// the reference of an index, or nil if several fit or none does. A cell on its own does not
// identify its table.
func fitting(s *cell.Schema, e *store.Entry) *cell.Model {
	family, _ := e.Part(store.Family)
	part := store.Row
	if len(family) > 1 {
		part = store.Qualifier
	} else if string(family) != familyData {
		return nil
	}
	key, ok := e.Part(part)
	if !ok {
		return nil
	}
	return fittingKey(s, len(key))
}

// fittingKey returns the only model whose keys have that length, or nil.
func fittingKey(s *cell.Schema, size int) (found *cell.Model) {
	for _, m := range s.Models {
		if m.KeySize != size {
			continue
		}
		if found != nil {
			return nil
		}
		found = m
	}
	return found
}

func contextOf(in *format.Input, kind Kind) (*context, error) {
	c := &format.MemoryOf[memory](in).context
	*c = context{kind: kind, keySize: -1, schema: cell.SchemaIn(in)}
	m, err := modelOf(in)
	c.set(m)
	return c, err
}

func (c *context) set(m *cell.Model) {
	if m != nil {
		c.model, c.def, c.keySize = m, m.Def, m.KeySize
	}
}

// decode returns the decoder of a kind of cells.
func decode(name string, kind Kind) func(*format.Input, *span.Tree, *value.Writer) error {
	return func(in *format.Input, t *span.Tree, w *value.Writer) error {
		if marked, is := isMarker(in), kind == DeleteMarker; is && !marked && !maybeMarker(in) || !is && marked {
			return refuseMarker(kind)
		}
		m := format.MemoryOf[memory](in)
		c, err := contextOf(in, kind)
		if err != nil {
			return err
		}
		p := &m.parts
		p.Reset(in, t, formatID, name)
		p.Scratch = &m.scratch
		x := &m.cell
		x.reset(kind)
		hasFamily := x.part(p, c, store.Family, &fFamily)
		if !hasFamily && p.Err() == nil && c.def == nil {
			return p.Missing(store.Family)
		}
		hasRow := x.part(p, c, store.Row, &fRow)
		hasQualifier := x.part(p, c, store.Qualifier, &fQualifier)
		hasValue := x.part(p, c, store.Value, &fValue)
		if err := p.Done(store.Row); err != nil || w == nil {
			return err
		}
		w.Object()
		x.write(w, has{hasFamily, hasRow, hasQualifier, hasValue})
		w.EndObject()
		return nil
	}
}

// isMarker reports whether the cell is a marker of a hard delete. Only its type, given by the dump
// or the caller, shows that; its bytes do not.
func isMarker(in *format.Input) bool {
	if in.Entry.Deleted != "" {
		return in.Entry.Deleted == deleteFamily
	}
	given, _ := in.Given.Member("cellType").Text()
	return given == deleteFamily
}

// maybeMarker reports whether a cell of unknown type may be a marker: only markers have neither
// qualifier nor value.
func maybeMarker(in *format.Input) bool {
	family, _ := in.Entry.Part(store.Family)
	qualifier, ok := in.Entry.Part(store.Qualifier)
	value, _ := in.Entry.Part(store.Value)
	return ok && len(family) > 0 && len(qualifier) == 0 && len(value) == 0 && in.Entry.Deleted == ""
}

func matchMarker(in *format.Input) bool { return isMarker(in) || maybeMarker(in) }

// weighMarker weighs a presumed marker: without the cell's type it may be anything.
func weighMarker(in *format.Input, _ *span.Tree) format.Weight {
	if !isMarker(in) {
		return format.Weight{Dots: 1, Reasons: []string{"the type of the cell is not known"}}
	}
	return format.Weight{Dots: 2, Reasons: []string{"the cell is of the type " + deleteFamily + ", in a family that Maryk has"}}
}

//go:noinline
func refuseMarker(kind Kind) error {
	if kind == DeleteMarker {
		return format.Refuse("cellType", "expected "+deleteFamily+": without that type a cell is no delete marker")
	}
	return format.Refuse("cellType", "expected another record kind than "+whats[kind]+": a cell of the type "+deleteFamily+" is a delete marker")
}

// has says which parts were present.
type has struct{ family, row, qualifier, value bool }

func (x *Cell) part(p *format.Parts, c *context, name string, f *span.Field) bool {
	r, ok := p.OpenGroup(name, f)
	if !ok {
		return false
	}
	switch name {
	case store.Family:
		x.readFamily(r, c)
	case store.Row:
		x.readRow(r, c)
	case store.Qualifier:
		x.readQualifier(r, c)
	default:
		x.readValue(r, c)
	}
	p.Close()
	return true
}

func (x *Cell) reset(k Kind) {
	x.Kind, x.Record, x.Reference, x.Index, x.IndexDef = k, nil, nil, nil, nil
	x.Values, x.Stored, x.Name, x.Version, x.Deleted, x.Set = nil, nil, nil, 0, false, false
	x.Path.Steps, x.Path.Marker = x.Path.Steps[:0], false
}

var whats = map[Kind]string{
	Created: "created", LastUpdate: "last-update", SoftDelete: "soft-delete", Property: "value",
	IndexCell: "index", UniqueCell: "unique", DeleteMarker: "hbase-delete-marker",
}

func (x *Cell) write(w *value.Writer, has has) {
	w.Key("what")
	w.String(whats[x.Kind])
	switch x.Kind {
	case IndexCell:
		x.writeIndex(w, has)
		return
	case UniqueCell:
		x.writeUnique(w, has)
		return
	case DeleteMarker:
		return
	}
	if has.row {
		w.Key("record")
		w.Hex(x.Record)
	}
	if x.Kind == Property && has.qualifier {
		w.Key("reference")
		w.Hex(x.Reference)
		w.Key("property")
		w.Text(x.Path.AppendText(nil))
	}
	if !has.value {
		return
	}
	switch x.Kind {
	case SoftDelete:
		w.Key("deleted")
		w.Bool(x.Deleted)
	case Property:
		x.Data.Write(w, cell.HBase)
	default:
		w.Key("version")
		w.Uint64(uint64(x.Version))
	}
}

func (x *Cell) writeIndex(w *value.Writer, has has) {
	if has.family {
		w.Key("index")
		w.Hex(x.Index)
		if x.IndexDef != nil {
			w.Key("indexName")
			w.String(x.IndexDef.String())
		}
	}
	if has.row {
		w.Key("valueAndLengths")
		w.Hex(x.Values)
	}
	if has.qualifier {
		w.Key("record")
		w.Hex(x.Record)
	}
	if has.value {
		w.Key("set")
		w.Bool(x.Set)
	}
}

func (x *Cell) writeUnique(w *value.Writer, has has) {
	if has.row {
		w.Key("reference")
		w.Hex(x.Reference)
	}
	if has.qualifier {
		w.Key("storedValue")
		w.Hex(x.Stored)
	}
	if !has.value {
		return
	}
	w.Key("record")
	if x.Record == nil {
		w.Null()
	} else {
		w.Hex(x.Record)
	}
}
