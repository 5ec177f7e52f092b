package cell

import (
	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/hlc"
	"github.com/rowlens/rowlens/codec/value"
)

// Joined is a record joined from its cells; each store has its own.
type Joined interface {
	// Write writes the record as it was at a version.
	Write(w *value.Writer, at hlc.Version) error

	// History yields the versions at which the record changed, oldest first, each with a function
	// that writes the record as it was then. It stops when yield returns false. write is valid only
	// inside yield. An error means that a cell does not decode.
	History(yield func(at hlc.Version, write func(w *value.Writer)) bool) error
	// Written returns the cells that were written at each version, including those of a soft
	// delete.
	Written() map[hlc.Version][]Stored
	// Gone reports whether the record was hard-deleted at a version.
	Gone(v hlc.Version) bool
}

// WriteHistory writes the record at each of its versions.
func WriteHistory(w *value.Writer, x Joined) error {
	w.Array()
	err := x.History(func(at hlc.Version, write func(*value.Writer)) bool {
		writeVersion(w, at, write)
		return true
	})
	w.EndArray()
	return err
}

func writeVersion(w *value.Writer, at hlc.Version, write func(*value.Writer)) {
	w.Object()
	w.Key("version")
	w.Uint64(uint64(at))
	w.Key("record")
	write(w)
	w.EndObject()
}

// Object makes an object of a record: its history, or its state at a version. A history is read
// once to check that it decodes, then again while it is yielded, so that only one version is in
// memory.
//
// A history also says where the cells differ from what its values imply, so that the rows can be derived from it: the
// "cells" of a version, {"reference","data"}, were written in addition or, where data is null, were not written. stored,
// which may be nil, writes the same about other rows.
func Object(x Joined, m *Model, s Store, key []byte, at hlc.Version, history bool, stored func(w *value.Writer)) format.Object {
	o := format.Object{Kind: "record"}
	var w value.Writer
	if history {
		o.Err = x.History(func(hlc.Version, func(*value.Writer)) bool { return true })
	} else if o.Err = x.Write(&w, at); o.Err != nil {
		w.Reset()
	}
	o.Fields = objectFields(m, key, w.Buf)
	if history && o.Err == nil {
		if stored != nil {
			o.Fields = appendStored(o.Fields, stored)
		}
		o.History = func(yield func(version []byte) bool) { historyOf(x, m, s, yield) }
	}
	return o
}

// appendStored adds members to an object.
func appendStored(object []byte, write func(w *value.Writer)) []byte {
	var w value.Writer
	w.Object()
	write(&w)
	w.EndObject()
	if len(w.Buf) <= len("{}") {
		return object
	}
	return append(append(object[:len(object)-1], ','), w.Buf[1:]...)
}

// historyOf yields the versions of a record whose history was already read once.
func historyOf(x Joined, m *Model, s Store, yield func(version []byte) bool) {
	var w, record value.Writer
	written := x.Written()
	before := Rebuilder{Model: m.Def, Store: s}
	_ = x.History(func(at hlc.Version, write func(*value.Writer)) bool {
		record.Reset()
		write(&record)
		w.Reset()
		w.Object()
		w.Key("version")
		w.Uint64(uint64(at))
		w.Key("record")
		w.JSON(record.Buf)
		if j, err := value.Parse(record.Buf); err == nil {
			step, err := before.Step(at, j)
			if err == nil {
				step.WriteCorrections(&w, written[at])
				if !step.Gone && x.Gone(at) {
					w.Key("hardDelete")
					w.Bool(true)
				}
			}
		}
		w.EndObject()
		return yield(w.Buf)
	})
}

// BrokenObject returns the object of a record that cannot be assembled because of err.
func BrokenObject(m *Model, key []byte, err error) format.Object {
	return format.Object{Kind: "record", Fields: objectFields(m, key, nil), Err: err}
}

// SealedNote returns the note of an object with a value that was not decrypted because of why; it
// is "" if why is.
func SealedNote(why string) string {
	if why == "" {
		return ""
	}
	return "an encrypted value is shown as it is stored: " + why
}

// State is what a record's cells hold other than its values.
type State struct {
	First, Last hlc.Version
	Deleted     bool
}

// Write writes a record that exists, with the members exists, firstVersion, lastVersion, isDeleted
// and values.
func (s *State) Write(w *value.Writer, rec *Record) {
	w.Object()
	w.Key("exists")
	w.Bool(true)
	w.Key("firstVersion")
	w.Uint64(uint64(s.First))
	w.Key("lastVersion")
	w.Uint64(uint64(s.Last))
	w.Key("isDeleted")
	w.Bool(s.Deleted)
	w.Key("values")
	rec.Write(w)
	w.EndObject()
}

// WriteAbsent writes a record that does not exist, which has no other members.
func WriteAbsent(w *value.Writer) {
	w.Object()
	w.Key("exists")
	w.Bool(false)
	w.EndObject()
}

// objectFields returns an object with the members that identify the record, followed by the members
// of record, which is a JSON object.
func objectFields(m *Model, key []byte, record []byte) []byte {
	var w value.Writer
	w.Object()
	w.Key("model")
	w.Int(int64(m.Number))
	if m.Name != "" {
		w.Key("name")
		w.String(m.Name)
	}
	w.Key("key")
	w.Hex(key)
	w.EndObject()
	if len(record) <= len("{}") {
		return w.Buf
	}
	return append(append(w.Buf[:len(w.Buf)-1], ','), record[1:]...)
}

// WriteAnswer writes what a derivation asks for: the whole history (given.history), or the record
// at a version (given.at; without it, the newest).
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
