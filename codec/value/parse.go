package value

import (
	"strconv"
	"unicode/utf16"
	"unicode/utf8"
)

// DepthMax is how deep arrays and objects may nest for Parse. A dictionary of Implexus takes
// three levels, and 64 may be nested.
const DepthMax = 256

// SyntaxError is why text is not JSON, and where.
type SyntaxError struct {
	Offset   int
	Expected string
}

// Error returns one sentence.
func (e *SyntaxError) Error() string {
	return "not JSON: expected " + e.Expected + " at offset " + strconv.Itoa(e.Offset)
}

// Parse reads one JSON value (RFC 8259) with nothing but white space around it.
// Text that is not valid UTF-8, and lone surrogates in escapes, become U+FFFD.
func Parse(b []byte) (Value, error) {
	p := parser{b: b, deepest: DepthMax}
	v := p.value(0)
	p.space()
	if p.err == nil && p.i < len(p.b) {
		p.fail("end of input")
	}
	if p.err != nil {
		return Value{}, p.err
	}
	return v, nil
}

// Skim checks the JSON value at the start of b, which may nest up to depth
// values deep, and returns where it ends. It builds nothing. Text that is not
// valid UTF-8 is refused.
func Skim(b []byte, depth int) (end int, err *SyntaxError) {
	p := parser{b: b, skim: true, deepest: depth}
	p.space()
	p.value(0)
	if p.err == nil && !utf8.Valid(b[:p.i]) {
		p.i = 0
		p.fail("UTF-8 text")
	}
	return p.i, p.err
}

// Spaced reports whether JSON text has white space outside its strings.
func Spaced(b []byte) bool {
	quoted := false
	for i := 0; i < len(b); i++ {
		switch c := b[i]; {
		case quoted && c == '\\':
			i++
		case c == '"':
			quoted = !quoted
		case !quoted && c <= ' ':
			return true
		}
	}
	return false
}

type parser struct {
	b       []byte
	i       int
	err     *SyntaxError
	deepest int
	skim    bool // check only: build nothing
}

func (p *parser) fail(expected string) {
	if p.err == nil {
		p.err = &SyntaxError{p.i, expected}
	}
}

func (p *parser) space() {
	for p.i < len(p.b) {
		switch p.b[p.i] {
		case ' ', '\t', '\n', '\r':
			p.i++
		default:
			return
		}
	}
}

// next returns the next byte that is not white space, 0 at the end.
func (p *parser) next() byte {
	p.space()
	if p.i < len(p.b) {
		return p.b[p.i]
	}
	return 0
}

func (p *parser) value(depth int) Value {
	switch c := p.next(); {
	case (c == '{' || c == '[') && depth >= p.deepest:
		p.fail("at most " + strconv.Itoa(p.deepest) + " nested values")
		return Value{}
	case c == '{':
		return p.object(depth)
	case c == '[':
		return p.array(depth)
	case c == '"':
		return Value{Kind: String, text: p.string()}
	case c == '-' || '0' <= c && c <= '9':
		return p.number()
	case c == 't':
		return p.word("true", Value{Kind: Bool, text: "true"})
	case c == 'f':
		return p.word("false", Value{Kind: Bool, text: "false"})
	case c == 'n':
		return p.word("null", Value{})
	}
	p.fail("a value")
	return Value{}
}

func (p *parser) word(w string, v Value) Value {
	if len(p.b)-p.i < len(w) || string(p.b[p.i:p.i+len(w)]) != w {
		p.fail(w)
		return Value{}
	}
	p.i += len(w)
	return v
}

func (p *parser) object(depth int) Value {
	v := Value{Kind: Object}
	p.i++
	if p.next() == '}' {
		p.i++
		return v
	}
	for p.err == nil {
		if p.next() != '"' {
			p.fail("a member name")
			break
		}
		name := p.string()
		if p.err == nil && p.next() != ':' {
			p.fail("a colon")
			break
		}
		p.i++
		item := p.value(depth + 1)
		if !p.skim {
			v.names = append(v.names, name)
			v.items = append(v.items, item)
		}
		if p.more('}') {
			return v
		}
	}
	return Value{}
}

func (p *parser) array(depth int) Value {
	v := Value{Kind: Array}
	p.i++
	if p.next() == ']' {
		p.i++
		return v
	}
	for p.err == nil {
		item := p.value(depth + 1)
		if !p.skim {
			v.items = append(v.items, item)
		}
		if p.more(']') {
			return v
		}
	}
	return Value{}
}

// more consumes the comma or the closing bracket after an item and reports
// whether it was the bracket.
func (p *parser) more(closing byte) bool {
	if p.err != nil {
		return false
	}
	switch p.next() {
	case closing:
		p.i++
		return true
	case ',':
		p.i++
		return false
	}
	p.fail("a comma or " + string(closing))
	return false
}

func (p *parser) digits() bool {
	from := p.i
	for p.i < len(p.b) && '0' <= p.b[p.i] && p.b[p.i] <= '9' {
		p.i++
	}
	return p.i > from
}

func (p *parser) number() Value {
	from := p.i
	if p.b[p.i] == '-' {
		p.i++
	}
	zero := p.i < len(p.b) && p.b[p.i] == '0'
	first := p.i
	if !p.digits() || zero && p.i > first+1 {
		p.fail("a number without leading zeros")
		return Value{}
	}
	if p.i < len(p.b) && p.b[p.i] == '.' {
		p.i++
		if !p.digits() {
			p.fail("a digit")
		}
	}
	if p.i < len(p.b) && (p.b[p.i] == 'e' || p.b[p.i] == 'E') {
		p.i++
		if p.i < len(p.b) && (p.b[p.i] == '+' || p.b[p.i] == '-') {
			p.i++
		}
		if !p.digits() {
			p.fail("a digit")
		}
	}
	if p.skim {
		return Value{Kind: Number}
	}
	return Value{Kind: Number, text: string(p.b[from:p.i])}
}

// string reads a JSON string whose opening quote is next.
func (p *parser) string() string {
	p.i++
	from := p.i
	for p.i < len(p.b) {
		switch c := p.b[p.i]; {
		case c == '"':
			s := p.b[from:p.i]
			p.i++
			if p.skim {
				return ""
			}
			return text(s)
		case c == '\\':
			return p.escaped(from)
		case c < 0x20:
			p.fail("no control character inside a text")
			return ""
		}
		p.i++
	}
	p.fail("a closing quote")
	return ""
}

// text copies s; bytes that are not UTF-8 become U+FFFD.
func text(s []byte) string {
	if utf8.Valid(s) {
		return string(s)
	}
	return string([]rune(string(s)))
}

func (p *parser) escaped(from int) string {
	out := append([]byte(nil), p.b[from:p.i]...)
	for p.i < len(p.b) {
		c := p.b[p.i]
		switch {
		case c == '"':
			p.i++
			return text(out)
		case c < 0x20:
			p.fail("no control character inside a text")
			return ""
		case c != '\\':
			out = append(out, c)
			p.i++
		default:
			out = p.escape(out)
			if p.err != nil {
				return ""
			}
		}
	}
	p.fail("a closing quote")
	return ""
}

// escape appends the character of the escape that is next.
func (p *parser) escape(out []byte) []byte {
	p.i++
	if p.i >= len(p.b) {
		p.fail("an escape")
		return out
	}
	c := p.b[p.i]
	p.i++
	switch c {
	case '"', '\\', '/':
		return append(out, c)
	case 'b':
		return append(out, '\b')
	case 'f':
		return append(out, '\f')
	case 'n':
		return append(out, '\n')
	case 'r':
		return append(out, '\r')
	case 't':
		return append(out, '\t')
	case 'u':
		r := p.hex4()
		if utf16.IsSurrogate(r) && p.i+1 < len(p.b) && p.b[p.i] == '\\' && p.b[p.i+1] == 'u' {
			at := p.i
			p.i += 2
			if both := utf16.DecodeRune(r, p.hex4()); both != utf8.RuneError {
				return utf8.AppendRune(out, both)
			}
			p.i = at // not a pair: the second escape is read on its own
		}
		return utf8.AppendRune(out, r)
	}
	p.i--
	p.fail("an escape")
	return out
}

func (p *parser) hex4() rune {
	var r rune
	for range 4 {
		if p.i >= len(p.b) || unhex(p.b[p.i]) > 15 {
			p.fail("4 hex digits")
			return utf8.RuneError
		}
		r = r<<4 | rune(unhex(p.b[p.i]))
		p.i++
	}
	return r
}
