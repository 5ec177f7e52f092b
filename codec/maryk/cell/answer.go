package cell

import (
	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/hlc"
	"github.com/rowlens/rowlens/codec/value"
)

// Joined is a record joined from its cells, in either store.
type Joined interface {
	// Versions returns the versions at which the record changed.
	Versions() []hlc.Version
	// Write writes the record as it was at a version.
	Write(w *value.Writer, at hlc.Version) error
}

// WriteHistory writes the record at each of its versions.
func WriteHistory(w *value.Writer, x Joined) error {
	w.Array()
	for _, v := range x.Versions() {
		w.Object()
		w.Key("version")
		w.Uint64(uint64(v))
		w.Key("record")
		if err := x.Write(w, v); err != nil {
			return err
		}
		w.EndObject()
	}
	w.EndArray()
	return nil
}

// WriteAnswer writes what a derivation was asked for: the whole history
// (given.history), or the record at a version (given.at), the newest without one.
func WriteAnswer(in *format.Input, w *value.Writer, x Joined) error {
	if all, _ := in.Given.Member("history").Bool(); all {
		return WriteHistory(w, x)
	}
	at := Newest
	if g, given := in.Given.Get("at"); given {
		n, ok := g.Uint()
		if !ok {
			return format.Refuse("at", "expected a version as a whole number")
		}
		at = hlc.Version(n)
	}
	return x.Write(w, at)
}
