package exports

import (
	"strings"
	"testing"
)

// Start and stop cannot express which keys in between to leave out, so a range with other rows in
// it is refused, and one without is not.
func TestARangeWithOtherRowsIsRefused(t *testing.T) {
	for fields, exact := range map[string]bool{`{"kind":"entity"}`: true, `{"kind":"idx-tri","path":"/x"}`: false} {
		var e Error
		out := make([]byte, 64)
		n := Range(0, "implexus", "key", []byte(fields), RangeStart, out, &e)
		if (n > 0) != exact || !exact && (e.Code != Refused || !strings.Contains(e.Message, "colons in keys are not escaped")) {
			t.Errorf("%s: %d, %v", fields, n, e)
		}
	}
}
