package dump

import (
	"strconv"

	"github.com/rowlens/rowlens/codec/internal/calendar"
)

// scanTime returns the length of the timestamp at the start of b, or 0: decimal milliseconds, or
// a java.time.LocalDateTime as HBase 2.4 prints it,
//
//	2015-01-20T14:01:25.768   2020-01-01T00:00   +292278994-08-17T07:12:55.806
//
// The fraction is left out if it is zero, and so are the seconds if both are zero.
func scanTime(b []byte) (n int, local bool) {
	i := 0
	if i < len(b) && (b[i] == '-' || b[i] == '+') {
		i++
	}
	digits := i
	for i < len(b) && b[i]-'0' < 10 {
		i++
	}
	if i == digits {
		return 0, false
	}
	if i == len(b) || b[i] != '-' {
		if b[0] == '+' || i-digits > 19 {
			return 0, false
		}
		return i, false
	}
	n = len("-MM-DDTHH:MM")
	if len(b)-i < n || !shaped(b[i:i+n], "-00-00T00:00") {
		return 0, false
	}
	i += n
	if len(b)-i >= 3 && shaped(b[i:i+3], ":00") {
		i += 3
		if len(b)-i >= 2 && b[i] == '.' && b[i+1]-'0' < 10 {
			for i++; i < len(b) && b[i]-'0' < 10; i++ {
			}
		}
	}
	return i, true
}

// shaped reports whether b has a digit where shape has 0, and otherwise the same bytes as shape.
func shaped(b []byte, shape string) bool {
	for i := range b {
		if shape[i] == '0' && b[i]-'0' < 10 || shape[i] != '0' && shape[i] == b[i] {
			continue
		}
		return false
	}
	return true
}

// localMillis turns a date-time that scanTime accepted into milliseconds since 1970 as if it were
// UTC. ok is false for a date that does not exist or a year beyond the range of 64-bit
// milliseconds.
func localMillis(b []byte) (ms int64, ok bool) {
	neg := b[0] == '-'
	i := 0
	if b[0] == '-' || b[0] == '+' {
		i = 1
	}
	year := int64(0)
	for ; b[i] != '-'; i++ {
		if year = year*10 + int64(b[i]-'0'); year > 292278994 {
			return 0, false
		}
	}
	if neg {
		year = -year
	}
	two := func(at int) int64 { return int64(b[at]-'0')*10 + int64(b[at+1]-'0') }
	month, day, hour, minute := two(i+1), two(i+4), two(i+7), two(i+10)
	i += len("-MM-DDTHH:MM")
	if month < 1 || month > 12 || day < 1 || day > int64(calendar.DaysIn(year, int(month))) || hour > 23 || minute > 59 {
		return 0, false
	}
	second, milli := int64(0), int64(0)
	if i < len(b) {
		if second = two(i + 1); second > 59 {
			return 0, false
		}
		i += 3
	}
	for unit := int64(100); unit > 0 && i+1 < len(b); unit /= 10 {
		i++
		milli += unit * int64(b[i]-'0')
	}
	ms = ((calendar.Days(year, int(month), int(day))*24+hour)*60+minute)*60*1000 + second*1000 + milli
	if (ms < 0) != (year < 1970) { // the last year ends after the last millisecond
		return 0, false
	}
	return ms, true
}

const (
	noteZone   = "the text does not say the time zone of its timestamps; they were read as UTC"
	noteNoTime = "timestamps that are neither milliseconds in decimal digits nor a date-time such as 2024-05-04T08:00:00.500 were left out"
)

// namedTime sets the entry's timestamp from a column or member of that name. In a log it may be a time of any kind.
func (s *Scanner) namedTime(text []byte) *Error {
	if n, local := scanTime(text); n > 0 && n == len(text) {
		return s.timestamp(text, local)
	}
	if len(text) > 0 {
		s.note(noteNoTime)
	}
	return nil
}

// timestamp sets the entry's timestamp from text that scanTime accepted.
func (s *Scanner) timestamp(text []byte, local bool) *Error {
	if !local {
		s.entry.Timestamp = s.keep(text)
		return nil
	}
	ms, ok := localMillis(text)
	if !ok {
		return &Error{Line: s.lines.line, Offset: -1, Expected: "a date that exists and that 64 bits of milliseconds reach", Found: found(text)}
	}
	if s.opt.Zone == nil {
		s.note(noteZone)
	} else {
		ms -= s.opt.Zone(ms) * 1000
	}
	var b [20]byte
	s.entry.Timestamp = s.keep(strconv.AppendInt(b[:0], ms, 10))
	return nil
}
