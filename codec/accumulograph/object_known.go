package accumulograph

import (
	"strconv"

	"github.com/rowlens/rowlens/codec/value"
)

// known writes the members of an object of a well-known class of the Java library. It returns false
// if the class is another or the object does not have the shape of the class.
func (s *shower) known(n *node, name string) bool {
	switch name {
	case "java.math.BigInteger":
		return s.bigInteger(n)
	case "java.math.BigDecimal":
		return s.bigDecimal(n)
	case "java.util.UUID":
		return s.uuid(n)
	case "java.sql.Timestamp":
		return s.timestamp(n)
	case "java.util.Vector":
		return s.vector(n)
	}
	return false
}

// digitsMax is the longest magnitude, in bytes, that is shown in decimal: converting binary to
// decimal takes quadratic time.
const digitsMax = 1024

// integer returns a BigInteger in decimal.
func (o *Object) integer(n *node) (text []byte, ok bool) {
	sec := o.section(n, "java.math.BigInteger")
	sign, ok := o.number(sec, "signum")
	magnitude, has := o.object(sec, "magnitude")
	if !ok || !has || magnitude.kind != arrayNode || len(magnitude.raw) > digitsMax {
		return nil, false
	}
	text = decimal(magnitude.raw)
	if int64(sign) < 0 && string(text) != "0" {
		text = append([]byte{'-'}, text...)
	}
	return text, true
}

// decimal turns a big-endian magnitude into decimal digits.
func decimal(b []byte) []byte {
	words := make([]uint32, 0, len(b)/4+1) // most significant first
	for first := len(b) % 4; len(b) > 0; first = 4 {
		if first == 0 {
			first = 4
		}
		words = append(words, uint32(bits('J', b[:first])))
		b = b[first:]
	}
	const base, width = 1_000_000_000, 9
	var groups []uint32 // least significant first
	for len(words) > 0 {
		var rest uint64
		for i, w := range words {
			v := rest<<32 | uint64(w)
			words[i], rest = uint32(v/base), v%base
		}
		groups = append(groups, uint32(rest))
		for len(words) > 0 && words[0] == 0 {
			words = words[1:]
		}
	}
	if len(groups) == 0 {
		return []byte{'0'}
	}
	out := strconv.AppendUint(nil, uint64(groups[len(groups)-1]), 10)
	for i := len(groups) - 2; i >= 0; i-- {
		text := strconv.AppendUint(nil, uint64(groups[i])+base, 10) // a 1, then 9 digits
		out = append(out, text[len(text)-width:]...)
	}
	return out
}

func (s *shower) bigInteger(n *node) bool {
	text, ok := s.o.integer(n)
	if ok {
		s.w.Key("value")
		s.w.Text(text)
	}
	return ok
}

// bigDecimal writes the unscaled value, the scale, and what BigDecimal.toString prints.
func (s *shower) bigDecimal(n *node) bool {
	sec := s.o.section(n, "java.math.BigDecimal")
	scale, ok := s.o.number(sec, "scale")
	val, has := s.o.object(sec, "intVal")
	if !ok || !has {
		return false
	}
	unscaled, ok := s.o.integer(val)
	if !ok {
		return false
	}
	s.w.Key("value")
	s.w.Text(scientific(unscaled, int64(scale)))
	s.w.Key("unscaled")
	s.w.Text(unscaled)
	s.w.Key("scale")
	s.w.Int(int64(scale))
	return true
}

// scientific formats as BigDecimal.toString: positional, unless the number is very small or its
// scale negative.
func scientific(unscaled []byte, scale int64) []byte {
	out := []byte{}
	digits := unscaled
	if digits[0] == '-' {
		out, digits = append(out, '-'), digits[1:]
	}
	n := int64(len(digits))
	e := n - 1 - scale
	const least = -6 // exponent of the smallest positional number
	switch {
	case scale == 0:
		return append(out, digits...)
	case scale > 0 && e >= 0:
		return append(append(append(out, digits[:n-scale]...), '.'), digits[n-scale:]...)
	case scale > 0 && e >= least:
		out = append(out, "0."...)
		for range scale - n {
			out = append(out, '0')
		}
		return append(out, digits...)
	}
	out = append(out, digits[0])
	if n > 1 {
		out = append(append(out, '.'), digits[1:]...)
	}
	if e == 0 {
		return out
	}
	if out = append(out, 'E'); e > 0 {
		out = append(out, '+')
	}
	return strconv.AppendInt(out, e, 10)
}

func (s *shower) uuid(n *node) bool {
	sec := s.o.section(n, "java.util.UUID")
	low, ok := s.o.number(sec, "leastSigBits")
	high, has := s.o.number(sec, "mostSigBits")
	if !ok || !has {
		return false
	}
	var b []byte
	for i := 56; i >= 0; i -= 8 {
		b = append(b, byte(high>>i))
	}
	for i := 56; i >= 0; i -= 8 {
		b = append(b, byte(low>>i))
	}
	hex := value.AppendHex(nil, b)
	text := append([]byte{}, hex[:8]...)
	for _, at := range [...]int{8, 12, 16} {
		text = append(append(text, '-'), hex[at:at+4]...)
	}
	s.w.Key("value")
	s.w.Text(append(append(text, '-'), hex[20:]...))
	return true
}

// timestamp writes a java.sql.Timestamp: the date has whole seconds, the nanoseconds are a
// separate field.
func (s *shower) timestamp(n *node) bool {
	date, ok := s.o.scalar(n, "java.util.Date", Date)
	nanos, has := s.o.number(s.o.section(n, "java.sql.Timestamp"), "nanos")
	if !ok || !has {
		return false
	}
	s.w.Key("value")
	s.w.Int64(int64(date.Num) + int64(nanos)/1_000_000)
	s.w.Key("nanos")
	s.w.Int(int64(nanos))
	return true
}

func (s *shower) vector(n *node) bool {
	sec := s.o.section(n, "java.util.Vector")
	count, ok := s.o.number(sec, "elementCount")
	data, has := s.o.object(sec, "elementData")
	if !ok || !has || data.kind != arrayNode || int64(count) < 0 || int64(count) > int64(len(data.items)) {
		return false
	}
	s.w.Key("value")
	s.w.Array()
	s.list(data.items[:count])
	return true
}
