package layout

import (
	"bytes"
	"strconv"
)

// clocks are the widths, transforms and units of times to look for.
var clocks = []struct {
	word  string
	ticks int64
}{{"ms", 1e3}, {"us", 1e6}, {"ns", 1e9}, {"s", 1}}

// Seconds for the years 1990 to 2100.
const (
	clockFrom = 631152000
	clockTo   = 4102444800
)

// found is an item of a fixed width that all keys have at a place.
type found struct {
	name, line, why string
	bits, size      int
}

// find looks for times, UUIDs and whole numbers skip bytes ahead.
func (x *learner) find(skip int) found {
	if left := x.left() - skip; left >= 8 {
		for _, c := range clocks {
			for way := range 5 {
				it := item{kind: clock, width: 8, ticks: c.ticks, sorts: way&1 > 0, desc: way&2 > 0, little: way == 4}
				if f := x.clock(&it, c.word, skip); f.line != "" {
					return f
				}
			}
		}
		if left >= 16 && x.uuid(skip) {
			return found{"id", "uuid", "the marks of a UUID" + x.all(), 6, 16}
		}
	}
	for width := 8; width >= 2; width /= 2 {
		for way := range 5 {
			it := item{kind: unsigned, width: width, sorts: way == 1 || way == 2, desc: way == 2 || way == 3, little: way == 4}
			if it.sorts {
				it.kind = signed
			}
			if f := x.whole(&it, skip); f.line != "" {
				return f
			}
		}
	}
	return found{}
}

// number adds what find finds.
func (x *learner) number() bool {
	f := x.find(0)
	if f.line != "" {
		x.say(f.name, f.line, f.why, f.bits*len(x.keys), filled(f.size, len(x.keys)))
	}
	return f.line != ""
}

// clock reports whether an item is a time in all keys.
func (x *learner) clock(it *item, word string, skip int) (f found) {
	from, to, round, shown := int64(1<<62), int64(0), true, true
	for i := range x.keys {
		n := x.numberOf(it, i, skip)
		from, to, round = min(from, n), max(to, n), round && n%1000 == 0
		shown = shown && visible(x.at(i, skip, it.width))
	}
	// A fifth of all numbers are nanoseconds in these years, so only whole microseconds are evidence.
	if from < clockFrom*it.ticks || to > clockTo*it.ticks || from == to || shown || it.ticks == 1e9 && !round {
		return f
	}
	span := string(appendClock(nil, from, it.ticks)) + " to " + string(appendClock(nil, to, it.ticks))
	return found{"at", word + suffix(it), "8 bytes that are times from " + span + x.all(), 22, it.width}
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

// numberOf returns the number that an item would have in a key.
func (x *learner) numberOf(it *item, i, skip int) int64 {
	b := x.at(i, skip, it.width)
	if it.desc {
		b = bytes.Clone(b)
		for j := range b {
			b[j] = ^b[j]
		}
	}
	return int64(it.value(b).Num)
}

// uuid looks for the version and variant of a UUID in all keys.
func (x *learner) uuid(skip int) bool {
	for i := range x.keys {
		b := x.at(i, skip, 16)
		if version := b[6] >> 4; version != x.at(0, skip, 16)[6]>>4 || version == 0 || version > 8 || b[8]>>6 != 2 {
			return false
		}
	}
	return len(x.keys) > learnLeast
}

// whole reports whether an item is a number in all keys: none of the numbers needs half of the item's bytes, and the
// last byte differs.
func (x *learner) whole(it *item, skip int) (f found) {
	if x.left()-skip < it.width {
		return f
	}
	from, to, rises, differ := int64(1<<62), int64(-1), true, false
	last, first := int64(-1), x.numberOf(it, 0, skip)
	for i := range x.keys {
		n := x.numberOf(it, i, skip)
		from, to, rises = min(from, n), max(to, n), rises && n >= last
		last, differ = n, differ || byte(n) != byte(first)
	}
	if from < 0 || to>>(4*it.width) > 0 || !differ {
		return f
	}
	name := "u" + itoa(8*it.width)
	if it.kind == signed {
		name = "i" + name[1:]
	}
	why := itoa(it.width) + " bytes that are numbers from " + strconv.FormatInt(from, 10) + " to " + strconv.FormatInt(to, 10) + x.all()
	if rises {
		why += ", rising"
	}
	return found{"n", name + suffix(it), why, 4 * it.width, it.width}
}
