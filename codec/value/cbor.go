package value

import (
	"encoding/binary"
	"math"
	"slices"
	"strconv"
	"unicode/utf8"
)

// ParseCBOR reads one CBOR value (RFC 8949): Bytes where it has byte strings, otherwise the value that the same JSON
// would give. It reads what a Writer of CBOR writes and what other writers make of it (containers of indefinite length,
// short floats, integers of more than 64 bits, decimals). Other tags, names that are not text, and text that is not UTF-8 are
// refused; a lone surrogate is treated as in Parse. Texts alias b, as with Parse.
func (m *Memory) ParseCBOR(b []byte) (Value, error) {
	p := cborParser{b: b, memory: m}
	v := p.value(0)
	if p.err == nil && p.i < len(b) {
		p.fail("end of input")
	}
	if p.err != nil {
		return Value{}, p.err
	}
	return v, nil
}

// Additional information of a head.
const (
	infoFalse    = 20
	infoTrue     = 21
	infoNull     = 22
	infoNone     = 23 // undefined
	infoByte     = 24
	infoHalf     = 25
	infoFloat    = 26
	infoDouble   = 27
	infoOpen     = 31 // of indefinite length
	majorOther   = 7 << 5
	breakOfCBOR  = 0xff
	indefinite   = math.MaxUint64
	majorOf      = 7 << 5
	informations = 31
)

type cborParser struct {
	b      []byte
	i      int
	err    *SyntaxError
	memory *Memory
}

func (p *cborParser) fail(expected string) {
	if p.err == nil {
		p.err = &SyntaxError{Offset: p.i, Expected: expected, CBOR: true}
	}
}

// head reads the first byte of a value and its argument.
func (p *cborParser) head() (major, info byte, n uint64) {
	if p.i >= len(p.b) {
		p.fail("a value")
		return majorOther, infoNull, 0
	}
	major, info = p.b[p.i]&majorOf, p.b[p.i]&informations
	rest := p.b[p.i+1:]
	size := 0
	switch {
	case info < infoByte:
		n = uint64(info)
	case info <= infoDouble:
		if size = 1 << (info - infoByte); size > len(rest) {
			p.fail("a whole head")
			return majorOther, infoNull, 0
		}
		n = argument(rest[:size])
	case info == infoOpen && (major == majorArray || major == majorMap):
		n = indefinite
	default:
		p.fail("a head of a known form")
	}
	p.i += 1 + size
	return major, info, n
}

func argument(b []byte) uint64 {
	switch len(b) {
	case 1:
		return uint64(b[0])
	case 2:
		return uint64(binary.BigEndian.Uint16(b))
	case 4:
		return uint64(binary.BigEndian.Uint32(b))
	}
	return binary.BigEndian.Uint64(b)
}

func (p *cborParser) value(depth int) Value {
	at := p.i
	major, info, n := p.head()
	if p.err != nil {
		return Value{}
	}
	switch major {
	case majorUint:
		return ofBits(formUint, n)
	case majorNeg:
		return p.negative(n)
	case majorBytes:
		return p.hex(n)
	case majorText:
		return ofText(String, p.string(n))
	case majorArray, majorMap:
		if depth >= DepthMax {
			p.i = at
			p.fail("at most " + strconv.Itoa(DepthMax) + " nested values")
			return Value{}
		}
		return p.list(major, info, n, depth)
	case majorTag:
		if n == tagBignum || n == tagNegBignum || n == tagDecimal {
			return p.tagged(n)
		}
	case majorOther:
		if v, ok := simple(info, n); ok {
			return v
		}
	}
	p.i = at
	p.fail("a value that JSON has, or bytes")
	return Value{}
}

// negative returns -1 - n.
func (p *cborParser) negative(n uint64) Value {
	if n > math.MaxInt64 {
		return ofText(Number, bignumText(binary.BigEndian.AppendUint64(nil, n), true))
	}
	return ofBits(formInt, ^n)
}

// simple returns a word or a floating-point number.
func simple(info byte, n uint64) (Value, bool) {
	switch info {
	case infoFalse:
		return ofText(Bool, "false"), true
	case infoTrue:
		return ofText(Bool, "true"), true
	case infoNull, infoNone:
		return Value{}, true
	case infoHalf:
		return OfFloat(half(uint16(n)), 32), true
	case infoFloat:
		return OfFloat(float64(math.Float32frombits(uint32(n))), 32), true
	case infoDouble:
		return OfFloat(math.Float64frombits(n), 64), true
	}
	return Value{}, false
}

// half returns a number of 16 bits (RFC 8949, appendix D).
func half(bits uint16) float64 {
	exponent, fraction := int(bits>>10&31), float64(bits&1023)
	f := 0.0
	switch exponent {
	case 0:
		f = math.Ldexp(fraction, -24)
	case 31:
		if f = math.Inf(1); fraction != 0 {
			f = math.NaN()
		}
	default:
		f = math.Ldexp(fraction+1024, exponent-25)
	}
	if bits>>15 != 0 {
		return -f
	}
	return f
}

// span returns where the next n bytes end.
func (p *cborParser) span(n uint64) (end int, ok bool) {
	if n > uint64(len(p.b)-p.i) {
		p.fail("as many bytes as the length says")
		return p.i, false
	}
	return p.i + int(n), true
}

func (p *cborParser) hex(n uint64) Value {
	end, _ := p.span(n)
	v := p.memory.OfBytes(p.b[p.i:end])
	p.i = end
	return v
}

func (p *cborParser) string(n uint64) string {
	end, _ := p.span(n)
	v, ok := OfText(p.b[p.i:end])
	if !ok {
		p.fail("UTF-8 text")
	}
	p.i = end
	return v.text()
}

// OfText returns a text that aliases b, and false if b is not UTF-8. Lone surrogates are allowed in the form in which
// Parse keeps them.
func OfText(b []byte) (v Value, ok bool) {
	s := view(b)
	return ofText(String, s), ascii(s) || encodable(s)
}

func encodable(s string) bool {
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		if r == utf8.RuneError && n == 1 {
			if !lone(s[i:]) {
				return false
			}
			n = 3
		}
		i += n
	}
	return true
}

// fewMax is the most items for which memory is reserved before they are read. For longer lists memory grows as the items arrive.
const fewMax = 32

// list reads the items of an array, or the members of a map.
func (p *cborParser) list(major, info byte, n uint64, depth int) Value {
	v := Value{Kind: Array}
	if major == majorMap {
		v.Kind = Object
	}
	if n <= fewMax {
		p.few(&v, int(n), depth)
		return v
	}
	outer := p.memory.mark()
	for ; n > 0 && p.err == nil; n-- {
		if info == infoOpen && p.i < len(p.b) && p.b[p.i] == breakOfCBOR {
			p.i++
			break
		}
		name := ""
		if v.Kind == Object {
			name = p.name()
		}
		p.memory.keep(&v, name, p.value(depth+1))
	}
	p.memory.close(&v, outer)
	return v
}

// few reads a list of n items directly into its final place.
func (p *cborParser) few(v *Value, n, depth int) {
	m := p.memory
	item, name := len(m.items), len(m.names)
	m.items = slices.Grow(m.items, n)[:item+n]
	if v.Kind == Object {
		m.names = slices.Grow(m.names, n)[:name+n]
	}
	for i := 0; i < n && p.err == nil; i++ {
		if v.Kind == Object {
			m.names[name+i] = p.name()
		}
		if text, ok := p.short(); ok {
			m.items[item+i] = ofText(String, text)
			continue
		}
		if p.i < len(p.b) && p.b[p.i]&majorOf == majorUint {
			_, _, n := p.head()
			m.items[item+i] = ofBits(formUint, n)
			continue
		}
		one := p.value(depth + 1)
		m.items[item+i] = one // the slice may have moved meanwhile
	}
	m.complete(v, item, name, n)
}

// short reads a text of ASCII with less than 24 bytes, as most names and texts are, if one is next.
func (p *cborParser) short() (text string, ok bool) {
	if p.i >= len(p.b) || p.b[p.i]&majorOf != majorText {
		return "", false
	}
	n := int(p.b[p.i] & informations)
	if n >= infoByte || n >= len(p.b)-p.i {
		return "", false
	}
	b := p.b[p.i+1 : p.i+1+n]
	if !sevenBits(b) {
		return "", false
	}
	p.i += 1 + n
	return view(b), true
}

// sevenBits reports whether b is ASCII, checking eight bytes at a time, or four. The last ones may overlap those before.
func sevenBits(b []byte) bool {
	const high = 0x8080808080808080
	seen := uint64(0)
	switch n := len(b); {
	case n >= 8:
		seen = binary.NativeEndian.Uint64(b[n-8:])
		for ; len(b) > 8; b = b[8:] {
			seen |= binary.NativeEndian.Uint64(b)
		}
	case n >= 4:
		seen = uint64(binary.NativeEndian.Uint32(b) | binary.NativeEndian.Uint32(b[n-4:]))
	default:
		for _, c := range b {
			seen |= uint64(c)
		}
	}
	return seen&high == 0
}

func (p *cborParser) name() string {
	if text, ok := p.short(); ok {
		return text
	}
	at := p.i
	major, _, n := p.head()
	if p.err == nil && major != majorText {
		p.i = at
		p.fail("a name")
	}
	if p.err != nil {
		return ""
	}
	return p.string(n)
}
