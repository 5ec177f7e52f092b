package wire

import (
	"errors"
	"testing"
)

// Numbers and names are promised forever (docs/rationale.md): a new code goes at
// the end, and nothing else here changes.
func TestCodesKeepTheirNumbersAndNames(t *testing.T) {
	want := []string{
		0: "ok", 1: "truncated", 2: "bad-header", 3: "bad-type", 4: "unterminated", 5: "trailing", 6: "bad-value",
		7: "bad-text", 8: "bad-json", 9: "null", 10: "missing", 11: "limit", 12: "bad-check", 13: "non-canonical",
	}
	codes := append([]Code{OK}, Codes()...)
	if len(codes) != len(want) {
		t.Errorf("%d codes, want %d", len(codes), len(want))
	}
	for i, c := range codes {
		if int(c) != i || c.String() != want[i] {
			t.Errorf("code %d is %d, %s; want %s", i, c, c, want[i])
		}
	}
	named := []Code{OK, Truncated, BadHeader, BadType, Unterminated, Trailing, BadValue, BadText, BadJSON, NullValue, Missing,
		Limit, BadCheck, NonCanonical}
	for i, c := range named {
		if int(c) != i {
			t.Errorf("the constant of %s is %d", want[i], c)
		}
	}
	if s := Code(200).String(); s != "error" {
		t.Errorf("an unknown code is called %s", s)
	}
}

func TestErrorsSayWhereWhatAndWhy(t *testing.T) {
	e := &Error{Code: Unterminated, Format: "actionbase", Record: "edge-state", Part: "row", Offset: 26, Field: "target",
		Expected: "0x00", Found: "end of input"}
	for _, c := range []struct{ got, want string }{
		{e.Error(), "actionbase edge-state row: target: expected 0x00, found end of input at offset 26 (0x1a)"},
		{e.Sentence(), "target: expected 0x00, found end of input at offset 26 (0x1a)"},
		{(&Error{Expected: "a", Found: "b"}).Error(), "expected a, found b at offset 0 (0x0)"},
		{(&Error{Part: "key", Offset: 300, Expected: "a", Found: "b"}).Error(), "key: expected a, found b at offset 300 (0x12c)"},
	} {
		if c.got != c.want {
			t.Errorf("got  %s\nwant %s", c.got, c.want)
		}
	}
}

func TestErrorsAreTheirCodes(t *testing.T) {
	kinds := []error{
		ErrTruncated, ErrBadHeader, ErrBadType, ErrUnterminated, ErrTrailing, ErrBadValue, ErrBadText,
		ErrBadJSON, ErrNullValue, ErrMissing, ErrLimit, ErrBadCheck, ErrNonCanonical,
	}
	codes := Codes()
	if len(kinds) != len(codes) {
		t.Fatalf("%d codes have %d errors", len(codes), len(kinds))
	}
	for i, c := range codes {
		if kinds[i].Error() != c.String() {
			t.Errorf("the error of %s says %q", c, kinds[i])
		}
		for j, kind := range kinds {
			if got := errors.Is(&Error{Code: c}, kind); got != (i == j) {
				t.Errorf("an error with the code %s is %q: %v", c, kind, got)
			}
		}
		if errors.Is(&Error{Code: c}, errors.New(c.String())) {
			t.Errorf("an error with the code %s is any error with that text", c)
		}
	}
}
