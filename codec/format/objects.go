package format

import (
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
)

// Objects says what the rows of a format make together, and which rows an object is.
type Objects struct {
	Kinds []ObjectKind

	// NewJoiner returns a Joiner that assembles objects from rows. It may refuse to work without a
	// schema.
	NewJoiner func(s Schema) (Joiner, error)

	// Rows yields every row that the system writes for an object, in upstream's order of
	// writes; in.Given has what the object does not say. The entry and what it refers to are
	// valid until yield returns, whose error ends it and is returned. What the system would not write, and an object that
	// lacks something, is a *Refusal. Nil for a format whose objects are only read.
	Rows func(in *Input, kind string, object value.Value, yield func(record string, e *store.Entry) error) error

	// Changes yields the rows to put, with Deleted those to delete and with Increment numbers to add, that turn the rows of one object
	// into those of another, in upstream's order of writes. Either may be null: an object that is created, or deleted. Nil if
	// the rows of both say it: rows of the new object that are not among those of the old one are put, then the others deleted.
	Changes func(in *Input, kind string, from, to value.Value, yield func(record string, e *store.Entry) error) error

	// Scans returns where all rows of the object are that the fields identify, by record kind, as far as
	// its identity says it. Nil for a format in which it says nothing.
	Scans func(in *Input, kind string, identity value.Value) ([]ObjectScan, error)
}

// ObjectKind is a kind of objects.
type ObjectKind struct {
	Name     string      // kebab-case: "record", "edge", "vertex"
	Doc      string      // one paragraph: what it is, and of which rows
	Identity []ScanField // the members that Scans takes
	Example  string      // an object, as assemble writes its fields
}

// ObjectKind returns the kind of objects called name, or nil.
func (f *Format) ObjectKind(name string) *ObjectKind {
	if f.Objects == nil {
		return nil
	}
	for i := range f.Objects.Kinds {
		if k := &f.Objects.Kinds[i]; k.Name == name {
			return k
		}
	}
	return nil
}

// ObjectKinds are the names of the kinds of objects.
func (f *Format) ObjectKinds() (names []string) {
	if f.Objects != nil {
		for i := range f.Objects.Kinds {
			names = append(names, f.Objects.Kinds[i].Name)
		}
	}
	return names
}

// ObjectScan is where rows of an object are.
type ObjectScan struct {
	Record string
	Plan   Plan
}

// Joiner assembles the objects of a database. Rows come to it as to a shuffle.Check, which every
// Joiner is, too, so that a database of any size needs the memory of one object.
type Joiner interface {
	// Begin says as of when objects are wanted, and who gets them, in a fixed order, until yield returns
	// false. It is called when all rows were placed. An error says why there are none as of that moment.
	Begin(m Moment, yield func(o Object) bool) error
	// Why says why the row that was placed last, as Foreign, would be part of an object but for what
	// is wrong with it; nil if it would not be.
	Why() error
}

// Zoned is a Joiner that wants to know the time zones, which some groups are by.
type Zoned interface{ SetZones(z Zones) }

// Moment is the time at which objects are assembled: now, at a version, or always.
type Moment struct {
	At      string // a version as the format spells it; empty for now
	History bool   // the object at each of its versions
}

// Object is one object made from several rows.
type Object struct {
	Kind    string // kebab-case: "record"
	Entries int    // how many rows it is made from
	Fields  []byte // JSON
	Err     error  // why it cannot be assembled; Fields then only identify it
	Note    string // what is worth knowing about it: a sentence, empty for most

	// History yields the object at each of its versions, the oldest first, as JSON
	// objects with "version" and "record", until yield returns false: they belong in Fields as
	// the list "history". The bytes are valid until yield returns. Nil unless the history was
	// requested.
	History func(yield func(version []byte) bool)
}
