package accumulograph

import (
	"slices"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/span"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/wire"
)

// formatID is the format's name in errors and JSON.
const formatID = "accumulograph"

// Short names of the parts of a key, as Accumulo's own tools use them. Dumps and the other formats
// use those of package store; both are accepted.
const (
	partFamily     = "cf"
	partQualifier  = "cq"
	partVisibility = "vis"
)

var (
	entryParts = []string{store.Row, partFamily, partQualifier, partVisibility, store.Value, store.Family, store.Qualifier, store.Visibility}
	valuePart  = []string{store.Value}
)

// longName returns the other name of a part.
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

// parts opens the parts of an entry by either of their names.
type parts struct {
	format.Parts
	prefix string // prefix of the names of parts, if there are several entries
}

// newParts opens the parts of the input's entry. A lenient reader ignores bytes after the last
// field, as upstream does.
func newParts(in *format.Input, t *span.Tree, record string) parts {
	p := parts{Parts: format.NewParts(in, t, formatID, record)}
	p.Ignored = "upstream ignores these bytes"
	return p
}

// memory is reused from call to call, so that a stream of entries allocates nothing.
type memory struct {
	parts parts
	entry Entry
}

// find returns the part with that name, or with its long name.
func find(e *store.Entry, name string) (found string, b []byte, ok bool) {
	return e.First(name, longName(name))
}

// read opens the part, lets decode read it into e, and closes it.
func (p *parts) read(name string, f *span.Field, e *Entry, decode func(*Entry, *wire.Reader)) {
	if p.Err() != nil {
		return
	}
	name, b, ok := find(&p.In.Entry, name)
	if !ok {
		return
	}
	r := p.OpenBytes(p.prefix+name, b)
	r.Begin(f)
	decode(e, r)
	p.Close()
}

// addPart adds a part under the name that the caller uses.
func addPart(in *format.Input, dst *store.Entry, name string, b []byte) {
	if in.Only != nil && slices.Contains(in.Only, longName(name)) {
		name = longName(name)
	}
	if in.Wants(name) {
		dst.Add(name, b)
	}
}
