package actionbase

import (
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

// repeated says what to do with a code that comes again: upstream's readers let
// the last value win; no writer makes it.
func repeated(r *wire.Reader, code int32, at int) bool {
	if !r.Lenient() {
		r.FailAt(wire.NonCanonical, &fProperty, at, "each property once", "code "+itoa(int64(code))+" again")
		return false
	}
	return true
}
