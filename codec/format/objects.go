package format

import (
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
)

// Objects describes the objects that rows of a format form together, and which rows belong to an object.
type Objects struct {
	Kinds []ObjectKind

	// NewJoiner returns a Joiner that assembles objects from rows. It may refuse to work without a schema.
	NewJoiner func(s Schema) (Joiner, error)

	// Rows yields every row that the system writes for an object, in upstream's order of writes. in.Given has what the
	// object does not say. The entry and what it refers to are valid until yield returns. An error of yield stops Rows,
	// which returns it. An object that is incomplete, or that the system would not write, is a *Refusal. Nil for a
	// format whose objects are only read.
	Rows func(in *Input, kind string, object value.Value, yield func(record string, e *store.Entry) error) error

	// Changes yields the changes that turn the rows of one object into those of another, in upstream's order of writes:
	// rows to put, with Deleted rows to delete, with Increment numbers to add. from is null for an object that is
	// created, to for one that is deleted. If nil, the rows of both objects suffice: rows that only the new object has
	// are put, then those that only the old one has are deleted.
	Changes func(in *Input, kind string, from, to value.Value, yield func(record string, e *store.Entry) error) error

	// Scans returns, by record kind, where all rows of the object are, as far as its identity says. Nil for a format in
	// which it says nothing.
	Scans func(in *Input, kind string, identity value.Value) ([]ObjectScan, error)
}

// ObjectKind is one kind of object.
type ObjectKind struct {
	Name     string      // kebab-case: "record", "edge", "vertex"
	Doc      string      // one paragraph: what it is, and which rows form it
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

// ObjectKinds returns the names of the kinds of objects.
func (f *Format) ObjectKinds() (names []string) {
	if f.Objects != nil {
		for i := range f.Objects.Kinds {
			names = append(names, f.Objects.Kinds[i].Name)
		}
	}
	return names
}

// ObjectScan says where rows of an object are.
type ObjectScan struct {
	Record string
	Plan   Plan
}

// Joiner assembles the objects of a database. It receives rows as a shuffle.Check does, and every
// Joiner is one, so a database of any size needs only the memory of one object.
type Joiner interface {
	// Begin is called after all rows have been placed. It sets the moment for which objects are wanted and the function
	// that receives them, in a fixed order, until it returns false. An error says why there are none for that moment.
	Begin(m Moment, yield func(o Object) bool) error
	// Why returns an error if the row placed last, as Foreign, would be part of an object if it
	// were not damaged; otherwise nil.
	Why() error
}

// Zoned is a Joiner that needs time zones, because some of its groups depend on them.
type Zoned interface{ SetZones(z Zones) }

// Moment is the time for which objects are assembled: now, a version, or all versions.
type Moment struct {
	At      string // a version as the format writes it; empty for now
	History bool   // assemble the object at each of its versions
}

// Object is one object made from several rows.
type Object struct {
	Kind    string // kebab-case: "record"
	Entries int    // the number of rows it is made from
	Fields  []byte // JSON
	Err     error  // why it cannot be assembled; Fields then only identifies it
	Note    string // one sentence worth knowing about it; usually empty

	// History yields the object at each of its versions, oldest first, until yield returns false.
	// Each version is a JSON object with "version" and "record"; together they form the list
	// "history" in Fields. The bytes are valid until yield returns. Nil unless the history was
	// requested.
	History func(yield func(version []byte) bool)
}
