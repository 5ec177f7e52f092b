package actionbase

import (
	"strconv"

	"github.com/rowlens/rowlens/codec/wire"
)

// codeList finds repeated property codes. A few codes are searched one by one;
// from listMax on a map keeps a hostile cell of a million properties linear.
type codeList struct {
	codes []int32
	index map[int32]int
}

const listMax = 32

func (l *codeList) reset() { l.codes, l.index = l.codes[:0], nil }

// place returns the place of a code and whether it was there already.
func (l *codeList) place(code int32) (i int, again bool) {
	n := len(l.codes)
	if l.index != nil {
		if i, again = l.index[code]; again {
			return i, true
		}
		l.index[code] = n
	} else {
		for i, c := range l.codes {
			if c == code {
				return i, true
			}
		}
		if n == listMax {
			l.index = make(map[int32]int, 2*listMax)
			for i, c := range l.codes {
				l.index[c] = i
			}
			l.index[code] = n
		}
	}
	l.codes = append(l.codes, code)
	return n, false
}

// grow lengthens the list by an element of any content, and returns that: the memory of
// an earlier row is used again.
func grow[T any](list *[]T) *T {
	if n := len(*list); n < cap(*list) {
		*list = (*list)[:n+1]
	} else {
		var empty T
		*list = append(*list, empty)
	}
	return &(*list)[len(*list)-1]
}

// shrink takes back what grow gave.
func shrink[T any](list *[]T) { *list = (*list)[:len(*list)-1] }

// repeated takes the last property of a list back, whose code came before at i. No
// writer makes that; upstream's readers let the last value win, in the place of the
// first.
//
//go:noinline
func repeated[T any](r *wire.Reader, list *[]T, i int, code int32, at int) {
	if r.Lenient() {
		(*list)[i] = (*list)[len(*list)-1]
		r.Group().As(&fRepeated)
	} else {
		r.FailAt(wire.NonCanonical, &fProperty, at, "each property once", "code "+strconv.Itoa(int(code))+" again")
	}
	shrink(list)
}
