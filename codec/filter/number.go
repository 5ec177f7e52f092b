package filter

import (
	"bytes"
	"cmp"
	"math"
	"strconv"
)

// number is a number as a filter or a record writes it: 0.HEADTAIL × 10^exponent. All are compared exactly, as
// identifiers and amounts of money require. It aliases the text.
type number struct {
	sign       int // 0 of zero
	exponent   int64
	head, tail []byte // digits before and after the point, from the first that is not 0
	parsed     bool
}

// parseNumber does not accept digits after a leading zero: records do not write numbers like that, only hex and texts,
// in which 05 and 0005 differ.
func parseNumber(text []byte) (n number) {
	sign := 1
	rest := bytes.TrimPrefix(text, []byte{'-'})
	if len(rest) < len(text) {
		sign = -1
	}
	if string(rest) == "Infinity" {
		return number{sign: sign, exponent: math.MaxInt64, parsed: true}
	}
	n.head, rest = digits(rest)
	if len(n.head) == 0 || n.head[0] == '0' && len(n.head) > 1 {
		return number{}
	}
	if len(rest) > 1 && rest[0] == '.' {
		if n.tail, rest = digits(rest[1:]); len(n.tail) == 0 {
			return number{}
		}
	}
	if len(rest) > 0 {
		var err error
		if n.exponent, err = strconv.ParseInt(string(rest[1:]), 10, 32); err != nil || rest[0]|0x20 != 'e' {
			return number{}
		}
	}
	if n.exponent += int64(len(n.head)); n.head[0] == '0' {
		n.head = bytes.TrimLeft(n.tail, "0")
		n.exponent -= int64(len(n.tail) - len(n.head) + 1)
		n.tail = nil
	}
	if n.parsed = true; len(n.head) > 0 {
		n.sign = sign
	}
	return n
}

// digits splits a text after its leading digits.
func digits(text []byte) (head, rest []byte) {
	rest = bytes.TrimLeft(text, "0123456789")
	return text[:len(text)-len(rest)], rest
}

func (n *number) ok() bool { return n.parsed }

func (n *number) compare(m *number) int {
	if n.sign != m.sign || n.sign == 0 {
		return cmp.Compare(n.sign, m.sign)
	}
	order := cmp.Compare(n.exponent, m.exponent)
	for i := 0; order == 0 && i < max(len(n.head)+len(n.tail), len(m.head)+len(m.tail)); i++ {
		order = cmp.Compare(n.digit(i), m.digit(i))
	}
	return n.sign * order
}

// digit returns a digit of the number; after the last, all are 0.
func (n *number) digit(i int) byte {
	if i < len(n.head) {
		return n.head[i]
	}
	if i -= len(n.head); i < len(n.tail) {
		return n.tail[i]
	}
	return '0'
}
