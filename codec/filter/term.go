package filter

import (
	"bytes"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"

	"github.com/rowlens/rowlens/codec"
	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/value"
)

// term compares anything that has a name with a value.
type term struct {
	name   string
	suffix string // the name as the end of a longer one: "Source"
	member bool   // only of the record, whatever the name means to the filter
	op     comparison
	not    bool
	text   string
	folded string // the text with lower-case ASCII letters, for containing, beginning and hex
	number number
	time   instant
	until  int64    // end of a period that begins at time, in milliseconds since 1970
	like   *pattern // for matching; nil if the text is a plain one

	asked, met atomic.Bool // a decoded row was tested; such a row had the member

	noHex           bool        // the text is no hex, with which a part is compared
	asPart, asField atomic.Bool // a row had a part of the name; its fields had such a member

	formats map[*format.Format]bool // for which the term is true
	records map[*format.Record]bool
}

type comparison uint8

const (
	equal comparison = iota
	less
	lessOrEqual
	more
	moreOrEqual
	containing
	beginning
	matching
	within
)

// places maps members of a record to the filter's names.
var places = map[string]string{"source.line": "line", "source.offset": "offset", "source.at": "at", "source.table": "table", "source.cf": "cf", "source.file": "file",
	"error.message": "error"}

func newTerm(name, op, text string, now int64) (*term, error) {
	if place := places[name]; place != "" {
		name = place
	}
	name, member := strings.CutPrefix(name, "fields.")
	name = strings.TrimPrefix(name, "parts.")
	t := &term{name: name, member: member, text: text, folded: smallLetters(text), number: parseNumber([]byte(text))}
	t.noHex = strings.Trim(t.folded, "0123456789abcdef") != "" || (op == "=" || op == "==" || op == "!=") && len(text)%2 != 0
	if name != "" {
		t.suffix = strings.ToUpper(name[:1]) + name[1:]
	}
	switch op {
	case "!=":
		t.not = true
	case "<":
		t.op = less
	case "<=":
		t.op = lessOrEqual
	case ">":
		t.op = more
	case ">=":
		t.op = moreOrEqual
	case "^=":
		t.op = beginning
	case has:
		t.op = containing
	case in:
		t.op = within
	case "!~", "~":
		t.op, t.not = matching, op == "!~"
		if !strings.ContainsAny(text, `\.+*?()|[]^$`) {
			t.op = containing
			break
		}
		var err error
		t.noHex = false
		if t.like, err = newPattern(text); err != nil {
			return nil, err
		}
	}
	if !member && (name == "format" || name == "record") {
		t.findKinds()
	}
	return t, t.takeTime(op, text, now)
}

const (
	has = "has" // operator of a single word
	in  = "in"  // operator of a period
)

// bareName makes "edge-index", "edge index" and "edgeIndex" equal.
func bareName(text string) string {
	return strings.ToLower(strings.NewReplacer(" ", "", "-", "", "_", "").Replace(text))
}

// findKinds finds the formats or record kinds for which the term is true, once for all rows.
func (t *term) findKinds() {
	t.formats, t.records = map[*format.Format]bool{}, map[*format.Record]bool{}
	for _, f := range codec.Formats() {
		t.formats[f] = t.isName(f.ID) || t.isName(f.Title)
		for i := range f.Kinds() {
			r := f.Kind(i)
			t.records[r] = t.isName(r.Name) || t.isName(r.Title) || t.isName(f.Title+r.Title)
		}
	}
}

// eval returns whether x matches the term. An absent member is unequal to everything.
func (t *term) eval(x *subject) truth {
	hit := unsure
	name := t.name
	if t.member || name == "at" && !x.row.Entry.Source.Inside { // docs/layouts.md itself calls instants "at"
		name = ""
	}
	switch name {
	case "format":
		hit = x.kind(t.formats[x.format])
	case "record":
		hit = x.kind(t.records[x.record])
	case "failed":
		if x.done || x.format != nil {
			hit = truthOf(t.test(strconv.AppendBool(nil, x.failed())))
		}
	case "line", "offset":
		hit = no
		if s := &x.row.Entry.Source; s.Lineless == (t.name == "offset") {
			hit = truthOf(t.test(strconv.AppendInt(nil, max(int64(s.Line), s.Offset), 10)))
		}
	case "at":
		hit = truthOf(t.test(strconv.AppendInt(nil, int64(x.row.Entry.Source.At), 10)))
	case "timestamp":
		hit = t.attribute(x.row.Entry.Timestamp)
	case "deleted":
		hit = t.deletion(x.row.Entry.Deleted)
	case "check":
		if x.done {
			hit = truthOf(slices.ContainsFunc(x.failedChecks(), func(name string) bool { return t.test([]byte(name)) }))
		}
	case "note":
		hit = t.attribute(x.row.Note)
	case "file":
		hit = t.attribute(x.row.Entry.Source.File)
	case "error":
		if x.done {
			hit = t.attribute(x.message())
		}
	case "keyBytes", "valueBytes":
		if x.done {
			hit = no
			if key, val := x.sizes(); x.row.Bad == nil {
				if t.name == "keyBytes" {
					val = key
				}
				hit = truthOf(t.test(strconv.AppendInt(nil, val, 10)))
			}
		}
	default:
		if x.done {
			hit = truthOf(t.anywhere(x))
		}
	}
	if t.not {
		hit = yes - hit
	}
	return hit
}

// kind returns the result of a term about the record kind, once that is known.
func (x *subject) kind(is bool) truth {
	switch {
	case x.format != nil:
		return truthOf(is)
	case x.done:
		return no // it failed and no kind came near
	}
	return unsure
}

func (x *subject) failed() bool { return x.row.Bad != nil || x.err != nil }

func (x *subject) message() string {
	switch {
	case x.row.Bad != nil:
		return x.row.Bad.Error()
	case x.err != nil:
		return x.err.Error()
	}
	return ""
}

// deletion compares the kind of a tombstone, or whether there is one.
func (t *term) deletion(kind string) truth {
	if t.text == "true" || t.text == "false" {
		return truthOf(t.test(strconv.AppendBool(nil, kind != "")))
	}
	return t.attribute(kind)
}

func (t *term) attribute(text string) truth { return truthOf(text != "" && t.test([]byte(text))) }

// isName compares names of formats and record kinds.
func (t *term) isName(name string) bool {
	if t.op == matching {
		return t.like.match([]byte(name))
	}
	name, wanted := bareName(name), bareName(t.text)
	switch t.op {
	case containing:
		return strings.Contains(name, wanted)
	case beginning:
		return strings.HasPrefix(name, wanted)
	}
	return t.op.holds(strings.Compare(name, wanted))
}

// anywhere searches the fields, then the parts and the source.
func (t *term) anywhere(x *subject) bool {
	e := x.row.Entry
	if t.name == "text" && !t.member {
		s := walk{term: t, b: x.fields, all: true}
		return s.scan() || t.attribute(x.message()) == yes || t.attribute(x.row.Note) == yes || t.inParts(x)
	}
	if len(x.fields) > 0 {
		t.asked.Store(true)
	}
	if t.name == "entity" && t.attribute(x.entity()) == yes {
		t.met.Store(true)
		return true
	}
	if t.name == "edge" && t.attribute(edgeOf(x.meaning())) == yes {
		t.met.Store(true)
		return true
	}
	s := walk{term: t, b: x.fields}
	if hit := s.scan(); s.found {
		t.met.Store(true)
		t.asField.Store(true)
		return hit
	}
	if p, ok := e.Part(t.name); ok {
		t.met.Store(true)
		t.asPart.Store(true)
		x.hex = value.AppendHex(x.hex[:0], p)
		return t.testHex(x.hex)
	}
	if r := x.record; r != nil && r.Members != nil {
		s = walk{term: t, b: x.more()}
		if hit := s.scan(); s.found {
			t.met.Store(true)
			return hit
		}
	}
	switch t.name {
	case "table":
		return t.attribute(e.Source.Table) == yes || t.attribute(x.table()) == yes
	case "cf":
		return t.attribute(e.Source.CF) == yes
	}
	return false
}

func (t *term) inParts(x *subject) bool {
	for i := range x.row.Entry.Parts {
		x.hex = value.AppendHex(x.hex[:0], x.row.Entry.Parts[i].Bytes)
		if t.testHex(x.hex) {
			return true
		}
	}
	return false
}

// test compares one value.
func (t *term) test(text []byte) bool {
	switch t.op {
	case containing:
		return containsFold(text, t.folded)
	case beginning:
		return len(text) >= len(t.folded) && containsFold(text[:len(t.folded)], t.folded)
	case matching:
		return t.like.match(text)
	case within:
		at := instantOf(text)
		return at.ok && at.ms >= t.time.ms && at.ms < t.until
	}
	if t.time.ok {
		if at := instantOf(text); at.ok {
			return t.op.holds(at.compare(t.time))
		}
	}
	if t.number.ok() || t.time.ok {
		if n := parseNumber(text); n.ok() && t.number.ok() {
			return t.op.holds(n.compare(&t.number))
		} else if t.op != equal && (n.ok() || t.number.ok()) {
			return false
		}
	}
	if t.op == equal {
		return string(text) == t.text
	}
	return t.op.holds(bytes.Compare(text, []byte(t.text)))
}

// testHex compares a part in the order of its bytes: hex digits without letters are neither a number nor a time.
func (t *term) testHex(hex []byte) bool {
	if t.op > moreOrEqual {
		return t.op != within && t.test(hex)
	}
	return t.op.holds(strings.Compare(string(hex), t.folded))
}

func (c comparison) holds(order int) bool {
	switch c {
	case less:
		return order < 0
	case lessOrEqual:
		return order <= 0
	case more:
		return order > 0
	case moreOrEqual:
		return order >= 0
	}
	return order == 0
}

// smallLetters lowers ASCII letters. The case of other letters matters.
func smallLetters(text string) string {
	b := []byte(text)
	for i, c := range b {
		if 'A' <= c && c <= 'Z' {
			b[i] = c | 0x20
		}
	}
	return string(b)
}

// containsFold reports whether text contains a lower-case text, ignoring the case of ASCII letters.
func containsFold(text []byte, small string) bool {
	if small == "" {
		return true
	}
	for i := 0; i+len(small) <= len(text); i++ {
		j := 0
		for j < len(small) && (text[i+j] == small[j] || 'A' <= text[i+j] && text[i+j] <= 'Z' && text[i+j]|0x20 == small[j]) {
			j++
		}
		if j == len(small) {
			return true
		}
	}
	return false
}
