package filter

import (
	"bytes"
	"cmp"
	"strconv"
)

// number is a number as a filter or a record writes it. Whole numbers of any length are compared exactly, as
// identifiers require.
type number struct {
	whole   int64
	digits  []byte // of a whole number that does not fit into 64 bits, with its sign
	decimal float64
	kind    numberKind
}

type numberKind uint8

const (
	noNumber numberKind = iota
	wholeNumber
	longNumber // whole, more than 64 bits
	decimalNumber
)

// parseNumber does not accept digits after a leading zero: records do not write numbers like that, only hex and texts,
// in which 05 and 0005 differ. The number aliases text.
func parseNumber(text []byte) (n number) {
	unsigned := bytes.TrimPrefix(text, []byte{'-'})
	if len(unsigned) == 0 || !digit(unsigned[0]) || unsigned[0] == '0' && len(unsigned) > 1 && digit(unsigned[1]) {
		return n
	}
	var err error
	if n.whole, err = strconv.ParseInt(string(text), 10, 64); err == nil {
		return number{whole: n.whole, decimal: float64(n.whole), kind: wholeNumber}
	}
	if n.decimal, err = strconv.ParseFloat(string(text), 64); err != nil {
		return number{}
	}
	n.kind = decimalNumber
	if len(bytes.TrimLeft(unsigned, "0123456789")) == 0 {
		n.kind, n.digits = longNumber, text
	}
	return n
}

func digit(c byte) bool { return '0' <= c && c <= '9' }

func (n *number) ok() bool { return n.kind != noNumber }

func (n *number) compare(m *number) int {
	switch {
	case n.kind == wholeNumber && m.kind == wholeNumber:
		return cmp.Compare(n.whole, m.whole)
	case n.kind == longNumber && m.kind == wholeNumber:
		return n.sign()
	case n.kind == wholeNumber && m.kind == longNumber:
		return -m.sign()
	case n.kind == longNumber && m.kind == longNumber && n.sign() == m.sign():
		return n.sign() * cmp.Or(cmp.Compare(len(n.digits), len(m.digits)), bytes.Compare(n.digits, m.digits))
	}
	return cmp.Compare(n.decimal, m.decimal)
}

// sign returns the sign of a number of more than 64 bits, which decides against all that have fewer.
func (n *number) sign() int {
	if n.digits[0] == '-' {
		return -1
	}
	return 1
}
