// Package sorting sorts slices with the one algorithm of package sort. The functions of package
// slices are compiled anew for every element type, at about two kilobytes of WebAssembly each; here
// an element type costs only two closures.
package sorting

import "sort"

// Stable sorts a list and keeps the order of equal elements.
func Stable[T any](list []T, compare func(a, b T) int) {
	sort.Stable(by(list, compare))
}

// Func sorts a list; equal elements may change places.
func Func[T any](list []T, compare func(a, b T) int) {
	sort.Sort(by(list, compare))
}

func by[T any](list []T, compare func(a, b T) int) *order {
	return &order{
		n:    len(list),
		less: func(i, j int) bool { return compare(list[i], list[j]) < 0 },
		swap: func(i, j int) { list[i], list[j] = list[j], list[i] },
	}
}

// order is a sort.Interface over a list of any type.
type order struct {
	n    int
	less func(i, j int) bool
	swap func(i, j int)
}

func (o *order) Len() int           { return o.n }
func (o *order) Less(i, j int) bool { return o.less(i, j) }
func (o *order) Swap(i, j int)      { o.swap(i, j) }
