package filter

import (
	"testing"

	"github.com/rowlens/rowlens/codec/value"
)

// The timestamp of the first row, 1714809600500, is 2024-05-04T08:00:00.5Z.
func TestTimesOfAFilter(t *testing.T) {
	for _, c := range []taken{
		{"timestamp > 2024-05-04T08:00Z", "+--"},
		{"timestamp > 2024-05-04 08:01", "---"},
		{"timestamp in 2024-05-04", "+--"},
		{"timestamp in 2024-05-03", "---"},
		{"timestamp in 2024-05", "+--"},
		{"timestamp in 2024", "+--"},
		{"timestamp in 2025", "---"},
		{"timestamp in 2024-05-04T08", "+--"},
		{"timestamp in 2024-05-04 08:00:00 and version in 2024-05-04", "+--"},
		{"timestamp in 2024-05-04T08:00:00.500Z", "+--"},
		{"not timestamp in 2024-05-04", "-++"},
		{"version in 2024-05-04T08:00", "+--"},
		{"record = edge index timestamp in 2024-05-04", "+--"},
		{"record = edge in index", "---"},
		{"in = 3", "---"},
	} {
		c.check(t)
	}
}

func TestTimesBeforeNowInAFilter(t *testing.T) {
	const now = 1714809600500 + 3600_000
	rows, b := filterRows(t)
	for text, want := range map[string]bool{
		"timestamp > 2 h ago": true, "timestamp > 59 min ago": false, "timestamp < now": true, "timestamp >= 1h ago and timestamp <= 60 min ago": true,
	} {
		f, err := ParseAt(text, now)
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		if got := f.Take(rows[0], b, new(value.Writer)); got != want {
			t.Errorf("%s: %v", text, got)
		}
	}
}

func TestATimeThatIsNotFinishedIsSaid(t *testing.T) {
	const now = 1714809600500
	for text, want := range map[string]string{
		"version in":             "expected a value after in, found the end",
		"version in 2024-05-0":   `expected a date such as 2024-05-03, 2024-05 or 2024-05-03T14 after in, found "2024-05-0"`,
		"version > 2024-0":       `expected a date such as 2024-05-03 or 2024-05-03T14:00Z, found "2024-0"`,
		"version <= 2024-05-01T": `expected a date such as 2024-05-03 or 2024-05-03T14:00Z, found "2024-05-01T"`,
		"version > 2 h":          `expected ago after "2 h"`,
		"version > 2 h ag":       `expected ago after "2 h ag"`,
	} {
		if _, err := ParseAt(text, now); err == nil || err.Error() != want {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
	for _, text := range []string{"name = 2024-0", "name = 2", "name ^= 2024-0", "name > 2024-ab", "name > 2 x"} {
		if _, err := ParseAt(text, now); err != nil {
			t.Errorf("%s: %v", text, err)
		}
	}
	if _, err := Parse("version > 2 h"); err != nil {
		t.Errorf("nobody said the time: %v", err)
	}
}
