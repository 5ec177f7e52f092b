package filter

import "testing"

// A filter finds what statistics count: what a row is of, and its sizes.
func TestFilterTakesWhatStatisticsCount(t *testing.T) {
	for _, c := range []taken{
		{`entity = "item 2"`, "+--"},
		{"entity = 77", "---"},
		{"entity != 77", "+++"},
		{"keyBytes = 47", "+--"},
		{"keyBytes >= 1 valueBytes < 1000", "++-"},
		{"valueBytes = 1", "-+-"},
		{"keyBytes = 0", "---"},
	} {
		c.check(t)
	}
}
