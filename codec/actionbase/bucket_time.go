package actionbase

import "github.com/rowlens/rowlens/codec/internal/calendar"

// civil is a local date and time of the proleptic Gregorian calendar.
type civil struct {
	year                 int64 // astronomical: 0 is 1 BC
	month, day           int64
	hour, minute, second int64
	nano                 int32
}

// localTime splits seconds since 1970-01-01T00:00 local time.
func localTime(seconds int64, nano int32) civil {
	days, rest := floorDiv(seconds, 86400)
	t := civil{hour: rest / 3600, minute: rest / 60 % 60, second: rest % 60, nano: nano}
	year, month, day := calendar.Date(days)
	t.year, t.month, t.day = year, int64(month), int64(day)
	return t
}

// floorDiv divides and rounds down; the rest is never negative. b must be positive.
func floorDiv(a, b int64) (quotient, rest int64) {
	quotient, rest = a/b, a%b
	if rest < 0 {
		quotient, rest = quotient-1, rest+b
	}
	return quotient, rest
}
