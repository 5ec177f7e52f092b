package anonymise

import (
	"bytes"
	"encoding/base64"
	"errors"
	"slices"
	"strconv"
	"strings"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/identify"
	"github.com/rowlens/rowlens/codec/span"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
)

// Row is an entry and what it is read as.
type Row struct {
	Format *format.Format
	Record *format.Record
	Input  format.Input
}

// Made is what became of a row: an entry with the same parts, or the reason why there is none.
type Made struct {
	Entry store.Entry
	Err   error
	// Cleared is set if the row had doubts that the new one does not have, such as a check value that does not match.
	Cleared bool
}

// Change is a value that was replaced or kept.
type Change struct {
	Field    string
	From, To string // as text; equal if it was kept
	Kept     string // why it was kept: "name" or "time"; empty if it was replaced
	Times    int    // in how many places
}

// Result is what became of rows, and of their values in the order in which they occur.
type Result struct {
	Rows    []Made
	Changes []Change
}

// Rows replaces identifying values in rows. The same rows and seed give the same result.
func Rows(rows []Row, seed uint64) *Result {
	x := &run{numbers: numbers{}, words: words{of: map[string]map[string]string{}, begins: map[[begin]byte]bool{}},
		fixed: map[string]bool{}, seen: map[Change]int{}}
	read := make([]*reading, len(rows))
	for i := range rows {
		read[i] = x.read(&rows[i])
	}
	d := draws(seed)
	x.numbers.assign(&d)
	x.words.assign(&d)
	out := &Result{Rows: make([]Made, len(rows))}
	for i, r := range read {
		out.Rows[i] = x.make(r)
	}
	out.Changes = x.changes
	return out
}

// run is one run of Rows.
type run struct {
	numbers numbers
	words   words
	fixed   map[string]bool // members, with their values, that a record kind does not allow to change
	changes []Change
	seen    map[Change]int // index in changes, by all but Times
	tree    span.Tree
}

// reading is a row as it was read.
type reading struct {
	row    *Row
	fields value.Value
	leaves []leaf
	words  []string // words of the format in its bytes
	sound  bool     // it has no doubts
	err    error
}

// Reasons why a row is left out.
var (
	errNoWriter = errors.New("no writer makes such a row any longer")
	errWhole    = errors.New("not all of its bytes are known")
	errChanged  = errors.New("other values make it a different row")
	errRemains  = errors.New("some of its text would remain")
)

// read reads a row and counts its values.
func (x *run) read(row *Row) *reading {
	r := &reading{row: row}
	in := row.Input
	in.Doubtful = false
	var w value.Writer
	if r.err = identify.Explain(row.Record, &in, &x.tree, &w); r.err != nil {
		return r
	}
	if row.Record.Encode == nil {
		r.err = errNoWriter
		return r
	}
	known := explain(&x.tree)
	r.words = known.words
	if r.fields, r.err = value.Parse(bytes.Clone(w.Buf)); r.err != nil {
		return r
	}
	leaves(r.fields, "", func(at string, v value.Value) (value.Value, bool) {
		r.leaves = append(r.leaves, known.leaf(at, v))
		return v, true
	})
	r.follow()
	for i := range r.leaves {
		x.count(&r.leaves[i])
	}
	doubt := identify.Examine(row.Format, row.Record, &in)
	r.sound = !doubt.Any()
	return r
}

// follow finds the members that follow from others: without them the row is the same.
func (r *reading) follow() {
	whole, err := r.encoded(r.values())
	if err != nil {
		return
	}
	try := func(list []int) bool {
		for _, i := range list {
			r.leaves[i].follows = true
		}
		less, err := r.encoded(r.values())
		if err == nil && same(&whole, &less) {
			return true
		}
		for _, i := range list {
			r.leaves[i].follows = false
		}
		return false
	}
	var loose []int
	for i := range r.leaves {
		if r.leaves[i].loose && !strings.HasSuffix(r.leaves[i].at, "]") {
			loose = append(loose, i)
		}
	}
	if len(loose) == 0 || len(loose) > triesMax || try(loose) {
		return
	}
	for i := range loose {
		try(loose[i : i+1])
	}
}

// values returns the current values of a reading.
func (r *reading) values() []value.Value {
	list := make([]value.Value, len(r.leaves))
	for i := range list {
		list[i] = r.leaves[i].v
	}
	return list
}

// same reports whether entries have the same parts.
func same(a, b *store.Entry) bool {
	return slices.EqualFunc(a.Parts, b.Parts, func(p, q store.Part) bool { return p.Name == q.Name && bytes.Equal(p.Bytes, q.Bytes) })
}

// count counts a value, so that it can get a replacement.
func (x *run) count(l *leaf) {
	text := textOf(l.v)
	if l.follows {
		return
	}
	switch l.kind {
	case asWhole:
		if s, low, ok := whole(text); ok {
			x.numbers.add(s, low)
		}
	case asReal, asSingle:
		if s, low, ok := real(text, l.kind == asSingle); ok {
			x.numbers.add(s, low)
		}
	case asDigits:
		x.words.addDigits(text)
	case asText:
		x.words.addText(text)
	case asBytes:
		b, _ := value.DecodeHex(text)
		x.words.addBytes(b)
	case asBase64:
		x.words.addBytes(fromBase64(text))
	case asRanges:
		b := l.spelt()
		for i := range l.ranges {
			x.words.addStored(b, &l.ranges[i])
		}
	case asJSON:
		l.kind = asText
		if v, err := value.Parse([]byte(text)); err == nil {
			l.kind = asJSON
			leaves(v, "", func(_ string, v value.Value) (value.Value, bool) {
				x.count(&leaf{v: v, kind: unexplained(v)})
				return v, true
			})
			return
		}
		x.words.addText(text)
	}
}

func textOf(v value.Value) string {
	if text, ok := v.Text(); ok {
		return text
	}
	return v.Raw()
}

// replaced returns the replacement of a value.
func (x *run) replaced(l *leaf) value.Value {
	text := textOf(l.v)
	switch l.kind {
	case asWhole:
		text = x.numbers.whole(text)
	case asReal, asSingle:
		text = x.numbers.real(text, l.kind == asSingle)
	case asDigits:
		text = x.words.digits(text)
	case asText:
		text = x.words.text(text)
	case asBytes:
		b, _ := value.DecodeHex(text)
		text = string(value.AppendHex(nil, x.words.bytes(b)))
	case asBase64:
		text = base64.RawURLEncoding.EncodeToString(x.words.bytes(fromBase64(text)))
	case asRanges:
		b := l.spelt()
		for i := range l.ranges {
			x.words.stored(b, &l.ranges[i])
		}
		if text = string(b); !l.plain {
			text = string(value.AppendHex(nil, b))
		}
	case asJSON:
		v, _ := value.Parse([]byte(text))
		v, _ = leaves(v, "", func(_ string, v value.Value) (value.Value, bool) {
			return x.replaced(&leaf{v: v, kind: unexplained(v)}), true
		})
		text = v.String()
	default:
		return l.v
	}
	if l.v.Kind == value.Number {
		if v, err := value.Parse([]byte(text)); err == nil {
			return v
		}
	}
	return value.Of(text)
}

// make makes a row with other values.
func (x *run) make(r *reading) (m Made) {
	if r.err != nil {
		return Made{Err: r.err}
	}
	to := make([]value.Value, len(r.leaves))
	for i := range r.leaves {
		l := &r.leaves[i]
		if to[i] = l.v; l.kind != keep && !l.follows {
			if l.fixed = l.loose && x.fixed[x.place(r, l)]; !l.fixed {
				to[i] = x.replaced(l)
			}
		}
	}
	m.Entry, m.Err = x.written(r, to)
	if m.Err != nil {
		m.Entry, m.Err = x.oneByOne(r, to, m.Err)
	}
	if m.Err == nil {
		m.Cleared = !r.sound
		x.tell(r, to)
	}
	return m
}

// place identifies a member in all rows of a kind, together with its value.
func (x *run) place(r *reading, l *leaf) string {
	var b strings.Builder
	b.WriteString(r.row.Format.ID + "/" + r.row.Record.Name)
	for _, s := range strings.Split(l.at, "[") {
		_, name, _ := strings.Cut(s, "]")
		b.WriteString("[" + name)
	}
	return b.String() + "=" + textOf(l.v)
}

// triesMax bounds how often a row is written.
const triesMax = 200

// oneByOne replaces values one after another, equal ones together, and so finds those that the record does not allow to
// change. Such a value then stays if it may follow from others, or be one of a closed set, unless it is a text that the
// row has in its bytes.
func (x *run) oneByOne(r *reading, to []value.Value, first error) (e store.Entry, err error) {
	now := r.values()
	pending := groups(r, to)
	for tries := 0; len(pending) > 0; {
		var left [][]int
		var why []error
		for _, g := range pending {
			if tries++; tries > triesMax {
				return e, first
			}
			set(now, to, g)
			if e, err = x.written(r, now); err != nil {
				restore(now, r, g)
				left, why = append(left, g), append(why, err)
			}
		}
		if len(left) == len(pending) {
			for i, g := range left {
				if !x.mayStay(r, g) {
					return e, why[i]
				}
			}
			break
		}
		pending = left
	}
	copy(to, now)
	return x.written(r, to)
}

// groups puts equal values together, by their kinds.
func groups(r *reading, to []value.Value) (list [][]int) {
	index := map[string]int{}
	for i := range r.leaves {
		l := &r.leaves[i]
		text := textOf(l.v)
		if l.kind == keep || l.fixed || l.follows || textOf(to[i]) == text {
			continue
		}
		at, ok := index[text]
		if !ok {
			at = len(list)
			index[text], list = at, append(list, nil)
		}
		list[at] = append(list[at], i)
	}
	return list
}

func set(now, to []value.Value, group []int) {
	for _, i := range group {
		now[i] = to[i]
	}
}

func restore(now []value.Value, r *reading, group []int) {
	for _, i := range group {
		now[i] = r.leaves[i].v
	}
}

// mayStay reports whether members may keep their values, and records that they do.
func (x *run) mayStay(r *reading, group []int) bool {
	for _, i := range group {
		l := &r.leaves[i]
		if !l.loose || !telling(l.v) || holds(&r.row.Input.Entry, l.v) {
			return false
		}
		x.fixed[x.place(r, l)], l.fixed = true, true
	}
	return true
}

// telling reports whether a value can be a word of the format or a small number, and nothing else.
func telling(v value.Value) bool {
	text := textOf(v)
	n, err := strconv.Atoi(text)
	return err == nil && n >= -0x80 && n <= 0xff ||
		strings.Trim(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_-") == ""
}

// holds reports whether parts contain a text, unchanged or with all bits inverted.
func holds(e *store.Entry, v value.Value) bool {
	text, _ := v.Text()
	if len(text) < begin {
		return false
	}
	inverted := []byte(text)
	for i := range inverted {
		inverted[i] = ^inverted[i]
	}
	for _, p := range e.Parts {
		if bytes.Contains(p.Bytes, []byte(text)) || bytes.Contains(p.Bytes, inverted) {
			return true
		}
	}
	return false
}

// written writes a row with other values and reads it again.
func (x *run) written(r *reading, to []value.Value) (e store.Entry, err error) {
	out, err := r.encoded(to)
	if err != nil {
		return e, err
	}
	row := r.row
	e = row.Input.Entry
	e.Parts = nil
	for _, p := range row.Input.Entry.Parts {
		b, ok := out.Part(p.Name)
		if !ok {
			return e, errWhole
		}
		e.Add(p.Name, b)
	}
	again := row.Input
	again.Entry, again.Doubtful = e, false
	if err := row.Record.Decode(&again, nil, nil); err != nil {
		return e, err
	}
	if r.sound {
		if doubt := identify.Examine(row.Format, row.Record, &again); doubt.Any() {
			return e, errChanged
		}
	}
	for i := range r.leaves {
		l := &r.leaves[i]
		if l.kind == asText && textOf(to[i]) != textOf(l.v) && holds(&e, l.v) && !r.stays(to, textOf(l.v)) {
			return e, errRemains
		}
	}
	return e, nil
}

// encoded encodes the fields with other values.
func (r *reading) encoded(to []value.Value) (out store.Entry, err error) {
	n := -1
	fields, _ := leaves(r.fields, "", func(string, value.Value) (value.Value, bool) {
		n++
		return to[n], !r.leaves[n].follows
	})
	row := r.row
	in := format.Input{Schema: row.Input.Schema, Schemas: row.Input.Schemas, Given: row.Input.Given, Zones: row.Input.Zones, Unlimited: true}
	for _, p := range row.Input.Entry.Parts {
		in.Only = append(in.Only, p.Name)
	}
	err = row.Record.Encode(&in, fields, &out)
	return out, err
}

// stays reports whether a text occurs in a word of the format, or in a member that is kept, such as a name.
func (r *reading) stays(to []value.Value, text string) bool {
	if slices.ContainsFunc(r.words, func(w string) bool { return strings.Contains(w, text) }) {
		return true
	}
	for i := range r.leaves {
		if now := textOf(to[i]); now == textOf(r.leaves[i].v) && strings.Contains(now, text) {
			return true
		}
	}
	return false
}

// tell adds what became of a row's values to the changes.
func (x *run) tell(r *reading, to []value.Value) {
	for i := range r.leaves {
		l := &r.leaves[i]
		c := Change{Field: l.title, From: textOf(l.v), To: textOf(to[i])}
		if c.From == c.To {
			if c.Kept = l.why; c.Kept != "name" && c.Kept != "time" {
				continue
			}
		}
		at, ok := x.seen[c]
		if !ok {
			at = len(x.changes)
			x.seen[c], x.changes = at, append(x.changes, c)
		}
		x.changes[at].Times++
	}
}
