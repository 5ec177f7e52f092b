package maryk

import (
	"strconv"

	"github.com/rowlens/rowlens/codec/internal/calendar"
)

// A date counts days of the proleptic Gregorian calendar from 1970-01-01, a time the nanoseconds of
// the day, a date-time seconds and nanoseconds in UTC. The text is that of java.time: "2020-03-30",
// "12:13", "12:13:14.500", or date and time with a "T" between them.

const (
	nanosPerSecond = 1_000_000_000
	nanosPerDay    = 86400 * nanosPerSecond
	secondsPerDay  = 86400
)

// Range of java.time's LocalDateTime: years ±999,999,999.
const (
	epochDayMin    = -365243219162
	epochDayMax    = 365241780471
	epochSecondMin = epochDayMin * secondsPerDay
	epochSecondMax = epochDayMax*secondsPerDay + secondsPerDay - 1
)

// Largest date that a definition may have, +999999-12-31, and the largest
// seconds of the day.
const (
	lastDay    = 364522971
	lastSecond = secondsPerDay - 1
)

// floorDiv divides and rounds down.
func floorDiv(a, b int64) (quotient, rest int64) {
	quotient, rest = a/b, a%b
	if rest < 0 {
		quotient, rest = quotient-1, rest+b
	}
	return quotient, rest
}

func appendDate(dst []byte, days int64) []byte {
	y, m, d := calendar.Date(days)
	if y > 9999 {
		dst = append(dst, '+')
	} else if y < 0 {
		dst, y = append(dst, '-'), -y
	}
	dst = append(appendPadded(dst, y, 4), '-')
	dst = append(appendPadded(dst, int64(m), 2), '-')
	return appendPadded(dst, int64(d), 2)
}

func appendTime(dst []byte, nanoOfDay int64) []byte {
	seconds, nanos := nanoOfDay/nanosPerSecond, nanoOfDay%nanosPerSecond
	dst = append(appendPadded(dst, seconds/3600, 2), ':')
	dst = appendPadded(dst, seconds/60%60, 2)
	if seconds%60 == 0 && nanos == 0 {
		return dst
	}
	dst = appendPadded(append(dst, ':'), seconds%60, 2)
	switch {
	case nanos == 0:
		return dst
	case nanos%1_000_000 == 0:
		return appendPadded(append(dst, '.'), nanos/1_000_000, 3)
	case nanos%1_000 == 0:
		return appendPadded(append(dst, '.'), nanos/1_000, 6)
	}
	return appendPadded(append(dst, '.'), nanos, 9)
}

func appendDateTime(dst []byte, seconds, nanos int64) []byte {
	days, second := floorDiv(seconds, secondsPerDay)
	return appendTime(append(appendDate(dst, days), 'T'), second*nanosPerSecond+nanos)
}

func appendPadded(dst []byte, n int64, width int) []byte {
	for limit := int64(10); width > 1; width-- {
		if n < limit {
			dst = append(dst, '0')
		}
		limit *= 10
	}
	return strconv.AppendInt(dst, n, 10)
}

// parseDate reads the text that appendDate writes; the day must exist.
func parseDate(s string) (days int64, ok bool) {
	negative := false
	if s != "" && (s[0] == '-' || s[0] == '+') {
		negative, s = s[0] == '-', s[1:]
	}
	if len(s) < 10 || len(s) > 15 || s[len(s)-3] != '-' || s[len(s)-6] != '-' {
		return 0, false
	}
	y, ok1 := parseDigits(s[:len(s)-6])
	m, ok2 := parseDigits(s[len(s)-5 : len(s)-3])
	d, ok3 := parseDigits(s[len(s)-2:])
	if !ok1 || !ok2 || !ok3 || m < 1 || m > 12 || d < 1 || d > 31 {
		return 0, false
	}
	if negative {
		y = -y
	}
	days = calendar.Days(y, int(m), int(d))
	_, gotMonth, gotDay := calendar.Date(days)
	return days, gotMonth == int(m) && gotDay == int(d)
}

// parseTime reads the text that appendTime writes; up to 9 digits may follow the point.
func parseTime(s string) (nanoOfDay int64, ok bool) {
	if len(s) < 5 || s[2] != ':' {
		return 0, false
	}
	h, ok1 := parseDigits(s[:2])
	m, ok2 := parseDigits(s[3:5])
	if !ok1 || !ok2 || h > 23 || m > 59 {
		return 0, false
	}
	seconds, nanos := h*3600+m*60, int64(0)
	if s = s[5:]; s == "" {
		return seconds * nanosPerSecond, true
	}
	if len(s) < 3 || s[0] != ':' {
		return 0, false
	}
	sec, ok := parseDigits(s[1:3])
	if !ok || sec > 59 {
		return 0, false
	}
	if s = s[3:]; s != "" {
		if len(s) < 2 || len(s) > 10 || s[0] != '.' {
			return 0, false
		}
		if nanos, ok = parseDigits((s[1:] + "000000000")[:9]); !ok {
			return 0, false
		}
	}
	return (seconds+sec)*nanosPerSecond + nanos, true
}

// parseDateTime reads the text that appendDateTime writes.
func parseDateTime(s string) (seconds, nanos int64, ok bool) {
	for i := range len(s) {
		if s[i] == 'T' {
			days, ok1 := parseDate(s[:i])
			nano, ok2 := parseTime(s[i+1:])
			return days*secondsPerDay + nano/nanosPerSecond, nano % nanosPerSecond, ok1 && ok2
		}
	}
	return 0, 0, false
}

func parseDigits(s string) (n int64, ok bool) {
	for i := range len(s) {
		if s[i] < '0' || s[i] > '9' {
			return 0, false
		}
		n = n*10 + int64(s[i]-'0')
	}
	return n, s != ""
}
