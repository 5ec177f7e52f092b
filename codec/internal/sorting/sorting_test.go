package sorting

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"testing"
)

type pair struct{ key, place int }

func TestListsAreSortedAsPackageSlicesDoes(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	byKey := func(a, b pair) int { return cmp.Compare(a.key, b.key) }
	for n := range 200 {
		list := make([]pair, n)
		for i := range list {
			list[i] = pair{r.IntN(1 + n/4), i}
		}
		want := slices.Clone(list)
		slices.SortStableFunc(want, byKey)
		stable := slices.Clone(list)
		Stable(stable, byKey)
		if !slices.Equal(stable, want) {
			t.Errorf("%d elements: got %v, want %v", n, stable, want)
		}
		Func(list, byKey)
		if !slices.IsSortedFunc(list, byKey) {
			t.Errorf("%d elements are not sorted: %v", n, list)
		}
	}
}
