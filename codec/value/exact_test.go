package value

import (
	"math"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"
)

func TestANumberIsWrittenOnlyIfItsDigitsAreItsOwn(t *testing.T) {
	for _, c := range []struct {
		text   string
		bits   int
		ok     bool
		stored float64
	}{
		{"0.1", 32, true, float64(float32(0.1))},
		{"0.10", 32, true, float64(float32(0.1))},
		{"1e-1", 32, true, float64(float32(0.1))},
		{"0.10000000149011612", 32, true, float64(float32(0.1))},
		{"0.100000001490116119384765625", 32, true, float64(float32(0.1))},
		{"0.100000001490116119384765626", 32, false, float64(float32(0.1))},
		{"0.12345678901", 32, false, float64(float32(0.12345678901))},
		{"0.12345679", 32, true, float64(float32(0.12345679))},
		{"16777216", 32, true, 16777216},
		{"-2873461.2", 32, true, -2873461.25},
		{"-2873461.3", 32, true, -2873461.25},
		{"-2873461.4", 32, false, -2873461.5},
		{"-2873461.1", 32, false, -2873461},
		{"2251799813685249.5", 64, true, 2251799813685249.5},
		{"2251799813685249.4", 64, false, 2251799813685249.5},
		{"16777217", 32, false, 16777216},
		{"16777217", 64, true, 16777217},
		{"-16777217", 32, false, -16777216},
		{"9007199254740993", 64, false, 9007199254740992},
		{"9007199254740993.0", 64, false, 9007199254740992},
		{"1e39", 32, false, math.Inf(1)},
		{"-1e400", 64, false, math.Inf(-1)},
		{"1e39", 64, true, 1e39},
		{"1e-50", 32, false, 0},
		{"0e5", 32, true, 0},
		{"0.000", 64, true, 0},
		{"5e-324", 64, true, 5e-324},
		{"4.9E-324", 64, true, 5e-324},
		{"6e-324", 64, false, 5e-324},
		{"1e-45", 32, true, math.Float64frombits(math.Float64bits(float64(math.SmallestNonzeroFloat32)))},
		{"3.4028235e38", 32, true, math.MaxFloat32},
		{"0." + strings.Repeat("1", 900), 64, false, 1.0 / 9},
		{"1" + strings.Repeat("0", 30), 64, true, 1e30},
		{"123456", 32, true, 123456},
		{"1e99999999999999999999", 64, false, math.Inf(1)},
	} {
		v, err := Parse([]byte(c.text))
		if err != nil {
			t.Fatal(err)
		}
		if f, ok := v.Exact(c.bits); ok != c.ok || f != c.stored {
			t.Errorf("%.40s, %d bits: %v %v, want %v %v", c.text, c.bits, f, ok, c.stored, c.ok)
		}
	}
	for f, want := range map[float64]bool{0.1: true, 0.12345678901: false, 0.5: true, 1e39: false, float64(float32(0.7)): true} {
		if got, ok := OfFloat(f, 64).Exact(32); ok != want || got != float64(float32(f)) {
			t.Errorf("%v of 64 bits as one of 32: %v %v", f, got, ok)
		}
		if got, ok := OfFloat(f, 64).Exact(64); !ok || got != f {
			t.Errorf("%v: %v %v", f, got, ok)
		}
	}
	if _, ok := OfInt(16777217).Exact(32); ok {
		t.Error("an integer of a column is rounded in silence")
	}
	if _, ok := Of("-0.0").Exact(32); !ok {
		t.Error("-0.0")
	}
}

func TestEachTextOfANumberIsTaken(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 20000 {
		d := math.Float64frombits(r.Uint64())
		s := math.Float32frombits(r.Uint32())
		if d-d != 0 || s-s != 0 {
			continue
		}
		for _, text := range []string{strconv.FormatFloat(d, 'e', -1, 64), strconv.FormatFloat(d, 'g', 17, 64),
			strconv.FormatFloat(d, 'f', -1, 64), strconv.FormatFloat(d, 'e', 767, 64)} {
			if f, err := strconv.ParseFloat(text, 64); err != nil || f != d || !spells(text, d, 64) {
				t.Fatalf("%s is not taken for %v", text, d)
			}
		}
		for _, text := range []string{strconv.FormatFloat(float64(s), 'e', -1, 32), strconv.FormatFloat(float64(s), 'g', 9, 32),
			strconv.FormatFloat(float64(s), 'g', -1, 64)} {
			if !spells(text, float64(s), 32) {
				t.Fatalf("%s is not taken for %v", text, s)
			}
		}
	}
}
