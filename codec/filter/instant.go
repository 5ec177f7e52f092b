package filter

import (
	"cmp"
	"errors"
	"strconv"

	"github.com/rowlens/rowlens/codec/hlc"
	"github.com/rowlens/rowlens/codec/moment"
)

// instant is a time in milliseconds since 1970, and nanoseconds below them.
type instant struct {
	ms, nanos int64
	ok        bool
}

func parseInstant(text []byte) (i instant) {
	const shortest = len("2024-05-01")
	if len(text) >= shortest {
		i.ms, i.nanos, i.ok = moment.Instant(string(text))
	}
	return i
}

// versionMin is the smallest number that is taken for a version of a hybrid logical clock: as
// milliseconds it would be in the year 287396, as a version it is in April 1970.
const versionMin = 1 << 53

// instantOf returns the time that a value stands for: a text with a date, milliseconds, or a version.
func instantOf(text []byte) instant {
	if n := parseNumber(text); !n.ok() {
		return parseInstant(text)
	}
	whole, err := strconv.ParseInt(string(text), 10, 64)
	if whole >= versionMin {
		whole = int64(hlc.Maryk.Physical(hlc.Version(whole)))
	}
	return instant{ms: whole, ok: err == nil}
}

func (i instant) compare(j instant) int {
	return cmp.Or(cmp.Compare(i.ms, j.ms), cmp.Compare(i.nanos, j.nanos))
}

// takeTime sets the time of the term from its value; now is the present, or 0 if unknown. A text that only begins like
// a time is refused if it can mean nothing else.
func (t *term) takeTime(op, text string, now int64) error {
	if op == in {
		var ok bool
		if t.time.ms, t.until, ok = moment.Period(text); !ok {
			return errors.New("expected a date such as 2024-05-03, 2024-05 or 2024-05-03T14 after in, found " + strconv.Quote(text))
		}
		t.time.ok = true
		return nil
	}
	if t.time = parseInstant([]byte(text)); t.time.ok || t.op == containing || t.op == beginning || t.op == matching {
		return nil
	}
	unfinished := false
	if now > 0 {
		t.time.ms, t.time.ok, unfinished = moment.Relative(text, now)
	}
	switch {
	case unfinished:
		return errors.New("expected ago after " + strconv.Quote(text))
	case t.op != equal && !t.time.ok && (beginsLikeDate(text) || t.isTime() && !t.number.ok()):
		return errors.New("expected a date such as 2024-05-03 or 2024-05-03T14:00Z, found " + strconv.Quote(text))
	}
	return nil
}

// isTime reports whether the name always means a time, which no text comes before or after.
func (t *term) isTime() bool { return t.name == "timestamp" && !t.member }

// beginsLikeDate reports whether a text begins with a year and the first digit of a month.
func beginsLikeDate(text string) bool {
	if len(text) < len("2024-0") || text[4] != '-' {
		return false
	}
	for _, at := range [...]int{0, 1, 2, 3, 5} {
		if text[at]-'0' > 9 {
			return false
		}
	}
	return true
}
