package moment

import (
	"strconv"
	"strings"

	"github.com/rowlens/rowlens/codec/internal/calendar"
)

const (
	second = 1000
	minute = 60 * second
	hour   = 60 * minute
	day    = 24 * hour
)

// units are the words after the number in "2 h ago".
var units = []struct {
	words string
	ms    int64
}{
	{"ms millisecond milliseconds", 1}, {"s sec second seconds", second}, {"m min minute minutes", minute},
	{"h hour hours", hour}, {"d day days", day}, {"w week weeks", 7 * day},
}

// Relative reads "now" and "2 h ago" as milliseconds since 1970, given the present as now.
// unfinished means that the text, such as "2 h", only begins like one of these.
func Relative(text string, now int64) (ms int64, ok, unfinished bool) {
	if strings.EqualFold(text, "now") {
		return now, true, false
	}
	digits := len(text) - len(strings.TrimLeft(text, "0123456789"))
	n, err := strconv.ParseInt(text[:digits], 10, 64)
	words := strings.Fields(strings.ToLower(text[digits:]))
	if err != nil || len(words) == 0 || len(words) > 2 {
		return 0, false, false
	}
	for _, u := range units {
		if !isOneOf(words[0], u.words) || n > now/u.ms {
			continue
		}
		if len(words) == 2 && words[1] == "ago" {
			return now - n*u.ms, true, false
		}
		return 0, false, len(words) == 1 || strings.HasPrefix("ago", words[1])
	}
	return 0, false, false
}

func isOneOf(word, words string) bool {
	for w := range strings.FieldsSeq(words) {
		if w == word {
			return true
		}
	}
	return false
}

// Period reads what Instant reads, or a year, a month or an hour, as a period in milliseconds since 1970, from its
// beginning up to but excluding the next one: 2024-05-03 is a day, 2024-05-03T14:00Z a minute.
func Period(text string) (from, to int64, ok bool) {
	const year, month, date, hours = len("2024"), len("2024-05"), len("2024-05-03"), len("2024-05-03T14")
	switch len(text) {
	case year, month:
		from, _, ok = Instant(text + "-01-01"[len(text)-year:])
		if !ok {
			return 0, 0, false
		}
		y, m, _ := calendar.Date(from / day)
		if len(text) == year {
			return from, calendar.Days(y+1, 1, 1) * day, true
		}
		return from, from + int64(calendar.DaysIn(y, m))*day, true
	case hours:
		from, _, ok = Instant(text + ":00")
		return from, from + hour, ok
	}
	if from, _, ok = Instant(text); !ok {
		return 0, 0, false
	}
	clock, _ := cutZone(text[min(date, len(text)):])
	switch {
	case clock == "":
		return from, from + day, true
	case strings.ContainsAny(clock, ".,"):
		return from, from + 1, true
	case strings.Count(clock, ":") == 1:
		return from, from + minute, true
	}
	return from, from + second, true
}

// cutZone cuts the zone off a time of day.
func cutZone(clock string) (rest, zone string) {
	if at := strings.IndexAny(clock, "Zz+-"); at >= 0 {
		return clock[:at], clock[at:]
	}
	return clock, ""
}
