package actionbase

import (
	"strings"
	"testing"
)

func TestBucketPrintsAsJavaDoes(t *testing.T) {
	for _, c := range []struct {
		name, unit, zone, pattern string
		instant                   int64
		want                      string
	}{
		{"seconds", "SECOND", "UTC", "yyyy-MM-dd'T'HH:mm:ss", 1700000000, "2023-11-14T22:13:20"},
		{"milliseconds", "MILLISECOND", "UTC", "HH:mm:ss.SSS", 1700000000123, "22:13:20.123"},
		{"microseconds", "MICROSECOND", "UTC", "ss.SSSSSS", 1700000000123456, "20.123456"},
		{"nanoseconds", "NANOSECOND", "UTC", "ss.SSSSSSSSS", 1700000000123456789, "20.123456789"},
		{"fraction is cut, not rounded", "MILLISECOND", "UTC", "S SS", 999, "9 99"},
		{"letters alone have no leading zeros", "SECOND", "UTC", "y/M/d H:m:s", 3723, "1970/1/1 1:2:3"},
		{"two letters of a year are its last digits", "SECOND", "UTC", "yy", 1700000000, "23"},
		{"three letters pad", "SECOND", "UTC", "yyy", -59011459200, "100"},
		{"before 1970 rounds down", "MILLISECOND", "UTC", "yyyy-MM-dd HH:mm:ss.SSS", -1, "1969-12-31 23:59:59.999"},
		{"the whole range of nanoseconds", "NANOSECOND", "UTC", "yyyy-MM-dd HH:mm:ss.SSSSSSSSS", -1 << 63, "1677-09-21 00:12:43.145224192"},
		{"a year of more digits than letters gets a plus", "SECOND", "UTC", "yyyy yyyyy y", 253402300800, "+10000 10000 10000"},
		{"1 BC is year 1 of its era", "SECOND", "UTC", "yyyy", -62135596801, "0001"},
		{"year 1", "SECOND", "UTC", "yyyy-MM-dd", -62135596800, "0001-01-01"},
		{"29 February", "SECOND", "UTC", "MMdd", 951782400, "0229"},
		{"1 March of a century", "SECOND", "UTC", "yyyyMMdd", 4107542400, "21000301"},
		{"two quotes are one", "SECOND", "UTC", "''HH''", 0, "'00'"},
		{"also inside quoted text", "SECOND", "UTC", "'o''clock'", 0, "o'clock"},
		{"punctuation and other scripts stand for themselves", "SECOND", "UTC", "yyyy年 (d),;!~|", 0, "1970年 (1),;!~|"},
		{"an empty pattern", "SECOND", "UTC", "", 0, ""},
		{"an offset", "SECOND", "+09:00", "ddHH", 0, "0109"},
		{"an offset to the west", "SECOND", "-0330", "ddHHmm", 0, "312030"},
		{"an offset of hours", "SECOND", "UTC+2", "HH", 0, "02"},
		{"an offset with seconds", "SECOND", "+00:00:01", "ss", 0, "01"},
		{"Z", "SECOND", "Z", "HH", 0, "00"},
		{"a region", "SECOND", "Asia/Seoul", "HH", 0, "09"},
		{"a region in summer", "SECOND", "Europe/Berlin", "HH", 1690000000, "06"},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := Bucket{Unit: c.unit, Zone: c.zone, Pattern: c.pattern}
			if got, err := b.Text(c.instant, testZones{}); err != nil || got != c.want {
				t.Errorf("got %q, %v, want %q", got, err, c.want)
			}
		})
	}
}

func TestBucketRefusesWhatItCannotPrintRight(t *testing.T) {
	for _, c := range []struct{ name, unit, zone, pattern, want string }{
		{"unit", "DAY", "UTC", "yyyy", `unit: expected NANOSECOND, MICROSECOND, MILLISECOND or SECOND, found "DAY"`},
		{"letter", "SECOND", "UTC", "yyyyJJ", "format: unknown pattern letter J; supported are y M d H m s S"},
		{"name of a month", "SECOND", "UTC", "MMM", "format: 3 times the pattern letter M; at most 2 are supported"},
		{"too many days", "SECOND", "UTC", "ddd", "format: 3 times the pattern letter d; at most 2 are supported"},
		{"too fine a fraction", "SECOND", "UTC", strings.Repeat("S", 10), "format: 10 times the pattern letter S; at most 9 are supported"},
		{"too long a year", "SECOND", "UTC", strings.Repeat("y", 100000), "format: 100000 times the pattern letter y; at most 19 are supported"},
		{"optional section", "SECOND", "UTC", "yyyy[MM]", "format: the character [ has a meaning in patterns that is not supported here"},
		{"reserved character", "SECOND", "UTC", "{", "format: the character { has a meaning in patterns that is not supported here"},
		{"open quote", "SECOND", "UTC", "yyyy'T", "format: expected a closing quote in the pattern"},
		{"open quote after two", "SECOND", "UTC", "'''", "format: expected a closing quote in the pattern"},
		{"region", "SECOND", "Mars/Olympus", "yyyy",
			`timezone: unknown zone "Mars/Olympus"; expected a region name, UTC or an offset such as +09:00`},
		{"offset too far", "SECOND", "+18:01", "yyyy",
			`timezone: unknown zone "+18:01"; expected a region name, UTC or an offset such as +09:00`},
		{"offset of minutes", "SECOND", "+09:60", "yyyy",
			`timezone: unknown zone "+09:60"; expected a region name, UTC or an offset such as +09:00`},
		{"offset cut off", "SECOND", "+09:0", "yyyy", `timezone: unknown zone "+09:0"; expected a region name, UTC or an offset such as +09:00`},
		{"offset of a colon and none", "SECOND", "+09:0000", "yyyy",
			`timezone: unknown zone "+09:0000"; expected a region name, UTC or an offset such as +09:00`},
		{"files of the host", "SECOND", "posix/UTC", "yyyy",
			`timezone: Java does not know the zone "posix/UTC"; expected a region name, UTC or an offset such as +09:00`},
		{"no zone of Java", "SECOND", "EST", "yyyy",
			`timezone: Java does not know the zone "EST"; expected a region name, UTC or an offset such as +09:00`},
		{"no zone", "SECOND", "", "yyyy", `timezone: unknown zone ""; expected a region name, UTC or an offset such as +09:00`},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := Bucket{Unit: c.unit, Zone: c.zone, Pattern: c.pattern}
			err := b.check(testZones{})
			if err == nil || err.Error() != c.want {
				t.Errorf("got  %v\nwant %s", err, c.want)
			}
			if text, err := b.Text(0, testZones{}); err == nil {
				t.Errorf("Text gives %q for what check refuses", text)
			}
		})
	}
}

func TestRegionWithoutDatabaseIsRefused(t *testing.T) {
	b := Bucket{Unit: "SECOND", Zone: "Asia/Seoul", Pattern: "yyyy"}
	if _, err := b.Text(0, nil); err == nil || !strings.Contains(err.Error(), "time zone database") {
		t.Errorf("got %v", err)
	}
}

func TestInstantsBeyondJavaAreRefused(t *testing.T) {
	b := Bucket{Unit: "SECOND", Zone: "UTC", Pattern: "yyyy"}
	for _, at := range []int64{localMin, localMax} {
		if got, err := b.Text(at, nil); err != nil || len(got) < 10 {
			t.Errorf("Text(%d) = %q, %v, want a year of 9 or 10 digits", at, got, err)
		}
	}
	for _, at := range []int64{localMax + 1, localMin - 1, 1<<63 - 1, -1 << 63} {
		if got, err := b.Text(at, nil); err == nil {
			t.Errorf("Text(%d) = %q, want it refused", at, got)
		}
	}
}

func TestDivisionRoundsDown(t *testing.T) {
	for _, c := range [][4]int64{{7, 2, 3, 1}, {-7, 2, -4, 1}, {-8, 2, -4, 0}, {0, 5, 0, 0}, {-1 << 63, 1000, -9223372036854776, 192}} {
		if q, r := floorDiv(c[0], c[1]); q != c[2] || r != c[3] {
			t.Errorf("floorDiv(%d, %d) = %d, %d, want %d, %d", c[0], c[1], q, r, c[2], c[3])
		}
	}
}
