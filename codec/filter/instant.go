package filter

import (
	"cmp"

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

// versionMin is the least number that is taken for a version of a hybrid logical clock:
// as milliseconds it is in the year 287396, as a version in April of 1970.
const versionMin = 1 << 53

// instantOf is the time that a value stands for: a text that says one, milliseconds, or a
// version.
func instantOf(text []byte) instant {
	n := parseNumber(text)
	switch {
	case !n.ok:
		return parseInstant(text)
	case !n.isWhole:
		return instant{}
	case n.whole >= versionMin:
		return instant{ms: int64(hlc.Maryk.Physical(hlc.Version(n.whole))), ok: true}
	}
	return instant{ms: n.whole, ok: true}
}

func (i instant) compare(j instant) int {
	return cmp.Or(cmp.Compare(i.ms, j.ms), cmp.Compare(i.nanos, j.nanos))
}
