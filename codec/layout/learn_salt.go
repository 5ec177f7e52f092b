package layout

import (
	"bytes"
	"math/bits"

	"github.com/rowlens/rowlens/codec/orderedbytes"
)

// salts are hashes with which a key may begin.
var salts = []struct {
	sum  string
	keep int
}{{"xxh32", 4}, {"java", 4}, {"md5", 16}, {"xxh64", 8}, {"md5", 4}, {"md5", 2}, {"md5", 1}, {"xxh32", 1}, {"java", 1}, {"xxh64", 1}}

// saltBits is how unlikely a hash must be: there are about ten thousand ways to try.
const saltBits = 30

// salt looks for a hash at the beginning, of everything after it, or without some bytes at the end or after some offset.
func (x *learner) salt() {
	n := x.left()
	if x.typed && n > 4 && x.typedSalt() {
		return
	}
	for _, s := range salts {
		for cut := 0; cut < min(n-s.keep, 32); cut++ {
			for _, back := range [...]bool{true, false} {
				it := item{kind: hash, width: s.keep, check: check{sum: s.sum, size: sizeOf(s.sum)}}
				to := edge{item: -1, n: cut, end: back}
				if !back {
					to.n = s.keep + 1 + cut
				}
				it.check.from, it.check.to = edge{item: -1, n: s.keep}, to
				for it.check.modulo = 0; it.check.modulo <= 256; it.check.modulo++ {
					worth := 8 * s.keep
					if it.check.modulo > 0 {
						worth = bits.Len32(it.check.modulo) - 1
					}
					if worth*len(x.keys) >= saltBits && x.salted(&it, nil, worth) {
						x.salts(&it, worth)
						return
					}
					if s.keep > 1 || s.sum == "md5" {
						break
					}
				}
			}
		}
	}
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

// typedSalt looks for a salt such as Actionbase's: the XXH32 of the first OrderedBytes values after it.
func (x *learner) typedSalt() bool {
	const width, most = 4, 4
	it := item{kind: hash, width: width, check: check{sum: "xxh32", size: width, from: edge{item: -1, n: width}}}
	sizes, to := make([]int, len(x.keys)), ""
	for n := 1; n <= most; n++ {
		for i, k := range x.keys {
			size, err := orderedbytes.ConsumeValue(k[width+sizes[i]:], new(orderedbytes.OrderedValue))
			if sizes[i] += size; err != nil {
				return false
			}
		}
		if x.salted(&it, sizes, 8*width) {
			why := "equals that hash of the values of OrderedBytes after it" + x.all()
			x.say("salt", "xxh32(value"+to+")", why, 8*width*len(x.keys), filled(width, len(x.keys)))
			return true
		}
		to = "..value" + itoa(n+1)
	}
	return false
}

func sizeOf(sum string) int {
	for i := range named {
		if named[i].word == sum {
			return named[i].width
		}
	}
	return 0
}

// filled returns n copies of size.
func filled(size, n int) []int {
	list := make([]int, n)
	for i := range list {
		list[i] = size
	}
	return list
}

func (x *learner) salts(it *item, worth int) {
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
		line += "%" + itoa(int(c.modulo))
	}
	x.say("salt", line, "equals that hash of the bytes after it"+x.all(), worth*len(x.keys), filled(it.width, len(x.keys)))
}
