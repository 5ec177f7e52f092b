package layout

import (
	"slices"
	"strconv"
	"strings"

	"github.com/rowlens/rowlens/codec/value"
)

// Limits of a line.
const (
	lineMax  = 4096
	itemsMax = 64
	depthMax = 4
	sizeMax  = 1 << 16
)

// Error says what is wrong with a line, and where.
type Error struct {
	Column          int // of the character, from 1
	Expected, Found string
}

// Error returns one sentence.
func (e *Error) Error() string {
	return "column " + itoa(e.Column) + ": expected " + e.Expected + ", found " + e.Found
}

// Parse reads a line. Errors are *Error.
func Parse(line string) (*Layout, error) {
	p := parser{s: line, l: &Layout{line: strings.TrimSpace(line)}}
	if len(line) > lineMax {
		p.i = lineMax
		p.failFound("at most "+itoa(lineMax)+" characters", itoa(len(line)))
		return nil, p.err
	}
	p.l.items = p.sequence(0)
	if p.err == nil && p.i < len(line) {
		p.fail("an item")
	}
	if p.err == nil && len(p.l.items) == 0 {
		p.fail("an item, as id:long")
	}
	for i := 0; i < len(p.l.items) && p.err == nil; i++ {
		p.edges(i)
		p.tails(i)
	}
	if p.err != nil {
		return nil, p.err
	}
	return p.l, nil
}

type parser struct {
	s     string
	i     int
	count int
	l     *Layout
	err   error
	later [][2]string // names of the edges of checks, which may be defined later
	of    []int       // the items to which they belong
}

func (p *parser) fail(expected string) {
	found := "the end"
	if p.i < len(p.s) {
		word := p.s[p.i:]
		if n := strings.IndexAny(word[1:], " \t\r\n:()[]"); n >= 0 {
			word = word[:n+1]
		}
		found = string(value.AppendQuoted(nil, word[:min(len(word), 40)]))
	}
	p.failFound(expected, found)
}

func (p *parser) failFound(expected, found string) {
	if p.err == nil {
		p.err = &Error{Column: len([]rune(p.s[:min(p.i, len(p.s))])) + 1, Expected: expected, Found: found}
	}
}

func (p *parser) failAt(at int, expected, found string) {
	p.i = at
	p.failFound(expected, found)
}

// space skips white space, and comments from # to the end of the line.
func (p *parser) space() {
	for p.i < len(p.s) && strings.IndexByte(" \t\r\n#", p.s[p.i]) >= 0 {
		if p.s[p.i] == '#' {
			n := strings.IndexByte(p.s[p.i:], '\n')
			if n < 0 {
				n = len(p.s) - p.i
			}
			p.i += n
			continue
		}
		p.i++
	}
}

// is consumes a character if it is the next one.
func (p *parser) is(c byte) bool {
	if p.err == nil && p.i < len(p.s) && p.s[p.i] == c {
		p.i++
		return true
	}
	return false
}

func (p *parser) need(c string) {
	if p.err == nil && !strings.HasPrefix(p.s[p.i:], c) {
		p.fail(`"` + c + `"`)
	}
	if p.err == nil {
		p.i += len(c)
	}
}

// word consumes a name: a letter, then letters, digits, - and _.
func (p *parser) word() string {
	from := p.i
	for p.err == nil && p.i < len(p.s) {
		c := p.s[p.i]
		if !(c|0x20 >= 'a' && c|0x20 <= 'z' || p.i > from && (c >= '0' && c <= '9' || c == '_' || c == '-')) {
			break
		}
		p.i++
	}
	return p.s[from:p.i]
}

// number consumes a whole number up to most.
func (p *parser) number(most int) int {
	from := p.i
	for p.i < len(p.s) && p.s[p.i] >= '0' && p.s[p.i] <= '9' {
		p.i++
	}
	n, err := strconv.Atoi(p.s[from:p.i])
	if err != nil || n > most {
		p.i = from
		p.fail("a number up to " + itoa(most))
	}
	return n
}

// sequence reads items up to the end or a closing parenthesis.
func (p *parser) sequence(depth int) (items []item) {
	for {
		p.space()
		if p.err != nil || p.i == len(p.s) || p.s[p.i] == ')' {
			return items
		}
		if p.count++; p.count > itemsMax {
			p.failFound("at most "+itoa(itemsMax)+" items", "more")
			return items
		}
		it := p.item(depth)
		if p.err == nil && it.name != "" && slices.ContainsFunc(items, func(o item) bool { return o.name == it.name }) {
			if it.kind != skip || it.name != skipped {
				p.failAt(it.at, "another name", it.name+" for the second time")
			}
			for n := 2; slices.ContainsFunc(items, func(o item) bool { return o.name == it.name }); n++ {
				it.name = skipped + itoa(n)
			}
		}
		if it.label = it.name; it.name == "" {
			it.label = "literal"
		}
		items = append(items, it)
	}
}

// skipped is the name of skipped bytes that have no name.
const skipped = "skipped"

// reserved are members of the fields that are not items.
var reserved = []string{"layout", "others", "part", "parts"}

func (p *parser) item(depth int) (it item) {
	it = item{at: p.i, width: -1}
	if c := p.s[p.i]; c == '"' || c == '0' {
		it.fixed = p.literal()
		it.width = len(it.fixed)
		return it
	}
	it.name = p.word()
	switch {
	case it.name == "":
		p.fail(`a name, a literal such as "evt" or 0x00, or skip(N)`)
	case it.name == "skip" && strings.HasPrefix(p.s[p.i:], "("):
		p.i, it.name = it.at, skipped
	case !p.is(':'):
		p.fail("a colon and a type after the name " + it.name)
	case slices.Contains(reserved, it.name):
		p.failAt(it.at, "another name", it.name+", which the fields of a key already have")
	}
	from := p.i
	if p.is('(') {
		p.group(&it, depth)
	} else {
		p.typed(&it)
	}
	if p.err != nil {
		return it
	}
	it.typ = p.s[from:p.i]
	p.list(&it, depth)
	p.modifiers(&it, depth)
	return it
}

// group reads the items of an element.
func (p *parser) group(it *item, depth int) {
	if depth >= depthMax {
		p.failFound("at most "+itoa(depthMax)+" nested lists", "a deeper one")
		return
	}
	it.kind, it.width = group, 0
	it.items = p.sequence(depth + 1)
	p.need(")")
	if p.err == nil && !strings.HasPrefix(p.s[p.i:], "[") {
		p.fail(`"[" after the items of a list, as (a:int b:int)[]`)
	}
}

// list reads the brackets of a list.
func (p *parser) list(it *item, depth int) {
	if !p.is('[') {
		return
	}
	element := *it
	element.name, element.label = "", ""
	*it = item{name: it.name, at: it.at, kind: list, width: -1, typ: it.typ, items: []item{element}}
	switch c := p.next(); {
	case c >= '0' && c <= '9':
		it.width = p.number(sizeMax)
	case c != ']':
		it.count = p.prefix()
	}
	p.need("]")
	p.bounded(&element)
	for i := range element.items {
		p.bounded(&element.items[i])
	}
	if p.err == nil && element.least() == 0 {
		p.failAt(it.at, "elements of a byte at least", "none")
	}
}

// bounded refuses items in lists that end with the key or refer to the whole key.
func (p *parser) bounded(it *item) {
	if p.err != nil {
		return
	}
	if it.kind == hash || it.optional || it.runs() || it.kind == list && it.name == "" {
		p.failAt(it.at, "an item that says where it ends", "a hash, an optional one, or one to the end of the key, inside a list")
	}
}

func (p *parser) next() byte {
	if p.i < len(p.s) {
		return p.s[p.i]
	}
	return 0
}

// prefix reads the type of a number that gives the length of what follows.
func (p *parser) prefix() *item {
	n := item{at: p.i, width: -1, label: "length"}
	p.typed(&n)
	if p.err == nil && n.kind != unsigned && n.kind != leb {
		p.failAt(n.at, "the type of the length: u8 to u64 or varint", p.s[n.at:p.i])
	}
	if p.space(); p.next() == 'l' {
		p.need("le")
		n.little = n.kind == unsigned
	}
	return &n
}

// modifiers reads what follows a type: ! and ? directly, le and desc as words.
func (p *parser) modifiers(it *item, depth int) {
	of := it
	if it.kind == list {
		of = &it.items[0]
	}
	for p.err == nil {
		at := p.i
		if p.is('?') {
			it.optional = true
			if depth > 0 || it.kind == hash { // no member would say whether the hash is there
				p.failAt(at, "no ? inside a list or after a hash", `"?"`)
			}
			continue
		}
		p.space()
		from := p.i
		w := p.word()
		if ended := p.next() != ':' && p.next() != '('; !ended || w != "le" && w != "desc" {
			p.i = at
			break
		}
		if w == "desc" {
			of.desc = true
		} else {
			of.little = true
		}
		if p.forbids(of, w) {
			p.failAt(from, "a type that can be "+w, of.typ)
		}
	}
}

// forbids reports whether a modifier has no meaning for an item.
func (p *parser) forbids(it *item, w string) bool {
	number := it.kind == unsigned || it.kind == signed || it.kind == float || it.kind == clock || it.kind == hybrid
	if w == "le" {
		return !number && (it.kind != hash || it.check.sum == "md5") || it.sorts || it.desc
	}
	return it.little || !number && it.kind != text && it.kind != raw && it.kind != uuid
}

// literal reads bytes: "text" with the escapes of JSON, or 0x and hex digits.
func (p *parser) literal() []byte {
	from := p.i
	if p.s[p.i] == '0' {
		for p.i++; p.i < len(p.s) && strings.IndexByte("xX0123456789abcdefABCDEF", p.s[p.i]) >= 0; p.i++ {
		}
		digits, hex := strings.CutPrefix(p.s[from:p.i], "0x")
		b, ok := value.DecodeHex(digits)
		if !hex || !ok || len(b) == 0 {
			p.i = from
			p.fail("0x and pairs of hex digits")
		}
		return b
	}
	n := 1
	for ; from+n < len(p.s) && p.s[from+n] != '"'; n++ {
		if p.s[from+n] == '\\' {
			n++
		}
	}
	v, err := value.Parse([]byte(p.s[from:min(from+n+1, len(p.s))]))
	s, _ := v.Text()
	if _, lone := v.Lone(); err != nil || s == "" || lone {
		p.fail(`text in quotes, with the escapes of JSON`)
	}
	p.i = from + n + 1
	return []byte(s)
}
