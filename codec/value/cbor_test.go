package value

import (
	"bytes"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
)

// CBOR is read back as the value that the same calls write as JSON.
func TestCBORIsReadAsJSONIs(t *testing.T) {
	write := func(w *Writer) string {
		w.Object()
		for name, n := range []int64{0, 23, 24, -1, -25, 1 << 40, math.MaxInt64, math.MinInt64} {
			w.Key(strings.Repeat("n", name+20))
			w.Int(n)
		}
		w.Member("most").Int(math.MaxInt64)
		w.Key("floats")
		w.Array()
		for _, f := range []float64{1.5, -0.1, 1e30, math.Inf(1), math.Inf(-1), math.NaN(), math.Copysign(0, -1), 0} {
			w.Float(f, 64)
			w.Float(f, 32)
		}
		w.EndArray()
		w.Member("words").Array()
		w.Bool(true)
		w.Bool(false)
		w.Null()
		w.String("é\u2028\x00")
		w.Hex([]byte{0, 0xfe})
		w.EndArray()
		w.Member("long").Array()
		for i := range int64(100) {
			w.Array()
			w.Int(i)
			w.EndArray()
		}
		w.EndArray()
		w.EndObject()
		return string(w.Buf)
	}
	var m Memory
	want := write(&Writer{})
	for _, wide := range []bool{false, true} {
		v, err := m.ParseCBOR([]byte(write(&Writer{CBOR: true, Wide: wide})))
		if err != nil {
			t.Fatal(err)
		}
		if got := v.String(); got != want {
			t.Errorf("got  %s\nwant %s", got, want)
		}
		m.Reset()
	}
}

// Forms that other writers use, and what is refused.
func TestFormsOfCBOR(t *testing.T) {
	for _, c := range []struct{ cbor, want string }{
		{"\x9f\x01\x9f\xff\xff", `[1,[]]`},
		{"\xbf\x61a\x01\xff", `{"a":1}`},
		{"\xf9\x3e\x00", `1.5`},
		{"\xf9\x80\x00", `"-0.0"`},
		{"\xf9\x00\x01", `5.9604645e-08`},
		{"\xf9\x7e\x00", `"NaN"`},
		{"\xf9\xfc\x00", `"-Infinity"`},
		{"\xf7", `null`},
		{"\x1b\xff\xff\xff\xff\xff\xff\xff\xff", `18446744073709551615`},
		{"\x63\xed\xa0\x80", `"\ud800"`},
		{"", "not CBOR: expected a value at offset 0"},
		{"\x01\x01", "not CBOR: expected end of input at offset 1"},
		{"\x19\x01", "not CBOR: expected a whole head at offset 0"},
		{"\x1c", "not CBOR: expected a head of a known form at offset 0"},
		{"\xff", "not CBOR: expected a head of a known form at offset 0"},
		{"\x5f\xff", "not CBOR: expected a head of a known form at offset 0"},
		{"\x42\x01", "not CBOR: expected as many bytes as the length says at offset 1"},
		{"\x7b\xff\xff\xff\xff\xff\xff\xff\xff", "not CBOR: expected as many bytes as the length says at offset 9"},
		{"\x62\xff\xfe", "not CBOR: expected UTF-8 text at offset 1"},
		{"\xa1\x01\x02", "not CBOR: expected a name at offset 1"},
		{"\xc1\x41\x01", "not CBOR: expected a value that JSON has, or bytes at offset 0"},
		{"\xc2\x40", "0"},
		{"\xc2\x41\x01", "1"},
		{"\xc3\x40", "-1"},
		{"\xc2\x49\x01\x00\x00\x00\x00\x00\x00\x00\x00", "18446744073709551616"},
		{"\xc3\x49\x01\x00\x00\x00\x00\x00\x00\x00\x00", "-18446744073709551617"},
		{"\xc2\x45\x02\x54\x0b\xe4\x01", "10000000001"},
		{"\xc2\x61a", "not CBOR: expected at most 1024 bytes of an integer at offset 2"},
		{"\xc2\x42\x01", "not CBOR: expected as many bytes as the length says at offset 2"},
		{"\xc2", "not CBOR: expected a value at offset 1"},
		{"\xc2\x59\x04\x01", "not CBOR: expected at most 1024 bytes of an integer at offset 4"},
		{"\xc4\x82\x21\x18\x96", "1.50"},
		{"\xc4\x82\x24\x20", "-0.00001"},
		{"\xc4\x82\x27\x0f", "15e-8"},
		{"\xc4\x82\x03\x20", "-1e3"},
		{"\xc4\x82\x00\x05", "5"},
		{"\xc4\x82\x20\xc2\x49\x01\x00\x00\x00\x00\x00\x00\x00\x00", "1844674407370955161.6"},
		{"\xc4\x82\x3b\xff\xff\xff\xff\xff\xff\xff\xff\x01", "not CBOR: expected an exponent of 64 bits at offset 11"},
		{"\xc4\x82\x01\xc4\x82\x01\x01", "not CBOR: expected an integer at offset 4"},
		{"\xc4\x83\x01\x01\x01", "not CBOR: expected an exponent and an integer at offset 2"},
		{"\xc4\x82\x01", "not CBOR: expected a value at offset 3"},
		{"\xf8\x20", "not CBOR: expected a value that JSON has, or bytes at offset 0"},
		{"\x3b\xff\xff\xff\xff\xff\xff\xff\xff", "-18446744073709551616"},
		{"\x9b\xff\xff\xff\xff\xff\xff\xff\xff\x01", "not CBOR: expected a value at offset 10"},
		{"\x9b\xff\xff\xff\xff\xff\xff\xff\xff\x01\xff", "not CBOR: expected a head of a known form at offset 10"},
		{"\xbb\x80\x00\x00\x00\x00\x00\x00\x00\xff", "not CBOR: expected a head of a known form at offset 9"},
		{"\xbb\x00\x00\x00\x00\xff\xff\xff\xff\x61a\x01", "not CBOR: expected a value at offset 12"},
		{"\x9f\x01", "not CBOR: expected a value at offset 2"},
		{strings.Repeat("\x81", DepthMax+1) + "\x00", "not CBOR: expected at most 256 nested values at offset 256"},
	} {
		var m Memory
		v, err := m.ParseCBOR([]byte(c.cbor))
		got := v.String()
		if err != nil {
			got = err.Error()
		}
		if got != c.want {
			t.Errorf("%x: %s, want %s", c.cbor, got, c.want)
		}
	}
}

// Numbers keep their values, whatever they are asked for.
func TestNumbersOfCBOR(t *testing.T) {
	var m Memory
	v, err := m.ParseCBOR([]byte("\x84\x1b\xff\xff\xff\xff\xff\xff\xff\xff\x3b\x7f\xff\xff\xff\xff\xff\xff\xff\xfb\x7f\xef\xff\xff\xff\xff\xff\xff\xfa\x3d\xcc\xcc\xcd"))
	if err != nil {
		t.Fatal(err)
	}
	if n, ok := v.At(0).Uint(); n != math.MaxUint64 || !ok {
		t.Error(n, ok)
	}
	if _, ok := v.At(0).Int(); ok {
		t.Error("2^64 - 1 is no int64")
	}
	if n, ok := v.At(1).Int(); n != math.MinInt64 || !ok {
		t.Error(n, ok)
	}
	if _, ok := v.At(1).Uint(); ok {
		t.Error("a negative number is no uint64")
	}
	if f, ok := v.At(0).Float(64); f != 1<<64 || !ok {
		t.Error(f, ok)
	}
	if _, ok := v.At(2).Float(32); ok {
		t.Error("the greatest double is no float")
	}
	if f, ok := v.At(3).Float(32); f != float64(float32(0.1)) || !ok || v.At(3).Raw() != "0.1" {
		t.Error(f, ok, v.At(3).Raw())
	}
	if _, ok := v.At(3).Int(); ok {
		t.Error("0.1 is no whole number")
	}
}

// A message about a number in the place of a text has its digits, whatever form the fields have.
func TestTheTextOfANumberIsItsDigits(t *testing.T) {
	for digits, b := range map[string]string{"3": "\x03", "-1": "\x20", "18446744073709551615": "\x1b\xff\xff\xff\xff\xff\xff\xff\xff", "1.5": "\xf9\x3e\x00"} {
		of, err := new(Memory).ParseCBOR([]byte(b))
		if text, ok := of.Text(); err != nil || ok || text != digits {
			t.Errorf("CBOR of %s has the text %q, %v, %v", digits, text, ok, err)
		}
		of, err = Parse([]byte(digits))
		if text, ok := of.Text(); err != nil || ok || text != digits {
			t.Errorf("JSON of %s has the text %q, %v, %v", digits, text, ok, err)
		}
	}
}

// Hostile bytes end in a value or an error, and take memory proportional to their length.
func TestHostileCBOR(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 20000 {
		b := make([]byte, r.IntN(64))
		for i := range b {
			b[i] = byte(r.Uint32())
			if r.IntN(3) == 0 {
				b[i] = "\x81\x98\xa1\xbf\x9f\xff\x61\x40\xd8"[r.IntN(9)]
			}
		}
		var m Memory
		m.ParseCBOR(b)
		if most := 1 << 17; m.Size() > most {
			t.Fatalf("%x takes %d bytes", b, m.Size())
		}
	}
	for _, head := range []string{"\x98\x20", "\x9b\x7f\xff\xff\xff\xff\xff\xff\xff", "\xb8\x20\x60", "\x9f"} {
		b := bytes.Repeat([]byte(head), 1<<16/len(head))
		var m Memory
		if _, err := m.ParseCBOR(b); err == nil || m.Size() > 64*len(b) {
			t.Errorf("%x…: %v, %d bytes", head, err, m.Size())
		}
	}
}

func TestListsAreMadeInMemory(t *testing.T) {
	var m Memory
	outer := m.Begin(Object)
	outer.Add("a", OfInt(1))
	inner := m.Begin(Array)
	inner.Add("", m.OfBytes([]byte{0xab}))
	inner.Add("", OfBool(true))
	if inner.Len() != 2 {
		t.Error(inner.Len())
	}
	outer.Add("b", inner.End())
	outer.Add("c", OfFloat(math.NaN(), 64))
	if got := outer.End().String(); got != `{"a":1,"b":["ab",true],"c":"NaN"}` {
		t.Error(got)
	}
}

// A float without a fraction is the whole number that it stands for, not the shortest text that rounds to it.
func TestFloatsAreWholeNumbersExactly(t *testing.T) {
	for _, c := range []struct {
		f      float64
		bits   int
		int    int64
		uint   uint64
		isInt  bool
		isUint bool
	}{
		{1 << 60, 64, 1 << 60, 1 << 60, true, true},
		{1 << 62, 32, 1 << 62, 1 << 62, true, true},
		{-1 << 63, 64, math.MinInt64, 0, true, false},
		{1 << 63, 64, 0, 1 << 63, false, true},
		{1 << 64, 64, 0, 0, false, false},
		{-3, 64, -3, 0, true, false},
		{2.5, 64, 0, 0, false, false},
		{0, 64, 0, 0, true, true},
	} {
		v := OfFloat(c.f, c.bits)
		if n, ok := v.Int(); ok != c.isInt || ok && n != c.int {
			t.Errorf("%g as Int: %d, %v", c.f, n, ok)
		}
		if n, ok := v.Uint(); ok != c.isUint || ok && n != c.uint {
			t.Errorf("%g as Uint: %d, %v", c.f, n, ok)
		}
	}
}
