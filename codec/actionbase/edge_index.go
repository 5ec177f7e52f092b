package actionbase

import (
	"github.com/rowlens/rowlens/codec/order"
	"github.com/rowlens/rowlens/codec/span"
	"github.com/rowlens/rowlens/codec/wire"
)

// EdgeIndexKey is the row key of one edge in one index and direction.
//
//	+--------------------------------------+-------------+---------+-------------------+------------------+
//	| prefix(directed source), type 29 7c  | direction 2 | index 5 | { index value }*  | directed target  |
//	+--------------------------------------+-------------+---------+-------------------+------------------+
//
// Each index value is stored in the order that its field declares; its header says which. The key
// does not store the number of values: the last one is the target.
// Order: rows of one source, table, direction and index are contiguous and sort by the index
// values, each in its own order, then by target.
// Spec: docs/formats/actionbase.md#edge-index.
type EdgeIndexKey struct {
	Prefix
	Direction Direction
	Index     int32
	Values    []OrderedValue // reused by decode
	Target    Value

	scratch []byte
}

// Read reads the key from r, which records it if it has a tree; names may be nil.
func (k *EdgeIndexKey) Read(r *wire.Reader, names *Schema) {
	r.Scratch(k.scratch)
	r.Begin(&fRow)
	k.Prefix.decode(r, &fDirSource, EdgeIndex, names)
	k.Direction = decodeDirection(r)
	k.Index = slotCode(r, &fIndex, names)
	k.Values = decodeSuffix(r, k.Values[:0], &k.Target, &fIndexValue, names.indexFields(k.Table, k.Index))
	k.scratch = r.Spare()
}

// decodeSuffix reads { value }* target: the end of an index key, or a whole cache qualifier, which
// has the same bytes for the same fields. Labels name the values in the tree.
func decodeSuffix(r *wire.Reader, vals []OrderedValue, target *Value, f *span.Field, labels []IndexField) []OrderedValue {
	*target = Value{}
	if r.OK() && !r.More() {
		r.Fail(wire.Missing, &fDirTarget, "a target")
		return vals
	}
	for r.More() {
		at := r.Offset()
		x := grow(&vals)
		x.Order = x.Value.decode(r, f)
		if r.More() {
			if len(vals) <= len(labels) {
				r.Last().Label(labels[len(vals)-1].Name)
			}
			continue
		}
		shrink(&vals)
		if !r.OK() {
			break
		}
		*target = x.Value
		r.Last().As(&fDirTarget)
		if !r.Lenient() && target.Kind == Null {
			r.FailAt(wire.NullValue, &fDirTarget, at, "a target", "null")
		} else if !r.Lenient() && x.Order != order.Asc {
			r.FailAt(wire.NonCanonical, &fDirTarget, at, "an ascending target", "a descending value")
		}
	}
	return vals
}

// DecodeEdgeIndexKey reads src, all of it. Texts of k alias src or memory that k
// keeps for the next call.
func DecodeEdgeIndexKey(src []byte, k *EdgeIndexKey) error {
	r := wire.NewReader(src, nil)
	k.Read(&r, nil)
	return r.Finish()
}

// AppendEdgeIndexKey appends the key; k.Salt and k.Type are ignored. On error dst is returned
// unchanged.
func AppendEdgeIndexKey(dst []byte, k *EdgeIndexKey) ([]byte, error) {
	out, err := appendDirectedKey(dst, &k.Source, k.Table, EdgeIndex, k.Direction, k.Index)
	if err != nil {
		return dst, err
	}
	if out, err = appendSuffix(out, k.Values, &k.Target); err != nil {
		return dst, err
	}
	return out, nil
}

// appendDirectedKey appends prefix, direction and code. That is a whole group or cache key, or an
// index key up to its values.
func appendDirectedKey(dst []byte, source *Value, table int32, t RowType, d Direction, code int32) ([]byte, error) {
	if d != Out && d != In {
		return dst, refuse("direction", "expected OUT or IN")
	}
	out, err := AppendPrefix(dst, source, table, t)
	if err != nil {
		return dst, err
	}
	out = append(out, hdrByte, order.Int8(int8(d)))
	return appendFixed32(out, hdrInt, order.Int32(code)), nil
}

func appendSuffix(dst []byte, vals []OrderedValue, target *Value) ([]byte, error) {
	if target.Kind == Null {
		return dst, refuse("directedTarget", "an index key needs a target that is not null")
	}
	out, err := AppendValues(dst, vals)
	if err != nil {
		return dst, err
	}
	if out, err = AppendValue(out, target, order.Asc); err != nil {
		return dst, err
	}
	return out, nil
}

// EdgeIndexValue is the cell of an index row and of a cache.
//
//	+-----------+------------------------+
//	| version 9 | { code 5 | value (v) }* |
//	+-----------+------------------------+
//
// It has all properties of the state, nulls included, without their versions.
type EdgeIndexValue struct {
	Version    int64
	Properties []IndexProperty // in stored order; reused by decode

	codes   codeList
	scratch []byte
}

// IndexProperty is one property in an index or cache cell.
type IndexProperty struct {
	Code  int32
	Value Value
}

// Read reads the cell from r, which records it if it has a tree; names may be nil.
func (x *EdgeIndexValue) Read(r *wire.Reader, names *Schema) {
	r.Scratch(x.scratch)
	x.Properties = x.Properties[:0]
	x.codes.reset()
	r.Begin(&fCell)
	x.Version = slotInt64(r, &fVersion)
	for r.More() {
		x.decodeProperty(r, names)
	}
	x.scratch = r.Spare()
}

func (x *EdgeIndexValue) decodeProperty(r *wire.Reader, names *Schema) {
	r.Begin(&fProperty)
	p := grow(&x.Properties)
	p.Code = slotCode(r, &fPropertyCode, names)
	at := r.Offset()
	o := p.Value.decode(r, &fPropertyValue)
	if o != order.Asc && r.OK() && !r.Lenient() {
		r.FailAt(wire.NonCanonical, &fPropertyValue, at, "an ascending value", "a descending one")
	}
	if !r.OK() {
		shrink(&x.Properties)
		return
	}
	if m := r.Group(); m.Recorded() {
		m.Label(names.Name(p.Code))
		m.Value(p.Value.span())
	}
	if i, again := x.codes.place(p.Code); again {
		repeated(r, &x.Properties, i, p.Code, at)
	}
	r.End()
}

// DecodeEdgeIndexValue reads src, all of it. Texts of x alias src or memory that
// x keeps for the next call.
func DecodeEdgeIndexValue(src []byte, x *EdgeIndexValue) error {
	r := wire.NewReader(src, nil)
	x.Read(&r, nil)
	return r.Finish()
}

// AppendEdgeIndexValue appends the cell. On error dst is returned unchanged.
func AppendEdgeIndexValue(dst []byte, x *EdgeIndexValue) ([]byte, error) {
	if err := onlyOnce(x.Properties, func(p *IndexProperty) int32 { return p.Code }); err != nil {
		return dst, err
	}
	out, err := appendFixed64(dst, hdrLong, order.Int64(x.Version)), error(nil)
	for i := range x.Properties {
		out = appendFixed32(out, hdrInt, order.Int32(x.Properties[i].Code))
		if out, err = AppendValue(out, &x.Properties[i].Value, order.Asc); err != nil {
			return dst, err
		}
	}
	return out, nil
}
