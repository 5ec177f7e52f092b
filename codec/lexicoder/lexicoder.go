package lexicoder

import (
	"strconv"
	"strings"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/value"
)

// Kind is a lexicoder without its operands.
type Kind uint8

// The lexicoders: scalars first, combinators from Reverse on.
const (
	Long Kind = iota
	ULong
	Integer
	UInteger
	Date
	Double
	Float
	String
	Text
	Bytes
	UUID
	BigInteger
	Reverse
	Pair
	List
	Sequence
	kinds
)

var kindNames = [kinds]string{
	"long", "ulong", "integer", "uinteger", "date", "double", "float", "string", "text", "bytes", "uuid", "biginteger",
	"reverse", "pair", "list", "sequence",
}

// String returns the name as in the vectors.
func (k Kind) String() string {
	if k < kinds {
		return kindNames[k]
	}
	return "unknown"
}

func kindOf(name string) (Kind, bool) {
	for k, n := range kindNames {
		if n == name {
			return Kind(k), true
		}
	}
	return 0, false
}

// Lexicoder is an expression: a kind and, for a combinator, its operands. It is immutable.
type Lexicoder struct {
	Kind Kind
	A, B *Lexicoder // A for every combinator; B only for a pair: the second operand
}

// depthMax is the deepest nesting of an expression. It limits work and memory: each level copies
// the bytes once, and makes a value even from no bytes (an empty list has one element).
const depthMax = 16

// String returns the text form, such as "pair(string, reverse(date))".
func (l *Lexicoder) String() string { return string(l.append(nil)) }

func (l *Lexicoder) append(dst []byte) []byte {
	dst = append(dst, l.Kind.String()...)
	if l.A == nil {
		return dst
	}
	dst = l.A.append(append(dst, '('))
	if l.B != nil {
		dst = l.B.append(append(dst, ", "...))
	}
	return append(dst, ')')
}

// operands returns the number of operands of a kind.
func (k Kind) operands() int {
	switch {
	case k == Pair:
		return 2
	case k >= Reverse:
		return 1
	}
	return 0
}

// Parse reads an expression: its text form, or the JSON form
// {"pair":["string",{"reverse":"date"}]}, in which any operand may be in text form.
func Parse(v value.Value) (*Lexicoder, error) { return parseJSON(v, 0) }

func parseJSON(v value.Value, depth int) (*Lexicoder, error) {
	if s, ok := v.Text(); ok {
		return parseText(s, depth)
	}
	if v.Kind != value.Object || v.Len() != 1 {
		return nil, refuse(`expected the name of a lexicoder, or an object with one of "reverse", "pair", "list" and "sequence"`)
	}
	if depth >= depthMax {
		return nil, tooDeep()
	}
	k, ok := kindOf(v.Name(0))
	if !ok || k.operands() == 0 {
		return nil, refuse(`there is no combinator "` + cut(v.Name(0)) + `"; there are reverse, pair, list, sequence`)
	}
	l := &Lexicoder{Kind: k}
	of := []value.Value{v.At(0)}
	if k == Pair {
		if of = v.At(0).Items(); v.At(0).Kind != value.Array || len(of) != 2 {
			return nil, refuse("expected a pair of two lexicoders")
		}
	}
	for i, it := range of {
		o, err := parseJSON(it, depth+1)
		if err != nil {
			return nil, err
		}
		l.set(i, o)
	}
	return l, nil
}

func (l *Lexicoder) set(i int, o *Lexicoder) {
	if i == 0 {
		l.A = o
	} else {
		l.B = o
	}
}

// parseText reads the text form; white space between its words is ignored.
func parseText(s string, depth int) (*Lexicoder, error) {
	p := textParser{s: s}
	l := p.expression(depth)
	p.space()
	if p.err == nil && p.i < len(s) {
		p.fail("the end")
	}
	return l, p.err
}

type textParser struct {
	s   string
	i   int
	err error
}

func (p *textParser) fail(expected string) {
	if p.err == nil {
		p.err = refuse("expected " + expected + " at character " + strconv.Itoa(p.i+1) + " of " + cut(p.s))
	}
}

func (p *textParser) space() {
	for p.i < len(p.s) && strings.IndexByte(" \t\r\n", p.s[p.i]) >= 0 {
		p.i++
	}
}

func (p *textParser) mark(c byte) {
	p.space()
	if p.err == nil && (p.i >= len(p.s) || p.s[p.i] != c) {
		p.fail(string([]byte{'"', c, '"'}))
	}
	if p.err == nil {
		p.i++
	}
}

func (p *textParser) expression(depth int) *Lexicoder {
	if depth > depthMax && p.err == nil {
		p.err = tooDeep()
	}
	p.space()
	from := p.i
	for p.i < len(p.s) && 'a' <= p.s[p.i] && p.s[p.i] <= 'z' {
		p.i++
	}
	k, ok := kindOf(p.s[from:p.i])
	if !ok {
		p.i = from
		p.fail("the name of a lexicoder")
	}
	l := &Lexicoder{Kind: k}
	if p.err != nil || k.operands() == 0 {
		return l
	}
	p.mark('(')
	for i := range k.operands() {
		if i > 0 {
			p.mark(',')
		}
		if p.err == nil {
			l.set(i, p.expression(depth+1))
		}
	}
	p.mark(')')
	return l
}

func refuse(why string) error { return format.Refuse("lexicoder", why) }

func tooDeep() error {
	return refuse("expected at most " + strconv.Itoa(depthMax) + " nested lexicoders")
}

// cut shortens text from outside for messages.
func cut(s string) string {
	const shown = 60
	if len(s) > shown {
		return strings.ToValidUTF8(s[:shown], "") + "…"
	}
	return s
}

// scalar returns the lexicoder of a kind without operands.
func scalar(k Kind) *Lexicoder { return &scalars[k] }

var scalars = func() (all [Reverse]Lexicoder) {
	for k := range all {
		all[k].Kind = Kind(k)
	}
	return all
}()
