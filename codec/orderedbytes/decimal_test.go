package orderedbytes_test

import (
	"bytes"
	"encoding/hex"
	"math"
	"math/big"
	"testing"

	"github.com/rowlens/rowlens/codec/order"
	"github.com/rowlens/rowlens/codec/orderedbytes"
	"github.com/rowlens/rowlens/internal/formattest"
)

func TestDecimalsAreWhatMathBigSays(t *testing.T) {
	r := random()
	for range cases / 10 {
		s := decimal(r)
		d, ok := orderedbytes.ParseDecimal(s)
		if !ok {
			t.Fatalf("%s is no number", s)
		}
		if want := rounded(s); exact(d.String()).Cmp(want) != 0 {
			t.Fatalf("ROWLENS_SEED=%d: %s is rounded to %s, want %s", formattest.Seed(), s, d.String(), want)
		}
		if again, ok := orderedbytes.ParseDecimal(d.String()); !ok || again != d {
			t.Fatalf("%s is printed as %s, which is %s", s, d.String(), again.String())
		}
		q := exact(d.String())
		if want, _ := q.Float64(); d.Float() != want && !(math.IsInf(want, 0) && math.IsInf(d.Float(), 0)) {
			t.Fatalf("%s as a double is %v, want %v", s, d.Float(), want)
		}
		whole := new(big.Int).Quo(q.Num(), q.Denom())
		if want := new(big.Int).And(whole, new(big.Int).SetUint64(math.MaxUint64)).Uint64(); uint64(d.Long()) != want {
			t.Fatalf("%s as a long is %d, want %d", s, d.Long(), int64(want))
		}
		if d.Sign() != q.Sign() {
			t.Fatalf("the sign of %s is %d", s, d.Sign())
		}
	}
}

// centimals computes the number that a mantissa stands for by the arithmetic of the format.
func centimals(b []byte) *big.Rat {
	sum, unit := new(big.Rat), big.NewRat(1, 1)
	for _, c := range b {
		unit = new(big.Rat).Quo(unit, big.NewRat(100, 1))
		sum.Add(sum, new(big.Rat).Mul(unit, big.NewRat(int64(c>>1), 1)))
	}
	return sum
}

func TestLenientMantissasAreArithmetic(t *testing.T) {
	r := random()
	for range cases / 10 {
		b := []byte{0x17 + 1}
		for range r.Intn(24) {
			b = append(b, []byte{0x01, 0x03, 0xc7, 0xc9, 0xff, 0x65}[r.Intn(6)])
		}
		b = append(b, []byte{0x00, 0x02, 0xc6, 0xc8, 0xfe}[r.Intn(5)])
		want := rounded(new(big.Rat).Mul(centimals(b[1:]), big.NewRat(100, 1)).FloatString(60))
		if got := lenientNumeric(t, b); exact(got).Cmp(want) != 0 {
			t.Fatalf("ROWLENS_SEED=%d: %x is read as %s, want %s", formattest.Seed(), b, got, want.FloatString(50))
		}
	}
}

func TestLongsAndDoublesAreTheirDecimals(t *testing.T) {
	r := random()
	for range cases {
		n := integer(r)
		d, _ := orderedbytes.ParseDecimal(big.NewInt(n).String())
		if orderedbytes.DecimalOf(n) != d || d.Long() != n {
			t.Fatalf("%d is %s", n, d.String())
		}
		f := float(r)
		if f != f || math.IsInf(f, 0) {
			continue
		}
		if d := orderedbytes.DecimalOfFloat(f); d.Float() != f {
			t.Fatalf("%v is %s", f, d.String())
		}
	}
	for _, o := range orders {
		if got := orderedbytes.AppendLong(nil, math.MinInt64, o); !bytes.Equal(got,
			orderedbytes.AppendNumeric(nil, orderedbytes.DecimalOf(math.MinInt64), o)) {
			t.Errorf("%x", got)
		}
	}
	for f, want := range map[float64]string{math.Inf(1): "23", math.Inf(-1): "07", 0.5: "16ff64", math.Copysign(0, -1): "15",
		2e23: "220c28"} {
		if got := hex.EncodeToString(orderedbytes.AppendDouble(nil, f, order.Asc)); got != want {
			t.Errorf("%v is %s, want %s", f, got, want)
		}
	}
	if got := orderedbytes.AppendDouble(nil, math.NaN(), order.Desc); got[0] != 0xd9 {
		t.Errorf("NaN descending is %x", got)
	}
}

// Every boundary of the varuint, in both directions.
func TestVaruintsKeepOrder(t *testing.T) {
	var last []byte
	for _, v := range []uint64{0, 1, 239, 240, 241, 495, 496, 2286, 2287, 2288, 2289, 67822, 67823, 67824, 1<<24 - 1, 1 << 24,
		1<<32 - 1, 1 << 32, 1<<40 - 1, 1 << 40, 1<<48 - 1, 1 << 48, 1<<56 - 1, 1 << 56, math.MaxUint64} {
		b := orderedbytes.AppendVaruint(nil, v, false)
		if bytes.Compare(last, b) >= 0 {
			t.Errorf("%d sorts as %x before %x", v, b, last)
		}
		if back, err := orderedbytes.DecodeVaruint(b, false); err != nil || back != v {
			t.Errorf("%d is written as %x and read as %d, %v", v, b, back, err)
		}
		last = b
		c := orderedbytes.AppendVaruint(nil, v, true)
		if back, err := orderedbytes.DecodeVaruint(c, true); err != nil || back != v || c[0] != ^b[0] {
			t.Errorf("%d complemented is %x, read as %d, %v", v, c, back, err)
		}
	}
}
