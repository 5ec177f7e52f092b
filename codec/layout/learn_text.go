package layout

import (
	"bytes"
	"math"
	"unicode/utf8"

	"github.com/rowlens/rowlens/codec/internal/prefix"
	"github.com/rowlens/rowlens/codec/orderedbytes"
	"github.com/rowlens/rowlens/codec/value"
)

// Kinds of characters, and how many there are of each.
var groupSizes = [...]uint64{10, 26, 26, 3, 29, 64}

func charGroup(c byte) uint16 {
	switch {
	case c >= '0' && c <= '9':
		return 1
	case c >= 'a' && c <= 'z':
		return 1 << 1
	case c >= 'A' && c <= 'Z':
		return 1 << 2
	case c == '-' || c == '_' || c == '.':
		return 1 << 3
	case c < 0x80:
		return 1 << 4
	}
	return 1 << 5
}

func word(c byte) bool { return c < 0x80 && charGroup(c) < 1<<3 }

// visibleRuns returns, for each offset of b and for its end, how many bytes of visible text begin there.
func visibleRuns(b []byte) []int {
	list := make([]int, len(b)+1)
	for at := len(b) - 1; at >= 0; at-- {
		if r, n := utf8.DecodeRune(b[at:]); r >= ' ' && (r < 0x7f || r >= 0xa0) && (r != utf8.RuneError || n > 1) {
			list[at] = n + list[at+n]
		}
	}
	return list
}

const textWork = 128 // bytes of text that are as much work as a place

// textCost returns what text costs that has so many bytes in each key, or false if it is no text or always the same. What
// all keys begin with costs nothing more than once; but if it has punctuation in it, then only where nothing else may stand
// for it, as a literal does.
func (x *learner) textCost(at spot, sizes []int, whole bool) (cost int, ok bool) {
	same, groups, sum := sizes[0], uint16(0), 0
	first := x.bytes(at, 0, sizes[0])
	for i, n := range sizes {
		runs := x.runs[i][x.place(at, i):]
		if runs[0] < n || runs[n] != runs[0]-n { // or it ends within a character
			return 0, false
		}
		part := x.bytes(at, i, n)
		same, sum = prefix.Shared(first[:same], part), sum+n
	}
	if sum < len(sizes) || sum == same*len(sizes) {
		return 0, false
	}
	for j := 0; j < same && !whole; j++ {
		if !word(first[j]) {
			same = 0
		}
	}
	for i, n := range sizes {
		for _, c := range x.bytes(at, i, n)[same:] {
			groups |= charGroup(c)
		}
	}
	x.work += sum / textWork
	letters := uint64(0)
	for g, n := range groupSizes {
		if groups>>g&1 > 0 {
			letters += n
		}
	}
	return (sum-same*len(sizes))*log(letters) + byteCost*(same+1), true
}

// ends are bytes that may end a text, and what it costs to choose them.
var ends = []struct {
	end        byte
	cost, each int // once and for each key
}{
	{0, 1, 0}, {1, 4, 0}, {0x1f, 4, 0}, {'|', 3, 0}, {':', 3, 0}, {'/', 3, 0}, {'#', 3, 0},
	{';', 5, 5}, {'!', 5, 5}, {',', 5, 5}, {'_', 5, 5}, {'-', 5, 5}, {'.', 5, 5},
}

// extent is the range of some numbers.
type extent struct{ least, most int }

func (e *extent) add(i, n int) {
	if i == 0 {
		e.least, e.most = n, n
	}
	e.least, e.most = min(e.least, n), max(e.most, n)
}

// texts adds visible text that ends, in all keys, with the same byte, with the key, or at items of a fixed width.
func (x *learner) texts(s *state, left int) {
	sizes := make([]int, len(x.keys))
	for _, e := range ends {
		var lengths, rests extent
		ok := true
		for i := 0; i < len(x.keys) && ok; i++ {
			at := x.place(s.spot, i)
			sizes[i] = bytes.IndexByte(x.keys[i][at:min(at+x.runs[i][at]+1, len(x.keys[i]))], e.end)
			lengths.add(i, sizes[i])
			rests.add(i, len(x.keys[i])-at-sizes[i])
			ok = sizes[i] >= 0
		}
		cost, text := 0, ok
		if ok {
			cost, text = x.textCost(s.spot, sizes, false)
		}
		if !text {
			continue
		}
		// Where the same number of bytes follows in all keys, the end of the text needs no byte of its own.
		spread := min(lengths.most-lengths.least, rests.most-rests.least)
		cost += x.splitCost(s) + (e.cost+e.each*len(sizes))*bit + len(sizes)*logNext(uint64(spread))
		for i := range sizes {
			sizes[i]++
		}
		if to := x.reachSizes(s, sizes, cost, false); to != nil {
			to.name, to.line, to.why = "text", "str(.."+spelled([]byte{e.end})+")", "visible text, then "+spelled([]byte{e.end})+x.all()
		}
	}
	x.tails(s, left, sizes)
}

// tailMost is how many bytes items of a fixed width may have after a text or bytes that run up to them.
const tailMost = 32

// tails adds text to the end, and text, or bytes without a pattern, up to some bytes before the end, unless they have a fixed
// width themselves.
func (x *learner) tails(s *state, left int, sizes []int) {
	rests := x.rests(s, sizes)
	for tail := 0; tail <= min(left, tailMost); tail++ {
		if tail > 0 {
			if rests.least == rests.most {
				return
			}
			for i := range sizes {
				sizes[i]--
			}
		}
		where := " to the end" + x.all()
		if tail > 0 {
			where = x.all() + ", up to a fixed width before the end"
			if to := x.reachSizes(s, sizes, bytesCost(sizes)+6*bit, true); to != nil {
				to.name, to.line, to.why = "data", "bytes", "without a pattern"+where[len(x.all()):]
			}
		}
		if cost, ok := x.textCost(s.spot, sizes, false); ok {
			if to := x.reachSizes(s, sizes, cost+4*bit+x.splitCost(s), tail > 0); to != nil {
				to.name, to.line, to.why, to.loose = "text", "str", "visible text"+where, true
			}
		}
	}
}

func bytesCost(sizes []int) (cost int) {
	for _, n := range sizes {
		cost += n * byteCost
	}
	return cost
}

func sized(n int) string {
	if n == 1 {
		return "1 byte"
	}
	return itoa(n) + " bytes"
}

// splitCost returns what text costs after text that nothing ends: with nothing between them they are hardly two.
func (x *learner) splitCost(s *state) int {
	if s.loose {
		return (10 + 2*len(x.keys)) * bit
	}
	return 0
}

// fixedTexts adds text that has the same number of bytes in all keys.
func (x *learner) fixedTexts(s *state, left int) {
	sizes := make([]int, len(x.keys))
	once := 6*bit + x.splitCost(s)
	for n := 1; n <= min(left, tailMost); n++ {
		for i := range sizes {
			sizes[i] = n
		}
		if cost, ok := x.textCost(s.spot, sizes, false); ok {
			if to := x.reach(s, n, cost+once); to != nil {
				to.name, to.line, to.why, to.loose = "text", "str("+itoa(n)+")", "visible text of "+sized(n)+x.all(), true
			}
		}
	}
}

// counted adds text and bytes with their length in front.
func (x *learner) counted(s *state, left int) {
	sizes := make([]int, len(x.keys))
	for _, it := range [...]item{{width: 1}, {width: 2}, {width: 4}, {width: 2, little: true}, {width: 4, little: true}} {
		if left < it.width {
			continue
		}
		var lengths, rests extent
		for i, k := range x.keys {
			sizes[i] = int(min(it.value(x.bytes(s.spot, i, it.width)).Num, math.MaxInt32)) // no key is as long
			lengths.add(i, sizes[i])
			if rests.add(i, len(k)-x.place(s.spot, i)-it.width-sizes[i]); rests.least < 0 {
				break
			}
		}
		if rests.least < 0 || lengths.most == 0 {
			continue
		}
		at := s.spot
		at.off += it.width
		name, typ, cost := "text", "str", 6*bit
		if text, ok := x.textCost(at, sizes, true); ok {
			cost += text
		} else if lengths.least < lengths.most && lengths.least > 0 && lengths.most > 3 {
			name, typ, cost = "data", "bytes", cost+bytesCost(sizes)+2*bit
		} else {
			continue
		}
		if rests.least < rests.most {
			cost += len(sizes)*(logNext(uint64(lengths.most-lengths.least))+2*bit) + 16*bit // many a small number would do
		}
		for i := range sizes {
			sizes[i] += it.width
		}
		if to := x.reachSizes(s, sizes, cost, false); to != nil {
			length := "u" + itoa(8*it.width) + suffix(&it)
			to.name, to.line = name, typ+"("+length+")"
			to.why = sized(it.width) + " with the length of what follows" + x.all()
		}
	}
}

// value adds a value of OrderedBytes.
func (x *learner) value(s *state) *state {
	sizes := make([]int, len(x.keys))
	var v orderedbytes.OrderedValue
	name, whole, shown, cost := "", 0, true, 5*bit
	var first []byte // what the texts so far begin with
	for i, k := range x.keys {
		at := x.place(s.spot, i)
		n, err := orderedbytes.ConsumeValue(k[at:], &v)
		t := v.Value.Type
		if err != nil || t < orderedbytes.Int8 || t > orderedbytes.Text {
			return nil
		}
		if sizes[i] = n; t == orderedbytes.Text || n > 4 {
			whole++
		}
		shown = shown && x.runs[i][at] >= n
		if i == 0 {
			name = t.String()
		} else if name != t.String() {
			name = ""
		}
		if cost += valueCost(&v, n); t == orderedbytes.Text {
			if i == 0 {
				first = bytes.Clone(v.Value.Bytes)
			}
			first = first[:prefix.Shared(first, v.Value.Bytes)]
		}
	}
	// A header and a byte or two may be chance, unless the previous values are typed too. So are digits that begin with the
	// header of a number.
	if shown || whole < len(x.keys) && s.name != "value" && s.name != "salt" {
		return nil
	}
	if name == "" {
		cost += 3 * bit * len(x.keys)
	} else {
		cost -= (len(x.keys) - 1) * len(first) * letterCost
	}
	to := x.reachSizes(s, sizes, cost, false)
	if to != nil {
		to.name, to.line, to.why = "value", "ob("+name+")", "reads as OrderedBytes, with the header of "+name+x.all()
		if name == "" {
			to.line, to.why = "ob", "reads as OrderedBytes, with the header of its type"+x.all()
		}
	}
	return to
}

const letterCost = 5 * bit // of a character in a value of OrderedBytes

// valueCost returns what a value of OrderedBytes costs besides its header: the size of a number, the characters of a text.
func valueCost(v *orderedbytes.OrderedValue, n int) int {
	switch t := v.Value.Type; {
	case t == orderedbytes.Text:
		return letterCost * (n - 2)
	case t <= orderedbytes.Int64:
		return min(logNext(min(v.Value.Num, -v.Value.Num))+bit, byteCost*(n-1))
	}
	return byteCost * (n - 1)
}

// spelled returns a literal as a line writes it.
func spelled(b []byte) string {
	if visibleRuns(b)[0] == len(b) {
		return string(value.AppendQuoted(nil, string(b)))
	}
	return "0x" + string(value.AppendHex(nil, b))
}
