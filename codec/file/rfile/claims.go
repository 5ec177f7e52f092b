package rfile

import "slices"

// claims are the stretches of a file whose blocks have already been named: sorted and disjoint.
// Without them, a block named twice by an index would be shown twice, and an index that names
// itself would never end.
type claims []stretch

type stretch struct{ from, to int64 }

// claimsMax bounds how many stretches are kept. Blocks have no gaps between them, so a group makes
// at most two stretches.
const claimsMax = 1 << 12

// take claims a block, and reports whether no part of it had been claimed.
func (c *claims) take(g region) bool {
	if g.stored == 0 {
		return true
	}
	s, to := *c, g.offset+g.stored
	i, _ := slices.BinarySearchFunc(s, g.offset, func(have stretch, at int64) int {
		if have.to < at {
			return -1
		}
		return 1
	})
	touchesBefore := i < len(s) && s[i].to == g.offset
	next := i
	if touchesBefore {
		next++
	}
	touchesAfter := next < len(s) && s[next].from == to
	switch {
	case next < len(s) && s[next].from < to:
		return false
	case touchesBefore && touchesAfter:
		s[i].to = s[next].to
		*c = slices.Delete(s, next, next+1)
	case touchesBefore:
		s[i].to = to
	case touchesAfter:
		s[next].from = g.offset
	case len(s) == claimsMax:
		return false
	default:
		*c = slices.Insert(s, i, stretch{g.offset, to})
	}
	return true
}
