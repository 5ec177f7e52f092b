package actionbase

import (
	"math"
	"testing"

	"github.com/rowlens/rowlens/codec/order"
	"github.com/rowlens/rowlens/codec/value"
)

// What leads into a value is what a Writer writes member by member.
func TestLeadsAreWhatAWriterWrites(t *testing.T) {
	values := []Value{
		{}, {Kind: Byte, Num: math.MaxUint64}, {Kind: Short, Num: 300}, {Kind: Int, Num: 1 << 20}, {Kind: Long, Num: 7},
		{Kind: Float, Num: 0x3f800000}, {Kind: Float, Num: nan32}, {Kind: Float, Num: nan32 | 1},
		{Kind: Double, Num: 0x3ff0000000000000}, {Kind: Double, Num: nan64}, {Kind: Double, Num: nan64 | 1},
		{Kind: JSON, Text: []byte("{}")}, {Kind: String, Text: []byte("é")}, {Kind: Boolean, Num: 1},
	}
	seen := map[Kind]bool{}
	for i := range values {
		v := &values[i]
		seen[v.Kind] = true
		for _, o := range []order.Order{order.Asc, order.Desc} {
			led, slow := value.Writer{CBOR: true}, value.Writer{CBOR: true}
			led.Array()
			v.writeOrdered(&led, o)
			v.write(&led)
			led.EndArray()
			slow.Array()
			slow.Object()
			slow.Member("order").String(o.String())
			slow.Key("value")
			memberwise(&slow, v)
			slow.EndObject()
			memberwise(&slow, v)
			slow.EndArray()
			if string(led.Buf) != string(slow.Buf) {
				t.Errorf("%v %v is %x, want %x", v, o, led.Buf, slow.Buf)
			}
		}
	}
	if len(seen) != int(kinds) {
		t.Errorf("%d of %d kinds have a value", len(seen), kinds)
	}
}

// memberwise writes a value with one call for each container, name and value.
func memberwise(w *value.Writer, v *Value) {
	w.Object()
	w.Member("type").String(v.Kind.String())
	switch v.Kind {
	case Byte, Short, Int:
		w.Member("value").Int(int64(v.Num))
	case Long:
		w.Member("value").Int64(int64(v.Num))
	case Float:
		w.Member("value").Float(float64(math.Float32frombits(uint32(v.Num))), 32)
	case Double:
		w.Member("value").Float(math.Float64frombits(v.Num), 64)
	case JSON, String:
		w.Member("value").Text(v.Text)
	case Boolean:
		w.Member("value").Bool(v.Num == 1)
	}
	switch v.Num {
	case nan32 | 1:
		w.Member("bits").Hex([]byte{0x7f, 0xc0, 0, 1})
	case nan64 | 1:
		w.Member("bits").Hex([]byte{0x7f, 0xf8, 0, 0, 0, 0, 0, 1})
	}
	w.EndObject()
}
