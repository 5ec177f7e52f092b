package anonymise

import (
	"bytes"
	"encoding/base64"
	"errors"
	"slices"
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

// Options say what is replaced besides ids, texts, numbers and bytes.
type Options struct {
	Names bool // of tables, properties and indexes, as far as rows hold them
	Times bool
}

// Rows replaces identifying values in rows. The same rows give the same result.
func Rows(rows []Row, also Options) *Result {
	x := &run{also: also, texts: texts{begins: map[[begin]byte]bool{}}, fixed: map[string]bool{}, seen: map[Change]int{}}
	x.times = times{clocks: map[string]bool{}, other: &x.numbers}
	read := make([]*reading, len(rows))
	for i := range rows {
		read[i] = x.read(&rows[i])
	}
	x.countAll(read)
	x.numbers.assign()
	x.times.assign()
	x.texts.assign()
	x.assignReals()
	x.assignDigits()
	x.assignBytes()
	out := &Result{Rows: make([]Made, len(rows))}
	for i, r := range read {
		out.Rows[i] = x.make(r)
	}
	out.Changes = x.changes
	return out
}

// run is one run of Rows.
type run struct {
	also    Options
	numbers numbers
	times   times
	texts   texts
	reals   seen
	digits  seen            // numbers of any size
	bytes   seen            // that are neither a number nor a text
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
	checks []Change // check values, which are computed again
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

// read reads a row.
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
	known := explain(&x.tree, x.also)
	r.words = known.words
	if r.fields, r.err = value.Parse(bytes.Clone(w.Buf)); r.err != nil {
		return r
	}
	leaves(r.fields, "", func(at string, v value.Value) (value.Value, bool) {
		r.leaves = append(r.leaves, known.leaf(at, v))
		return v, true
	})
	r.follow()
	r.checks = checks(&x.tree)
	doubt := identify.Examine(row.Format, row.Record, &in)
	r.sound = !doubt.Any()
	return r
}

// countAll counts the values of all rows. Words of the formats, which mostly stay, come after what rows say.
func (x *run) countAll(read []*reading) {
	for _, loose := range []bool{false, true} {
		for _, r := range read {
			for i := range r.leaves {
				if r.leaves[i].loose == loose {
					x.count(&r.leaves[i])
				}
			}
		}
	}
	for _, r := range read {
		if at := r.row.Input.Entry.Timestamp; x.also.Times && at != "" && !x.times.clocks[at] {
			x.times.add(at)
		}
	}
}

// count counts a value, so that it can get a replacement.
func (x *run) count(l *leaf) {
	text := textOf(l.v)
	if l.follows {
		return
	}
	switch l.kind {
	case asWhole:
		x.numbers.add(text)
	case asReal:
		x.addReal(text)
	case asDigits:
		x.addDigits(text)
	case asText:
		x.texts.add(text)
	case asBytes:
		b, _ := value.DecodeHex(text)
		x.addBytes(b)
	case asBase64:
		x.addBytes(fromBase64(text))
	case asTime:
		x.times.add(text)
	case asClock:
		x.times.addClock(text)
	case asRanges:
		b := l.spelt()
		for i := range l.ranges {
			x.addStored(b, &l.ranges[i])
		}
	case asJSON:
		x.countJSON(l, text)
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
	case asReal:
		text = x.real(text)
	case asDigits:
		text = x.manyDigits(text)
	case asText:
		text = x.texts.of(text)
	case asBytes:
		b, _ := value.DecodeHex(text)
		text = string(value.AppendHex(nil, x.someBytes(b)))
	case asBase64:
		text = base64.RawURLEncoding.EncodeToString(x.someBytes(fromBase64(text)))
	case asTime, asClock:
		text = x.times.of(text)
	case asRanges:
		b := l.spelt()
		for i := range l.ranges {
			x.stored(b, &l.ranges[i])
		}
		if text = string(b); !l.plain {
			text = string(value.AppendHex(nil, b))
		}
	case asJSON:
		text = x.replacedJSON(text)
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

// written writes a row with other values and reads it again.
func (x *run) written(r *reading, to []value.Value) (e store.Entry, err error) {
	out, err := r.encoded(to)
	if err != nil {
		return e, err
	}
	row := r.row
	e = row.Input.Entry
	e.Parts = nil
	if x.also.Times {
		e.Timestamp = x.times.of(e.Timestamp)
	}
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
