package accumulograph

import (
	"slices"
	"strings"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/span"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
	"github.com/rowlens/rowlens/codec/wire"
)

// formatID is the format's name in errors and JSON.
const formatID = "accumulograph"

// Short names of the parts of a key, as Accumulo's own tools have them. Dumps and
// the other formats use those of package store; both are taken.
const (
	partFamily     = "cf"
	partQualifier  = "cq"
	partVisibility = "vis"
)

var (
	entryParts = []string{store.Row, partFamily, partQualifier, partVisibility, store.Value, store.Family, store.Qualifier, store.Visibility}
	valuePart  = []string{store.Value}
)

// longName is the other name of a part.
func longName(part string) string {
	switch part {
	case partFamily:
		return store.Family
	case partQualifier:
		return store.Qualifier
	case partVisibility:
		return store.Visibility
	}
	return part
}

// parts opens the parts of an entry one after the other and keeps the first error.
type parts struct {
	entry   *store.Entry
	lenient bool
	t       *span.Tree
	record  string
	prefix  string // before the names of parts, where there are several entries
	seen    bool
	err     error
	r       wire.Reader
}

// memory is kept from call to call, so that a stream of entries allocates nothing.
type memory struct {
	parts parts
	entry Entry
}

func memoryOf(in *format.Input) *memory {
	m, ok := in.Memory.(*memory)
	if !ok {
		m = new(memory)
		in.Memory = m
	}
	return m
}

// open starts to read the parts of the input's entry.
func (m *memory) open(in *format.Input, t *span.Tree, record string) *parts {
	m.parts = parts{entry: &in.Entry, lenient: in.Lenient, t: t, record: record}
	return &m.parts
}

// find returns the part of that name, or of its other name.
func (p *parts) find(name string) (found string, b []byte, ok bool) {
	if b, ok = p.entry.Part(name); ok {
		return name, b, true
	}
	found = longName(name)
	b, ok = p.entry.Part(found)
	return found, b, ok
}

// read opens the part, lets decode read it into e, and closes it. It reports whether
// the entry has the part.
func (p *parts) read(name string, f *span.Field, e *Entry, decode func(*Entry, *wire.Reader)) bool {
	if p.err != nil {
		return false
	}
	name, b, ok := p.find(name)
	if !ok {
		return false
	}
	p.seen = true
	if p.prefix != "" {
		name = p.prefix + name
	}
	if p.t != nil {
		p.t.Part(name, b)
	}
	p.r = wire.NewReader(b, p.t)
	r := &p.r
	r.SetLenient(p.lenient)
	r.Begin(f)
	decode(e, r)
	var err error
	if p.lenient {
		err = r.FinishPrefix("upstream ignores these bytes")
	} else {
		err = r.Finish()
	}
	if err != nil {
		p.err = format.Locate(err, formatID, p.record, name)
	}
	return true
}

// done returns the first error, or one that says that there was nothing to read.
func (p *parts) done(want ...string) error {
	if p.err != nil || p.seen {
		return p.err
	}
	return &wire.Error{Code: wire.Missing, Format: formatID, Record: p.record, Part: want[0], Expected: "one of the parts " + strings.Join(want, ", "), Found: "none"}
}

// known refuses an object with members other than those named: a misspelt one would
// be lost in silence.
func known(v value.Value, members ...string) error {
	for i := range v.Len() {
		if v.Kind == value.Object && !slices.Contains(members, v.Name(i)) {
			return refuse(v.Name(i), "there is no such field; there are "+strings.Join(members, ", "))
		}
	}
	return nil
}

// addPart adds a part under the name by which the caller wants it.
func addPart(in *format.Input, dst *store.Entry, name string, b []byte) {
	if in.Only != nil && slices.Contains(in.Only, longName(name)) {
		name = longName(name)
	}
	if in.Wants(name) {
		dst.Add(name, b)
	}
}
