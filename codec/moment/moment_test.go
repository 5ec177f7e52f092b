package moment

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/rowlens/rowlens/codec/value"
)

// members is what Write wrote.
func members(t *testing.T, m *Moment) string {
	t.Helper()
	var w value.Writer
	w.Object()
	m.Write(&w, "")
	w.EndObject()
	if !json.Valid(w.Buf) {
		t.Fatalf("not JSON: %s", w.Buf)
	}
	return string(w.Buf)
}

// Every form of every version is read back to the same version, and its instant is the
// one that the standard library prints.
func TestEveryFormIsReadBack(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, l := range Layouts() {
		for range 2000 {
			text := strconv.FormatUint(rng.Uint64()>>rng.UintN(64), 10)
			if l.pair {
				text = strconv.FormatInt(rng.Int64(), 10) + ".000000000" + strconv.Itoa(rng.IntN(10))
			}
			m, err := Parse(text, Options{Layout: l.Name})
			if err != nil {
				if l.Name == "ms" && strings.Contains(err.Error(), "at most") {
					continue // timestamps are signed
				}
				t.Fatalf("%s %s: %v", l.Name, text, err)
			}
			want := members(t, m)
			iso := string(m.AppendTime(nil, 0))
			if at := time.UnixMilli(int64(m.Physical)).Add(time.Duration(m.Nanos)).UTC(); at.Year() <= 9999 && m.Physical < 1<<60 {
				layout := "2006-01-02T15:04:05.000Z07:00"
				if m.Nanos != 0 {
					layout = "2006-01-02T15:04:05.000000000Z07:00"
				}
				if iso != at.Format(layout) {
					t.Fatalf("%s %s is %s, want %s", l.Name, text, iso, at.Format(layout))
				}
			}
			again := append([]Form{{"utc", "", iso + "/" + strconv.FormatUint(m.Logical, 10)}}, m.Forms...)
			for _, f := range again {
				o := Options{Layout: l.Name}
				if f.Name != "utc" && f.Name != "version" {
					o.Form = f.Name
				}
				back, err := Parse(f.Text, o)
				if err != nil {
					t.Fatalf("%s %s: %s %s: %v", l.Name, text, f.Name, f.Text, err)
				}
				if got := members(t, back); got != want {
					t.Fatalf("%s %s: %s gives\n%s, want\n%s", l.Name, text, f.Text, got, want)
				}
			}
		}
	}
}

// Texts that look like times are times exactly when the standard library says so.
func TestTimesAreThoseOfTheStandardLibrary(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	seeds := []string{"2018-12-21T17:12:25.678Z", "2018-12-21T17:12:25+09:00", "2020-02-29T00:00:00.123456789-23:59",
		"1970-01-01T00:00:00Z", "2019-02-29T12:00:00Z"}
	for range 50_000 {
		text := []byte(seeds[rng.IntN(len(seeds))])
		for range rng.IntN(3) {
			text[rng.IntN(len(text))] = "0123456789:-TZ+."[rng.IntN(16)]
		}
		want, err := parseAny(string(text))
		ms, nanos, ok := instant(string(text), nil)
		if bytes.ContainsAny(text[:4], "+-") || strings.Count(string(text), "-") > 3 {
			continue // a year with a sign, which only we read
		}
		if zone := string(text[max(len(text)-6, 0):]); strings.HasSuffix(zone, ":60") || strings.HasPrefix(zone[1:], "24:") {
			continue // offsets that only the library reads
		}
		if ok != (err == nil) {
			t.Fatalf("%s: %v, the library says %v", text, ok, err)
		}
		if ok && (ms != want.UnixMilli() || nanos != int64(want.Nanosecond()%1e6)) {
			t.Fatalf("%s is %d ms and %d ns, want %s", text, ms, nanos, want)
		}
	}
}

func parseAny(text string) (at time.Time, err error) {
	for _, layout := range [...]string{time.RFC3339Nano, "2006-01-02T15:04:05", "2006-01-02T15:04Z07:00", "2006-01-02T15:04", "2006-01-02"} {
		if at, err = time.Parse(layout, text); err == nil {
			break
		}
	}
	return at, err
}

func TestTextsOfTimes(t *testing.T) {
	seoul := func(int64) int64 { return 9 * 3600 }
	for _, c := range []struct{ text, utc string }{
		{"2018-12-21", "2018-12-20T15:00:00.000Z"},
		{"2018-12-21 17:12", "2018-12-21T08:12:00.000Z"},
		{"2018-12-21T17:12:25", "2018-12-21T08:12:25.000Z"},
		{"1545412345678ms", "2018-12-21T17:12:25.678Z"},
		{"1545412345s", "2018-12-21T17:12:25.000Z"},
		{"1545412345678999us", "2018-12-21T17:12:25.678Z"},
		{"1545412345678999µs", "2018-12-21T17:12:25.678Z"},
		{"1545412345678999999ns/7", "2018-12-21T17:12:25.678Z"},
		{"2018-12-21T17:12:25.678+00:30", "2018-12-21T16:42:25.678Z"},
	} {
		m, err := Parse(c.text, Options{Zone: seoul})
		if err != nil {
			t.Errorf("%s: %v", c.text, err)
		} else if got := string(m.AppendTime(nil, 0)); got != c.utc {
			t.Errorf("%s is %s, want %s", c.text, got, c.utc)
		}
	}
	m, err := Parse("1545412345678000001ns/7", Options{Layout: cockroach})
	if err != nil || m.Forms[0].Text != "1545412345678000001.0000000007" {
		t.Errorf("nanoseconds of a pair: %+v, %v", m, err)
	}
	for _, bad := range []string{"", "hours", "-1s", "99999999999999999999s", "9223372036854775807s", "2018-12-21T",
		"2018-12-21T17", "2018-12-21T17:12:", "2018-12-21T17:12:25.", "2018-12-21T17:12+9", "+2018-1-1", "+99999999999-01-01",
		"2018-12-21/", "0x"} {
		if m, err := Parse(bad, Options{}); err == nil {
			t.Errorf("%q is taken for %s", bad, members(t, m))
		}
	}
}

// A time in a zone is read back to the same instant.
func TestTimesElsewhere(t *testing.T) {
	m, _ := Parse("1545412345678ms/3", Options{})
	for east, want := range map[int64]string{
		9 * 3600: "2018-12-22T02:12:25.678+09:00", -(3*3600 + 1800): "2018-12-21T13:42:25.678-03:30", 0: "2018-12-21T17:12:25.678Z",
	} {
		text := string(m.AppendTime(nil, east))
		back, err := Parse(text+"/3", Options{})
		if err != nil || text != want || back.Physical != m.Physical {
			t.Errorf("%d: %s, want %s; read back as %+v, %v", east, text, want, back, err)
		}
	}
}
