package rfile

import (
	"encoding/hex"
	"math"
	"testing"

	"github.com/rowlens/rowlens/codec/wire"
)

func TestNumbers(t *testing.T) {
	for _, c := range []struct {
		hex          string
		vlong, tlong int64
		vSize, tSize int // bytes that they take; 0 for damage
	}{
		{"00", 0, 0, 1, 1},
		{"7f", 127, 127, 1, 1},
		{"e0", -32, -32, 1, 1},
		{"cd71", -51, 369, 1, 2},
		{"dfff", -33, (-33+52)*256 + 255, 1, 2},
		{"b800", -72, -20 * 256, 1, 2},
		{"b7ffff", -73, (-73+88)*65536 + 0xFFFF, 1, 3},
		{"980000", -104, -16 * 65536, 1, 3},
		{"97ffffff", -105, (-105+112)<<24 + 0xFFFFFF, 1, 4},
		{"90000000", -112, 0, 1, 4},
		{"90010203", -112, 0x010203, 1, 4},
		{"8f80", 128, 0, 2, 0},
		{"8fff000000", 255, (-113+112)<<24 | 0xFF0000, 2, 4},
		{"8a01a1fc50c4ce", 1795234514126, (-118+112)<<24 | 0x01a1fc, 7, 4},
		{"8770", -113, 0, 2, 0},
		{"83fffffffe", 0, -2, 0, 5},
		{"837fffffff", 0, math.MaxInt32, 0, 5},
		{"7f8000000000000000", 127, 127, 1, 1},
		{"878000000000000000", -129, math.MinInt64, 2, 9},
		{"807fffffffffffffff", math.MinInt64, 0, 9, 0},
		{"80ffffffffffffffff", 0, 0, 9, 0},
		{"887fffffffffffffff", math.MaxInt64, (-120+112)<<24 + 0x7fffff, 9, 4},
		{"878000", -129, 0, 2, 0},
		{"888000", 0, 0, 0, 0},
		{"", 0, 0, 0, 0},
	} {
		b, err := hex.DecodeString(c.hex)
		if err != nil {
			t.Fatal(err)
		}
		r := wire.NewReader(b, nil)
		if v := vlong(&r, &fOffset); r.OK() != (c.vSize > 0) || r.OK() && (v != c.vlong || r.Offset() != c.vSize) {
			t.Errorf("%s: vlong %d in %d bytes, want %d in %d", c.hex, v, r.Offset(), c.vlong, c.vSize)
		}
		r = wire.NewReader(b, nil)
		if v := tlong(&r, &fOffset); r.OK() != (c.tSize > 0) || r.OK() && (v != c.tlong || r.Offset() != c.tSize) {
			t.Errorf("%s: tlong %d in %d bytes, want %d in %d", c.hex, v, r.Offset(), c.tlong, c.tSize)
		}
	}
}
