package layout

import "math/bits"

// Costs are in eighths of a bit: what it takes to write the keys down, if the reader knows the layout. Bytes without a
// pattern take eight bits each; numbers take as many as their range needs, text as many as its kinds of characters need.
// What a layout itself says (its items, the ends of ranges, literals) has a cost as well, so the layout that takes the fewest
// bits in all says nothing that the keys do not bear out.
const (
	bit        = 8
	itemCost   = 8 * bit  // of each item: there are some hundred to choose from
	byteCost   = 8 * bit  // of a byte without a pattern
	rangeCost  = 6 * bit  // of how wide a range is
	oddCost    = 3 * bit  // of an unlikely number of bytes
	learnSaved = 24 * bit // the least that a layout must save
	basesMost  = 2000     // of different lengths that the items so far have in the keys
	workMost   = 120e3    // places in keys to look at before the search ends
)

// log returns the binary logarithm of n > 0, rounded up: many keys must not gain from the fractions.
func log(n uint64) int {
	k := bits.Len64(n) - 1
	below := n << (63 - k) // without what is after the leading 1
	eighths := int(below >> 60 & (bit - 1))
	if below<<4 > 0 {
		eighths++
	}
	return bit*k + eighths
}

// learner looks for the cheapest description of all keys at the same time.
type learner struct {
	keys  [][]byte
	plain int     // what they cost without a pattern
	typed bool    // look for values of OrderedBytes
	runs  [][]int // for each key and offset, how many bytes of visible text begin there

	bases  [][]int        // places in the keys, minus that in the first one
	based  map[string]int // index in bases
	states map[uint64]*state
	open   []*state
	best   *state
	work   int
}

// spot is a place in all keys. Fixed is whether only items of a fixed width may follow, gap whether bytes without a pattern
// end here.
type spot struct {
	base, off  int
	fixed, gap bool
}

// number returns a number that no other spot has: offsets need 13 bits.
func (at spot) number() (n uint64) {
	n = uint64(at.base)<<16 | uint64(at.off)<<2
	if at.fixed {
		n |= 2
	}
	if at.gap {
		n |= 1
	}
	return n
}

// state is the cheapest way to a spot that was found so far. The items are a list from the last to the first.
type state struct {
	spot
	from            *state
	after           int // bytes of all keys
	cost            int
	name, line, why string
	loose           bool // text that nothing ends
}

// search returns the last item of the cheapest layout, or nil if there are only bytes without a pattern.
func (x *learner) search() *state {
	x.states, x.based, x.bases, x.open, x.best, x.work = map[uint64]*state{}, map[string]int{}, nil, nil, nil, 0
	first := &state{spot: spot{base: x.base(make([]int, len(x.keys)))}}
	if salted := x.salt(first); salted != nil {
		first = salted
	}
	x.open = []*state{first}
	for sizes := make([]int, len(x.keys)); len(x.open) > 0; {
		s := x.nearest()
		rests := x.rests(s, sizes)
		if x.finish(s, bytesCost(sizes), rests); x.work < workMost {
			x.follow(s, rests.least)
		}
	}
	return x.best
}

// follow adds what may come after a state.
func (x *learner) follow(s *state, left int) {
	x.work += len(x.keys)
	if !s.fixed {
		x.texts(s, left)
		x.counted(s, left)
		if x.typed {
			x.value(s)
		}
	}
	x.fixedTexts(s, left)
	x.literals(s, left)
	x.numbers(s, left)
	x.uuid(s, left)
	if !s.gap {
		x.gaps(s, left)
	}
}

// nearest takes the open state after the fewest bytes: nothing that is found later leads to it.
func (x *learner) nearest() *state {
	at := 0
	for i, s := range x.open {
		if s.after < x.open[at].after {
			at = i
		}
	}
	s := x.open[at]
	x.open[at] = x.open[len(x.open)-1]
	x.open = x.open[:len(x.open)-1]
	return s
}

// place returns the offset of a spot in key i.
func (x *learner) place(at spot, i int) int { return x.bases[at.base][i] + at.off }

// bytes returns n bytes of key i.
func (x *learner) bytes(at spot, i, n int) []byte {
	from := x.place(at, i)
	return x.keys[i][from : from+n]
}

// rests returns in sizes how many bytes each key has after a state, and the least and the most of them.
func (x *learner) rests(s *state, sizes []int) (e extent) {
	for i, k := range x.keys {
		sizes[i] = len(k) - x.place(s.spot, i)
		e.add(i, sizes[i])
	}
	return e
}

// base returns the number of the places, which it takes relative to the first one.
func (x *learner) base(places []int) int {
	name := make([]byte, 0, 2*len(places))
	for i := len(places) - 1; i >= 0; i-- {
		places[i] -= places[0]
		name = append(name, byte(places[i]), byte(places[i]>>8))
	}
	n, ok := x.based[string(name)]
	if !ok {
		n = len(x.bases)
		x.bases, x.based[string(name)] = append(x.bases, places), n
	}
	return n
}

// reach returns the state n bytes after another one in every key if it costs less than known so far. The caller says with
// which item.
func (x *learner) reach(from *state, n, cost int) *state {
	at := from.spot
	at.off, at.gap = at.off+n, false
	return x.arrive(from, at, cost)
}

// reachSizes is reach with a size for each key. Fixed is whether only items of a fixed width may follow.
func (x *learner) reachSizes(from *state, sizes []int, cost int, fixed bool) *state {
	if len(x.bases) == basesMost {
		return nil
	}
	places := make([]int, len(sizes))
	for i, n := range sizes {
		places[i] = x.place(from.spot, i) + n
	}
	at := spot{off: places[0], fixed: fixed}
	at.base = x.base(places)
	return x.arrive(from, at, cost)
}

func (x *learner) arrive(from *state, at spot, cost int) *state {
	cost += from.cost + itemCost
	s := x.states[at.number()]
	if s == nil {
		s = &state{spot: at, after: at.off * len(x.keys)}
		for _, n := range x.bases[at.base] {
			s.after += n
		}
		x.states[at.number()] = s
		x.open = append(x.open, s)
	} else if s.cost <= cost {
		return nil
	}
	s.from, s.cost, s.loose = from, cost, false
	return s
}

// finish ends the layout after a state, if need be with bytes without a pattern, and keeps it if it is the cheapest.
func (x *learner) finish(s *state, cost int, rests extent) {
	if s.gap || s.from == nil {
		return // those bytes begin before
	}
	end := s
	if cost > 0 {
		end = &state{spot: s.spot, from: s, cost: s.cost + cost + itemCost, name: "rest", line: "bytes", why: "without a pattern"}
		if rests.least == rests.most && odd(rests.least) {
			end.cost += oddCost
		}
		if s.fixed {
			end.line = "bytes(" + itoa(rests.least) + ")"
		} else if rests.least == 0 {
			end.why = "not in every key, without a pattern"
		}
	}
	if x.best == nil || end.cost < x.best.cost {
		x.best = end
	}
}

// odd reports whether a number of bytes is unlikely for bytes without a pattern.
func odd(n int) bool { return n&(n-1) > 0 && n != 20 }

func (x *learner) all() string { return " in all " + itoa(len(x.keys)) + " keys" }
