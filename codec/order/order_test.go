package order

import (
	"math"
	"math/rand"
	"testing"
)

func TestDirectionsAreWordsAndMasks(t *testing.T) {
	for _, c := range []struct {
		o    Order
		word string
		mask byte
	}{{Asc, "ASC", 0}, {Desc, "DESC", 0xff}} {
		o, ok := Parse(c.word)
		if o != c.o || !ok || o.String() != c.word || byte(o) != c.mask {
			t.Errorf("%s is %v, %v", c.word, o, ok)
		}
	}
	for _, s := range []string{"", "asc", "Desc", "UP"} {
		if _, ok := Parse(s); ok {
			t.Errorf("%q is a direction", s)
		}
	}
}

func TestIntegersKeepTheirRank(t *testing.T) {
	edges := []int64{math.MinInt64, math.MinInt64 + 1, math.MinInt32, math.MinInt16, math.MinInt8, -2, -1, 0, 1, 2, math.MaxInt8,
		math.MaxInt16, math.MaxInt32, math.MaxInt64 - 1, math.MaxInt64}
	for i, a := range edges {
		if Int64From(Int64(a)) != a || Int32From(Int32(int32(a))) != int32(a) || Int16From(Int16(int16(a))) != int16(a) ||
			Int8From(Int8(int8(a))) != int8(a) {
			t.Errorf("%d does not come back", a)
		}
		for _, b := range edges[:i] {
			if Int64(a) <= Int64(b) {
				t.Errorf("%d is not after %d", a, b)
			}
		}
	}
	for a := math.MinInt16; a < math.MaxInt16; a++ {
		if Int16(int16(a)) >= Int16(int16(a+1)) || Int32(int32(a)) >= Int32(int32(a+1)) {
			t.Fatalf("%d is not before its successor", a)
		}
	}
	for a := math.MinInt8; a < math.MaxInt8; a++ {
		if Int8(int8(a)) >= Int8(int8(a+1)) {
			t.Fatalf("%d is not before its successor", a)
		}
	}
	if Int8(-3) != 0x7d || Int16(0) != 0x8000 || Int32(1) != 0x80000001 || Int64(-1) != 0x7fffffffffffffff {
		t.Error("the forms are not big-endian with an inverted sign bit")
	}
}

func TestFloatsKeepTheirRank(t *testing.T) {
	edges := []float64{math.Inf(-1), -math.MaxFloat64, -1, -math.SmallestNonzeroFloat64, math.Copysign(0, -1), 0,
		math.SmallestNonzeroFloat64, 1, math.MaxFloat64, math.Inf(1), math.NaN()}
	for i := 1; i < len(edges); i++ {
		if Float64(math.Float64bits(edges[i-1])) >= Float64(math.Float64bits(edges[i])) {
			t.Errorf("%v is not before %v", edges[i-1], edges[i])
		}
	}
	singles := []float32{float32(math.Inf(-1)), -math.MaxFloat32, -1, float32(math.Copysign(0, -1)), 0,
		math.SmallestNonzeroFloat32, 1, math.MaxFloat32, float32(math.Inf(1)), float32(math.NaN())}
	for i := 1; i < len(singles); i++ {
		if Float32(math.Float32bits(singles[i-1])) >= Float32(math.Float32bits(singles[i])) {
			t.Errorf("%v is not before %v", singles[i-1], singles[i])
		}
	}
	random := rand.New(rand.NewSource(1))
	for range 100_000 {
		if u := random.Uint64(); Float64From(Float64(u)) != u || Float32From(Float32(uint32(u))) != uint32(u) {
			t.Fatalf("the bits %x do not come back", u)
		}
	}
}
