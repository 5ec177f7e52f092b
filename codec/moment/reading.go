package moment

import (
	"errors"
	"math"
	"math/bits"
	"slices"
	"strconv"
	"strings"

	"github.com/rowlens/rowlens/codec/hlc"
	"github.com/rowlens/rowlens/codec/internal/calendar"
	"github.com/rowlens/rowlens/codec/value"
)

// Reading is one way to read a text as a time, and how likely it is.
type Reading struct {
	Name   string // kebab-case
	Title  string // for people
	Millis int64  // since 1970
	Nanos  int64  // below the millisecond

	Logical uint64
	Counted bool // it has a counter
	few     uint64

	Dots int    // 3 within the known times, 2 from 1980 to 2099, 1 for other years or a counter not near 0, 0 after 9999
	Why  string // the reason for the dots
}

// Known is the range of times in a document, in milliseconds since 1970, to which a text is
// compared. If there are none, Last is less than First.
type Known struct{ First, Last int64 }

// numberUnits are the units in which a number is read, since 1970, with factor and divisor to get milliseconds.
var numberUnits = []struct {
	name, title   string
	times, divide uint64
}{
	{"ms", "milliseconds since 1970", 1, 1}, {"us", "microseconds since 1970", 1, 1e3},
	{"ns", "nanoseconds since 1970", 1, 1e6}, {"s", "seconds since 1970", 1e3, 1},
}

// Readings lists all ways to read a text as a time, the likeliest first. A date, and a number with a unit, has one
// reading; a number, and hex of 8 bytes, is read in every unit and as a version of every layout.
func Readings(text string, o Options, known Known) ([]Reading, error) {
	counted := strings.Contains(text, "/")
	name := timestamp.Name
	if counted { // a timestamp has no counter
		name = Layouts()[0].Name
	}
	l, _ := find(name)
	if m, ok, err := o.time(l, text); err != nil {
		return nil, err
	} else if ok {
		r := Reading{
			Name: "time", Title: "date-time", Millis: int64(m.Physical), Nanos: m.Nanos,
			Logical: m.Logical, Counted: counted, few: m.Logical,
		}
		return []Reading{r.judged(known, "")}, nil
	}
	if n, err := strconv.ParseUint(text, 10, 64); err == nil {
		return ranked(ofNumber(nil, n, "", "", known, strconv.Itoa(len(text))+" digits")), nil
	}
	b, ok := value.DecodeHex(strings.TrimPrefix(strings.ToLower(text), "0x"))
	if ok && len(b) == 8 {
		n, _ := hlc.Decode(b)
		list := ofNumber(nil, uint64(n), "", "8 bytes, ", known, "")
		list = ofNumber(list, ^uint64(n), "-inverted", "8 bytes inverted, ", known, "")
		list = ofNumber(list, uint64(n)^1<<63, "-signed", "8 bytes, sign bit inverted, ", known, "")
		list = slices.DeleteFunc(ranked(list), func(r Reading) bool { return r.Dots == 0 }) // most are far off
		if len(list) > 0 {
			return list, nil
		}
		return nil, errors.New("expected a time from 1970 to 9999, found bytes that are not one in any form")
	}
	return nil, errNoTime
}

var errNoTime = errors.New("expected a number, a date such as 2024-05-03T04:00:01.500Z, now, 2 h ago, or stored bytes as hex")

// ofNumber appends all readings of a number.
func ofNumber(list []Reading, n uint64, suffix, before string, known Known, why string) []Reading {
	for _, u := range numberUnits {
		r := Reading{Name: u.name + suffix, Title: before + u.title, Millis: math.MaxInt64}
		if high, low := bits.Mul64(n, u.times); high == 0 && low/u.divide <= math.MaxInt64 {
			r.Millis, r.Nanos = int64(low/u.divide), int64(low%u.divide*(1e6/u.divide))
		}
		list = append(list, r.judged(known, why))
	}
	for _, l := range Layouts() {
		if l.pair || l.bits.LogicalBits == 0 {
			continue
		}
		v := hlc.Version(n)
		title, owner := l.bits.Title, ""
		if name, rest, ok := strings.Cut(title, ": "); ok {
			title, owner = rest, " ("+name+")"
		}
		title = "version of " + strings.Replace(title, "logical", "counter", 1) + owner
		r := Reading{
			Name: l.Name + suffix, Title: before + title, Millis: int64(l.bits.Physical(v)),
			Logical: l.bits.Logical(v), Counted: true, few: l.bits.LogicalMax() / 1000,
		}
		list = append(list, r.judged(known, why))
	}
	return list
}

// judged sets dots and reason.
func (r Reading) judged(known Known, why string) Reading {
	year := int64(math.MaxInt64)
	if r.Millis < math.MaxInt64/2 {
		year, _, _ = calendar.Date(r.Millis / day)
	}
	var reasons []string
	say := func(dots int, reason string) {
		if r.Dots = dots; reason != "" {
			reasons = append(reasons, reason)
		}
	}
	switch {
	case year > 9999:
		say(0, "out of range")
	case year < 1980:
		say(1, "before 1980")
	case year >= 2100:
		say(1, "after 2099")
	case known.First <= r.Millis && r.Millis <= known.Last:
		say(3, "between the first and the last time of this document")
	case known.First <= known.Last:
		say(2, "from 1980 to 2099, but not among the times of this document")
	default:
		say(2, "from 1980 to 2099")
	}
	if r.Counted && !r.countsFew() && r.Dots > 0 {
		say(min(r.Dots, 1), "counter not near 0")
	}
	if why != "" && r.Dots > 1 && r.Name == timestamp.Name {
		reasons = append([]string{why}, reasons...)
	}
	r.Why = strings.Join(reasons, ", ")
	return r
}

// countsFew reports whether the reading has a counter near 0, as counters of the events in a millisecond are. Only one
// in a thousand other numbers looks like that.
func (r *Reading) countsFew() bool { return r.Counted && r.Logical <= r.few }

// ranked sorts readings, the likeliest first; equally likely ones keep their order.
func ranked(list []Reading) []Reading {
	weight := func(r Reading) int {
		if r.countsFew() {
			return 2*r.Dots + 1
		}
		return 2 * r.Dots
	}
	slices.SortStableFunc(list, func(a, b Reading) int { return weight(b) - weight(a) })
	return list
}

// Write writes the members of the reading. The instant is absent if it is after the year 9999.
func (r *Reading) Write(w *value.Writer) {
	w.Object()
	w.Key("name")
	w.String(r.Name)
	w.Key("title")
	w.String(r.Title)
	w.Key("dots")
	w.Int(int64(r.Dots))
	w.Key("why")
	w.String(r.Why)
	if r.Dots > 0 {
		m := Moment{Physical: uint64(r.Millis), Nanos: r.Nanos}
		w.Key("utc")
		w.Text(m.AppendTime(nil, 0))
		w.Key("physical")
		w.Uint64(uint64(r.Millis))
		if r.Counted {
			w.Key("logical")
			w.Uint64(r.Logical)
		}
	}
	w.EndObject()
}
