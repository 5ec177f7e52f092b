package orderedbytes

import (
	"slices"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/order"
	"github.com/rowlens/rowlens/codec/span"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
	"github.com/rowlens/rowlens/codec/wire"
)

// reading is a record that is one value: it says which type the value must have, and how it is
// shown.
type reading struct {
	record string
	want   Type
	view   view
}

// view says how a numeric is shown.
type view uint8

const (
	asIs view = iota
	asLong
	asDouble
)

var readings = []reading{
	{"null", Null, asIs},
	{"numeric", Numeric, asIs},
	{"numeric-double", Numeric, asDouble},
	{"numeric-double-jdk", Numeric, asDouble},
	{"numeric-long", Numeric, asLong},
	{"int8", Int8, asIs}, {"int16", Int16, asIs}, {"int32", Int32, asIs}, {"int64", Int64, asIs},
	{"float32", Float32, asIs}, {"float64", Float64, asIs},
	{"string", Text, asIs}, {"string-refused", Text, asIs},
	{"blob-var", BlobVar, asIs},
	{"blob-copy", BlobCopy, asIs}, {"blob-copy-refused", BlobCopy, asIs},
}

// typeName returns the value's type in JSON.
func (v *Value) typeName(w view) string {
	switch {
	case v.Type == Numeric && w == asLong:
		return "long"
	case v.Type == Numeric && w == asDouble:
		return "double"
	case v.Type == Numeric:
		return "decimal"
	case v.Type == BlobVar, v.Type == BlobCopy:
		return "bytes"
	}
	return v.Type.String()
}

// writeContent writes only the value, including null.
func (v *Value) writeContent(w *value.Writer, as view) {
	switch v.Type {
	case Null:
		w.Null()
	case Numeric:
		switch as {
		case asLong:
			w.Int64(v.Dec.Long())
		case asDouble:
			w.Float(v.double(), 64)
		default:
			var room [64]byte
			w.Text(v.appendNumber(room[:0]))
		}
	case Int8, Int16, Int32:
		w.Int(int64(v.Num))
	case Int64:
		w.Int64(int64(v.Num))
	case Text:
		w.Text(v.Bytes)
	default:
		w.Hex(v.Bytes)
	}
}

// writeMembers writes the members type and value; null has no value.
func (v *Value) writeMembers(w *value.Writer, name string, as view) {
	w.Key("type")
	w.String(name)
	switch v.Type {
	case Null:
	case Float32, Float64:
		format.WriteFloat(w, v.Num, 8*fixedSizes[v.Type])
	default:
		w.Key("value")
		v.writeContent(w, as)
	}
}

// memory is reused from call to call, so that a stream of rows allocates nothing.
type memory struct {
	value   OrderedValue
	scratch []byte
}

// newParts opens the parts of an entry. The scratch memory is reused unless a tree keeps
// values that alias it.
func newParts(in *format.Input, t *span.Tree, record string) format.Parts {
	p := format.NewParts(in, t, formatID, record)
	p.Ignored = "HBase leaves these bytes unread"
	if t == nil {
		p.Scratch = &format.MemoryOf[memory](in).scratch
	}
	return p
}

// open opens a record that is one part, whatever the part is called.
func open(p *format.Parts) (*wire.Reader, bool) {
	return p.OpenFirst(store.Value, store.Row, store.Qualifier, store.Bytes)
}

// decodeOne reads the value of an entry and checks that it is what the record holds. Errors have
// the name of the requested record.
func (rd reading) decodeOne(in *format.Input, t *span.Tree, record string) (v OrderedValue, consumed int, err error) {
	p := newParts(in, t, record)
	r, ok := open(&p)
	if !ok {
		return v, 0, p.Missing(store.Value)
	}
	r.Begin(&fRoot)
	if rd.accepts(r) {
		v.decode(r, &fValue, rd.view)
		rd.fits(r, &v.Value)
	}
	if v.Value.Type == Null && rd.want == BlobCopy && v.Order == order.Desc && !in.Prefix {
		nullTerminator(r)
	}
	if consumed = r.Offset(); in.Prefix {
		p.ClosePrefix("after the value")
	} else {
		p.Close()
	}
	return v, consumed, p.Err()
}

// fits refuses a number that loses something as a long or double: a writer of longs or doubles does
// not produce it. A lenient reader truncates it as upstream does.
func (rd reading) fits(r *wire.Reader, v *Value) {
	if !r.OK() || r.Lenient() || v.Type != Numeric || v.Special != Finite {
		return
	}
	if expected := rd.unfit(&v.Dec); expected != "" {
		r.FailAt(wire.NonCanonical, &fValue, 0, expected, v.Dec.String())
	} else if rd.view == asDouble && v.Dec != DecimalOfFloat(v.Dec.Float()) {
		older := r.Last()
		older.Doubt()
		older.Explain("the digits of a JDK before 19; newer ones print fewer")
	}
}

// unfit returns what the record's numbers are if d is none of them, else "".
func (rd reading) unfit(d *Decimal) string {
	switch {
	case rd.view == asLong && *d != DecimalOf(d.Long()):
		return "a whole number of 64 bits"
	case rd.view == asDouble && !d.printed():
		return "the digits that a JVM prints for a double"
	}
	return ""
}

// nullTerminator reads the byte that upstream's writer puts after a descending null blob-copy.
// Upstream's own reader leaves it unread, and does not need it.
func nullTerminator(r *wire.Reader) {
	b, ok := r.Peek()
	switch {
	case ok && b == 0xff:
		r.Uint8(&fTerminator)
	case !ok && !r.Lenient():
		r.Fail(wire.Truncated, &fTerminator, "the terminator 0xff")
	case !ok:
		r.Group().NonCanonical("upstream writes the terminator ff after it")
	}
}

// accepts fails if the header is of a type that the record does not hold. Null is a value of every
// type whose encoder accepts null.
func (rd reading) accepts(r *wire.Reader) bool {
	b, _ := r.Peek()
	t := kinds[b]
	if b >= 0x80 {
		b = ^b
	}
	switch {
	case t == types, t == Null && rd.nullable():
	case t != rd.want:
		r.FailFound(wire.BadType, &fHeader, "a header of "+rd.want.String(), t.String())
	case t == Numeric && rd.view != asDouble && (b == numNaN || b == numPosInf || b == numNegInf):
		r.Fail(wire.BadValue, &fHeader, "a finite number")
	}
	return r.OK()
}

func (rd reading) nullable() bool {
	switch rd.want {
	case Null, Text, BlobVar, BlobCopy:
		return true
	}
	return rd.want == Numeric && rd.view == asIs
}

func (rd reading) decode(in *format.Input, t *span.Tree, w *value.Writer) error {
	v, consumed, err := rd.decodeOne(in, t, rd.record)
	if err != nil || w == nil {
		return err
	}
	w.Object()
	w.Key("order")
	w.String(orderName(v.Order))
	w.Key("value")
	w.Object()
	v.Value.writeMembers(w, v.Value.typeName(rd.view), rd.view)
	w.EndObject()
	if in.Prefix {
		w.Key("consumed")
		w.Int(int64(consumed))
	}
	w.EndObject()
	return nil
}

// decodeAs reads a value as the record that given.as names.
func decodeAs(in *format.Input, t *span.Tree, w *value.Writer) error {
	name, _ := in.Given.Member("as").Text()
	i := slices.IndexFunc(readings, func(rd reading) bool { return rd.record == name })
	if i < 0 {
		return format.Refuse("as", "expected the name of a record kind, found "+name)
	}
	v, consumed, err := readings[i].decodeOne(in, t, "decode")
	if err != nil || w == nil {
		return err
	}
	if v.Value.Type == Null {
		name = "null"
	}
	w.Object()
	w.Key("value")
	w.Object()
	v.Value.writeMembers(w, name, readings[i].view)
	w.EndObject()
	w.Key("consumed")
	w.Int(int64(consumed))
	w.EndObject()
	return nil
}

// shortestSince is the first JDK that prints a double with the fewest digits that read back exactly.
const shortestSince = 19

func (rd reading) encode(in *format.Input, fields value.Value, dst *store.Entry) error {
	o, err := parseOrder(fields)
	if err != nil {
		return err
	}
	var v Value
	if err := v.parse(fields.Member("value"), rd.want); err != nil {
		return err
	}
	if v.Type != rd.want && (v.Type != Null || !rd.nullable()) {
		return format.Refuse("value.type", "the record "+rd.record+" holds "+rd.want.String())
	}
	if v.Special != Finite && rd.view != asDouble {
		return format.Refuse("value.value", "the record "+rd.record+" holds finite numbers")
	}
	if expected := rd.unfit(&v.Dec); expected != "" {
		return format.Refuse("value.value", "expected "+expected+", found "+v.Dec.String())
	}
	if jdk, ok := in.Given.Member("jdk").Int(); ok && jdk < shortestSince && rd.view == asDouble && v.Special == Finite {
		v.Dec = decimalOfElder(v.Dec.Float())
	}
	b, err := AppendValue(nil, &v, o)
	if err != nil {
		return err
	}
	if v.Type == Null && rd.want == BlobCopy && o == order.Desc {
		b = append(b, 0xff) // upstream writes the terminator after a null too
	}
	dst.Add(in.OnlyPart(store.Value), b)
	return nil
}
