package rocksdb

import (
	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/maryk/cell"
	"github.com/rowlens/rowlens/codec/span"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
	"github.com/rowlens/rowlens/codec/wire"
)

// formatID is the format's name in errors and JSON.
const formatID = "maryk-rocksdb"

// partFamily is the column family.
const partFamily = "cf"

// memory is reused from call to call.
type memory struct {
	row     Row
	context context
	parts   format.Parts
	scratch []byte
}

// kindOf is a record kind: its family and kind of row.
type kindOf struct {
	name   string
	kind   Kind
	family FamilyType
}

// contextOf returns what the caller knows about the rows of a record kind. The model comes from the
// column family, if there is one.
func contextOf(in *format.Input, k kindOf) (*context, error) {
	c := &format.MemoryOf[memory](in).context
	*c = context{kind: k.kind, historic: k.family.Historic(), keySize: -1}
	s := cell.SchemaIn(in)
	c.schema = s
	m := s.Only()
	if g, given := in.Given.Get("model"); given {
		n, err := cell.ParseNumber(g, "model")
		if err != nil {
			return nil, err
		}
		m = s.Model(n)
	}
	c.set(s, m)
	if g, given := in.Given.Get("keySize"); given && m == nil {
		n, ok := g.Int()
		if !ok || n < 0 || n > 1<<16 {
			return nil, format.Refuse("keySize", "expected a number of bytes")
		}
		c.keySize = int(n)
	}
	return c, nil
}

// decode returns the decoder of a record kind.
func decode(k kindOf) func(*format.Input, *span.Tree, *value.Writer) error {
	return func(in *format.Input, t *span.Tree, w *value.Writer) error {
		m := format.MemoryOf[memory](in)
		c, err := contextOf(in, k)
		if err != nil {
			return err
		}
		p := &m.parts
		p.Reset(in, t, formatID, k.name)
		p.Scratch = &m.scratch
		x := &m.row
		x.reset(k.kind)
		hasFamily, err := x.openFamily(p, c, k)
		if err != nil {
			return err
		}
		var hasKey, hasValue bool
		if k.family == Model {
			hasKey, hasValue = x.readItem(p)
		} else {
			hasKey, hasValue = x.readRow(p, c)
		}
		if err := p.Done(store.Key); err != nil {
			return err
		}
		if in.Sole && c.keySize < 0 && severalKinds(in, k.family) {
			return withoutKeySize(in)
		}
		if w == nil {
			return nil
		}
		w.Object()
		if hasFamily {
			w.Key("model")
			w.Int(int64(x.Family.Model))
			w.Key("cfType")
			w.String(x.Family.Type.String())
			if x.Family.Old {
				w.Key("familyNumbering")
				w.String("old")
			}
		}
		x.write(w, c, hasKey, hasValue)
		w.EndObject()
		return nil
	}
}

func (x *Row) reset(k Kind) {
	x.Kind, x.Version, x.Record, x.Opaque, x.Stored = k, 0, nil, nil, nil
	x.Reference, x.Index, x.IndexDef, x.Values, x.Name = nil, nil, nil, nil, nil
	x.Deleted, x.Released, x.State, x.Format, x.Assumed = false, false, Set, 0, false
	x.Path.Steps, x.Path.Marker = x.Path.Steps[:0], false
}

// openFamily reads the column family, which must be that of the record kind, and finds the model.
// Without that part, the dump must name the family or the caller the model; otherwise the row
// cannot be read.
func (x *Row) openFamily(p *format.Parts, c *context, k kindOf) (has bool, err error) {
	s := cell.SchemaIn(p.In)
	r, ok := p.OpenGroup(partFamily, &fFamily)
	if !ok {
		return x.placed(p, c, k)
	}
	x.Family.decode(r, s != nil && s.Old)
	x.inFamily(r, c, k, s)
	if r.OK() && s != nil {
		if m := s.Model(x.Family.Model); m != nil {
			r.Last().Enum(int64(m.Number), m.Name)
		}
	}
	p.Close()
	return true, nil
}

// placed accepts the family that the dump names for the row.
func (x *Row) placed(p *format.Parts, c *context, k kindOf) (has bool, err error) {
	s := cell.SchemaIn(p.In)
	name, ok := value.DecodeHex(p.In.Entry.Source.CF)
	if !ok || len(name) == 0 {
		if c.model == nil {
			return false, p.Missing(partFamily)
		}
		x.Family = Family{Type: k.family, Model: c.model.Number, Old: s.Old}
		return false, nil
	}
	r := wire.NewReader(name, nil)
	x.Family.decode(&r, s != nil && s.Old)
	x.inFamily(&r, c, k, s)
	err = format.Locate(r.Finish(), formatID, k.name, partFamily)
	return err == nil, err
}

// inFamily refuses a family other than the record kind's, and takes the model from the family.
func (x *Row) inFamily(r *wire.Reader, c *context, k kindOf, s *cell.Schema) {
	if r.OK() && x.Family.Type != k.family {
		r.FailAt(wire.BadValue, &fFamilyType, 0, "the family "+k.family.String(), x.Family.Type.String())
	}
	if r.OK() && s != nil {
		m := s.Model(x.Family.Model)
		c.set(s, m)
		if m == nil {
			c.keySize = -1
		}
	}
	if x.Family.Old {
		c.indexFormat, c.stated = cell.IndexFormat1, true
	}
}

// write writes the members of the row, except its family.
func (x *Row) write(w *value.Writer, c *context, hasKey, hasValue bool) {
	switch x.Kind {
	case RecordKey:
		x.writeRecord(w, hasKey)
		if hasValue {
			w.Key("created")
			w.Uint64(uint64(x.Version))
		}
	case Created, LastUpdate, SoftDelete, Property:
		x.writeTable(w, c, hasKey, hasValue)
	case IndexRow:
		x.writeIndex(w, c, hasKey, hasValue)
	case UniqueRow, UniqueMarker:
		x.writeUnique(w, c, hasKey, hasValue)
	case Update:
		if hasKey {
			x.writeVersion(w)
			x.writeRecord(w, true)
		}
		if hasValue {
			w.Key("hardDelete")
			w.Bool(x.Deleted)
		}
	case DeletedForGood:
		x.writeRecord(w, hasKey)
		if hasValue {
			x.writeVersion(w)
		}
	default:
		x.writeItem(w, hasValue)
	}
}

func (x *Row) writeVersion(w *value.Writer) {
	w.Key("version")
	w.Uint64(uint64(x.Version))
}

func (x *Row) writeRecord(w *value.Writer, has bool) {
	if !has {
		return
	}
	if x.Opaque != nil {
		w.Key("recordAndMore")
		w.Hex(x.Opaque)
		return
	}
	w.Key("record")
	w.Hex(x.Record)
}

var whats = map[Kind]string{Created: "created", LastUpdate: "last-update", SoftDelete: "soft-delete", Property: "value",
	UniqueRow: "unique", UniqueMarker: "marker"}

func (x *Row) writeTable(w *value.Writer, c *context, hasKey, hasValue bool) {
	x.writeRecord(w, hasKey)
	w.Key("what")
	w.String(whats[x.Kind])
	inKey := c.historic && x.Kind != Created
	if inKey && hasKey || !inKey && hasValue {
		x.writeVersion(w)
	}
	switch {
	case x.Kind == SoftDelete && hasValue:
		w.Key("deleted")
		w.Bool(x.Deleted)
	case x.Kind == Property:
		if hasKey && x.Opaque == nil {
			x.writeReference(w)
		}
		if hasValue {
			x.Data.Write(w, cell.RocksDB)
		}
	}
}

func (x *Row) writeReference(w *value.Writer) {
	w.Key("reference")
	w.Hex(x.Reference)
	w.Key("property")
	w.Text(x.Path.AppendText(nil))
}

func (x *Row) writeIndex(w *value.Writer, c *context, hasKey, hasValue bool) {
	if hasKey {
		if x.Index != nil {
			w.Key("index")
			w.Hex(x.Index)
		}
		if x.IndexDef != nil {
			w.Key("indexName")
			w.String(x.IndexDef.String())
		}
		x.writeFormat(w, c)
		switch {
		case x.Opaque == nil:
			w.Key("valueAndLengths")
			w.Hex(x.Values)
			x.writeRecord(w, true)
		case x.Index != nil:
			w.Key("indexValueAndKey")
			w.Hex(x.Opaque)
		default:
			w.Key("indexAndMore")
			w.Hex(x.Opaque)
		}
	}
	if c.historic && hasKey || !c.historic && hasValue {
		x.writeVersion(w)
	}
	if c.historic && hasValue {
		w.Key("state")
		w.String(x.State.String())
	}
}

func (x *Row) writeUnique(w *value.Writer, c *context, hasKey, hasValue bool) {
	w.Key("what")
	w.String(whats[x.Kind])
	if hasKey {
		x.writeReference(w)
	}
	if x.Kind == UniqueMarker {
		return
	}
	if hasKey {
		w.Key("storedValue")
		w.Hex(x.Stored)
	}
	if c.historic && hasKey || !c.historic && hasValue {
		x.writeVersion(w)
	}
	if !hasValue {
		return
	}
	w.Key("record")
	if x.Released {
		w.Null()
	} else {
		w.Hex(x.Record)
	}
}

func (x *Row) writeItem(w *value.Writer, hasValue bool) {
	w.Key("item")
	w.String(itemNames[x.Kind.item()])
	if !hasValue {
		return
	}
	switch x.Kind {
	case ModelName:
		w.Key("name")
		w.Text(x.Name)
	case ModelVersion:
		w.Key("version")
		w.Text(cell.AppendModelVersion(nil, x.Model))
	case ModelMigrationLog:
		w.Key("log")
		w.Text(x.Name)
	case ModelMigrationState:
		w.Key("state")
		w.Hex(x.Name)
	case ModelDefinition, ModelDependents:
		w.Key("stored")
		w.Hex(x.Name)
	}
}
