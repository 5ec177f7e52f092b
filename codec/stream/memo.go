package stream

import (
	"slices"

	"github.com/rowlens/rowlens/codec/identify"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/wire"
)

// memo remembers what short lone values were identified as: a dump of one column repeats the same
// few values, and identifying bytes costs a hundred attempts.
type memo struct {
	found map[string]finding
	hit   bool // a value was found in the memo
	cold  int  // successive values that were not in the memo
}

// finding is what an entry was identified as, or why it was not.
type finding struct {
	best  *identify.Candidate
	doubt identify.Doubt
	err   *wire.Error
}

// A memo has at most memoMax values of up to memoBytes bytes. If none of them repeats, it keeps
// only one in memoCold.
const (
	memoMax   = 512
	memoBytes = 64
	memoCold  = 16
)

// key returns the value of an entry about which only its bytes are known.
func (m *memo) key(e *store.Entry) ([]byte, bool) {
	s := &e.Source
	if len(e.Parts) != 1 || e.Parts[0].Name != store.Bytes || len(e.Parts[0].Bytes) > memoBytes {
		return nil, false
	}
	return e.Parts[0].Bytes, e.Timestamp == "" && e.Deleted == "" && s.CF == "" && s.Table == ""
}

// find returns what an entry is, if the memo knows it.
func (m *memo) find(e *store.Entry) (f finding, ok bool) {
	if b, can := m.key(e); can {
		f, ok = m.found[string(b)]
		m.hit = m.hit || ok
	}
	return f, ok
}

// keep remembers what an entry is.
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
