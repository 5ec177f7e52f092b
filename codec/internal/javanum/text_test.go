package javanum

import (
	"math"
	"strconv"
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

func TestTextOfTheElderJDKs(t *testing.T) {
	for _, c := range floats {
		if f := math.Float32frombits(c.bits); f == f && f != 0 {
			if got := string(appendElder(nil, float64(f), 32)); got != c.older {
				t.Errorf("%08x is %s, want %s", c.bits, got, c.older)
			}
		}
	}
	for _, c := range doubles {
		if f := math.Float64frombits(c.bits); f == f && f != 0 && !math.IsInf(f, 0) {
			if got := string(appendElder(nil, f, 64)); got != c.older {
				t.Errorf("%016x is %s, want %s", c.bits, got, c.older)
			}
		}
	}
}

func TestElderSpellingsAreRecognised(t *testing.T) {
	for text, f := range map[string]float64{
		"9.999999999999999E22":    1e23,
		"-1.77662356092345754E18": -1.77662356092345754e18,
		"1.9999999999999998E23":   2e23,
	} {
		if !Elder([]byte(text), f, 64) {
			t.Errorf("%s is not recognised", text)
		}
	}
}

func TestWhatNoJDKPrintsIsNotElder(t *testing.T) {
	for text, f := range map[string]float64{
		"0.30000000000000001": 0.3, "1.50": 1.5, "01.5": 1.5, "1.5e3": 1500, "+1.5": 1.5, "0x1.8p0": 1.5, "1": 1, "": 0, "0.0": 0,
		"1e23": 1e23, "-": 1,
		"0.1000000000000000055511151231257827": 0.1, "730678.08593771909": 730678.08593771909,
		"NaN": math.NaN(), "Infinity": math.Inf(1),
	} {
		if Elder([]byte(text), f, 64) {
			t.Errorf("%s is taken for what a JDK printed", text)
		}
	}
	for text, elder := range map[string]string{
		"-5.40168245E-21": "-5.4016825E-21", "3.79240423E22": "3.7924042E22", "-1.67718737E-7": "-1.6771874E-7",
	} {
		f, err := strconv.ParseFloat(elder, 32)
		if err != nil || Elder([]byte(text), f, 32) || !Elder([]byte(elder), f, 32) {
			t.Errorf("%s: want %s of a JDK before 19, %v", text, elder, err)
		}
	}
}

func TestElderAllocatesNothing(t *testing.T) {
	text := []byte("4.9E-324")
	if n := testing.AllocsPerRun(100, func() { Elder(text, 5e-324, 64) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

// Their digits are not always the nearest ones, but read back.
func FuzzElder(f *testing.F) {
	for _, c := range doubles {
		f.Add(c.bits)
	}
	f.Fuzz(func(t *testing.T, u uint64) {
		d := math.Float64frombits(u)
		if d == 0 || d != d || math.IsInf(d, 0) {
			return
		}
		text := appendElder(nil, d, 64)
		back, err := strconv.ParseFloat(string(text), 64)
		if err != nil || back != d {
			t.Errorf("%016x: %s reads as %v, %v", u, text, back, err)
		}
	})
}
