package prefix

import "testing"

func TestSharedCountsTheBytesInFront(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want int
	}{{"", "", 0}, {"a", "", 0}, {"ab", "ac", 1}, {"ab", "abc", 2}, {"abc", "ab", 2}, {"x\x00", "x\x00", 2}} {
		if n := Shared([]byte(c.a), []byte(c.b)); n != c.want {
			t.Errorf("%q and %q share %d, want %d", c.a, c.b, n, c.want)
		}
	}
}
