package rocksdb

import (
	"cmp"
	"encoding/binary"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/hlc"
	"github.com/rowlens/rowlens/codec/maryk"
	"github.com/rowlens/rowlens/codec/maryk/cell"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
)

// AppendKey appends the key of the row. If the row lacks a member that its kind needs, AppendKey
// fails and returns dst unchanged.
func (x *Row) AppendKey(dst []byte, indexFormat int) ([]byte, error) {
	out := dst
	switch x.Kind {
	case RecordKey, Created, DeletedForGood:
		return append(out, x.Record...), nil
	case LastUpdate:
		return append(append(out, x.Record...), tagLastUpdate), nil
	case SoftDelete:
		out = append(append(out, x.Record...), tagSoftDelete)
	case Property:
		if x.Opaque != nil {
			out = append(out, x.Opaque...)
			break
		}
		if len(x.Reference) == 0 {
			return dst, format.Refuse("reference", "expected a property reference")
		}
		out = append(append(out, x.Record...), x.Reference...)
	case IndexRow:
		if x.Opaque != nil && x.Index == nil {
			out = append(out, x.Opaque...)
			break
		}
		if indexFormat != cell.IndexFormat1 {
			out = maryk.AppendVarint(out, uint64(len(x.Index)))
		}
		out = append(append(append(out, x.Index...), x.Values...), x.Record...)
	case UniqueRow:
		out = append(append(out, x.Reference...), x.Stored...)
	case UniqueMarker:
		return append(append(out, 0), x.Reference...), nil
	case Update:
		return append(hlc.AppendInverted(out, x.Version), x.Record...), nil
	case KindNone:
		return dst, format.Refuse("kind", "expected a kind of row")
	default:
		return append(out, x.Kind.item()), nil
	}
	if x.Family.Type.Historic() {
		out = hlc.AppendInverted(out, x.Version)
	}
	return out, nil
}

// AppendValue appends the value of the row.
func (x *Row) AppendValue(dst []byte) ([]byte, error) {
	historic := x.Family.Type.Historic()
	out := dst
	switch {
	case x.Kind == UniqueMarker:
		return dst, nil
	case x.Kind == Update:
		if x.Deleted {
			out = append(out, 1)
		}
		return out, nil
	case x.Kind < RecordKey:
		return x.appendItem(dst)
	case !historic || x.Kind == Created:
		out = binary.BigEndian.AppendUint64(out, uint64(x.Version))
	}
	switch x.Kind {
	case SoftDelete:
		if x.Deleted {
			return append(out, 1), nil
		}
		return append(out, 0), nil
	case Property:
		with, err := x.Data.Append(out, cell.RocksDB)
		if err != nil {
			return dst, err
		}
		return with, nil
	case IndexRow:
		if historic && x.State != Set {
			out = append(out, byte(x.State-Unset))
		}
	case UniqueRow:
		if !x.Released {
			out = append(out, x.Record...)
		}
	}
	return out, nil
}

func (x *Row) appendItem(dst []byte) ([]byte, error) {
	switch x.Kind {
	case ModelName, ModelMigrationLog, ModelMigrationState, ModelDefinition, ModelDependents:
		return append(dst, x.Name...), nil
	case ModelVersion:
		return maryk.AppendVersion(dst, x.Model), nil
	case ModelHistoryFilled, ModelTombstonesFilled:
		return append(dst, 1), nil
	}
	return dst, format.Refuse("item", "expected a row of a model")
}

// encode returns the encoder of a record kind.
func encode(k kindOf) func(*format.Input, value.Value, *store.Entry) error {
	return func(in *format.Input, fields value.Value, dst *store.Entry) error {
		c, err := contextOf(in, k)
		if err != nil {
			return err
		}
		s := cell.SchemaIn(in)
		x := Row{Kind: k.kind, Family: Family{Type: k.family, Old: s != nil && s.Old}}
		if g, given := fields.Get("model"); given {
			if x.Family.Model, err = cell.ParseNumber(g, "model"); err != nil {
				return err
			}
			c.set(s, s.Model(x.Family.Model))
		} else if c.model != nil {
			x.Family.Model = c.model.Number
		} else {
			return format.Refuse("model", "expected the number of the model")
		}
		if v, given := fields.Get("familyNumbering"); given {
			name, _ := v.Text()
			if err := format.Expect(name == "old", "familyNumbering", `"old" or nothing`, v); err != nil {
				return err
			}
			x.Family.Old, c.indexFormat = true, cell.IndexFormat1
		}
		if err := format.Follows(fields, "cfType", k.family.String(), "record kind"); err != nil {
			return err
		}
		if err := x.parse(fields, c); err != nil {
			return err
		}
		if err := x.add(in, c, dst); err != nil || k.kind != IndexRow && k.kind != UniqueRow && k.kind != UniqueMarker {
			return err
		}
		return cell.Readable(in, dst, decode(k))
	}
}

func (x *Row) add(in *format.Input, c *context, dst *store.Entry) error {
	family, err := AppendFamily(nil, x.Family)
	if err != nil {
		return err
	}
	key, err := x.AppendKey(nil, cmp.Or(x.Format, c.indexFormat))
	if err != nil {
		return err
	}
	val, err := x.AppendValue(nil)
	if err != nil {
		return err
	}
	for _, part := range [...]store.Part{{Name: partFamily, Bytes: family}, {Name: store.Key, Bytes: key}, {Name: store.Value, Bytes: val}} {
		if in.Wants(part.Name) {
			dst.Add(part.Name, part.Bytes)
		}
	}
	return nil
}
