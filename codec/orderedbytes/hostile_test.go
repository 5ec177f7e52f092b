package orderedbytes_test

import (
	"bytes"
	"testing"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/orderedbytes"
	"github.com/rowlens/rowlens/internal/formattest"
)

const many = 1 << 17

// hostile are inputs on which a careless reader spends much time or memory.
func hostile() map[string][]byte {
	long := func(head string, body byte, tail string) []byte {
		return append(append([]byte(head), bytes.Repeat([]byte{body}, many)...), tail...)
	}
	return map[string][]byte{
		"a mantissa of very many centimals":       long("\x18", 0xc7, "\xc6"),
		"one that never ends":                     long("\x18", 0xc7, ""),
		"one of zeros":                            long("\x18", 0x01, "\x02"),
		"one in which every centimal carries":     long("\x18", 0xff, "\xfe"),
		"one in which the last carries through":   long("\x18", 0xc7, "\xfe"),
		"a negative one, descending":              long("\xed", 0xc7, "\xc6"),
		"the largest exponent":                    []byte("\x22\xff\xff\xff\xff\xff\xff\xff\xff\xff\x02"),
		"an exponent just too large":              []byte("\x22\xfb\x40\x00\x00\x01\x02"),
		"the largest that can be read":            []byte("\x22\xfb\x40\x00\x00\x00\xc6"),
		"the smallest that can be read":           []byte("\x16\x04\xbf\xff\xff\xff\x02"),
		"a varuint that is not the shortest":      []byte("\x22\xf9\x00\x00\x02"),
		"a varuint that is cut":                   []byte("\x22\xff\x00"),
		"groups without end":                      long("\x37", 0x80, ""),
		"groups":                                  long("\x37", 0x80, "\x00"),
		"descending groups":                       long("\xc8", 0x7f, "\xff"),
		"text without end":                        long("\x34", 'a', ""),
		"text that is not UTF-8":                  long("\x34", 0xff, "\x00"),
		"descending text":                         long("\xcb", 0x9e, "\xff"),
		"very many nulls":                         long("\x05", 0x05, ""),
		"very many zeros, then no header":         long("\x15", 0x15, "\x00"),
		"very many empty texts":                   bytes.Repeat([]byte{0x34, 0}, many/2),
		"a raw blob":                              long("\x38", 0x00, ""),
		"a raw blob, descending":                  long("\xc7", 0x7f, "\xff"),
		"a descending raw blob of terminators":    long("\xc7", 0xff, ""),
		"a descending raw blob without an end":    long("\xc7", 0x7f, "\x7f"),
		"a header of nothing":                     {0x39},
		"headers alone":                           {0x07, 0x23, 0x26, 0x15, 0x05, 0xf8, 0xdc, 0xd9, 0xea, 0xfa},
		"a number rounded up to 1 by 2.4":         {0x16, 0xff, 0xc8},
		"a negative one":                          {0x14, 0x00, 0x37},
		"a number rounded up to 1 by 2.5":         {0x16, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x02},
		"a negative one that was rounded up to 1": {0x14, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xfd},
	}
}

func TestHostileInputTakesLittleTimeAndMemory(t *testing.T) {
	for name, b := range hostile() {
		t.Run(name, func(t *testing.T) {
			for _, lenient := range []bool{false, true} {
				in := format.Input{Lenient: lenient}
				in.Entry.Add("row", b)
				cost.Check(t, orderedbytes.Format.Record("sequence"), &in)
			}
		})
	}
}

// The JSON of a one-byte value takes 30 bytes, and is copied as it grows.
var cost = formattest.Cost{PerByte: 300, Base: 1 << 20}

func TestHostileDecimalsAreRefusedOrRounded(t *testing.T) {
	for text, want := range map[string]string{
		"1E+2147483647":                      "1E+2147483647",
		"1E-2147483648":                      "1E-2147483648",
		"10E+2147483647":                     "",
		"1E+2147483648":                      "",
		"1E-2147483649":                      "",
		"1E99999999999999999999":             "",
		"0E+2147483647":                      "0",
		"-0.000":                             "0",
		"":                                   "",
		"-":                                  "",
		".":                                  "",
		"1.2.3":                              "",
		"1e":                                 "",
		"1e5x":                               "",
		" 1":                                 "",
		"0x1p3":                              "",
		"NaN":                                "",
		".5":                                 "0.5",
		"5.":                                 "5",
		"+7":                                 "7",
		"9999999999999999999999999999999.5":  "1E+31",
		"-9999999999999999999999999999999.5": "-1E+31",
		"9999999999999999999999999999999.4":  "9999999999999999999999999999999",
		"0.99999999999999999999999999999999": "1",
		"1" + string(bytes.Repeat([]byte("0"), many)) + "E-131072": "1",
	} {
		d, ok := orderedbytes.ParseDecimal(text)
		if ok != (want != "") || ok && d.String() != want {
			t.Errorf("%.40s is %s, %v; want %s", text, d.String(), ok, want)
		}
	}
}
