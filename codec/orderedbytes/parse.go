package orderedbytes

import (
	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/order"
	"github.com/rowlens/rowlens/codec/value"
)

func orderName(o order.Order) string {
	if o == order.Desc {
		return "desc"
	}
	return "asc"
}

func parseOrder(v value.Value) (order.Order, error) {
	switch s, _ := v.Member("order").Text(); s {
	case "asc", "ASC":
		return order.Asc, nil
	case "desc", "DESC":
		return order.Desc, nil
	default:
		return order.Asc, format.Expect(false, "order", `"asc" or "desc"`, v.Member("order"))
	}
}

// intTypes are the names of the integers of fixed width.
var intTypes = map[string]Type{"int8": Int8, "int16": Int16, "int32": Int32, "int64": Int64}

// valueMembers are the members of an ordered value. A value whose order stands elsewhere lacks the first, and only a
// float has the last.
var valueMembers = [...]string{"order", "type", "value", "bits"}

// parse reads a value of a key: the members order, type and value.
func (v *OrderedValue) parse(in value.Value) (err error) {
	if v.Order, err = parseOrder(in); err == nil {
		err = v.Value.parseMembers(in, BlobVar, 0)
	}
	return err
}

// parse reads the members type and value. kind distinguishes a blob-copy from a blob-var, which has
// the same type name.
func (v *Value) parse(in value.Value, kind Type) error { return v.parseMembers(in, kind, 1) }

// parseMembers is parse; first is the index of the first member that in may have.
func (v *Value) parseMembers(in value.Value, kind Type, first int) error {
	name, _ := in.Member("type").Text()
	last := len(valueMembers)
	if name != "float32" && name != "float64" {
		last--
	}
	if err := format.Known(in, valueMembers[first:last]...); err != nil {
		return format.Within("value", err)
	}
	c := in.Member("value")
	ok := false
	switch name {
	case "null":
		v.Type, ok = Null, c.IsNull()
	case "decimal", "long", "double":
		if err := format.Inexact("value.value", c, 64); err != nil && name == "double" {
			return err
		}
		ok = v.parseNumeric(name, c)
	case "int8", "int16", "int32", "int64":
		v.Type = intTypes[name]
		var n int64
		shift := 64 - 8*fixedSizes[v.Type]
		n, ok = c.Int()
		ok = ok && n<<shift>>shift == n
		v.Num = uint64(n)
	case "float32", "float64":
		v.Type = Float64
		if name == "float32" {
			v.Type = Float32
		}
		bits, err := format.FloatBits(in, 8*fixedSizes[v.Type])
		v.Num = bits
		return format.Within("value", err)
	case "string":
		var s string
		s, ok = c.Text()
		v.Type, v.Bytes = Text, []byte(s)
	case "bytes", "blob-var", "blob-copy":
		v.Bytes, ok = c.Hex()
		if v.Type = BlobVar; kind == BlobCopy && name == "bytes" || name == "blob-copy" {
			v.Type = BlobCopy
		}
	default:
		return format.Refuse("value.type", `there is no type "`+name+`" here; there are null, decimal, long, double, int8, int16, int32, int64, float32, float64, string, bytes, blob-copy`)
	}
	if !ok {
		return format.Refuse("value.value", "expected a value of the type "+name+", found "+found(c))
	}
	return nil
}

func (v *Value) parseNumeric(name string, c value.Value) (ok bool) {
	v.Type = Numeric
	switch name {
	case "long":
		n, ok := c.Int()
		v.Dec = DecimalOf(n)
		return ok
	case "double":
		f, ok := c.Float(64)
		v.setDouble(f)
		return ok
	}
	s, isText := c.Text()
	if !isText {
		return false
	}
	switch s {
	case "NaN", "Infinity", "-Infinity": // in a key, which does not say that it was a double
		f, _ := c.Float(64)
		v.setDouble(f)
		return true
	}
	v.Dec, ok = ParseDecimal(s)
	return ok
}

// found describes what a member holds, shortened if long.
func found(c value.Value) string {
	s := c.Raw()
	if c.Kind != value.String && c.Kind != value.Number {
		return c.Kind.String()
	}
	return format.Cut(s)
}
