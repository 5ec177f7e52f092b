package layout

// itemMost is how many bytes a literal, or a gap between items, has at most.
const itemMost = 256

// literals adds the bytes that all keys have in common, each more than the last. Where a letter or digit goes on in some keys, a
// literal that ends in one would cut a word.
func (x *learner) literals(s *state, left int) {
	first := x.bytes(s.spot, 0, left)
	for n := 1; n <= min(left, itemMost); n++ {
		for i := range x.keys {
			if x.bytes(s.spot, i, n)[n-1] != first[n-1] {
				return
			}
		}
		cost := (8*n + 2) * bit
		if n < left && word(first[n-1]) && word(first[n]) {
			cost += 3 * bit
		}
		if n < left && first[n-1] == 0 && x.runs[0][x.place(s.spot, 0)+n] == 0 {
			cost += 6 * bit // rather the leading zeros of a number
		}
		if to := x.reach(s, n, cost); to != nil {
			to.name, to.line, to.why = "", spelled(first[:n]), "the same"+x.all()
		}
	}
}

// gaps adds bytes without a pattern.
func (x *learner) gaps(s *state, left int) {
	for n := 1; n <= min(left-1, itemMost); n++ {
		cost := n*len(x.keys)*byteCost + 2*bit
		if odd(n) {
			cost += oddCost
		}
		at := s.spot
		at.off, at.gap = at.off+n, true
		if to := x.arrive(s, at, cost); to != nil {
			to.name, to.line, to.why = "data", "bytes("+itoa(n)+")", "without a pattern"
		}
	}
}

// marks are the bits of a UUID's bytes that do not differ: those of its version and its variant.
var marks = [16]int{6: 4, 8: 2}

// uuid adds a UUID, where all keys have the same version and the variant.
func (x *learner) uuid(s *state, left int) {
	if left < 16 {
		return
	}
	differ, first := [16]bool{}, x.bytes(s.spot, 0, 16)
	for i := range x.keys {
		b := x.bytes(s.spot, i, 16)
		if b[6]>>4 != first[6]>>4 || b[6]>>4 == 0 || b[6]>>4 > 8 || b[8]>>6 != 2 {
			return
		}
		for j := range b {
			differ[j] = differ[j] || b[j] != first[j]
		}
	}
	version := first[6] >> 4
	dated := (version == 1 || version >= 6 && version < 8) && len(x.keys) > learnLeast // a time in front differs less than its bytes do
	cost := 3 * bit
	for i, d := range differ {
		if cost += byteCost; d && !(dated && i < 6) {
			cost += (8 - marks[i]) * bit * (len(x.keys) - 1)
		}
	}
	if to := x.reach(s, 16, cost); to != nil {
		to.name, to.line, to.why = "id", "uuid", "the marks of a UUID"+x.all()
	}
}
