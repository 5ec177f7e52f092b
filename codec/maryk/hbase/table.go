package hbase

import (
	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/maryk"
	"github.com/rowlens/rowlens/codec/maryk/cell"
	"github.com/rowlens/rowlens/codec/span"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
	"github.com/rowlens/rowlens/codec/wire"
)

// partDescriptorKey is the key of a value in the table's descriptor.
const partDescriptorKey = store.DescriptorKey

var itemNames = [...]string{"name", "version", "definition", "dependents"}

// item returns the key of a value in the table's descriptor: one byte, whereas HBase's own keys are
// words.
func (k Kind) item() byte { return byte(k - TableName) }

// decodeTable returns the decoder of a value in the table's descriptor.
func decodeTable(name string, kind Kind) func(*format.Input, *span.Tree, *value.Writer) error {
	return func(in *format.Input, t *span.Tree, w *value.Writer) error {
		m := format.MemoryOf[memory](in)
		p := format.NewParts(in, t, formatID, name)
		x := &m.cell
		x.reset(kind)
		r, ok := p.OpenGroup(partDescriptorKey, &fDescriptorKey)
		if !ok {
			return p.Missing(partDescriptorKey)
		}
		cell.Item(r, &fItem, kind.item(), itemNames[:])
		p.Close()
		r, hasValue := p.OpenGroup(store.Value, &fDescriptor)
		if hasValue {
			x.descriptorValue(r)
			p.Close()
		}
		if err := p.Done(store.Value); err != nil || w == nil {
			return err
		}
		w.Object()
		w.Key("item")
		w.String(itemNames[kind.item()])
		if hasValue && kind == TableName {
			w.Key("name")
			w.Text(x.Name)
		}
		if hasValue && kind == TableVersion {
			w.Key("version")
			w.Text(cell.AppendModelVersion(nil, x.Model))
		}
		if hasValue && (kind == TableDefinition || kind == TableDependents) {
			w.Key("stored")
			w.Hex(x.Name)
		}
		w.EndObject()
		return nil
	}
}

func (x *Cell) descriptorValue(r *wire.Reader) {
	switch x.Kind {
	case TableName:
		x.Name = cell.ValidText(r, &fName)
	case TableVersion:
		x.Model = maryk.ReadVersion(r)
	case TableDefinition:
		x.Name = r.Ahead()
		cell.ReadDefinition(r)
	case TableDependents:
		x.Name = r.Ahead()
		cell.ReadDependents(r)
	}
}

// encodeTable returns the encoder of a value in the table's descriptor.
func encodeTable(kind Kind) func(*format.Input, value.Value, *store.Entry) error {
	return func(in *format.Input, fields value.Value, dst *store.Entry) error {
		if err := format.Follows(fields, "item", itemNames[kind.item()], "record kind"); err != nil {
			return err
		}
		var b []byte
		if kind == TableDefinition || kind == TableDependents {
			var ok bool
			if b, ok = fields.Member("stored").Hex(); !ok {
				return format.Expect(false, "stored", "the stored bytes in hex", fields.Member("stored"))
			}
			x := Cell{Kind: kind}
			r := wire.NewReader(b, nil)
			if x.descriptorValue(&r); r.Finish() != nil {
				return format.Refuse("stored", r.Finish().Error())
			}
		} else if kind == TableName {
			text, ok := fields.Member("name").Text()
			if !ok {
				return format.Refuse("name", "expected a text")
			}
			b = []byte(text)
		} else {
			text, _ := fields.Member("version").Text()
			v, ok := cell.ParseModelVersion(text)
			if !ok {
				return format.Refuse("version", "expected major.minor.patch")
			}
			b = maryk.AppendVersion(nil, v)
		}
		if in.Wants(partDescriptorKey) {
			dst.Add(partDescriptorKey, []byte{kind.item()})
		}
		if in.Wants(store.Value) {
			dst.Add(store.Value, b)
		}
		return nil
	}
}

// deriveFamilies writes the column families of a model's table.
func deriveFamilies(in *format.Input, w *value.Writer) error {
	m, err := modelOf(in)
	if err != nil {
		return err
	}
	if err := m.Defined(); err != nil {
		return err
	}
	w.Object()
	w.Key("families")
	w.Array()
	writeFamily(w, []byte(familyData))
	writeFamily(w, []byte(familyUnique))
	for _, x := range m.Def.Indexes {
		if x.Reference != nil {
			writeFamily(w, AppendIndexFamily(nil, x.Reference))
		}
	}
	w.EndArray()
	w.EndObject()
	return nil
}

func writeFamily(w *value.Writer, name []byte) {
	w.Object()
	w.Key("name")
	w.Text(name)
	w.Key("hex")
	w.Hex(name)
	w.EndObject()
}
