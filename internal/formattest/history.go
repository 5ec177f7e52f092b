package formattest

import (
	"testing"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/hlc"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
)

// Versioned is a record that is assembled from rows and has a history.
type Versioned interface {
	Versions() []hlc.Version
	Write(w *value.Writer, at hlc.Version) error
	History(yield func(at hlc.Version, write func(*value.Writer)) bool) error
}

// HistoryIsItsMoments checks that a history, which reads each row once, equals the
// versions built individually.
func HistoryIsItsMoments(t testing.TB, key []byte, x Versioned) {
	t.Helper()
	versions := x.Versions()
	err := x.History(func(at hlc.Version, write func(*value.Writer)) bool {
		var got, want value.Writer
		write(&got)
		if err := x.Write(&want, at); err != nil || at != versions[0] || string(got.Buf) != string(want.Buf) {
			t.Errorf("%x at %d, want %d: %v\n got %s\nwant %s", key, at, versions[0], err, got.Buf, want.Buf)
		}
		versions = versions[1:]
		return true
	})
	if err != nil || len(versions) > 0 {
		t.Errorf("%x lacks %d versions, %v", key, len(versions), err)
	}
}

// Verified passes copies of entries to a verifier; change may modify a copy, or drop it.
func Verified(v format.Verifier, entries []store.Entry, change func(i int, e *store.Entry) bool, more ...store.Entry) []format.Finding {
	for i := range entries {
		e := entries[i].Clone()
		if change == nil || change(i, &e) {
			v.Add(&e)
		}
	}
	for i := range more {
		v.Add(&more[i])
	}
	return v.Findings()
}
