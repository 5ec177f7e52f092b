package format

import (
	"errors"
	"strconv"
	"strings"

	"github.com/rowlens/rowlens/codec/wire"
)

// Refusal is why a model (fields, schema, given) was refused: a sentence that
// names the member. It is not about bytes, so it has no offset.
type Refusal struct {
	Field string // the member: "source.value"
	Why   string // "expected a whole number from -128 to 127, found 300"

	// ReadOnly means that the model is valid but never encoded: that its bytes cannot be compared
	// proves nothing about them.
	ReadOnly bool

	// Misuse says that what was asked for makes no sense as a whole: members that there are not,
	// that are given twice or contradict each other or the model.
	Misuse bool

	// NoMember says that there is no member of the name, whatever it would have in it.
	NoMember bool

	// Foreign says of a refused schema that it has no member of the format's: it is another format's.
	Foreign bool
}

// Unknown is the refusal of a name that there is not.
type Unknown struct {
	Refusal
	Name  string
	Known []string // the names that there are
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

// RefuseUnknown returns an *Unknown, of a name that is not among those that there are; kind says what
// it would be the name of.
func RefuseUnknown(field, kind, name string, known []string) error {
	why := "there is no " + kind + " " + strconv.Quote(name)
	if len(known) > 0 {
		why += "; there are: " + strings.Join(known, ", ")
	}
	return &Unknown{Refusal{Field: field, Misuse: true, Why: why}, name, known}
}

// Contradict returns the refusal of a member that does not fit another one, or the model.
func Contradict(field, why string) error { return &Refusal{Field: field, Why: why, Misuse: true} }

// ReadOnly returns the refusal to write a member that is only ever read.
func ReadOnly(field, why string) error { return &Refusal{Field: field, Why: why, ReadOnly: true} }

// Locate fills in the place of a decoding error and returns it.
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

// wrapped is the decoding error inside another one, or nil. Its variable allocates, which the
// usual error must not.
func wrapped(err error) (e *wire.Error) {
	errors.As(err, &e)
	return e
}

// NeedsModel is the Own of a wire.Error for a row that is one kind or another, which only its model says.
const NeedsModel = "needs-model"
