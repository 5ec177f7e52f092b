package hbase

import (
	"encoding/binary"

	"github.com/rowlens/rowlens/codec/format"
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

// AppendValue appends the value of the cell. A value that cannot be stored is refused, and dst is
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
		if !x.Deleted {
			return dst, errRestored
		}
		return append(dst, 1), nil
	}
	return binary.BigEndian.AppendUint64(dst, uint64(x.Version)), nil
}

// errRestored refuses a soft-delete cell for a record that is not deleted.
var errRestored = format.Refuse("deleted", "expected true: no cell says that a record is not deleted")

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
		if kind != IndexCell && kind != UniqueCell {
			return nil
		}
		return cell.Readable(in, dst, decode(whats[kind], kind))
	}
}

// members returns the members that fields of a kind may have.
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

// parse reads the members that write writes. The members with bytes decide: reference, index,
// valueAndLengths, storedValue. Members that repeat them in words must agree.
func (x *Cell) parse(fields value.Value, c *context) error {
	p := parser{cell.Parser{Fields: fields, Err: format.Known(fields, members(x.Kind)...)}, c}
	if p.Err == nil {
		p.Err = format.Follows(fields, "what", whats[x.Kind], "record kind")
	}
	switch x.Kind {
	case IndexCell:
		x.Index, x.Values, x.Record = p.Index(c.model), p.Hex("valueAndLengths"), p.Record(p.c.keySize)
		x.Set = p.Bool("set")
		if x.IndexDef = c.model.IndexOf(x.Index); p.Err == nil {
			p.Err = cell.IndexName(fields, c.model, x.IndexDef)
		}
	case UniqueCell:
		x.Reference, x.Stored = p.Reference(p.c.def, &x.Path), p.Hex("storedValue")
		if owner, given := fields.Get("record"); !given || !owner.IsNull() {
			x.Record = p.Record(p.c.keySize)
		}
	case SoftDelete:
		x.Record, x.Deleted = p.Record(p.c.keySize), p.Bool("deleted")
	case Property:
		x.Record, x.Reference = p.Record(p.c.keySize), p.Reference(p.c.def, &x.Path)
		if p.Err == nil {
			p.Err = x.Data.Parse(fields, cell.HBase, &x.Path)
		}
	default:
		x.Record = p.Record(p.c.keySize)
		x.Version = p.Version("version")
	}
	return p.Err
}

// parser reads members of a record whose context is known.
type parser struct {
	cell.Parser
	c *context
}
