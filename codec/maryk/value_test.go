package maryk_test

import (
	"bytes"
	"cmp"
	"encoding/hex"
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"
	"time"

	"github.com/rowlens/rowlens/codec/maryk"
	"github.com/rowlens/rowlens/codec/value"
	"github.com/rowlens/rowlens/codec/wire"
	"github.com/rowlens/rowlens/internal/marykfixture"
)

func itoa(n int) string { return strconv.Itoa(n) }

// modelOf returns a model of count Boolean properties.
func modelOf(t testing.TB, count int) *maryk.Model {
	t.Helper()
	var b []byte
	for i := range count {
		b = append(b, marykfixture.Property(uint64(i+1), "p"+itoa(i), 1)...)
	}
	d, err := maryk.ReadStored(append(b, marykfixture.Meta("M")...), nil)
	if err != nil {
		t.Fatal(err)
	}
	s, err := maryk.NewSchema(d)
	if err != nil {
		t.Fatal(err)
	}
	return s.Model("M")
}

func TestLookupDoesNotReserveMemoryForHighIndices(t *testing.T) {
	d, err := maryk.ReadStored(append(marykfixture.Property(32767, "x", 1), marykfixture.Meta("M")...), nil)
	if err != nil {
		t.Fatal(err)
	}
	s, err := maryk.NewSchema(d)
	if err != nil {
		t.Fatal(err)
	}
	m := s.Model("M")
	if p := m.Property(32767); p == nil || p.Name != "x" || m.Property(1) != nil || m.Property(math.MaxUint32) != nil {
		t.Errorf("%v", p)
	}
}

func number64(n maryk.NumberType, v uint64) maryk.Value {
	return maryk.Value{Type: maryk.Number, Number: n, Num: v}
}

// neighbours returns integers near the limits of a type, in order.
func neighbours(n maryk.NumberType, r *rand.Rand) []uint64 {
	bits := uint(n.Size() * 8)
	var list []uint64
	for i := range bits {
		for d := range uint64(3) {
			list = append(list, uint64(1)<<i+d-1, ^(uint64(1)<<i + d - 1))
		}
	}
	for range 200 {
		list = append(list, r.Uint64())
	}
	for i, v := range list {
		if n.Signed() {
			list[i] = uint64(int64(v<<(64-bits)) >> (64 - bits))
		} else {
			list[i] = v << (64 - bits) >> (64 - bits)
		}
	}
	return list
}

func TestIntegersKeepTheirOrderAndReversedOnesTurnIt(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for n := maryk.SInt8; n <= maryk.UInt64; n++ {
		for _, reversed := range []bool{false, true} {
			d := &maryk.Definition{Type: maryk.Number, Number: n, Reversed: reversed}
			list := neighbours(n, r)
			slices.SortFunc(list, func(a, b uint64) int {
				if n.Signed() {
					return cmp.Compare(int64(a), int64(b))
				}
				return cmp.Compare(a, b)
			})
			var before []byte
			for i, v := range list {
				x := number64(n, v)
				b, err := maryk.AppendValue(nil, d, &x)
				if err != nil {
					t.Fatal(err)
				}
				var got maryk.Value
				if err := maryk.DecodeValue(b, d, &got); err != nil || got.Num != v {
					t.Fatalf("%s %d became %x and then %d, %v", n, int64(v), b, int64(got.Num), err)
				}
				want := cmp.Compare(bit(i > 0 && list[i-1] != v), 0)
				if reversed {
					want = -want
				}
				if i > 0 && bytes.Compare(b, before) != want {
					t.Fatalf("%s: %x behind %x", n, b, before)
				}
				before = b
			}
		}
	}
}

func bit(b bool) int {
	if b {
		return 1
	}
	return 0
}

// Upstream's form of floats keeps the order only among positive and among negative numbers, and
// puts all negative ones last.
func TestNegativeFloatsSortLast(t *testing.T) {
	d := &maryk.Definition{Type: maryk.Number, Number: maryk.Float64}
	var before []byte
	for _, f := range []float64{math.Copysign(0, -1), 0, 5e-324, 1, math.MaxFloat64, math.Inf(1), math.Inf(-1), -math.MaxFloat64,
		-1, -5e-324} {
		x := number64(maryk.Float64, math.Float64bits(f))
		b, err := maryk.AppendValue(nil, d, &x)
		if err != nil || bytes.Compare(before, b) >= 0 {
			t.Errorf("%v is %x, which does not sort behind %x, %v", f, b, before, err)
		}
		before = b
	}
}

func TestEveryFloatComesBack(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for _, n := range []maryk.NumberType{maryk.Float32, maryk.Float64} {
		d := &maryk.Definition{Type: maryk.Number, Number: n}
		for range 20000 {
			v := r.Uint64() >> (64 - 8*n.Size())
			x, got := number64(n, v), maryk.Value{}
			b, err := maryk.AppendValue(nil, d, &x)
			if err != nil || maryk.DecodeValue(b, d, &got) != nil || got.Num != v {
				t.Fatalf("%x became %x and then %x, %v", v, b, got.Num, err)
			}
		}
	}
}

func TestDecimalsAreThoseOfBigIntegers(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for _, size := range []int{1, 2, 7, 8, 9, 16, 33, 128} {
		for range 300 {
			n := new(big.Int).SetBytes(randomBytes(r, r.IntN(size)+1))
			limit := new(big.Int).Lsh(big.NewInt(1), uint(8*size-1))
			if r.IntN(2) == 0 {
				n.Neg(n)
			}
			scale := uint32(r.IntN(19))
			d := &maryk.Definition{Type: maryk.Decimal, Scale: scale, ByteSize: uint32(size), Reversed: r.IntN(2) == 0}
			p, err := maryk.ParseValue(decimalText(n, int(scale)), d)
			if err != nil {
				t.Fatal(err)
			}
			b, err := maryk.AppendValue(nil, d, &p)
			fits := n.Cmp(limit) < 0 && n.Cmp(new(big.Int).Neg(limit)) >= 0
			if (err == nil) != fits {
				t.Fatalf("%s in %d bytes: %v", n, size, err)
			}
			if _, err := maryk.AppendTransport(nil, 1, d, &p); (err == nil) != fits {
				t.Fatalf("%s for a property of %d bytes, transported: %v", n, size, err)
			}
			if err != nil {
				continue
			}
			want := new(big.Int).Add(n, limit)
			if d.Reversed {
				want.Sub(new(big.Int).Sub(new(big.Int).Lsh(limit, 1), big.NewInt(1)), want)
			}
			if got := new(big.Int).SetBytes(b); got.Cmp(want) != 0 || len(b) != size {
				t.Fatalf("%s is %x, want %x", n, b, want)
			}
			var back maryk.Value
			if err := maryk.DecodeValue(b, d, &back); err != nil || string(back.AppendText(nil)) != decimalText(n, int(scale)) {
				t.Fatalf("%x is %s, want %s, %v", b, back.AppendText(nil), decimalText(n, int(scale)), err)
			}
		}
	}
}

func randomBytes(r *rand.Rand, n int) []byte {
	b := make([]byte, n)
	for i := range b {
		b[i] = byte(r.Uint32())
	}
	return b
}

// decimalText returns n divided by 10^scale.
func decimalText(n *big.Int, scale int) string {
	digits := new(big.Int).Abs(n).String()
	for len(digits) <= scale {
		digits = "0" + digits
	}
	if scale > 0 {
		digits = digits[:len(digits)-scale] + "." + digits[len(digits)-scale:]
	}
	if n.Sign() < 0 {
		digits = "-" + digits
	}
	return digits
}

func TestDatesAreThoseOfTheCalendar(t *testing.T) {
	d := &maryk.Definition{Type: maryk.Date}
	for day := int64(-800000); day < 2900000; day += 37 {
		want := time.Unix(day*86400, 0).UTC().Format("2006-01-02")
		if want[0] == '-' {
			continue // years before 0 are printed otherwise
		}
		v, err := maryk.ParseValue(want, d)
		if err != nil || int64(v.Num) != day || string(v.AppendText(nil)) != want {
			t.Fatalf("%s is day %d, %s, want %d, %v", want, int64(v.Num), v.AppendText(nil), day, err)
		}
	}
	for _, wrong := range []string{"2021-02-29", "2020-13-01", "2020-00-01", "2020-01-32", "20-01-01", "", "2020-1-1", "2020-01-0x"} {
		if v, err := maryk.ParseValue(wrong, d); err == nil {
			t.Errorf("%q is %s", wrong, v.AppendText(nil))
		}
	}
}

// The fast path: values, keys, qualifiers and entries are read without allocating.
func TestReadingAllocatesNothing(t *testing.T) {
	s := marykfixture.Linked(t)
	m := s.Model("KReversedDate")
	key := marykfixture.Unhex(t, "7ffff8959ce6faeee15ab0000201")
	var k maryk.Key
	var p maryk.Path
	var v maryk.Value
	path, date := marykfixture.Unhex(t, "66161609"), marykfixture.Unhex(t, "800047af")
	dateDef := &maryk.Definition{Type: maryk.Date}
	var e maryk.IndexEntry
	zoo := s.Model("Zoo")
	index := zoo.IndexByReference(marykfixture.Unhex(t, "04020a29020b31020a19"))
	entry := marykfixture.Unhex(t, "0001"+"7fffb86d"+"61"+"01"+"04"+"02"+"aabb")
	for name, read := range map[string]func() error{
		"key":   func() error { return maryk.DecodeKey(key, m, &k) },
		"path":  func() error { return maryk.DecodePath(path, s.Model("TestMarykModel"), maryk.PathOptions{}, &p) },
		"value": func() error { return maryk.DecodeValue(date, dateDef, &v) },
		"entry": func() error { return maryk.DecodeIndexEntry(entry, index, 2, &e) },
	} {
		if err := read(); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if n := testing.AllocsPerRun(100, func() { _ = read() }); n != 0 {
			t.Errorf("%s: %v allocations", name, n)
		}
	}
}

// Upstream multiplies milliseconds in 32 bits before it adds them to the seconds.
func TestLenientMillisecondsOverflowAsUpstreams(t *testing.T) {
	d := &maryk.Definition{Type: maryk.DateTime, Precision: maryk.Millis}
	for stored, want := range map[string]string{
		"80000000000000" + "83e8": "1970-01-01T00:00:01",
		"80000000000000" + "7fff": "1969-12-31T23:59:59.999",
		"80000000000000" + "ffff": "1969-12-31T23:59:58.407261632",
		"80000000000000" + "0000": "1970-01-01T00:00:01.591738368",
	} {
		var v maryk.Value
		r := wire.NewReader(marykfixture.Unhex(t, stored), nil)
		r.SetLenient(true)
		maryk.ReadValue(&r, nil, len(stored)/2, d, false, &v)
		if got := string(v.AppendText(nil)); r.Finish() != nil || got != want {
			t.Errorf("%s is %s, want %s, %v", stored, got, want, r.Finish())
		}
	}
}

// The text of a value object is its bytes, in paths too, where it is an item or a key.
func TestValueObjectsAreReadFromTheirText(t *testing.T) {
	d := marykfixture.Linked(t).Model("Zoo").Property(14).Def
	stored := marykfixture.Unhex(t, "009191a4b40fa08b0100010180000014b66c313414e7630173c9fd")
	var v maryk.Value
	if err := maryk.DecodeValue(stored, d, &v); err != nil {
		t.Fatal(err)
	}
	text := string(v.AppendText(nil))
	back, err := maryk.ParseValue(text, d)
	if err != nil {
		t.Fatal(err)
	}
	if b, err := maryk.AppendValue(nil, d, &back); err != nil || !bytes.Equal(b, stored) {
		t.Errorf("%s is written as %x, %v", text, b, err)
	}
	if _, err := maryk.ParseValue(text[:4], d); err == nil {
		t.Error("a value object of 3 bytes is taken")
	}
}

// A RefToMax has something to put in place of a missing value only where upstream knows a greatest
// value of the type: there it is the definition's maximum, if that is set.
func TestRefToMaxOfTypesWithoutGreatestValue(t *testing.T) {
	maximum := func(n uint32, s string) []byte { return marykfixture.Field(n, []byte(s)) }
	for name, c := range map[string]struct {
		property []byte
		want     string
	}{
		"a string":    {marykfixture.Property(1, "x", marykfixture.TypeString, maximum(5, "zz")), ""},
		"a reference": {marykfixture.Property(1, "x", marykfixture.TypeReference, maximum(5, "key"), maximum(7, "M")), ""},
		"a number": {marykfixture.Property(1, "x", 13, marykfixture.Number(4, uint64(maryk.UInt8)),
			marykfixture.Number(6, 7)), "0701aa"},
	} {
		stored, err := maryk.ReadStored(append(c.property, marykfixture.Meta("M")...), nil)
		if err != nil {
			t.Fatal(err)
		}
		s, err := maryk.NewSchema(stored)
		if err != nil {
			t.Fatal(err)
		}
		part, err := value.Parse([]byte(`{"part":"RefToMax","ref":"x"}`))
		if err != nil {
			t.Fatal(err)
		}
		x, err := maryk.ParseIndex(part, s.Model("M"))
		if err != nil {
			t.Fatal(err)
		}
		_, entries, err := x.Entries(&maryk.Value{Type: maryk.Embed}, []byte{0xaa})
		if got := hex.EncodeToString(bytes.Join(entries, nil)); got != c.want || err != nil {
			t.Errorf("%s: entries %q, want %q, %v", name, got, c.want, err)
		}
	}
}

// Bytes are a value of the types that hold bytes, as their text in base64 is, and of no other.
func TestBytesAreGivenToTypesThatHoldBytes(t *testing.T) {
	memory := new(value.Memory)
	for _, of := range []maryk.Type{maryk.FixedBytes, maryk.FlexBytes, maryk.Reference, maryk.ValueObject} {
		var v maryk.Value
		if err := v.ParseGiven(memory.OfBytes([]byte{0xff, 0, 1}), &maryk.Definition{Type: of}); err != nil || string(v.Bytes) != "\xff\x00\x01" {
			t.Errorf("type %d: %x, %v", of, v.Bytes, err)
		}
	}
	for _, of := range []maryk.Type{
		maryk.Boolean, maryk.Number, maryk.Decimal, maryk.String, maryk.Enum, maryk.Date, maryk.Time, maryk.DateTime, maryk.GeoPoint,
	} {
		var v maryk.Value
		if err := v.ParseGiven(memory.OfBytes([]byte{0x12}), &maryk.Definition{Type: of, Cases: new(maryk.Cases)}); err == nil {
			t.Errorf("type %d took bytes: %+v", of, v)
		}
	}
}

// The shortest text of a float of more than 53 bits is that of another whole number.
func TestAFloatGivenForAWholeNumberIsExact(t *testing.T) {
	var v maryk.Value
	err := v.ParseGiven(value.OfFloat(1<<62, 64), &maryk.Definition{Type: maryk.Number, Number: maryk.SInt64})
	if err != nil || int64(v.Num) != 1<<62 {
		t.Errorf("%v %d", err, int64(v.Num))
	}
}

// A text has the digits of a whole number that is given for it, whatever width the float has that holds the number.
func TestAFloatGivenForATextHasTheSameDigitsInEachWidth(t *testing.T) {
	for _, bits := range []int{32, 64} {
		var v maryk.Value
		err := v.ParseGiven(value.OfFloat(1<<62, bits), &maryk.Definition{Type: maryk.String})
		if err != nil || string(v.Bytes) != "4611686018427387904" {
			t.Errorf("%d bits: %v %q", bits, err, v.Bytes)
		}
	}
}
