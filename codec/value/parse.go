package value

import (
	"strconv"
	"unicode/utf16"
	"unicode/utf8"
)

// DepthMax is how deep arrays and objects may nest for Parse. An Implexus dictionary takes three
// levels, and 64 of them may be nested.
const DepthMax = 256

// SyntaxError says why bytes are not JSON, and where.
type SyntaxError struct {
	Offset   int
	Expected string
	CBOR     bool // they should have been CBOR
}

// Error returns one sentence.
func (e *SyntaxError) Error() string {
	what := "JSON"
	if e.CBOR {
		what = "CBOR"
	}
	return "not " + what + ": expected " + e.Expected + " at offset " + strconv.Itoa(e.Offset)
}

// Parse reads one JSON value (RFC 8259) with nothing but white space around it. Text that is not
// valid UTF-8 becomes U+FFFD. A lone surrogate in an escape is kept as the three bytes that it
// would have as a character, which is not valid UTF-8: code that writes text must refuse it, or
// replace it as Java does (Questioned).
func Parse(b []byte) (Value, error) {
	p := parser{b: b, deepest: DepthMax}
	return p.whole()
}

// whole reads one value with nothing but white space around it.
func (p *parser) whole() (Value, error) {
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

// Skim checks the JSON value at the start of b, which may nest up to depth values deep, and returns
// where it ends. It builds nothing. Text that is not valid UTF-8 is refused.
func Skim(b []byte, depth int) (end int, err *SyntaxError) {
	return Limits{Depth: depth}.Skim(b)
}

// Limits are the limits of a particular JSON parser.
type Limits struct {
	Depth    int  // nested values
	Digits   int  // of a number; 0 for no limit
	AnyBytes bool // texts may hold bytes that are not UTF-8, which the caller checks
}

// Skim is like the function Skim, with these limits.
func (l Limits) Skim(b []byte) (end int, err *SyntaxError) {
	p := parser{b: b, skim: true, deepest: l.Depth, digitsMax: l.Digits}
	p.space()
	p.value(0)
	if p.err == nil && !l.AnyBytes && !utf8.Valid(b[:p.i]) {
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
	skim    bool // only check, build nothing

	memory *Memory // nil to allocate each list and text
	text   string  // b as text, if there is a memory

	digitsMax int // of a number; 0 for no limit
}

func (p *parser) fail(expected string) {
	if p.err == nil {
		p.err = &SyntaxError{Offset: p.i, Expected: expected}
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

// next returns the next byte that is not white space, or 0 at the end.
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
		return ofText(String, p.string())
	case c == '-' || '0' <= c && c <= '9':
		return p.number()
	case c == 't':
		return p.word("true", ofText(Bool, "true"))
	case c == 'f':
		return p.word("false", ofText(Bool, "false"))
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
	outer := p.memory.mark()
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
			p.keep(&v, name, item)
		}
		if p.more('}') {
			p.memory.close(&v, outer)
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
	outer := p.memory.mark()
	for p.err == nil {
		item := p.value(depth + 1)
		if !p.skim {
			p.keep(&v, "", item)
		}
		if p.more(']') {
			p.memory.close(&v, outer)
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
	if p.digitsMax > 0 && p.i-from > p.digitsMax && countDigits(p.b[from:p.i]) > p.digitsMax {
		p.i = from
		p.fail("a number of at most " + strconv.Itoa(p.digitsMax) + " digits")
	}
	if p.skim {
		return Value{Kind: Number}
	}
	return ofText(Number, p.slice(from, p.i))
}

func countDigits(b []byte) (n int) {
	for _, c := range b {
		if '0' <= c && c <= '9' {
			n++
		}
	}
	return n
}

// string reads a JSON string whose opening quote is next.
func (p *parser) string() string {
	p.i++
	from := p.i
	for p.i < len(p.b) {
		switch c := p.b[p.i]; {
		case c == '"':
			p.i++
			if p.skim {
				return ""
			}
			return p.slice(from, p.i-1)
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

// slice returns a part of the text; bytes that are not UTF-8 become U+FFFD.
func (p *parser) slice(from, to int) string {
	if s := p.b[from:to]; p.memory == nil || !utf8.Valid(s) {
		return text(s)
	}
	return p.text[from:to]
}

// text copies s; bytes that are not UTF-8 become U+FFFD.
func text(s []byte) string {
	return Replaced(string(s))
}

// appendUnit appends a character. Half of a surrogate pair is encoded as if it were a character.
func appendUnit(dst []byte, r rune) []byte {
	if utf16.IsSurrogate(r) {
		return append(dst, 0xed, 0x80|byte(r>>6)&0x3f, 0x80|byte(r)&0x3f)
	}
	return utf8.AppendRune(dst, r)
}

// Questioned returns s with a question mark for each lone surrogate that Parse kept, as Java's
// String.getBytes writes it.
func Questioned(s string) string {
	if utf8.ValidString(s) {
		return s
	}
	out := make([]byte, 0, len(s))
	for i := 0; i < len(s); {
		if lone(s[i:]) {
			out = append(out, '?')
			i += 3
			continue
		}
		out = append(out, s[i])
		i++
	}
	return string(out)
}

// Lone returns the path of the first member whose text or name has a lone surrogate: names joined
// by dots, without the numbers of list items.
func (v Value) Lone() (member string, found bool) {
	if v.Kind == String {
		return "", !utf8.ValidString(v.text())
	}
	for i, item := range v.Items() {
		below, found := item.Lone()
		if v.Kind == Object {
			found = found || !utf8.ValidString(v.Name(i))
			if below = v.Name(i) + "." + below; below[len(below)-1] == '.' {
				below = below[:len(below)-1]
			}
		}
		if found {
			return below, true
		}
	}
	return "", false
}

// lone reports whether s begins with a lone surrogate.
func lone(s string) bool {
	return len(s) >= 3 && s[0] == 0xed && s[1]&0xe0 == 0xa0 && s[2]&0xc0 == 0x80
}

func (p *parser) escaped(from int) string {
	out := append([]byte(nil), p.slice(from, p.i)...)
	for p.i < len(p.b) {
		c := p.b[p.i]
		switch {
		case c == '"':
			p.i++
			return string(out)
		case c < 0x20:
			p.fail("no control character inside a text")
			return ""
		case c != '\\':
			r, n := utf8.DecodeRune(p.b[p.i:])
			if r == utf8.RuneError && n == 1 {
				n = malformed(string(p.b[p.i:min(p.i+utf8.UTFMax, len(p.b))]))
			}
			out = utf8.AppendRune(out, r)
			p.i += n
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

// escape appends the character of the next escape.
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
			p.i = at // not a pair: the second escape is read separately
		}
		return appendUnit(out, r)
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
