package actionbase

import (
	"strings"

	"github.com/rowlens/rowlens/codec/format"
)

// zoneOffset returns how many seconds east of UTC a zone is at an instant. UTC
// and offsets need no database.
func zoneOffset(zone string, seconds int64, zones format.Zones) (int, error) {
	if offset, ok := fixedOffset(zone); ok {
		return offset, nil
	}
	if !inJava(zone) {
		return 0, refuse("timezone", `Java does not know the zone "`+zone+`"; expected a region name, UTC or an offset such as +09:00`)
	}
	if zones == nil {
		return 0, refuse("timezone", `the region "`+zone+`" needs a time zone database, and none is at hand`)
	}
	offset, ok := zones.Offset(zone, seconds)
	if !ok {
		return 0, refuse("timezone", `unknown zone "`+zone+`"; expected a region name, UTC or an offset such as +09:00`)
	}
	return offset, nil
}

// inJava reports whether Java's ZoneId.of can know a zone that the host may have. It never knows
// the zones that exist only in the files of the time zone database.
func inJava(zone string) bool {
	switch zone {
	case "EST", "MST", "HST", "ROC", "Factory", "localtime", "posixrules":
		return false
	}
	return !strings.HasPrefix(zone, "posix/") && !strings.HasPrefix(zone, "right/")
}

// offsetMax is the greatest offset that Java's ZoneOffset takes.
const offsetMax = 18 * 3600

// fixedOffset reads a zone that is not a region: Z, UTC, GMT or UT, alone or before
// an offset, and an offset: +h, +hh, +hhmm, +hh:mm, +hhmmss, +hh:mm:ss.
func fixedOffset(zone string) (seconds int, ok bool) {
	for _, name := range [...]string{"UTC", "GMT", "UT", "Z"} {
		if zone == name {
			return 0, true
		}
	}
	for _, prefix := range [...]string{"UTC", "GMT", "UT"} {
		if rest, cut := strings.CutPrefix(zone, prefix); cut {
			zone = rest
			break
		}
	}
	if zone == "" || zone[0] != '+' && zone[0] != '-' {
		return 0, false
	}
	seconds, ok = parseClock(zone[1:])
	if seconds > offsetMax {
		return 0, false
	}
	if zone[0] == '-' {
		seconds = -seconds
	}
	return seconds, ok
}

// parseClock reads hours, minutes and seconds, separated by colons either everywhere or nowhere.
func parseClock(s string) (seconds int, ok bool) {
	if len(s) == 1 {
		s = "0" + s
	}
	var field [3]int
	n, colons := 0, len(s) > 2 && s[2] == ':'
	for {
		if n == len(field) || len(s) < 2 || !isDigit(s[0]) || !isDigit(s[1]) {
			return 0, false
		}
		field[n] = int(s[0]-'0')*10 + int(s[1]-'0')
		n++
		if s = s[2:]; s == "" {
			break
		}
		if colons {
			if s[0] != ':' {
				return 0, false
			}
			s = s[1:]
		}
	}
	return field[0]*3600 + field[1]*60 + field[2], field[1] < 60 && field[2] < 60
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }
