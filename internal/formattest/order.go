package formattest

import (
	"bytes"
	"cmp"
	"fmt"
	"math"
	"slices"

	gofuzz "github.com/google/gofuzz"

	"github.com/rowlens/rowlens/codec/actionbase"
	"github.com/rowlens/rowlens/codec/order"
)

// Compare compares two values as people would: by type, numbers by value with -0.0
// before 0.0 and NaN last, text by code point. It does not look at bytes.
func Compare(a, b *actionbase.Value) int {
	if a.Kind != b.Kind {
		return cmp.Compare(a.Kind, b.Kind)
	}
	switch a.Kind {
	case actionbase.Null:
		return 0
	case actionbase.Float:
		return compareFloats(float64(math.Float32frombits(uint32(a.Num))), float64(math.Float32frombits(uint32(b.Num))))
	case actionbase.Double:
		return compareFloats(math.Float64frombits(a.Num), math.Float64frombits(b.Num))
	case actionbase.JSON, actionbase.String:
		return slices.Compare([]rune(string(a.Text)), []rune(string(b.Text)))
	}
	return cmp.Compare(int64(a.Num), int64(b.Num))
}

func compareFloats(a, b float64) int {
	switch {
	case a != a || b != b:
		return cmp.Compare(btoi(a != a), btoi(b != b))
	case a == b:
		return cmp.Compare(btoi(!math.Signbit(a)), btoi(!math.Signbit(b)))
	}
	return cmp.Compare(a, b)
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}

// Neighbour returns a value that a defect could confuse with v: one more or less,
// the opposite sign, a prefix, one character more, the same number in another type.
func Neighbour(v actionbase.Value, c *gofuzz.Continue) actionbase.Value {
	w := v
	switch v.Kind {
	case actionbase.Null, actionbase.Boolean:
		return valueOf(actionbase.Kind(c.Intn(int(actionbase.Boolean)+1)), c)
	case actionbase.Float, actionbase.Double:
		return nearFloat(v, c)
	case actionbase.JSON:
		w.Text = []byte(jsonText(c, 1))
	case actionbase.String:
		w.Text = nearText(v.Text, c)
	default:
		switch c.Intn(4) {
		case 0:
			w.Num++
		case 1:
			w.Num--
		case 2:
			w.Num = -w.Num
		case 3:
			w.Kind = actionbase.Byte + actionbase.Kind(c.Intn(4))
		}
		w.Num = narrow(w.Kind, w.Num)
	}
	return w
}

func narrow(k actionbase.Kind, n uint64) uint64 {
	switch k {
	case actionbase.Byte:
		return uint64(int64(int8(n)))
	case actionbase.Short:
		return uint64(int64(int16(n)))
	case actionbase.Int:
		return uint64(int64(int32(n)))
	}
	return n
}

func nearFloat(v actionbase.Value, c *gofuzz.Continue) actionbase.Value {
	sign, width, nan := uint64(1)<<63, 64, uint64(0x7ff8000000000000)
	if v.Kind == actionbase.Float {
		sign, width, nan = 1<<31, 32, 0x7fc00000
	}
	switch c.Intn(4) {
	case 0:
		v.Num++
	case 1:
		v.Num--
	case 2:
		v.Num ^= sign
	case 3:
		v.Num = bits(c, width)
	}
	f := math.Float64frombits(v.Num)
	if width == 32 {
		v.Num &= 1<<32 - 1
		f = float64(math.Float32frombits(uint32(v.Num)))
	}
	if f != f {
		v.Num = nan
	}
	return v
}

func nearText(s []byte, c *gofuzz.Continue) []byte {
	r := []rune(string(s))
	at := 0
	if len(r) > 0 {
		at = c.Intn(len(r))
	}
	switch c.Intn(4) {
	case 0:
		r = r[:at]
	case 1:
		r = append(r, runes[c.Intn(len(runes))])
	case 2:
		r = append(slices.Clone(r[:at]), append([]rune{1}, r[at:]...)...)
	case 3:
		if len(r) > 0 {
			r[at] = runes[c.Intn(len(runes))]
		}
	}
	return []byte(string(r))
}

// Ordered encodes two values in an order and returns an error unless their bytes
// compare like the values.
func Ordered(a, b *actionbase.Value, o order.Order) error {
	x, err := actionbase.AppendValue(nil, a, o)
	if err != nil {
		return err
	}
	y, err := actionbase.AppendValue(nil, b, o)
	if err != nil {
		return err
	}
	want := Compare(a, b)
	if o == order.Desc {
		want = -want
	}
	if got := bytes.Compare(x, y); got != want {
		return fmt.Errorf("%s: %v and %v compare %d, their bytes %x and %x compare %d", o, a, b, want, x, y, got)
	}
	return nil
}

// Pair makes a value and either a neighbour of it or another value of its type.
func Pair(kind actionbase.Kind, c *gofuzz.Continue) (a, b actionbase.Value) {
	a = valueOf(kind, c)
	if c.Intn(3) > 0 {
		return a, Neighbour(a, c)
	}
	return a, valueOf(kind, c)
}

// Suffixes makes two suffixes of one index: the same fields in the same orders, equal up to some field.
func Suffixes(c *gofuzz.Continue) (a, b actionbase.EdgeCacheQualifier) {
	a = actionbase.EdgeCacheQualifier{Values: orderedValues(c), Target: vertex(c)}
	b = actionbase.EdgeCacheQualifier{Values: slices.Clone(a.Values), Target: a.Target}
	for i := range b.Values {
		if c.Intn(3) == 0 {
			b.Values[i].Value = Neighbour(a.Values[i].Value, c)
		}
	}
	if w := Neighbour(a.Target, c); w.Kind != actionbase.Null {
		b.Target = w
	}
	return a, b
}

// OrderedSuffixes is Ordered for two suffixes of one index.
func OrderedSuffixes(a, b *actionbase.EdgeCacheQualifier) error {
	x, err := actionbase.AppendEdgeCacheQualifier(nil, a)
	if err != nil {
		return err
	}
	y, err := actionbase.AppendEdgeCacheQualifier(nil, b)
	if err != nil {
		return err
	}
	want := 0
	for i := 0; want == 0 && i < len(a.Values); i++ {
		if want = Compare(&a.Values[i].Value, &b.Values[i].Value); a.Values[i].Order == order.Desc {
			want = -want
		}
	}
	if want == 0 {
		want = Compare(&a.Target, &b.Target)
	}
	if got := bytes.Compare(x, y); got != want {
		return fmt.Errorf("%v and %v compare %d, their bytes %x and %x compare %d", a, b, want, x, y, got)
	}
	return nil
}
