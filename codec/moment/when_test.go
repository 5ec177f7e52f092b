package moment_test

import (
	"testing"
	"time"

	"github.com/rowlens/rowlens/codec/moment"
)

func ms(text string) int64 {
	at, err := time.Parse(time.RFC3339Nano, text)
	if err != nil {
		panic(err)
	}
	return at.UnixMilli()
}

func TestTimesBeforeNow(t *testing.T) {
	now := ms("2024-05-03T04:00:01.5Z")
	for text, want := range map[string]string{
		"now": "2024-05-03T04:00:01.5Z", "NOW": "2024-05-03T04:00:01.5Z", "2 h ago": "2024-05-03T02:00:01.5Z", "2h ago": "2024-05-03T02:00:01.5Z",
		"1 hour ago": "2024-05-03T03:00:01.5Z", "30 min ago": "2024-05-03T03:30:01.5Z", "90s ago": "2024-05-03T03:58:31.5Z",
		"3 days ago": "2024-04-30T04:00:01.5Z", "1 week ago": "2024-04-26T04:00:01.5Z", "500 ms ago": "2024-05-03T04:00:01Z",
	} {
		if got, ok, _ := moment.Relative(text, now); !ok || got != ms(want) {
			t.Errorf("%s is %d, %v, want %d", text, got, ok, ms(want))
		}
	}
	for text, want := range map[string]bool{
		"2 h": true, "2 h a": true, "2 h ag": true, "2h": true, "2": false, "": false, "h ago": false, "2 x ago": false, "2 h later": false,
		"2 h ago now": false, "99999999999999999999 h ago": false, "9999999999999 h ago": false, "-2 h ago": false,
	} {
		if _, ok, unfinished := moment.Relative(text, now); ok || unfinished != want {
			t.Errorf("%q: %v, unfinished %v", text, ok, unfinished)
		}
	}
}

func TestPeriods(t *testing.T) {
	for text, want := range map[string][2]string{
		"2024":                          {"2024-01-01T00:00:00Z", "2025-01-01T00:00:00Z"},
		"2024-02":                       {"2024-02-01T00:00:00Z", "2024-03-01T00:00:00Z"},
		"2024-12":                       {"2024-12-01T00:00:00Z", "2025-01-01T00:00:00Z"},
		"2024-05-03":                    {"2024-05-03T00:00:00Z", "2024-05-04T00:00:00Z"},
		"2024-05-03T14":                 {"2024-05-03T14:00:00Z", "2024-05-03T15:00:00Z"},
		"2024-05-03 14:37":              {"2024-05-03T14:37:00Z", "2024-05-03T14:38:00Z"},
		"2024-05-03T14:37Z":             {"2024-05-03T14:37:00Z", "2024-05-03T14:38:00Z"},
		"2024-05-03T14:37:02+09:00":     {"2024-05-03T05:37:02Z", "2024-05-03T05:37:03Z"},
		"2024-05-03T14:37:02.209-01:30": {"2024-05-03T16:07:02.209Z", "2024-05-03T16:07:02.210Z"},
		"1969-02":                       {"1969-02-01T00:00:00Z", "1969-03-01T00:00:00Z"},
	} {
		from, to, ok := moment.Period(text)
		if !ok || from != ms(want[0]) || to != ms(want[1]) {
			t.Errorf("%s is %d to %d, %v", text, from, to, ok)
		}
	}
	for _, text := range []string{"", "20", "2024-13", "2024-02-30", "2024-05-03T24", "2024-05-03T1", "abcd", "2024-05-03T14:37:", "now"} {
		if from, to, ok := moment.Period(text); ok {
			t.Errorf("%q is %d to %d", text, from, to)
		}
	}
}
