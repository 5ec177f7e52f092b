package rfile

import (
	"bytes"

	"github.com/rowlens/rowlens/codec/file"
)

// filter leaves out what a reader of the table does not see. Entries must be passed in order.
type filter struct {
	stored   bool
	at       int64
	hasAt    bool
	versions int
	labels   map[string]bool // nil: all entries are seen
	seen     map[string]bool // whether a visibility is satisfied, by its bytes

	column      [parts][]byte // of the last entry
	any         bool
	deleted     bool
	deletedUpTo int64
	shown       int
}

// seenMax bounds how many visibilities are remembered.
const seenMax = 1 << 12

func newFilter(q file.Query) *filter {
	f := &filter{stored: q.Stored, at: int64(q.At), hasAt: q.HasAt, versions: max(q.Versions, 1)}
	if q.HasLabels {
		f.labels, f.seen = map[string]bool{}, map[string]bool{}
		for _, l := range q.Labels {
			f.labels[l] = true
		}
	}
	return f
}

// shows reports whether an entry is seen. The rules, in order: a deletion hides its column up
// to its timestamp; the reader must satisfy the visibility; only the newest versions count.
func (f *filter) shows(k *key) bool {
	if f.hasAt && k.time > f.at {
		return false
	}
	if f.stored {
		return true
	}
	if !f.any || !f.same(k) {
		f.begin(k)
	}
	switch {
	case f.deleted && k.time <= f.deletedUpTo:
		return false
	case k.deleted:
		f.deleted, f.deletedUpTo = true, k.time
		return false
	case f.labels != nil && !f.allowed(k.part[visibility]):
		return false
	case f.shown >= f.versions:
		return false
	}
	f.shown++
	return true
}

func (f *filter) same(k *key) bool {
	for i := range k.part {
		if !bytes.Equal(f.column[i], k.part[i]) {
			return false
		}
	}
	return true
}

func (f *filter) begin(k *key) {
	for i := range k.part {
		f.column[i] = append(f.column[i][:0], k.part[i]...)
	}
	f.any, f.deleted, f.shown = true, false, 0
}

func (f *filter) allowed(expression []byte) bool {
	if len(expression) == 0 {
		return true
	}
	if allowed, known := f.seen[string(expression)]; known {
		return allowed
	}
	allowed := holds(expression, f.labels)
	if len(f.seen) < seenMax {
		f.seen[string(expression)] = allowed
	}
	return allowed
}
