package hbase

import (
	"encoding/binary"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/hlc"
	"github.com/rowlens/rowlens/codec/maryk"
	"github.com/rowlens/rowlens/codec/maryk/cell"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
)

// AppendRow appends the row key of the cell.
func (x *Cell) AppendRow(dst []byte) []byte {
	switch x.Kind {
	case IndexCell:
		return append(dst, x.Values...)
	case UniqueCell:
		return append(dst, x.Reference...)
	}
	return append(dst, x.Record...)
}

// AppendFamily appends the column family of the cell.
func (x *Cell) AppendFamily(dst []byte) []byte {
	switch x.Kind {
	case IndexCell:
		return AppendIndexFamily(dst, x.Index)
	case UniqueCell:
		return append(dst, familyUnique...)
	}
	return append(dst, familyData...)
}

// AppendQualifier appends the column qualifier of the cell.
func (x *Cell) AppendQualifier(dst []byte) []byte {
	switch x.Kind {
	case IndexCell:
		return append(dst, x.Record...)
	case UniqueCell:
		return append(dst, x.Stored...)
	case Property:
		return append(dst, x.Reference...)
	}
	return append(dst, metas[x.Kind]...)
}

// AppendValue appends the value of the cell. A value that cannot be stored is refused, and dst
// returned unchanged.
func (x *Cell) AppendValue(dst []byte) ([]byte, error) {
	switch x.Kind {
	case IndexCell:
		return appendFlag(dst, x.Set), nil
	case UniqueCell:
		if x.Record == nil {
			return append(dst, 0), nil
		}
		return append(dst, x.Record...), nil
	case Property:
		return x.Data.Append(dst, cell.HBase)
	case SoftDelete:
		return appendFlag(dst, x.Deleted), nil
	}
	return binary.BigEndian.AppendUint64(dst, uint64(x.Version)), nil
}

func appendFlag(dst []byte, b bool) []byte {
	if b {
		return append(dst, 1)
	}
	return append(dst, 0)
}

// encode returns the encoder of a kind of cells.
func encode(kind Kind) func(*format.Input, value.Value, *store.Entry) error {
	return func(in *format.Input, fields value.Value, dst *store.Entry) error {
		c, err := contextOf(in, kind)
		if err != nil {
			return err
		}
		if record, ok := fields.Member("record").Hex(); ok && c.model == nil && kind != UniqueCell && cell.SchemaIn(in) != nil {
			c.set(fittingKey(cell.SchemaIn(in), len(record)))
		}
		x := Cell{Kind: kind}
		if err := x.parse(fields, c); err != nil {
			return err
		}
		val, err := x.AppendValue(nil)
		if err != nil {
			return err
		}
		for _, part := range [...]store.Part{
			{Name: store.Row, Bytes: x.AppendRow(nil)}, {Name: store.Family, Bytes: x.AppendFamily(nil)},
			{Name: store.Qualifier, Bytes: x.AppendQualifier(nil)}, {Name: store.Value, Bytes: val},
		} {
			if in.Wants(part.Name) {
				dst.Add(part.Name, part.Bytes)
			}
		}
		return nil
	}
}

// members are those that fields of a kind may have.
func members(k Kind) []string {
	switch k {
	case IndexCell:
		return []string{"what", "index", "indexName", "valueAndLengths", "record", "set"}
	case UniqueCell:
		return []string{"what", "reference", "storedValue", "record"}
	case SoftDelete:
		return []string{"what", "record", "deleted"}
	case Property:
		return append([]string{"what", "record", "reference", "property"}, cell.DataMembers...)
	}
	return []string{"what", "record", "version"}
}

// parse reads the members that write writes. Bytes decide: reference, index, valueAndLengths,
// storedValue. Members that say in words what follows from them must agree.
func (x *Cell) parse(fields value.Value, c *context) error {
	p := parser{fields: fields, c: c, err: format.Known(fields, members(x.Kind)...)}
	if p.err == nil {
		p.err = format.Follows(fields, "what", whats[x.Kind], "record kind")
	}
	switch x.Kind {
	case IndexCell:
		x.Index, x.Values, x.Record = p.hex("index"), p.hex("valueAndLengths"), p.record()
		x.Set = p.bool("set")
		if x.IndexDef = c.model.IndexOf(x.Index); p.err == nil {
			p.err = cell.IndexName(fields, x.IndexDef)
		}
	case UniqueCell:
		x.Reference, x.Stored = p.reference(&x.Path), p.hex("storedValue")
		if owner, given := fields.Get("record"); !given || !owner.IsNull() {
			x.Record = p.record()
		}
	case SoftDelete:
		x.Record, x.Deleted = p.record(), p.bool("deleted")
	case Property:
		x.Record, x.Reference = p.record(), p.reference(&x.Path)
		if p.err == nil {
			p.err = cell.Property(fields, x.Reference, &x.Path, c.def)
		}
		if p.err == nil {
			p.err = x.Data.Parse(fields, cell.HBase, &x.Path)
		}
	default:
		x.Record = p.record()
		n, ok := fields.Member("version").Uint()
		if !ok {
			p.fail("version", "expected a version as a whole number")
		}
		x.Version = hlc.Version(n)
	}
	return p.err
}

// parser reads members and keeps the first error.
type parser struct {
	fields value.Value
	c      *context
	err    error
}

func (p *parser) fail(field, why string) {
	if p.err == nil {
		p.err = format.Refuse(field, why)
	}
}

func (p *parser) hex(name string) []byte {
	b, ok := p.fields.Member(name).Hex()
	if !ok {
		p.fail(name, "expected an even number of hex digits")
	}
	return b
}

func (p *parser) record() []byte {
	b := p.hex("record")
	if n := p.c.keySize; p.err == nil && n >= 0 && len(b) != n {
		p.fail("record", "expected a key of "+itoa(n)+" bytes, found "+itoa(len(b)))
	}
	return b
}

func (p *parser) bool(name string) bool {
	b, ok := p.fields.Member(name).Bool()
	if !ok {
		p.fail(name, "expected true or false")
	}
	return b
}

func (p *parser) reference(path *maryk.Path) []byte {
	b := p.hex("reference")
	if p.err != nil {
		return nil
	}
	if err := maryk.DecodePath(b, p.c.def, maryk.PathOptions{}, path); err != nil {
		p.fail("reference", err.Error())
	}
	return b
}
