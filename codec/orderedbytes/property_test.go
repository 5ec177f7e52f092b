package orderedbytes_test

import (
	"bytes"
	"cmp"
	"math"
	"math/big"
	"math/rand"
	"slices"
	"testing"

	"github.com/rowlens/rowlens/codec/order"
	"github.com/rowlens/rowlens/codec/orderedbytes"
	"github.com/rowlens/rowlens/internal/formattest"
)

// cases is how many values or pairs each property is tried with.
const cases = 20_000

func random() *rand.Rand { return rand.New(rand.NewSource(formattest.Seed())) }

var orders = []order.Order{order.Asc, order.Desc}

// integer returns a number near a boundary at which the encoding changes.
func integer(r *rand.Rand) int64 {
	n := int64(1) << r.Intn(64)
	if r.Intn(2) == 0 {
		n = int64(math.Pow(10, float64(r.Intn(19))))
	}
	n += int64(r.Intn(5)) - 2
	if r.Intn(2) == 0 {
		n = -n
	}
	return n
}

// decimal returns the text of a number with up to 40 digits.
func decimal(r *rand.Rand) string {
	var b []byte
	if r.Intn(2) == 0 {
		b = append(b, '-')
	}
	n := 1 + r.Intn(5)
	if r.Intn(4) == 0 {
		n = 28 + r.Intn(12)
	}
	point := r.Intn(n)
	for i := range n {
		if i == point && i > 0 {
			b = append(b, '.')
		}
		b = append(b, "0123456789999900005"[r.Intn(19)])
	}
	exps := []string{"", "", "E+1", "E-1", "E-2", "E+18", "E+19", "E+20", "E+21", "E-21", "E+500", "E-481", "E+1000", "E-700"}
	return string(b) + exps[r.Intn(len(exps))]
}

func blob(r *rand.Rand, n int) []byte {
	b := make([]byte, n)
	for i := range b {
		b[i] = "\x00\x01\x7f\x80\xfe\xffa"[r.Intn(7)]
	}
	return b
}

var letters = []rune("\x01\x02a\u007f\u0080\u07ff\u0800\uffff\U00010000\U0010ffff")

func letter(r *rand.Rand) rune { return letters[r.Intn(len(letters))] }

func text(r *rand.Rand) []rune {
	s := make([]rune, r.Intn(6))
	for i := range s {
		s[i] = letter(r)
	}
	return s
}

// generator makes two values of one type, often neighbours, and says how they
// compare.
type generator func(r *rand.Rand) (a, b orderedbytes.Value, c int)

func ints(t orderedbytes.Type, bits int) generator {
	return func(r *rand.Rand) (a, b orderedbytes.Value, c int) {
		x := integer(r) << (64 - bits) >> (64 - bits)
		y := (x + int64(r.Intn(3)) - 1) << (64 - bits) >> (64 - bits)
		if r.Intn(2) == 0 {
			y = integer(r) << (64 - bits) >> (64 - bits)
		}
		return orderedbytes.Value{Type: t, Num: uint64(x)}, orderedbytes.Value{Type: t, Num: uint64(y)}, cmp.Compare(x, y)
	}
}

// compareFloats orders -0.0 before 0.0 and NaN last.
func compareFloats(a, b float64) int {
	rank := func(f float64) int {
		switch {
		case f != f:
			return 2
		case f == 0 && math.Signbit(f):
			return 0
		}
		return 1
	}
	if a == b || rank(a) == 2 || rank(b) == 2 {
		return cmp.Compare(rank(a), rank(b))
	}
	return cmp.Compare(a, b)
}

func float(r *rand.Rand) float64 {
	list := []float64{0, math.Copysign(0, -1), 1, -1, math.Inf(1), math.Inf(-1), math.NaN(), math.MaxFloat64,
		math.SmallestNonzeroFloat64, 1e22, 2e-3, 123456.789}
	f := list[r.Intn(len(list))]
	if r.Intn(2) == 0 {
		f = math.Float64frombits(r.Uint64())
	}
	return f
}

func near(r *rand.Rand, f float64) float64 {
	return []float64{math.Nextafter(f, math.Inf(1)), math.Nextafter(f, math.Inf(-1)), -f, f, float(r)}[r.Intn(5)]
}

func float64s(r *rand.Rand) (a, b orderedbytes.Value, c int) {
	x := float(r)
	y := near(r, x)
	return orderedbytes.Value{Type: orderedbytes.Float64, Num: math.Float64bits(x)},
		orderedbytes.Value{Type: orderedbytes.Float64, Num: math.Float64bits(y)}, compareFloats(x, y)
}

func float32s(r *rand.Rand) (a, b orderedbytes.Value, c int) {
	x := float32(float(r))
	y := math.Nextafter32(x, float32(float(r)))
	return orderedbytes.Value{Type: orderedbytes.Float32, Num: uint64(math.Float32bits(x))},
		orderedbytes.Value{Type: orderedbytes.Float32, Num: uint64(math.Float32bits(y))}, compareFloats(float64(x), float64(y))
}

func decimals(r *rand.Rand) (a, b orderedbytes.Value, c int) {
	x, y := decimal(r), decimal(r)
	if r.Intn(2) == 0 { // one digit changed
		changed := []byte(x)
		if i := r.Intn(len(changed)); '0' <= changed[i] && changed[i] <= '9' {
			changed[i] = byte('0' + r.Intn(10))
		}
		y = string(changed)
	}
	dx, _ := orderedbytes.ParseDecimal(x)
	dy, _ := orderedbytes.ParseDecimal(y)
	return orderedbytes.Value{Type: orderedbytes.Numeric, Dec: dx}, orderedbytes.Value{Type: orderedbytes.Numeric, Dec: dy},
		rounded(x).Cmp(rounded(y))
}

func texts(r *rand.Rand) (a, b orderedbytes.Value, c int) {
	x := text(r)
	y := append(slices.Clone(x), letter(r))
	if r.Intn(2) == 0 {
		y = append(slices.Clone(x[:r.Intn(len(x)+1)]), text(r)...)
	}
	return orderedbytes.Value{Type: orderedbytes.Text, Bytes: []byte(string(x))},
		orderedbytes.Value{Type: orderedbytes.Text, Bytes: []byte(string(y))}, slices.Compare(x, y)
}

// blobs makes blobs of equal length: for other lengths blob-var does not keep the order.
func blobs(r *rand.Rand) (a, b orderedbytes.Value, c int) {
	n := r.Intn(20)
	x := blob(r, n)
	y := append(x[:len(x)/2:len(x)/2], blob(r, n-len(x)/2)...)
	return orderedbytes.Value{Type: orderedbytes.BlobVar, Bytes: x}, orderedbytes.Value{Type: orderedbytes.BlobVar, Bytes: y},
		bytes.Compare(x, y)
}

// copies makes blobs without 0x00, which a descending blob-copy cannot hold.
func copies(r *rand.Rand) (a, b orderedbytes.Value, c int) {
	x := bytes.ReplaceAll(blob(r, r.Intn(6)), []byte{0}, []byte{1})
	y := append(slices.Clone(x), bytes.ReplaceAll(blob(r, r.Intn(3)), []byte{0}, []byte{2})...)
	return orderedbytes.Value{Type: orderedbytes.BlobCopy, Bytes: x}, orderedbytes.Value{Type: orderedbytes.BlobCopy, Bytes: y},
		bytes.Compare(x, y)
}

var generators = map[string]generator{
	"int8": ints(orderedbytes.Int8, 8), "int16": ints(orderedbytes.Int16, 16), "int32": ints(orderedbytes.Int32, 32),
	"int64":   ints(orderedbytes.Int64, 64),
	"float32": float32s, "float64": float64s, "numeric": decimals, "text": texts, "blob-var of one length": blobs, "blob-copy": copies,
}

func TestBytesOrderAsValuesDoAndDecodeToThem(t *testing.T) {
	for name, generate := range generators {
		t.Run(name, func(t *testing.T) {
			r := random()
			for range cases {
				a, b, want := generate(r)
				for _, o := range orders {
					x, y := appended(t, &a, o), appended(t, &b, o)
					got := bytes.Compare(x, y)
					if o == order.Desc {
						got = -got
					}
					if got != want {
						t.Fatalf("ROWLENS_SEED=%d: %s: %x and %x compare as %d, want %d", formattest.Seed(), o, x, y, got, want)
					}
				}
			}
		})
	}
}

// appended returns v encoded, and checks that it decodes to v, both alone and, if it has an end,
// before other bytes.
func appended(t *testing.T, v *orderedbytes.Value, o order.Order) []byte {
	t.Helper()
	b, err := orderedbytes.AppendValue(nil, v, o)
	if err != nil {
		t.Fatal(err)
	}
	var back orderedbytes.OrderedValue
	if err := orderedbytes.DecodeValue(b, &back); err != nil || back.Order != o || !same(&back.Value, v) {
		t.Fatalf("%+v is written as %x and read as %+v, %v", *v, b, back, err)
	}
	if v.Type == orderedbytes.BlobCopy {
		return b
	}
	if n, err := orderedbytes.ConsumeValue(append(b[:len(b):len(b)], 0x80), &back); err != nil || n != len(b) || !same(&back.Value, v) {
		t.Fatalf("%x before another byte: %d bytes are %+v, %v", b, n, back, err)
	}
	return b
}

func same(a, b *orderedbytes.Value) bool {
	return a.Type == b.Type && a.Special == b.Special && (a.Num == b.Num || isNaN(a) && isNaN(b)) && a.Dec == b.Dec &&
		bytes.Equal(a.Bytes, b.Bytes)
}

func isNaN(v *orderedbytes.Value) bool {
	return v.Type == orderedbytes.Float64 && math.Float64frombits(v.Num) != math.Float64frombits(v.Num) ||
		v.Type == orderedbytes.Float32 && math.Float32frombits(uint32(v.Num)) != math.Float32frombits(uint32(v.Num))
}

// exact returns the number that a text stands for.
func exact(s string) *big.Rat {
	q, ok := new(big.Rat).SetString(s)
	if !ok {
		panic("not a number: " + s)
	}
	return q
}

// rounded rounds to 31 significant digits, half away from zero, with integers.
func rounded(s string) *big.Rat {
	q := exact(s)
	if q.Sign() == 0 {
		return q
	}
	const precision, log2 = 31, 0.30103
	scale := int(log2*float64(q.Num().BitLen()-q.Denom().BitLen())) - precision
	q = shifted(q, -scale)
	limit := new(big.Rat).SetInt(pow10(precision))
	for abs(q).Cmp(limit) >= 0 {
		q, scale = shifted(q, -1), scale+1
	}
	for tenth := shifted(limit, -1); abs(q).Cmp(tenth) < 0; {
		q, scale = shifted(q, 1), scale-1
	}
	half := new(big.Rat).Add(abs(q), big.NewRat(1, 2))
	whole := new(big.Int).Quo(half.Num(), half.Denom())
	out := new(big.Rat).SetInt(whole)
	if q.Sign() < 0 {
		out.Neg(out)
	}
	return shifted(out, scale)
}

// shifted returns q times 10^n.
func shifted(q *big.Rat, n int) *big.Rat {
	if n < 0 {
		return new(big.Rat).Quo(q, new(big.Rat).SetInt(pow10(-n)))
	}
	return new(big.Rat).Mul(q, new(big.Rat).SetInt(pow10(n)))
}

func abs(q *big.Rat) *big.Rat { return new(big.Rat).Abs(q) }

func pow10(n int) *big.Int { return new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(n)), nil) }
