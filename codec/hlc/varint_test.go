package hlc

import (
	"encoding/hex"
	"errors"
	"math"
	"testing"
)

func TestVarintsGoBothWays(t *testing.T) {
	for _, v := range []Version{0, 1, 127, 128, 1 << 35, 1620482295781654528, math.MaxUint64} {
		b := AppendVarint(nil, v)
		got, err := DecodeVarint(b)
		if got != v || err != nil {
			t.Errorf("%x reads as %d, %v; want %d", b, got, err, v)
		}
	}
}

func TestOtherBytesAreNoVarint(t *testing.T) {
	for _, text := range []string{"", "80", "8000", "0101", "ffffffffffffffffff02", "ffffffffffffffffffff01"} {
		b, _ := hex.DecodeString(text)
		if v, err := DecodeVarint(b); err == nil {
			t.Errorf("%s reads as %d", text, v)
		}
	}
}

func TestPairsKnowTheirRange(t *testing.T) {
	p, err := NewPair(1545412345678, 901234, 3)
	if p != (Pair{1545412345678901234, 3}) || err != nil {
		t.Errorf("%v, %v", p, err)
	}
	for _, c := range []struct{ millis, logical uint64 }{{math.MaxUint64, 0}, {0, 1 << 31}} {
		var out *RangeError
		if _, err := NewPair(c.millis, 0, c.logical); !errors.As(err, &out) {
			t.Errorf("%d, %d: %v", c.millis, c.logical, err)
		}
	}
}
