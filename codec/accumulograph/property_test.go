package accumulograph_test

import (
	"bytes"
	"math"
	"math/rand/v2"
	"testing"
	"unicode/utf8"

	"github.com/rowlens/rowlens/codec/accumulograph"
	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/value"
)

// random returns a value of the kind.
func random(r *rand.Rand, k accumulograph.Kind) accumulograph.Value {
	v := accumulograph.Value{Kind: k}
	word := func(atLeast int) []byte {
		var b []byte
		for range atLeast + r.IntN(6) {
			b = utf8.AppendRune(b, []rune("ab_ é€日😀\x00\x7f")[r.IntN(10)])
		}
		return b
	}
	shift := r.IntN(64)
	switch k {
	case accumulograph.Boolean:
		v.Num = r.Uint64() & 1
	case accumulograph.Byte:
		v.Num = uint64(int8(r.Uint64()))
	case accumulograph.Short:
		v.Num = uint64(int16(r.Uint64() >> (shift % 16)))
	case accumulograph.Integer:
		v.Num = uint64(int32(r.Uint64() >> (shift % 32)))
	case accumulograph.Long, accumulograph.Date:
		v.Num = r.Uint64() >> shift
	case accumulograph.Float:
		if v.Num = uint64(r.Uint32()); math.IsNaN(float64(math.Float32frombits(uint32(v.Num)))) {
			v.Num = 0x7fc00000
		}
	case accumulograph.Double:
		if v.Num = r.Uint64(); math.IsNaN(math.Float64frombits(v.Num)) {
			v.Num = math.Float64bits(math.NaN())
		}
	case accumulograph.Character:
		v.Num = uint64(r.IntN(0xd800))
	case accumulograph.String:
		v.Text = word(0)
	case accumulograph.Enum, accumulograph.QName:
		v.Class, v.Text = word(1), word(1)
	}
	return v
}

func TestEveryValueIsReadBack(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for k := accumulograph.String; k < accumulograph.Serializable; k++ {
		for range 2000 {
			v := random(r, k)
			b, err := accumulograph.AppendValue([]byte("before"), &v)
			if err != nil || !bytes.HasPrefix(b, []byte("before")) {
				t.Fatalf("%v: %q, %v", v, b, err)
			}
			b = b[len("before"):]
			var got accumulograph.Value
			if err := accumulograph.DecodeValue(b, &got); err != nil {
				t.Fatalf("%v is written as %q: %v", v, b, err)
			}
			if got.Kind != v.Kind || got.Num != v.Num || !bytes.Equal(got.Text, v.Text) || !bytes.Equal(got.Class, v.Class) {
				t.Fatalf("%v is written as %q and read as %v", v, b, got)
			}
			if b[0] != k.Tag() || !accumulograph.Same(b, b) {
				t.Fatalf("%q has the tag of another type, or is not itself", b)
			}
		}
	}
}

// less compares two values of a kind that keeps its order.
func less(a, b *accumulograph.Value) int {
	if a.Kind == accumulograph.String {
		return bytes.Compare(a.Text, b.Text) // UTF-8 sorts by code point
	}
	return int(int64(a.Num) - int64(b.Num))
}

func TestStringsCharactersAndBooleansKeepTheirOrder(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for _, k := range []accumulograph.Kind{accumulograph.String, accumulograph.Character, accumulograph.Boolean} {
		for range 5000 {
			a, b := random(r, k), random(r, k)
			x, _ := accumulograph.AppendValue(nil, &a)
			y, _ := accumulograph.AppendValue(nil, &b)
			if got, want := bytes.Compare(x, y), less(&a, &b); got*want < 0 || (got == 0) != (want == 0) {
				t.Fatalf("%q and %q compare as %d, the values as %d", x, y, got, want)
			}
		}
	}
}

// Numbers are text: a scan over an index does not give them in order.
func TestNumbersDoNotKeepTheirOrder(t *testing.T) {
	for _, c := range []struct {
		kind          accumulograph.Kind
		smaller, more uint64
	}{
		{accumulograph.Byte, 2, 10}, {accumulograph.Short, 2, 10}, {accumulograph.Integer, 2, 10}, {accumulograph.Long, 2, 10},
		{accumulograph.Date, 999, 1000},
		{accumulograph.Integer, math.MaxUint64 - 9, math.MaxUint64},
		{accumulograph.Float, uint64(math.Float32bits(2)), uint64(math.Float32bits(10))},
		{accumulograph.Double, math.Float64bits(2), math.Float64bits(1e7)},
	} {
		x, _ := accumulograph.AppendValue(nil, &accumulograph.Value{Kind: c.kind, Num: c.smaller})
		y, _ := accumulograph.AppendValue(nil, &accumulograph.Value{Kind: c.kind, Num: c.more})
		if bytes.Compare(x, y) < 0 {
			t.Errorf("%q sorts before %q", x, y)
		}
	}
}

func TestOneNumberInTwoSpellingsIsTheSame(t *testing.T) {
	for _, c := range []struct {
		a, b string
		same bool
	}{
		{"d1.0E23", "d9.999999999999999E22", true}, {"f9.9999999E14", "f1.0E15", true}, {"d0.5", "d0.50", true},
		{"d0.5", "f0.5", false}, {"i5", "l5", false}, {"i5", "i05", false}, {"ax", "ax", true}, {"d", "d1.0", false}, {"", "", true},
		{"dNaN", "dNaN", true}, {"d0.0", "d-0.0", false},
	} {
		if got := accumulograph.Same([]byte(c.a), []byte(c.b)); got != c.same {
			t.Errorf("%s and %s: %v", c.a, c.b, got)
		}
	}
}

func TestScalarsAreReadWithoutAllocation(t *testing.T) {
	var v accumulograph.Value
	for _, text := range []string{"n", "ot", "i-5", "l9223372036854775807", "d0.5", "f1.0E10", "a text", "eC:A", "q{n}l", "cx", "t0"} {
		b := []byte(text)
		if n := testing.AllocsPerRun(100, func() { _ = accumulograph.DecodeValue(b, &v) }); n > 0 {
			t.Errorf("%s: %v allocations", text, n)
		}
	}
}

func TestEntriesAreReadWithoutAllocation(t *testing.T) {
	var in format.Input
	var w value.Writer
	read := accumulograph.Format.Record("entry").Decode
	for _, e := range scan(t, "accumulograph-shell.txt") {
		in.Entry = e
		if b, _ := e.Part("value"); len(b) > 0 && b[0] == 'x' {
			continue // an object stream is kept as a whole
		}
		if n := testing.AllocsPerRun(50, func() { w.Reset(); _ = read(&in, nil, &w) }); n > 0 {
			t.Errorf("%v: %v allocations", e.Parts, n)
		}
	}
}
