package stream

import (
	"slices"

	"github.com/rowlens/rowlens/codec/identify"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/wire"
)

// memo has what short lone values were identified as: a dump of one column has the same
// few again and again, and to find out what bytes are costs a hundred tries.
type memo map[string]finding

// finding is what an entry was identified as, or why it is nothing.
type finding struct {
	best  *identify.Candidate
	doubt identify.Doubt
	err   *wire.Error
}

// A memo has at most memoMax values of memoBytes.
const (
	memoMax   = 512
	memoBytes = 64
)

// key is the value of an entry that nothing is known of but its bytes.
func (m memo) key(e *store.Entry) ([]byte, bool) {
	s := &e.Source
	if len(e.Parts) != 1 || e.Parts[0].Name != store.Bytes || len(e.Parts[0].Bytes) > memoBytes {
		return nil, false
	}
	return e.Parts[0].Bytes, e.Timestamp == "" && e.Deleted == "" && s.CF == "" && s.Table == ""
}

// find returns what an entry is, if that is known.
func (m memo) find(e *store.Entry) (f finding, ok bool) {
	if b, can := m.key(e); can {
		f, ok = m[string(b)]
	}
	return f, ok
}

// keep keeps what an entry is.
func (m *memo) keep(e *store.Entry, f finding) {
	b, can := m.key(e)
	if !can {
		return
	}
	if *m == nil || len(*m) >= memoMax {
		*m = make(memo)
	}
	f.doubt.Checks = slices.Clone(f.doubt.Checks)
	for i := range f.doubt.Checks {
		f.doubt.Checks[i].Stored = slices.Clone(f.doubt.Checks[i].Stored)
	}
	(*m)[string(b)] = f
}
