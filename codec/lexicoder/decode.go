package lexicoder

import (
	"bytes"
	"strconv"
	"unicode/utf8"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/internal/badtext"
	"github.com/rowlens/rowlens/codec/span"
	"github.com/rowlens/rowlens/codec/wire"
)

// decoder reads one encoding. Bytes stored verbatim are read in place. Escaped or complemented
// bytes are first restored, then read as a separate source after the source that contains them. So
// sources follow one another, and each byte is copied at most once per level of nesting.
//
// Its memory is reused from value to value: a Value is valid until the next one is decoded.
type decoder struct {
	tree    *span.Tree
	record  string // in errors
	lenient bool
	jobs    []job
	items   []Value
	scratch []byte
}

// job is a derived source: its bytes, and what they decode into.
type job struct {
	of      *Lexicoder
	to      *Value
	bytes   []byte
	node    int // node of the stored bytes, or -1 if nothing is recorded
	reverse bool
}

// sourcesMax limits how many derived sources a tree explains; further ones are only decoded.
const sourcesMax = 1024

// Decode reads an encoding that fills src. Bytes of v alias src, or separate memory if they are
// not stored verbatim.
func (l *Lexicoder) Decode(src []byte, v *Value) error {
	var d decoder
	return d.decode(l, src, v, "")
}

// decode reads an encoding that fills a part.
func (d *decoder) decode(l *Lexicoder, src []byte, v *Value, part string) error {
	d.jobs, d.items, d.scratch = d.jobs[:0], d.items[:0], d.scratch[:0]
	*v = Value{}
	if d.tree != nil {
		d.tree.Part(part, src)
	}
	if err := d.source(l, src, v, d.tree, &fRoot); err != nil {
		return format.Locate(err, formatID, d.record, part)
	}
	for i := 0; i < len(d.jobs); i++ {
		if err := d.derived(i); err != nil {
			return format.Locate(err, formatID, d.record, sourceName(i, d.jobs[i].reverse))
		}
	}
	return nil
}

func sourceName(i int, reverse bool) string {
	if reverse {
		return "complemented " + strconv.Itoa(i+1)
	}
	return "unescaped " + strconv.Itoa(i+1)
}

// derived reads the derived source of job i.
func (d *decoder) derived(i int) error {
	j := d.jobs[i]
	if d.tree == nil || j.node < 0 {
		return d.source(j.of, j.bytes, j.to, nil, &fDerived)
	}
	if i >= sourcesMax { // not recorded unless it fails: an error needs a node in the tree
		if d.source(j.of, j.bytes, j.to, nil, &fDerived) == nil {
			return nil
		}
		*j.to = Value{}
	}
	d.tree.Derived(sourceName(i, j.reverse), j.bytes, j.node)
	err := d.source(j.of, j.bytes, j.to, d.tree, &fDerived)
	if err == nil {
		d.tree.Conclude(j.of.span(j.to))
	}
	return err
}

// source reads one source, which is a part or derived.
func (d *decoder) source(l *Lexicoder, b []byte, v *Value, rec *span.Tree, root *span.Field) error {
	r := wire.NewReader(b, rec)
	*r.Memory() = d.scratch
	r.SetLenient(d.lenient)
	r.Begin(root)
	d.value(&r, l, len(b), v, "")
	d.scratch = r.Spare()
	return r.Finish()
}

// value reads what l wrote into the next n bytes.
func (d *decoder) value(r *wire.Reader, l *Lexicoder, n int, v *Value, label string) {
	r.Begin(&fields[l.Kind])
	if label != "" {
		r.Group().Label(label)
	}
	switch l.Kind {
	case String, Text, Bytes:
		d.text(r, l.Kind, n, v)
	case UUID:
		v.Num, v.Least = decodeUUID(r, n)
	case BigInteger:
		v.Bytes = decodeBig(r, n)
	case Reverse:
		d.reverse(r, l, n, v)
	case Pair, List, Sequence:
		d.list(r, l, n, v)
	default:
		v.Num = decodeNumber(r, l.Kind, n)
	}
	if r.Rec() != nil {
		r.EndWith(l.span(v), 0)
	}
}

func (d *decoder) text(r *wire.Reader, k Kind, n int, v *Value) {
	b := r.Ahead()
	if !r.OK() || len(b) < n {
		return
	}
	b = b[:n:n]
	if k == String && !utf8.Valid(b) {
		if !d.lenient {
			r.FailAt(wire.BadText, &fields[String], r.Offset()+badtext.Index(b), "UTF-8 text", "")
			return
		}
		r.Group().NonCanonical("not UTF-8: upstream replaces what is wrong")
	}
	v.Bytes = b
	r.Skip(n)
}

// reverse reads a complemented encoding and its terminator, which upstream's reader ignores.
func (d *decoder) reverse(r *wire.Reader, l *Lexicoder, n int, v *Value) {
	f := &fields[Reverse]
	b := r.Ahead()
	if n == 0 || len(b) < n {
		r.FailFound(wire.Truncated, f, "the terminator 0xff", "end of the value")
		return
	}
	end := b[n-1]
	if end != 0xff && !d.lenient {
		r.FailAt(wire.Unterminated, f, r.Offset()+n-1, "the terminator 0xff", "")
		return
	}
	d.later(r, l.A, n-1, v, "", 0xff)
	if !r.OK() {
		return
	}
	at := r.Offset()
	r.Skip(1)
	if t := r.Rec(); t != nil {
		if nd := t.Raw(&fEnd, at, at+1); nd != nil && end != 0xff {
			nd.Flags = span.NonCanonical
		}
	}
}

// later restores the next n bytes, which are escaped and XORed with x, and queues them as a
// separate source.
func (d *decoder) later(r *wire.Reader, l *Lexicoder, n int, v *Value, label string, x byte) {
	b := unescape(r, n, x)
	if !r.OK() {
		return
	}
	at := r.Offset()
	r.Skip(n)
	m := r.Leaf(&fEscaped, at, span.Value{})
	m.Label(label)
	d.jobs = append(d.jobs, job{of: l, to: v, bytes: b, node: m.Index(), reverse: x != 0})
}

// list reads the pieces of a pair, list or sequence.
func (d *decoder) list(r *wire.Reader, l *Lexicoder, n int, v *Value) {
	f := &fields[l.Kind]
	b := r.Ahead()
	if !r.OK() || len(b) < n {
		return
	}
	b = b[:n]
	separators := bytes.Count(b, []byte{0})
	count := separators + 1
	switch {
	case l.Kind == Pair && separators != 1:
		r.FailFound(wire.BadValue, f, "one separator 0x00", strconv.Itoa(separators))
		return
	case l.Kind == Sequence && n > 0 && b[n-1] != 0:
		r.FailAt(wire.Unterminated, f, r.Offset()+n, "0x00 after the last element", "end of the value")
		return
	case l.Kind == Sequence:
		count = separators
	}
	v.Items = d.room(count)
	for i := range v.Items {
		of := l.A
		if l.Kind == Pair && i == 1 {
			of = l.B
		}
		size, ended := pieceLen(b)
		d.piece(r, of, size, &v.Items[i], l.Kind, i)
		if !r.OK() {
			return
		}
		if b = b[size:]; !ended {
			break
		}
		b = b[1:]
		at := r.Offset()
		r.Skip(1)
		if t := r.Rec(); t != nil {
			t.Raw(&fSeparator, at, at+1)
		}
	}
}

// piece reads one of several pieces; in place, if nothing in it is escaped.
func (d *decoder) piece(r *wire.Reader, l *Lexicoder, n int, v *Value, in Kind, i int) {
	label := ""
	if r.Rec() != nil {
		switch {
		case in != Pair:
			label = "element " + strconv.Itoa(i)
		case i == 0:
			label = "first"
		default:
			label = "second"
		}
	}
	if bytes.IndexByte(r.Ahead()[:n], 1) < 0 {
		d.value(r, l, n, v, label)
	} else {
		d.later(r, l, n, v, label, 0)
	}
}

// room returns n values from the decoder's memory.
func (d *decoder) room(n int) []Value {
	const chunk = 16
	if cap(d.items)-len(d.items) < n {
		d.items = make([]Value, 0, max(n, chunk))
	}
	at := len(d.items)
	d.items = d.items[:at+n]
	out := d.items[at : at+n : at+n]
	clear(out)
	return out
}
