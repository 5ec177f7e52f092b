package moment_test

import (
	"strconv"
	"strings"
	"testing"

	"github.com/rowlens/rowlens/codec/moment"
	"github.com/rowlens/rowlens/codec/value"
)

func TestReadingsAreRanked(t *testing.T) {
	known := moment.Known{First: ms("2024-05-01T00:00:00Z"), Last: ms("2024-05-05T00:00:00Z")}
	none := moment.Known{Last: -1}
	for _, c := range []struct {
		text  string
		known moment.Known
		first string // name, dots and why
	}{
		{"1714708801000", known, "ms 3 13 digits, between the first and the last time of this document"},
		{"1714708801000", none, "ms 2 13 digits, from 1980 to 2099"},
		{"1814708801000", known, "ms 2 13 digits, from 1980 to 2099, but not among the times of this document"},
		{"1714708801", known, "s 3 between the first and the last time of this document"},
		{"1714708801000000", none, "us 2 from 1980 to 2099"},
		{"1714708801000000", known, "us 3 between the first and the last time of this document"},
		{"1714708801000000000", known, "ns 3 between the first and the last time of this document"},
		{"1798002495717376000", known, "maryk 3 between the first and the last time of this document"},
		{"112375155982336000", known, "ms-16 3 between the first and the last time of this document"},
		{"0000018f3c9be5e8", known, "ms 3 between the first and the last time of this document"},
		{"fffffe70c3641a17", known, "ms-inverted 3 between the first and the last time of this document"},
		{"8000018f3c9be5e8", known, "ms-signed 3 between the first and the last time of this document"},
		{"1620482295781654531", none, "maryk 2 from 1980 to 2099"},
		{"0xe70c3641a17fffff", known, "maryk-inverted 3 between the first and the last time of this document"},
		{"2024-05-03T04:00:01Z", known, "time 3 between the first and the last time of this document"},
		{"1714708801000ms", none, "time 2 from 1980 to 2099"},
		{"2 h ago", none, "time 2 from 1980 to 2099"},
		{"1970-01-01", none, "time 1 before 1980"},
		{"now/3", none, "time 2 from 1980 to 2099"},
	} {
		list, err := moment.Readings(c.text, moment.Options{Now: ms("2024-06-01T00:00:00Z")}, c.known)
		if err != nil {
			t.Errorf("%s: %v", c.text, err)
			continue
		}
		if got := list[0].Name + " " + strconv.Itoa(list[0].Dots) + " " + list[0].Why; got != c.first {
			t.Errorf("%s: %s, want %s", c.text, got, c.first)
		}
		for i := 1; i < len(list); i++ {
			if list[i].Dots > list[i-1].Dots {
				t.Errorf("%s: %s is behind %s", c.text, list[i].Name, list[i-1].Name)
			}
		}
	}
	for _, text := range []string{"", "soon", "d37ffffe70cb699c7e", "99999999999999999999999", "-5", "2024-13-01"} {
		if list, err := moment.Readings(text, moment.Options{}, none); err == nil {
			t.Errorf("%s is %+v", text, list)
		}
	}
}

func TestUnlikelyReadingsStay(t *testing.T) {
	list, err := moment.Readings("1714708801000", moment.Options{}, moment.Known{Last: -1})
	if err != nil {
		t.Fatal(err)
	}
	var w value.Writer
	for i := range list {
		list[i].Write(&w)
		w.Buf = append(w.Buf, '\n')
	}
	got := string(w.Buf)
	for _, want := range []string{
		`{"name":"ms","title":"milliseconds since 1970","dots":2,"why":"13 digits, from 1980 to 2099","utc":"2024-05-03T04:00:01.000Z","physical":"1714708801000"}`,
		`{"name":"us","title":"microseconds since 1970","dots":1,"why":"before 1980","utc":"1970-01-20T20:18:28.801Z","physical":"1714708801"}`,
		`"title":"version of 44 bits ms, 20 bits counter (Maryk)","dots":1,"why":"before 1980, counter not near 0","utc":"1970-01-01T00:27:15.273Z"`,
		`{"name":"s","title":"seconds since 1970","dots":0,"why":"out of range"}`,
	} {
		if !strings.Contains(got, want) {
			t.Errorf("%s is not in\n%s", want, got)
		}
	}
	if n := strings.Count(got, "\n"); n != 7 {
		t.Errorf("%d readings:\n%s", n, got)
	}
}
