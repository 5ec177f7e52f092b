package anonymise

import (
	"strconv"
	"strings"

	"github.com/rowlens/rowlens/codec/internal/calendar"
)

// The forms of a date and of a time of day without a fraction: digits stand where 0 is.
const (
	date  = "0000-00-00"
	clock = "00:00:00"
)

const secondsADay = 24 * 60 * 60

// parseDate reads a date, a time of day, or both.
func parseDate(text string) (in instant, ok bool) {
	plain := strings.TrimSuffix(text, "Z")
	suffix := text[len(plain):]
	in.group = strings.Map(func(r rune) rune {
		if r >= '0' && r <= '9' {
			return '0'
		}
		return r
	}, plain)
	in.key = in.group + " " + plain
	day, ofDay, both := strings.Cut(in.group, "T")
	if !both && day != date {
		day, ofDay = "", day
	}
	main, fraction, _ := strings.Cut(ofDay, ".")
	switch {
	case day != "" && day != date, strings.Trim(fraction, "0") != "", len(fraction) > 9:
		return in, false
	case (day == "" || both) && main != clock && main != clock[:len("00:00")]:
		return in, false
	}
	in.text = func(place uint64) string {
		switch {
		case day == "":
			return timeOfDay(place, main, len(fraction)) + suffix
		case both && main == clock:
			return dateOf(place/secondsADay) + "T" + timeOfDay(place%secondsADay*fractions(len(fraction)), main, len(fraction)) + suffix
		case both: // in minutes
			return dateOf(place) + "T" + timeOfDay(0, main, 0) + suffix
		}
		return dateOf(place) + suffix
	}
	return in, true
}

// fractions returns how many of the units of some digits are a second.
func fractions(digits int) uint64 {
	n := uint64(1)
	for range digits {
		n *= 10
	}
	return n
}

// dateOf returns the date some days after the first.
func dateOf(days uint64) string {
	y, m, d := calendar.Date(base/(1000*secondsADay) + int64(days))
	return padded(uint64(y), 4) + "-" + padded(uint64(m), 2) + "-" + padded(uint64(d), 2)
}

// timeOfDay returns the time of day after a number of the least units that its form tells.
func timeOfDay(n uint64, main string, digits int) string {
	if main != clock {
		return padded(n/60%24, 2) + ":" + padded(n%60, 2)
	}
	per := fractions(digits)
	rest := padded(n%per, digits)
	n /= per
	text := padded(n/3600%24, 2) + ":" + padded(n/60%60, 2) + ":" + padded(n%60, 2)
	if digits > 0 {
		text += "." + rest
	}
	return text
}

// padded returns a number with zeros before it.
func padded(n uint64, width int) string {
	text := strconv.FormatUint(n, 10)
	return strings.Repeat("0", max(0, width-len(text))) + text
}
