package moment

import (
	"strconv"
	"strings"

	"github.com/rowlens/rowlens/codec/internal/calendar"
	"github.com/rowlens/rowlens/codec/value"
)

func hexText(b []byte) string { return string(value.AppendHex(nil, b)) }

// appendPadded appends a number that is not negative, padded with leading zeros.
func appendPadded(dst []byte, n int64, width int) []byte {
	text := strconv.FormatInt(n, 10)
	for range width - len(text) {
		dst = append(dst, '0')
	}
	return append(dst, text...)
}

// reader consumes the parts of a date-time from the front of a text.
type reader struct {
	text string
	bad  bool
}

// number consumes exactly n digits.
func (r *reader) number(digits int) int64 {
	n, ok := int64(0), len(r.text) >= digits
	for i := 0; ok && i < digits; i++ {
		c := r.text[i]
		ok = c-'0' < 10
		n = n*10 + int64(c-'0')
	}
	if !ok {
		r.bad = true
		return 0
	}
	r.text = r.text[digits:]
	return n
}

// take consumes one of the bytes and reports whether it was present.
func (r *reader) take(any string) bool {
	if r.bad || r.text == "" || strings.IndexByte(any, r.text[0]) < 0 {
		return false
	}
	r.text = r.text[1:]
	return true
}

func (r *reader) expect(any string) { r.bad = !r.take(any) || r.bad }

// Instant reads a date or a date-time, in UTC unless it names a zone, as milliseconds since 1970
// and nanoseconds below the millisecond.
func Instant(text string) (ms, nanos int64, ok bool) { return instant(text, nil) }

// instant reads YYYY-MM-DD[ hh:mm[:ss[.fraction]][zone]], where zone is Z or ±hh:mm,
// a T may replace the space, and a year after 9999 has a sign.
func instant(text string, zone func(int64) int64) (ms, nanos int64, ok bool) {
	r := &reader{text: text}
	day := r.date()
	if r.text == "" && !r.bad { // no time of day
		return shift(day*86400000, 0, zone)
	}
	r.expect("T ")
	hour := r.number(2)
	r.expect(":")
	minute, second := r.number(2), int64(0)
	if r.take(":") {
		second = r.number(2)
		if r.take(".,") {
			nanos = r.fraction()
		}
	}
	if r.bad || hour > 23 || minute > 59 || second > 59 {
		return 0, 0, false
	}
	ms = ((day*24+hour)*60+minute)*60000 + second*1000 + nanos/1e6
	nanos %= 1e6
	if r.text == "" {
		return shift(ms, nanos, zone)
	}
	east := r.offset()
	return ms - east*1000, nanos, !r.bad && r.text == ""
}

func (r *reader) date() (days int64) {
	digits := 4
	if r.take("+") {
		digits = max(strings.IndexByte(r.text, '-'), 0)
		r.bad = digits < 4 || digits > 9
	}
	year := r.number(digits)
	r.expect("-")
	month := int(r.number(2))
	r.expect("-")
	day := int(r.number(2))
	if r.bad || month < 1 || month > 12 || day < 1 || day > calendar.DaysIn(year, month) {
		r.bad = true
		return 0
	}
	return calendar.Days(year, month, day)
}

// fraction consumes the digits of a fraction of a second; digits below the nanosecond are dropped.
func (r *reader) fraction() (nanos int64) {
	n := 0
	for n < len(r.text) && r.text[n]-'0' < 10 {
		n++
	}
	r.bad = r.bad || n == 0
	digits := r.text[:n]
	r.text = r.text[n:]
	nanos, _ = strconv.ParseInt((digits + "000000000")[:9], 10, 64)
	return nanos
}

// offset consumes a zone's offset and returns it in seconds east of UTC.
func (r *reader) offset() (east int64) {
	if r.take("Zz") {
		return 0
	}
	west := strings.HasPrefix(r.text, "-")
	r.expect("+-")
	hours := r.number(2)
	r.expect(":")
	minutes := r.number(2)
	r.bad = r.bad || hours > 23 || minutes > 59
	if east = hours*3600 + minutes*60; west {
		return -east
	}
	return east
}

func shift(local, nanos int64, zone func(int64) int64) (ms, rest int64, ok bool) {
	if zone != nil {
		local -= zone(local) * 1000
	}
	return local, nanos, true
}
