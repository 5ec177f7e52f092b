package stream

import (
	"slices"

	"github.com/rowlens/rowlens/codec/identify"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/wire"
)

// memo has what short lone values were identified as: a dump of one column has the same
// few again and again, and to find out what bytes are costs a hundred tries.
type memo struct {
	found map[string]finding
	hit   bool // one of them came again
	cold  int  // values in a row of which none had come before
}

// finding is what an entry was identified as, or why it is nothing.
type finding struct {
	best  *identify.Candidate
	doubt identify.Doubt
	err   *wire.Error
}

// A memo has at most memoMax values of memoBytes. Where none comes again, it keeps one in
// memoCold.
const (
	memoMax   = 512
	memoBytes = 64
	memoCold  = 16
)

// key is the value of an entry that nothing is known of but its bytes.
func (m *memo) key(e *store.Entry) ([]byte, bool) {
	s := &e.Source
	if len(e.Parts) != 1 || e.Parts[0].Name != store.Bytes || len(e.Parts[0].Bytes) > memoBytes {
		return nil, false
	}
	return e.Parts[0].Bytes, e.Timestamp == "" && e.Deleted == "" && s.CF == "" && s.Table == ""
}

// find returns what an entry is, if that is known.
func (m *memo) find(e *store.Entry) (f finding, ok bool) {
	if b, can := m.key(e); can {
		f, ok = m.found[string(b)]
		m.hit = m.hit || ok
	}
	return f, ok
}

// keep keeps what an entry is.
func (m *memo) keep(e *store.Entry, f finding) {
	b, can := m.key(e)
	if !can {
		return
	}
	if m.hit {
		m.cold = 0
	} else if m.cold++; m.cold > memoMax && m.cold%memoCold != 0 {
		return
	}
	if m.found == nil || len(m.found) >= memoMax {
		m.found, m.hit = make(map[string]finding), false
	}
	if f.best != nil {
		f.best = f.best.Clone()
	}
	f.doubt.Checks = slices.Clone(f.doubt.Checks)
	for i := range f.doubt.Checks {
		f.doubt.Checks[i].Stored = slices.Clone(f.doubt.Checks[i].Stored)
	}
	m.found[string(b)] = f
}
