package actionbase

import (
	"errors"
	"math"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/order"
	"github.com/rowlens/rowlens/codec/value"
)

func refuse(field, why string) error { return format.Refuse(field, why) }

// within adds to an error the name of the member in which it was found.
func within(name string, err error) error {
	var r *format.Refusal
	if errors.As(err, &r) {
		return format.Within(name, err)
	}
	return refuse(name, err.Error())
}

// leads is the CBOR that precedes the value of each type but null: {"type": …, "value":
var leads = [kinds]string{
	Byte: "\xa2dtypedbyteevalue", Short: "\xa2dtypeeshortevalue", Int: "\xa2dtypecintevalue", Long: "\xa2dtypedlongevalue",
	Float: "\xa2dtypeefloatevalue", Double: "\xa2dtypefdoubleevalue", JSON: "\xa2dtypedjsonevalue", String: "\xa2dtypefstringevalue",
	Boolean: "\xa2dtypegbooleanevalue",
}

// write writes v as {"type","value"}: a long as decimal text, other integers as numbers, JSON as
// its text. A NaN that is not the canonical one keeps its bits.
func (v *Value) write(w *value.Writer) {
	odd := v.oddNaN()
	led := v.Kind != Null && !odd && w.Lead(leads[v.Kind])
	if !led {
		if w.Drops() {
			return
		}
		w.Object()
		w.Key("type")
		w.String(v.Kind.String())
		if v.Kind != Null {
			w.Key("value")
		}
	}
	switch v.Kind {
	case Boolean:
		w.Bool(v.Num == 1)
	case Byte, Short, Int:
		w.Int(int64(v.Num))
	case Long:
		w.Int64(int64(v.Num))
	case Float:
		w.Float(float64(math.Float32frombits(uint32(v.Num))), 32)
	case Double:
		w.Float(math.Float64frombits(v.Num), 64)
	case String, JSON:
		w.Text(v.Text)
	}
	if led {
		return
	}
	if odd {
		w.Key("bits")
		v.writeBits(w)
	}
	w.EndObject()
}

// writeBits writes the bytes of a float or double.
func (v *Value) writeBits(w *value.Writer) {
	bits := appendFixed64(nil, 0, v.Num)[1:]
	if v.Kind == Float {
		bits = bits[4:]
	}
	w.Hex(bits)
}

// writeOrdered writes {"order","value"}.
func (v *Value) writeOrdered(w *value.Writer, o order.Order) {
	lead := "\xa2eordercASCevalue"
	if o != order.Asc {
		lead = "\xa2eorderdDESCevalue"
	}
	if w.Lead(lead) {
		v.write(w)
		return
	}
	w.Object()
	w.Key("order")
	w.String(o.String())
	w.Key("value")
	v.write(w)
	w.EndObject()
}

// intRanges are the ranges of the integer kinds.
var intRanges = [kinds]struct {
	min, max int64
	words    string
}{
	Byte:  {math.MinInt8, math.MaxInt8, "a whole number from -128 to 127"},
	Short: {math.MinInt16, math.MaxInt16, "a whole number from -32768 to 32767"},
	Int:   {math.MinInt32, math.MaxInt32, "a whole number from -2147483648 to 2147483647"},
	Long:  {math.MinInt64, math.MaxInt64, "a whole number of 64 bits"},
}

// parse reads the member field: {"type","value"}. v.Text may alias in, so it must not be changed.
func (v *Value) parse(in value.Value, field string) error {
	if err := v.parseAlone(in); err != nil {
		return format.Within(field, err)
	}
	return nil
}

// typedMembers are the members of a value; only a float or double has bits.
var typedMembers = [...]string{"type", "value", "bits"}

// kindOf returns the kind with that name, or kinds.
func kindOf(named value.Value) Kind {
	name, _ := named.Text()
	for k, s := range kindNames {
		if len(s) == len(name) && s[0] == name[0] && s == name { // the length alone is not enough: four names have four letters
			return Kind(k)
		}
	}
	return kinds
}

func (v *Value) parseAlone(in value.Value) error {
	if in.Kind != value.Object {
		return refuse("", `expected an object {"type","value"}, found `+in.Kind.String())
	}
	typ, content, usual := in.Pair("type", "value")
	if !usual {
		typ, content = in.Member("type"), in.Member("value")
	}
	kind := kindOf(typ)
	if kind == kinds {
		return format.Expect(false, "type", "a type (null, byte, short, int, long, float, double, json, string or boolean)", typ)
	}
	members := typedMembers[:]
	if kind != Float && kind != Double {
		members = members[:2]
	}
	if !usual {
		if err := format.Known(in, members...); err != nil {
			return err
		}
	}
	*v = Value{Kind: kind}
	switch kind {
	case Null:
		if !content.IsNull() {
			return refuse("value", "a null has no value")
		}
		return nil
	case Boolean:
		b, ok := content.Bool()
		if !ok {
			return refuse("value", "expected true or false, found "+content.Kind.String())
		}
		if b {
			v.Num = 1
		}
	case Byte, Short, Int, Long:
		n, ok := content.Int()
		if rg := intRanges[kind]; !ok || n < rg.min || n > rg.max {
			return refuse("value", "expected "+rg.words+", found "+words(content))
		}
		v.Num = uint64(n)
	case Float, Double:
		width := 64
		if kind == Float {
			width = 32
		}
		bits, err := format.FloatBits(in, width)
		if err != nil {
			return err
		}
		v.Num = bits
	case String, JSON:
		s, ok := content.Text()
		if !ok {
			return refuse("value", "expected text, found "+content.Kind.String())
		}
		if kind == String {
			s = value.Questioned(s)
		}
		v.Text = value.BytesOf(s)
	}
	return nil
}

// words describes a JSON value; numbers and texts appear as written.
func words(v value.Value) string {
	if s := v.Raw(); s != "" && (v.Kind == value.Number || v.Kind == value.String) {
		return s
	}
	return v.Kind.String()
}

// parseOrdered reads {"order","value"}.
func (v *Value) parseOrdered(in value.Value) (order.Order, error) {
	direction, inner, usual := in.Pair("order", "value")
	if !usual {
		if err := format.Known(in, "order", "value"); err != nil {
			return order.Asc, err
		}
		direction, inner = in.Member("order"), in.Member("value")
	}
	name, _ := direction.Text()
	o, ok := order.Parse(name)
	if !ok {
		return o, format.Expect(false, "order", `"ASC" or "DESC"`, direction)
	}
	return o, v.parse(inner, "value")
}
