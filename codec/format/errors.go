package format

import (
	"errors"
	"strconv"
	"strings"

	"github.com/rowlens/rowlens/codec/wire"
)

// Refusal says in one sentence why input (fields, a schema, given) was refused, and names the
// member. It is not about bytes, so it has no offset.
type Refusal struct {
	Field string // the member: "source.value"
	Why   string // "expected a whole number from -128 to 127, found 300"

	// ReadOnly means that the input is valid but nothing encodes it, so bytes that cannot be
	// compared prove nothing.
	ReadOnly bool

	// Misuse means that the request as a whole makes no sense: members that do not exist, are given
	// twice, or contradict each other or the model.
	Misuse bool

	// NoMember means that no member has this name, whatever its value.
	NoMember bool

	// Foreign means that a refused schema has no member of this format: it belongs to another one.
	Foreign bool
}

// Unknown is the refusal of a name that does not exist.
type Unknown struct {
	Refusal
	Name  string
	Known []string // the names that exist
}

// Unwrap returns the refusal.
func (u *Unknown) Unwrap() error { return &u.Refusal }

// Error returns the sentence.
func (r *Refusal) Error() string {
	if r.Field == "" {
		return r.Why
	}
	return r.Field + ": " + r.Why
}

// Refuse returns a refusal of the named member.
func Refuse(field, why string) error { return &Refusal{Field: field, Why: why} }

// RefuseUnknown returns an *Unknown for a name that is not among the known ones; kind says what it
// should be the name of.
func RefuseUnknown(field, kind, name string, known []string) error {
	why := "there is no " + kind + " " + strconv.Quote(name)
	if len(known) > 0 {
		why += "; there are: " + strings.Join(known, ", ")
	}
	return &Unknown{Refusal{Field: field, Misuse: true, Why: why}, name, known}
}

// Contradict returns the refusal of a member that contradicts another one, or the model.
func Contradict(field, why string) error { return &Refusal{Field: field, Why: why, Misuse: true} }

// ReadOnly returns the refusal to write a member that can only be read.
func ReadOnly(field, why string) error { return &Refusal{Field: field, Why: why, ReadOnly: true} }

// Locate sets format, record and part of a decoding error, and returns it.
func Locate(err error, format, record, part string) error {
	if err == nil {
		return nil
	}
	e, ok := err.(*wire.Error)
	if !ok {
		e = wrapped(err)
	}
	if e != nil {
		e.Format, e.Record, e.Part = format, record, part
	}
	return err
}

// wrapped returns the decoding error inside err, or nil. It is a function of its own because its
// variable allocates, which the usual error must not.
func wrapped(err error) (e *wire.Error) {
	errors.As(err, &e)
	return e
}

// NeedsModel is the Own of a wire.Error for a row that may be one of several kinds, which only its model tells apart.
const NeedsModel = "needs-model"
