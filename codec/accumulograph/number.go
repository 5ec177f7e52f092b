package accumulograph

import (
	"bytes"
	"math"
	"strconv"
	"unicode/utf8"

	"github.com/rowlens/rowlens/codec/internal/javanum"
	"github.com/rowlens/rowlens/codec/wire"
)

// zeros are the zero digits of the Basic Multilingual Plane: each begins a run of ten digits that
// Integer.parseInt accepts.
var zeros = [...]rune{
	'0', 0x660, 0x6f0, 0x7c0, 0x966, 0x9e6, 0xa66, 0xae6, 0xb66, 0xbe6, 0xc66, 0xce6, 0xd66, 0xde6, 0xe50, 0xed0, 0xf20,
	0x1040, 0x1090, 0x17e0, 0x1810, 0x1946, 0x19d0, 0x1a80, 0x1a90, 0x1b50, 0x1bb0, 0x1c40, 0x1c50,
	0xa620, 0xa8d0, 0xa900, 0xa9d0, 0xa9f0, 0xaa50, 0xabf0, 0xff10,
}

// digit returns the decimal digit at the start of b and its length in bytes, or length 0 if there
// is none.
func digit(b []byte) (d uint64, n int) {
	c, n := utf8.DecodeRune(b)
	for _, zero := range zeros {
		if c >= zero && c < zero+10 {
			return uint64(c - zero), n
		}
	}
	return 0, 0
}

// scanWhole reads a whole number as Long.parseLong and its siblings do.
func (v *Value) scanWhole(lenient bool) fault {
	b := v.Payload
	least, most := v.Kind.limits()
	negative := len(b) > 0 && b[0] == '-'
	at := 0
	if len(b) > 0 && (negative || b[0] == '+') {
		at = 1
	}
	if at == len(b) {
		return fault{code: wire.Truncated, at: at, expected: "a decimal digit"}
	}
	limit := uint64(most)
	if negative {
		limit++
	}
	plain := len(b) == 1 || b[at] != '0'
	var n uint64
	for i := at; i < len(b); {
		d, size := digit(b[i:])
		if size == 0 {
			return fault{code: wire.BadValue, at: i, expected: "a decimal digit"}
		}
		plain = plain && size == 1
		if n > (limit-d)/10 {
			return fault{code: wire.BadValue, at: i,
				expected: "a number from " + strconv.FormatInt(least, 10) + " to " + strconv.FormatInt(most, 10)}
		}
		n = n*10 + d
		i += size
	}
	v.Num = n
	if negative {
		v.Num = -n
	}
	if !plain || b[0] == '+' {
		return odd(lenient, 0, "decimal digits without a plus or leading zeros", "no writer makes this spelling")
	}
	return fault{}
}

// scanFloat reads a number as Double.parseDouble or Float.parseFloat does. In strict mode the
// spelling must be one that a JDK prints; older JDKs sometimes print a different one.
func (v *Value) scanFloat(lenient bool) fault {
	bits := 64
	if v.Kind == Float {
		bits = 32
	}
	text, bad := javaFloat(v.Payload)
	if bad >= 0 {
		code := wire.BadValue
		if bad == len(v.Payload) {
			code = wire.Truncated
		}
		return fault{code: code, at: bad, expected: "a number as Java's parseDouble takes it"}
	}
	f, err := strconv.ParseFloat(string(text), bits)
	if err != nil && !math.IsInf(f, 0) {
		return fault{code: wire.BadValue, expected: "a number as Java's parseDouble takes it"}
	}
	if v.Num = math.Float64bits(f); bits == 32 {
		v.Num = uint64(math.Float32bits(float32(f)))
	}
	var room [40]byte
	newer := room[:0]
	if bits == 32 {
		newer = javanum.AppendText32(newer, float32(f))
	} else {
		newer = javanum.AppendText(newer, f)
	}
	switch {
	case bytes.Equal(newer, v.Payload):
		return fault{}
	case javanum.Elder(v.Payload, f, bits):
		return fault{note: "as a JDK before 19 prints it, now " + string(newer)}
	}
	return odd(lenient, 0, "the spelling of a JDK, "+string(newer), "no JDK prints this spelling of "+string(newer))
}

// javaFloat checks the grammar of Double.parseDouble and returns the number in the text, trimmed
// and without its suffix. bad is the offset of what the grammar refuses, or -1.
func javaFloat(b []byte) (text []byte, bad int) {
	end := len(b)
	for end > 0 && b[end-1] <= ' ' {
		end--
	}
	from := 0
	for from < end && b[from] <= ' ' {
		from++
	}
	i := from
	if i < end && (b[i] == '+' || b[i] == '-') {
		i++
	}
	if s := string(b[i:end]); s == "NaN" || s == "Infinity" {
		if s == "NaN" {
			from = i
		}
		return b[from:end], -1
	}
	hex := end-i >= 2 && b[i] == '0' && b[i+1]|0x20 == 'x'
	marker := byte('e')
	if hex {
		i, marker = i+2, 'p'
	}
	i, digits := mantissa(b[:end], i, hex)
	if !digits {
		return nil, i
	}
	if i < end && b[i]|0x20 == marker {
		first := i + 1
		if first < end && (b[first] == '+' || b[first] == '-') {
			first++
		}
		for i = first; i < end && '0' <= b[i] && b[i] <= '9'; i++ {
		}
		if i == first {
			return nil, i
		}
	} else if hex {
		return nil, i
	}
	text = b[from:i]
	if i < end && (b[i]|0x20 == 'f' || b[i]|0x20 == 'd') {
		i++
	}
	if i < end {
		return nil, i
	}
	return text, -1
}

// mantissa skips digits with at most one point and reports whether there were any.
func mantissa(b []byte, i int, hex bool) (end int, digits bool) {
	point := false
	for ; i < len(b); i++ {
		switch c := b[i]; {
		case '0' <= c && c <= '9', hex && 'a' <= c|0x20 && c|0x20 <= 'f':
			digits = true
		case c == '.' && !point:
			point = true
		default:
			return i, digits
		}
	}
	return i, digits
}
