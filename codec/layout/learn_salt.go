package layout

import (
	"bytes"
	"math/bits"
	"strconv"

	"github.com/rowlens/rowlens/codec/orderedbytes"
)

// salts are hashes with which a key may begin.
var salts = []struct {
	sum  string
	keep int
}{{"xxh32", 4}, {"java", 4}, {"md5", 16}, {"xxh64", 8}, {"md5", 4}, {"md5", 2}, {"md5", 1}, {"xxh32", 1}, {"java", 1}, {"xxh64", 1}}

// saltBits is how unlikely a hash must be: there are about ten thousand ways to try.
const saltBits = 30

// salt looks for a hash at the beginning, of everything after it, or without some bytes at the end or after some offset. It
// returns the state after it and what it is known to be of, or nil.
func (x *learner) salt(s *state) *state {
	n := x.rests(s, make([]int, len(x.keys))).least
	if x.typed && n > 4 {
		if to := x.typedSalt(s); to != nil {
			return to
		}
	}
	for _, h := range salts {
		for cut := 0; cut < min(n-h.keep, 32); cut++ {
			for _, back := range [...]bool{true, false} {
				it := item{kind: hash, width: h.keep, check: check{sum: h.sum, size: sizeOf(h.sum)}}
				to := edge{item: -1, n: cut, end: back}
				if !back {
					to.n = h.keep + 1 + cut
				}
				it.check.from, it.check.to = edge{item: -1, n: h.keep}, to
				for it.check.modulo = 0; it.check.modulo <= 256; it.check.modulo++ {
					worth := 8 * h.keep
					if it.check.modulo > 0 {
						worth = bits.Len32(it.check.modulo) - 1
					}
					if worth*len(x.keys) >= saltBits && x.salted(&it, nil, worth) {
						return x.hashed(s, &it, it.covers(), "the bytes after it")
					}
					if h.keep > 1 || h.sum == "md5" {
						break
					}
				}
			}
		}
	}
	return nil
}

// hashed adds a salt, which costs no more than to be chosen.
func (x *learner) hashed(s *state, it *item, of, what string) *state {
	to := x.reach(s, it.width, saltBits/2*bit)
	to.name, to.line, to.why = "salt", of, "equals that hash of "+what+x.all()
	return to
}

// salted reports whether the hash is correct in all keys, for enough different bytes to rule out chance. sizes, if
// given, are how many bytes after the hash are hashed.
func (x *learner) salted(it *item, sizes []int, worth int) bool {
	var sum []byte
	seen, values := map[string]bool{}, map[string]bool{}
	for i, k := range x.keys {
		if sizes != nil {
			it.check.to = edge{item: -1, n: it.width + sizes[i]}
		}
		b, _, ok := it.hashed(k, nil, 0)
		if !ok {
			return false
		}
		if sum = it.appendSum(sum[:0], b); !bytes.Equal(sum, k[:it.width]) {
			return false
		}
		seen[string(b)], values[string(sum)] = true, true
	}
	return worth*len(seen) >= saltBits && len(values) > 1
}

// typedSalt looks for a salt such as Actionbase's: the XXH32 of the first OrderedBytes values after it, which it adds, too.
func (x *learner) typedSalt(s *state) *state {
	const width, most = 4, 4
	it := item{kind: hash, width: width, check: check{sum: "xxh32", size: width, from: edge{item: -1, n: width}}}
	sizes, to := make([]int, len(x.keys)), ""
	for n := 1; n <= most; n++ {
		for i, k := range x.keys {
			size, err := orderedbytes.ConsumeValue(k[width+sizes[i]:], new(orderedbytes.OrderedValue))
			if sizes[i] += size; err != nil {
				return nil
			}
		}
		if x.salted(&it, sizes, 8*width) {
			s = x.hashed(s, &it, "xxh32(value"+to+")", "the values of OrderedBytes after it")
			for ; n > 0 && s != nil; n-- {
				s = x.value(s)
			}
			return s
		}
		to = "..value" + itoa(n+1)
	}
	return nil
}

func sizeOf(sum string) int {
	for i := range named {
		if named[i].word == sum {
			return named[i].width
		}
	}
	return 0
}

// covers spells a hash and the bytes it is of.
func (it *item) covers() string {
	c, to := &it.check, ""
	switch {
	case !c.to.end:
		to = itoa(c.to.n)
	case c.to.n > 0:
		to = "-" + itoa(c.to.n)
	}
	line := c.sum + "(" + itoa(it.width) + ".." + to
	if c.modulo == 0 && it.width < c.size {
		line += ", " + itoa(it.width)
	}
	line += ")"
	if c.modulo > 0 {
		line += "%" + strconv.FormatUint(uint64(c.modulo), 10)
	}
	return line
}
