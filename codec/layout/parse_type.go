package layout

import (
	"slices"
	"strconv"
	"strings"

	"github.com/rowlens/rowlens/codec/internal/md5"
	"github.com/rowlens/rowlens/codec/lexicoder"
	"github.com/rowlens/rowlens/codec/orderedbytes"
	"github.com/rowlens/rowlens/codec/value"
)

// named are the types besides u8 to i64.
var named = [...]struct {
	word  string
	kind  kind
	width int
	ticks int64
}{
	{"byte", signed, 1, 0}, {"short", signed, 2, 0}, {"int", signed, 4, 0}, {"long", signed, 8, 0}, {"bool", truth, 1, 0},
	{"f32", float, 4, 0}, {"f64", float, 8, 0}, {"float", float, 4, 0}, {"double", float, 8, 0}, {"uuid", uuid, 16, 0},
	{"ms", clock, 8, 1e3}, {"us", clock, 8, 1e6}, {"ns", clock, 8, 1e9}, {"s", clock, 8, 1}, {"hlc", hybrid, 8, 0},
	{"varint", leb, -1, 0}, {"zigzag", zigzag, -1, 0}, {"str", text, -1, 0}, {"bytes", raw, -1, 0}, {"hex", raw, -1, 0},
	{"skip", skip, -1, 0}, {"lex", lex, -1, 0}, {"ob", ordered, -1, 0},
	{"xxh32", hash, 4, 0}, {"xxh64", hash, 8, 0}, {"md5", hash, md5.Size, 0}, {"java", hash, 4, 0},
}

// types lists all types, for messages.
const types = "a type: u8 to u64, i8 to i64, byte, short, int, long, float, double, bool, ms, s, us, ns, hlc, varint, zigzag, str, bytes, " +
	"uuid, skip, lex, ob, xxh32, xxh64, md5 or java"

// typed reads a type with its argument and !.
func (p *parser) typed(it *item) {
	from := p.i
	w := p.word()
	known := false
	for i := range named {
		if t := &named[i]; t.word == w {
			it.kind, it.width, it.ticks, it.check.sum, known = t.kind, t.width, t.ticks, t.word, true
			it.check.size = t.width
		}
	}
	if bits, err := strconv.Atoi(w[min(len(w), 1):]); err == nil && bits%8 == 0 && bits > 0 && bits <= 64 && (w[0] == 'u' || w[0] == 'i') {
		if it.kind, it.width, known = unsigned, bits/8, true; w[0] == 'i' {
			it.kind = signed
		}
	}
	if !known {
		p.i = from
		p.fail(types)
		return
	}
	p.argument(it, w)
	at := p.i
	if it.sorts = p.is('!'); it.sorts && it.kind != signed && it.kind != float && (it.kind != clock || it.width < 8) {
		p.failAt(at, "no ! after "+w+", which has no sign", `"!"`)
	}
}

// argument reads what is in parentheses after a type.
func (p *parser) argument(it *item, w string) {
	if !p.is('(') {
		if it.kind == hash || it.kind == skip || it.kind == lex {
			p.fail(`"(" after ` + w)
		}
		it.any = it.kind == ordered
		return
	}
	from := p.i
	switch it.kind {
	case text, raw, skip, clock:
		p.extent(it)
	case hash:
		p.range_(it)
	case lex:
		depth := 1
		for ; p.i < len(p.s) && depth > 0; p.i++ {
			depth += strings.Count(p.s[p.i:p.i+1], "(") - strings.Count(p.s[p.i:p.i+1], ")")
		}
		if p.i -= 1 - min(depth, 1); depth > 0 {
			p.fail(`")"`)
			return
		}
		l, err := lexicoder.Parse(value.Of(p.s[from:p.i]))
		if err != nil {
			p.failAt(from, "a lexicoder as pair(string, long)", string(value.AppendQuoted(nil, p.s[from:p.i])))
		}
		it.lex = l
	case ordered:
		var ok bool
		if it.ob, ok = orderedbytes.TypeNamed(p.word()); !ok {
			p.i = from
			p.fail("a type of OrderedBytes: null, numeric, int8 to int64, float32, float64, string, blob-var, blob-copy")
		}
	default:
		p.i = from - 1
		p.fail("no parentheses after " + w)
	}
	p.need(")")
	p.modulo(it)
}

// extent reads how long an item is: a number of bytes, .. and its terminator, or the type of its length.
func (p *parser) extent(it *item) {
	c := p.next()
	switch {
	case c >= '0' && c <= '9':
		most := sizeMax
		if it.kind == clock {
			most = 8
		}
		if it.width = p.number(most); it.width == 0 {
			p.fail("a byte at least")
		}
	case it.kind == clock, it.kind == skip:
		p.fail("a number of bytes")
	case c == '.':
		p.need("..")
		if c := p.next(); c == '"' || c == '0' {
			it.fixed = p.literal()
		} else {
			p.fail(`what ends it, as ..0x00 or ..":"`)
		}
	default:
		it.count = p.prefix()
	}
}

// range_ reads the bytes that a hash covers, and how many bytes of the hash are kept.
func (p *parser) range_(it *item) {
	names := [2]string{}
	it.check.from, names[0] = p.edge()
	it.check.to, names[1] = it.check.from, names[0]
	if strings.HasPrefix(p.s[p.i:], "..") {
		p.i += 2
		if c := p.next(); c == ')' || c == ',' {
			it.check.to, names[1] = edge{item: -1, end: true}, ""
		} else {
			it.check.to, names[1] = p.edge()
		}
	} else if names[0] == "" {
		p.fail(`".." after the first byte`)
	}
	if p.is(',') {
		p.space()
		if it.width = p.number(it.check.size); it.width == 0 {
			p.fail("a byte at least")
		}
	}
	p.later, p.of = append(p.later, names), append(p.of, it.at)
}

func (p *parser) edge() (e edge, name string) {
	e.item = -1
	if c := p.next(); c == '-' || c >= '0' && c <= '9' {
		e.end = p.is('-')
		e.n = p.number(sizeMax)
		return e, ""
	}
	if name = p.word(); name == "" {
		p.fail("bytes such as 4.. or 4..12, or the name of an item")
	}
	return e, name
}

// modulo reads the number of buckets.
func (p *parser) modulo(it *item) {
	if p.next() != '%' {
		return
	}
	if it.kind != hash || it.check.sum == "md5" {
		p.fail("% after xxh32, xxh64 or java only")
		return
	}
	p.i++
	n := p.number(1 << 30)
	if it.check.modulo, it.width = uint32(n), 4; n <= 1<<8 {
		it.width = 1
	} else if n <= 1<<16 {
		it.width = 2
	}
	if n == 0 {
		p.fail("a number of buckets")
	}
}

// edges finds the items at which the hashed bytes begin and end.
func (p *parser) edges(i int) {
	it := &p.l.items[i]
	if it.kind != hash {
		return
	}
	names := p.later[slices.Index(p.of, it.at)]
	for n, e := range [...]*edge{&it.check.from, &it.check.to} {
		if names[n] == "" {
			continue
		}
		if e.item = p.l.find(names[n]); e.item < 0 {
			p.failAt(it.at, "the name of another item in what "+it.name+" is of", names[n])
			return
		}
	}
	own := 0 // offset of the hash, if all items before it have a fixed width
	for j := range p.l.items[:i] {
		n, fixed := p.l.items[j].size()
		if own += n; !fixed {
			own = sizeMax * itemsMax
		}
	}
	from, to := it.check.from, it.check.to
	before := from.item >= 0 && from.item <= i || from.item < 0 && !from.end && from.n < own+it.width && own < sizeMax*itemsMax
	if before && (to.item >= i || to.item < 0 && (to.end && to.n == 0 || !to.end && to.n > own)) {
		p.failAt(it.at, "other bytes than its own in what "+it.name+" is of", it.typ)
	}
}

// tails finds out where an item ends that extends to the beginning of those after it.
func (p *parser) tails(i int) {
	it := &p.l.items[i]
	if !it.runs() {
		return
	}
	for _, next := range p.l.items[i+1:] {
		n, fixed := next.size()
		if !fixed && it.kind != ordered {
			p.failAt(next.at, "an item of a fixed width after "+it.name+", which nothing ends", next.typ)
			return
		}
		it.tail += n
	}
}
