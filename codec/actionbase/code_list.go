package actionbase

import (
	"strconv"

	"github.com/rowlens/rowlens/codec/wire"
)

// codeList finds repeated property codes. It searches a few codes one by one; from listMax on it
// uses a map, so that a hostile cell with a million properties takes linear time.
type codeList struct {
	codes []int32
	index map[int32]int
}

const listMax = 32

func (l *codeList) reset() { l.codes, l.index = l.codes[:0], nil }

// place returns the index of a code and whether it was already present.
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

// grow extends the list by one element with arbitrary content, so that the memory of an earlier row
// is reused, and returns it.
func grow[T any](list *[]T) *T {
	if n := len(*list); n < cap(*list) {
		*list = (*list)[:n+1]
	} else {
		var empty T
		*list = append(*list, empty)
	}
	return &(*list)[len(*list)-1]
}

// shrink undoes grow.
func shrink[T any](list *[]T) { *list = (*list)[:len(*list)-1] }

// repeated removes the last property of a list because its code already occurred at index i. No
// writer produces that; in upstream's readers the last value wins and takes the place of the first.
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

// onlyOnce refuses a list with two properties of one code, of which readers would keep one.
func onlyOnce[T any](list []T, code func(*T) int32) error {
	var seen map[int32]bool
	if len(list) > listMax {
		seen = make(map[int32]bool, len(list))
	}
	for i := range list {
		c := code(&list[i])
		again := seen[c]
		if seen != nil {
			seen[c] = true
		} else {
			for j := 0; j < i && !again; j++ {
				again = code(&list[j]) == c
			}
		}
		if again {
			return refuse("properties", "expected each property once, found code "+strconv.Itoa(int(c))+" again")
		}
	}
	return nil
}
