package javanum

import (
	"math"
	"testing"
)

// Bits, what JDK 17 prints, and what JDK 25 prints (empty: the same).
var doubles = []struct {
	bits       uint64
	older, now string
}{
	{0x0000000000000000, "0.0", ""},
	{0x8000000000000000, "-0.0", ""},
	{0x7ff8000000000000, "NaN", ""},
	{0x7ff0000000000000, "Infinity", ""},
	{0xfff0000000000000, "-Infinity", ""},
	{0x3ff0000000000000, "1.0", ""},
	{0x416312d000000000, "1.0E7", ""},
	{0x416312cfe0000000, "9999999.0", ""},
	{0x3f50624dd2f1a9fc, "0.001", ""},
	{0x3f50624dd2f1a9fb, "9.999999999999998E-4", ""},
	{0x0000000000000001, "4.9E-324", ""},
	{0x0000000000000002, "1.0E-323", "9.9E-324"},
	{0x44b52d02c7e14af6, "9.999999999999999E22", "1.0E23"},
	{0x7fefffffffffffff, "1.7976931348623157E308", ""},
	{0x43e0000000000000, "9.223372036854776E18", ""},
}

var floats = []struct {
	bits       uint32
	older, now string
}{
	{0x3f800000, "1.0", ""},
	{0x39800000, "2.4414062E-4", ""}, // a tie: the even digit
	{0x00000001, "1.4E-45", ""},
	{0x5a800000, "1.80143985E16", "1.8014399E16"},
	{0xde2fd8c3, "-3.16777299E18", "-3.167773E18"},
	{0x5684c946, "7.2999999E13", "7.3E13"},
	{0x4d800000, "2.68435456E8", "2.6843546E8"},
	{0x7fc00000, "NaN", ""},
	{0x7f7fffff, "3.4028235E38", ""},
}

func TestTextIsThatOfTheNewerJDKs(t *testing.T) {
	for _, c := range doubles {
		if c.now == "" {
			c.now = c.older
		}
		if got := string(AppendText(nil, math.Float64frombits(c.bits))); got != c.now {
			t.Errorf("%016x is %s, want %s", c.bits, got, c.now)
		}
	}
	for _, c := range floats {
		if c.now == "" {
			c.now = c.older
		}
		if got := string(AppendText32(nil, math.Float32frombits(c.bits))); got != c.now {
			t.Errorf("%08x is %s, want %s", c.bits, got, c.now)
		}
	}
}

func TestElderSpellingsAreRecognised(t *testing.T) {
	for _, c := range floats {
		f := float64(math.Float32frombits(c.bits))
		if c.now != "" && !Elder([]byte(c.older), f, 32) {
			t.Errorf("%s is not recognised", c.older)
		}
	}
	for _, c := range doubles {
		if c.now != "" && !Elder([]byte(c.older), math.Float64frombits(c.bits), 64) {
			t.Errorf("%s is not recognised", c.older)
		}
	}
	for text, f := range map[string]float64{
		"9.999999999999999E22":    1e23,
		"-1.77662356092345754E18": -1.77662356092345754e18,
		"1.9999999999999998E23":   1.9999999999999998e23,
	} {
		if !Elder([]byte(text), f, 64) {
			t.Errorf("%s is not recognised", text)
		}
	}
	for text, f := range map[string]float64{
		"0.30000000000000001": 0.3, "1.50": 1.5, "01.5": 1.5, "1.5e3": 1500, "+1.5": 1.5, "0x1.8p0": 1.5, "1": 1, "": 0, "0.0": 0, "1e23": 1e23, "-": 1,
		"0.1000000000000000055511151231257827": 0.1,
	} {
		if Elder([]byte(text), f, 64) {
			t.Errorf("%s is taken for what a JDK printed", text)
		}
	}
}
