package format

import (
	"errors"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/rowlens/rowlens/codec/value"
)

// Within prefixes the member of a refusal with the member that contains it: "source" and "value"
// become "source.value". It returns other errors unchanged.
func Within(name string, err error) error {
	var r *Refusal
	if !errors.As(err, &r) {
		return err
	}
	inner := *r
	inner.Field = name
	if r.Field != "" {
		inner.Field = name + "." + r.Field
	}
	if len(inner.Field) > pathMax {
		inner.Field = strings.ToValidUTF8(inner.Field[:pathMax], "") + "…"
	}
	return &inner
}

// pathMax is how long a path may be before it is cut: values nest so deep that the path would hide the reason.
const pathMax = 160

// Expect returns nil if ok, otherwise the refusal of a member that does not hold what is expected.
func Expect(ok bool, field, expected string, found value.Value) error {
	if ok {
		return nil
	}
	what := found.Kind.String()
	if s, is := found.Text(); is {
		what = strconv.Quote(Cut(s))
	}
	return Refuse(field, "expected "+expected+", found "+what)
}

// ExpectNumber is Expect for a member that has to be one number among all: the message has the number that was found.
func ExpectNumber(ok bool, field, expected string, found value.Value) error {
	if ok || found.Kind != value.Number {
		return Expect(ok, field, expected, found)
	}
	return Refuse(field, "expected "+expected+", found "+Cut(found.Raw()))
}

// Renamed is err with another name for the member that it is about, or that contains it: who read a text of its own does not know by
// which name the text was given. It returns other errors unchanged.
func Renamed(member, name string, err error) error {
	var r *Refusal
	if !errors.As(err, &r) {
		return err
	}
	rest, is := strings.CutPrefix(r.Field, name)
	if !is || rest != "" && rest[0] != '.' {
		return err
	}
	inner := *r
	inner.Field = strings.TrimPrefix(member+rest, ".")
	return &inner
}

// List returns the items of a member that is a list; none if it is null or absent. Anything else is refused, as it would
// otherwise count as an empty list.
func List(of value.Value, field string) ([]value.Value, error) {
	list := of.Member(field)
	return list.Items(), Expect(list.IsNull() || list.Kind == value.Array, field, "a list", list)
}

// Cut shortens a text for use in a message, to at most 40 bytes of whole characters.
func Cut(s string) string { return CutTo(s, 40) }

// CutTo returns a text of at most most bytes as it is, and otherwise what fits of its start, between characters, and an
// ellipsis.
func CutTo(s string, most int) string {
	if len(s) <= most {
		return s
	}
	for most > 0 && !utf8.RuneStart(s[most]) {
		most--
	}
	return s[:most] + "…"
}
