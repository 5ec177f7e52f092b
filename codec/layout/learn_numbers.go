package layout

import (
	"math"
	"math/bits"
	"strconv"

	"github.com/rowlens/rowlens/codec/hlc"
)

// clocks are the words and units of times to look for.
var clocks = []struct {
	word  string
	ticks int64
	width int
}{{"ms", 1e3, 8}, {"us", 1e6, 8}, {"ns", 1e9, 8}, {"s", 1, 8}, {"s(4)", 1, 4}, {"ms(6)", 1e3, 6}}

// Seconds for the years 1990 to 2100.
const (
	clockFrom = 631152000
	clockTo   = 4102444800
)

// Seconds for the years 2000 to 2040, and what other times cost.
const (
	likelyFrom   = 946684800
	likelyTo     = 2208988800
	unlikelyCost = 40 * bit
)

// Costs of choosing a width in bytes, and of choosing an order: plain, !, desc, ! desc.
var (
	widthCosts = [9]int{1: 1, 1, 4, 0, 7, 5, 7, 0}
	orderCosts = [4]int{0, 1, 4, 2}
)

const (
	littleCost  = 5           // of choosing little-endian
	visibleCost = 3 * bit / 2 // of each byte in a number that is visible text in all keys, and so is rather text
)

// numbers adds numbers, times and versions, in each width and order.
func (x *learner) numbers(s *state, left int) {
	for width := 1; width <= min(left, 8); width++ {
		for little := range 2 {
			if little > 0 && width != 2 && width != 4 && width != 8 {
				continue
			}
			r := ranged{learner: x, from: s, width: width}
			shown := r.shown(little > 0)
			if shown == width {
				break
			}
			for order := range 4 {
				if little > 0 && order > 0 {
					break
				}
				r.it = item{width: width, little: little > 0, sorts: order&1 > 0, desc: order&2 > 0}
				r.cost = (widthCosts[width]+orderCosts[order]+little*littleCost)*bit + shown*len(x.keys)*visibleCost
				r.whole()
				r.times()
				r.floats()
			}
		}
	}
}

// ranged is the numbers at a place in all keys, read in one way.
type ranged struct {
	*learner
	from  *state
	width int
	it    item
	cost  int // of having chosen that way
}

// shown returns how many of the bytes of the least value are visible text in all keys.
func (r *ranged) shown(little bool) int {
	n := 0
	for ; n < r.width; n++ {
		for i := range r.keys {
			at := r.width - 1 - n
			if little {
				at = n
			}
			if r.runs[i][r.place(r.from.spot, i)+at] == 0 {
				return n
			}
		}
	}
	return n
}

// whole adds whole numbers: either their range or how large they are tells them from other bytes.
func (r *ranged) whole() {
	if !r.it.sorts {
		r.it.kind = unsigned
		r.integers("u")
	}
	if r.it.sorts || !r.it.desc {
		r.it.kind = signed
		r.integers("i")
	}
}

func (r *ranged) integers(letter string) {
	top := int64(math.MinInt64) // turns the order of unsigned numbers into that of signed ones
	if r.it.kind == signed {
		top = 0
	}
	least, most := r.ends(func(n int64) int64 { return n ^ top })
	size := uint64(most ^ top)
	if top == 0 {
		size = uint64(max(most^most>>63, least^least>>63))<<1 | 1
	}
	if least == most || top == 0 && !r.it.sorts && least >= 0 {
		return
	}
	cost := min(r.uniform(logNext(uint64(most-least)), 8*r.width*bit), len(r.keys)*logNext(size)+rangeCost+4*bit)
	if r.width > 1 {
		cost += 8 * bit // the top bit is 0 in a few keys by chance
	}
	if r.width == 8 && size > 1<<44 && (size < 1<<62 || r.it.kind == signed) {
		cost += 16 * bit // rather two numbers
	}
	if to := r.add(cost+3*bit, "n", letter+itoa(8*r.width)); to != nil {
		from, till := strconv.FormatInt(least, 10), strconv.FormatInt(most, 10)
		if top != 0 {
			from, till = strconv.FormatUint(uint64(least^top), 10), strconv.FormatUint(uint64(most^top), 10)
		}
		r.say(to, "numbers", from, till)
		for i := 1; i < len(r.keys); i++ {
			if r.number(i)^top < r.number(i-1)^top {
				return
			}
		}
		to.why += ", rising"
	}
}

// times adds instants and versions.
func (r *ranged) times() {
	if r.width < 4 || r.width%2 > 0 || r.it.sorts && r.width < 8 {
		return // no clock has such a width
	}
	r.it.kind = clock
	least, most := r.ends(func(n int64) int64 { return n })
	for _, c := range clocks {
		if r.it.ticks = c.ticks; c.width != r.width || least < clockFrom*c.ticks || most > clockTo*c.ticks || least == most {
			continue
		}
		step := r.step()
		if c.ticks == 1e9 && (r.it.sorts || r.it.desc) && step < 1000 {
			continue // so many numbers are nanoseconds of these years: seconds and some bytes, read backwards
		}
		window := logNext(uint64((clockTo - clockFrom) * c.ticks / step))
		cost := r.uniform(logNext(uint64((most-least)/step)), window) + 2*bit
		if least < likelyFrom*c.ticks || most > likelyTo*c.ticks {
			cost += unlikelyCost
		}
		if to := r.add(cost, "at", c.word); to != nil {
			r.say(to, "times", string(appendClock(nil, least, c.ticks)), string(appendClock(nil, most, c.ticks)))
		}
	}
	if r.width == 8 && !r.it.sorts {
		r.it.kind = hybrid
		r.versions()
	}
}

// step returns the longest of some steps of which all times are multiples.
func (r *ranged) step() int64 {
	steps := [...]int64{86400 * r.it.ticks, 3600 * r.it.ticks, 60 * r.it.ticks, r.it.ticks, r.it.ticks / 1000, r.it.ticks / 1e6}
	for _, step := range steps {
		fits := step > 0
		for i := 0; i < len(r.keys) && fits; i++ {
			fits = r.number(i)%step == 0
		}
		if fits {
			return step
		}
	}
	return 1
}

// versions adds hybrid logical clocks: times with small counters.
func (r *ranged) versions() {
	least, most := r.ends(func(n int64) int64 { return int64(hlc.Maryk.Physical(hlc.Version(n))) })
	_, last := r.ends(func(n int64) int64 { return int64(hlc.Maryk.Logical(hlc.Version(n))) })
	counter := uint64(last)
	if least < clockFrom*1e3 || most > clockTo*1e3 || least == most || counter > 0xff {
		return // other numbers that begin with a time have more after it
	}
	cost := r.uniform(logNext(uint64(most-least)), log((clockTo-clockFrom)*1e3)) + len(r.keys)*logNext(counter) + 4*bit
	if to := r.add(cost, "at", "hlc"); to != nil {
		r.say(to, "versions", string(appendClock(nil, least, 1e3)), string(appendClock(nil, most, 1e3)))
	}
}

// floats adds floating-point numbers of a likely size. Those of few digits end in zeros.
func (r *ranged) floats() {
	if r.width != 4 && r.width != 8 {
		return
	}
	r.it.kind = float
	least, most, low, high, used := uint64(math.MaxUint64), uint64(0), math.Inf(1), math.Inf(-1), uint64(0)
	for i := range r.keys {
		n := uint64(r.number(i))
		f := math.Float64frombits(n)
		if r.width == 4 {
			f = float64(math.Float32frombits(uint32(n)))
		}
		if size := math.Abs(f); f != 0 && !(size > 1e-9 && size < 1e12) {
			return
		}
		sorted := sortedFloat(n, r.width, false)
		least, most, used = min(least, sorted), max(most, sorted), used|n
		low, high = min(low, f), max(high, f)
	}
	if least == most {
		return
	}
	zeros := bits.TrailingZeros64(used)
	if zeros < 2*r.width {
		zeros = 0 // chance
	}
	window, prior := 8*r.width-r.width/2-zeros, 10
	if r.width == 4 {
		prior = 24
	}
	cost := r.uniform(logNext((most-least)>>zeros), window*bit) + prior*bit
	if to := r.add(cost, "n", "f"+itoa(8*r.width)); to != nil {
		r.say(to, "floating-point numbers", strconv.FormatFloat(low, 'g', -1, 64), strconv.FormatFloat(high, 'g', -1, 64))
	}
}

// logNext returns the logarithm of how many numbers there are from 0 to n.
func logNext(n uint64) int { return log(max(n, n+1)) }

// number returns the number in key i; the bits of a float.
func (r *ranged) number(i int) int64 {
	var b [8]byte
	part := r.bytes(r.from.spot, i, r.width)
	if r.it.desc {
		for j := range part {
			b[j] = ^part[j]
		}
		part = b[:r.width]
	}
	return int64(r.it.value(part).Num)
}

// ends returns the least and the most of what is made of the numbers.
func (r *ranged) ends(of func(n int64) int64) (least, most int64) {
	least, most = math.MaxInt64, math.MinInt64
	for i := range r.keys {
		n := of(r.number(i))
		least, most = min(least, n), max(most, n)
	}
	return least, most
}

// uniform returns what numbers cost that span 2^span of 2^window numbers.
func (r *ranged) uniform(span, window int) int {
	return len(r.keys)*span + max(window-span, 0) + rangeCost
}

func (r *ranged) add(cost int, name, word string) *state {
	to := r.reach(r.from, r.width, r.cost+cost)
	if to != nil {
		to.name, to.line = name, word+suffix(&r.it)
	}
	return to
}

func (r *ranged) say(to *state, what, from, till string) {
	to.why = sized(r.width) + " that are " + what + " from " + from + " to " + till + r.all()
	if r.width == 1 {
		to.why = "a byte that is one of the numbers from " + from + " to " + till + r.all()
	}
}

func suffix(it *item) (s string) {
	if it.sorts {
		s = "!"
	}
	if it.desc {
		s += " desc"
	}
	if it.little {
		s += " le"
	}
	return s
}
