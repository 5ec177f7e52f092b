package codec_test

import (
	"fmt"
	"math"
	"testing"

	"github.com/rowlens/rowlens/codec/accumulograph"
	"github.com/rowlens/rowlens/codec/actionbase"
	"github.com/rowlens/rowlens/codec/implexus"
	"github.com/rowlens/rowlens/codec/lexicoder"
	"github.com/rowlens/rowlens/codec/maryk"
	"github.com/rowlens/rowlens/codec/orderedbytes"
	"github.com/rowlens/rowlens/codec/span"
)

// accessors are what values of every format have.
type accessors interface {
	Int64() (int64, bool)
	Float64() (float64, bool)
	String() string
}

type boolean interface{ Bool() (b, ok bool) }

func first(v implexus.Value) *implexus.Element { return &v.Elements[0] }

// Text of a value, and which accessor says yes to it: i, f, b or none.
var valueCases = []struct {
	v    accessors
	text string
	kind byte
}{
	{actionbase.Value{}, "null", '-'},
	{actionbase.ByteValue(-5), "-5", 'i'},
	{actionbase.ShortValue(-5), "-5", 'i'},
	{actionbase.IntValue(math.MinInt32), "-2147483648", 'i'},
	{actionbase.LongValue(math.MinInt64), "-9223372036854775808", 'i'},
	{actionbase.FloatValue(1.5), "1.5", 'f'},
	{actionbase.DoubleValue(math.Inf(-1)), "-Infinity", 'f'},
	{actionbase.BooleanValue(true), "true", 'b'},
	{actionbase.StringValue("a\"b"), "a\"b", '-'},
	{actionbase.JSONValue("[1]"), "[1]", '-'},
	{accumulograph.NullValue(), "null", '-'},
	{accumulograph.ByteValue(-5), "-5", 'i'},
	{accumulograph.ShortValue(5), "5", 'i'},
	{accumulograph.IntegerValue(5), "5", 'i'},
	{accumulograph.LongValue(math.MaxInt64), "9223372036854775807", 'i'},
	{accumulograph.FloatValue(0.5), "0.5", 'f'},
	{accumulograph.DoubleValue(0.5), "0.5", 'f'},
	{accumulograph.BooleanValue(false), "false", 'b'},
	{accumulograph.CharacterValue('ä'), "ä", '-'},
	{accumulograph.DateValue(0), "1970-01-01T00:00:00Z", '-'},
	{accumulograph.EnumValue("a.B", "C"), "a.B:C", '-'},
	{accumulograph.QNameValue("u", "n"), "{u}n", '-'},
	{accumulograph.StringValue("x"), "x", '-'},
	{accumulograph.Value{Kind: accumulograph.Serializable, Payload: make([]byte, 7)}, "Java object of 7 bytes", '-'},
	{orderedbytes.Value{}, "null", '-'},
	{orderedbytes.Int8Value(-5), "-5", 'i'},
	{orderedbytes.Int16Value(-5), "-5", 'i'},
	{orderedbytes.Int32Value(-5), "-5", 'i'},
	{orderedbytes.Int64Value(-5), "-5", 'i'},
	{orderedbytes.Float32Value(-5), "-5", 'f'},
	{orderedbytes.Float64Value(1e300), "1e+300", 'f'},
	{orderedbytes.NumericValue(orderedbytes.DecimalOf(12)), "12", 'f'},
	{orderedbytes.NumericOf(math.NaN()), "NaN", 'f'},
	{orderedbytes.TextValue("x"), "x", '-'},
	{orderedbytes.BlobVarValue([]byte{1}), "01", '-'},
	{orderedbytes.BlobCopyValue([]byte{0xff}), "ff", '-'},
	{first(implexus.NullValue()), "null", '-'},
	{first(implexus.BoolValue(true)), "true", 'b'},
	{first(implexus.Int64Value(-1)), "-1", 'i'},
	{first(implexus.Uint64Value(math.MaxInt64 + 1)), "9223372036854775808", '-'},
	{first(implexus.Uint64Value(7)), "7", 'i'},
	{first(implexus.DoubleValue(2.5)), "2.5", 'f'},
	{first(implexus.StringValue("x")), "x", '-'},
	{first(implexus.BinaryValue([]byte{1, 2})), "0102", '-'},
	{first(implexus.ArrayValue(implexus.NullValue())), "array of 1", '-'},
	{maryk.BooleanValue(true), "true", 'b'},
	{maryk.IntegerValue(maryk.SInt8, -5), "-5", 'i'},
	{maryk.IntegerValue(maryk.UInt64, -1), "18446744073709551615", '-'},
	{maryk.FloatValue(maryk.Float32, 0.5), "0.5", 'f'},
	{maryk.FloatValue(maryk.Float64, 0.5), "0.5", 'f'},
	{maryk.StringValue("x"), "x", '-'},
	{maryk.BytesValue(maryk.FlexBytes, []byte{0xff}), "_w", '-'},
	{maryk.DateValue(1), "1970-01-02", 'i'},
	{maryk.Value{Type: maryk.Enum, Num: 3}, "3", 'i'},
	{maryk.Value{Type: maryk.Embed, Bytes: []byte{9}}, "09", '-'},
	{maryk.Value{Type: maryk.MultiType, Items: []maryk.Value{maryk.StringValue("x")}}, "x", '-'},
	{maryk.Value{Type: maryk.List, Items: []maryk.Value{maryk.StringValue("x"), maryk.StringValue("y")}}, "[x, y]", '-'},
	{maryk.Value{Type: maryk.Map, Items: []maryk.Value{maryk.StringValue("x"), maryk.BooleanValue(false)}}, "{x: false}", '-'},
	{span.NullValue(), "null", '-'},
	{span.IntValue(-5), "-5", 'i'},
	{span.UintValue(5), "5", '-'},
	{span.HashValue(5, "name"), "name", 'i'},
	{span.Float32Value(math.Float32bits(0.5)), "0.5", 'f'},
	{span.BoolValue(true), "true", 'b'},
	{span.TextValue([]byte("x")), `"x"`, '-'},
}

func TestAValueSaysWhatItHolds(t *testing.T) {
	for _, c := range valueCases {
		if got := fmt.Sprint(c.v); got != c.text {
			t.Errorf("%T prints %q, not %q", c.v, got, c.text)
		}
		_, i := c.v.Int64()
		_, f := c.v.Float64()
		b := false
		if v, ok := c.v.(boolean); ok {
			_, b = v.Bool()
		}
		if i != (c.kind == 'i') || f != (c.kind == 'f') || b != (c.kind == 'b') {
			t.Errorf("%T %s: integer %v, float %v, boolean %v; it is %c", c.v, c.text, i, f, b, c.kind)
		}
	}
}

func TestAccessorsAllocateNothing(t *testing.T) {
	v, l := actionbase.StringValue("x"), lexicoder.Lexicoder{Kind: lexicoder.Long}
	n, key := actionbase.LongValue(5), lexicoder.SignedValue(-5)
	m, o := maryk.DateValue(5), orderedbytes.Int64Value(5)
	a, e := accumulograph.StringValue("x"), first(implexus.Int64Value(5))
	sum := 0
	allocs := testing.AllocsPerRun(100, func() {
		b, _ := v.Bytes()
		c, _ := a.Bytes()
		for _, x := range [...]func() (int64, bool){n.Int64, m.Int64, o.Int64, e.Int64} {
			i, _ := x()
			sum += int(i)
		}
		i, _ := l.Int64(&key)
		sum += int(i) + len(b) + len(c)
	})
	if allocs != 0 {
		t.Errorf("%v allocations", allocs)
	}
	if sum%17 != 0 { // four times 5, less 5, and two bytes: 17 a run
		t.Errorf("the sum is %d", sum)
	}
}

func TestValuesOfManyElementsAreWrittenAndReadBack(t *testing.T) {
	v := implexus.DictionaryValue(
		implexus.Entry{Key: "a", Value: implexus.ArrayValue(implexus.Int64Value(1), implexus.ArrayValue(), implexus.StringValue("x\x00"))},
		implexus.Entry{Key: "b", Value: implexus.NullValue()},
	)
	const want = `{"a": [1, [], "x\u0000"], "b": null}`
	b, err := implexus.AppendValue(nil, &v, implexus.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var back implexus.Value
	if err := implexus.DecodeValue(b, &back, implexus.Options{}); err != nil {
		t.Fatal(err)
	}
	if v.String() != want || back.String() != want {
		t.Errorf("%s, read back %s", v, back)
	}
}
