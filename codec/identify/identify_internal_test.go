package identify

import (
	"cmp"
	"strings"
	"testing"
)

func TestTitlesAreComparedInPieces(t *testing.T) {
	list := [][5]string{
		{}, {"a"}, {"a", " "}, {"a", " ", "b"}, {"a ", "b"}, {"", "a", "", " ", "b"}, {"a", " b", "c"}, {"ab"}, {"b"}, {"a", " ", "b", " ", "c"},
	}
	for _, a := range list {
		for _, b := range list {
			want := strings.Compare(strings.Join(a[:], ""), strings.Join(b[:], ""))
			if got := cmp.Compare(compareWords(a, b), 0); got != want {
				t.Errorf("%q, %q: %d, want %d", a, b, got, want)
			}
		}
	}
}
