package inspector

import (
	"testing"

	"github.com/rowlens/rowlens/codec/format"
)

func TestEveryFormatHasASampleWhileThereIsRoom(t *testing.T) {
	many := func(title string, n int) *format.Format {
		f := &format.Format{Title: title}
		for range n {
			f.Samples = append(f.Samples, format.Sample{What: "w", Text: "t"})
		}
		return f
	}
	count := map[string]int{}
	for _, s := range SamplesOf([]*format.Format{many("a", 9), many("b", 1), many("c", 0), many("d", 2)}) {
		count[s.Format]++
	}
	if count["a"] != 3 || count["b"] != 1 || count["c"] != 0 || count["d"] != 2 {
		t.Errorf("got %v", count)
	}
	if got := len(SamplesOf(nil)); got != 0 {
		t.Errorf("%d samples of no format", got)
	}
}
