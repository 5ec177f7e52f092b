package anonymise

import (
	"strconv"

	"github.com/rowlens/rowlens/codec/hlc"
)

// times are the times of all rows that are numbers, each as the text of a member. They become times from 2000 on, a
// second apart in order of appearance; the same instant, whether in seconds, milliseconds or in a clock value, becomes
// the same. Dates become dates, and times of day others, each form by itself.
type times struct {
	seen
	clocks map[string]bool // values of a hybrid logical clock
	other  *numbers        // for numbers of unknown unit
}

// base is the time before the first replacement: 2000-01-01, in milliseconds.
const base = 946684800000

// units are the units of numbers that are times between 1973 and 2286, by the least number of each: how many are in a
// millisecond, or how many milliseconds one is.
var units = []struct{ least, within, lasts uint64 }{{1e17, 1e6, 1}, {1e14, 1e3, 1}, {1e11, 1, 1}, {1e8, 1, 1e3}}

// instant is a time in the form in which a member has it.
type instant struct {
	key   string // equal for the same instant in different forms
	group string // of times that are numbered together
	text  func(place uint64) string
}

// add counts a time. One that is only a number, such as the version 3, is replaced as a number.
func (x *times) add(text string) {
	if _, ok := x.parse(text); ok {
		x.seen.add(text)
	} else {
		x.other.add(text)
	}
}

// addClock counts a value of a hybrid logical clock.
func (x *times) addClock(text string) {
	x.clocks[text] = true
	x.seen.add(text)
}

// at returns the milliseconds of a place in order of appearance: a second each.
func at(place uint64) uint64 { return base + place*1000 }

// parse reads a time.
func (x *times) parse(text string) (in instant, ok bool) {
	if x.clocks[text] {
		v := hlc.Version(bitsOf(text))
		return instant{key: strconv.FormatUint(hlc.Maryk.Physical(v), 10), text: func(place uint64) string {
			to, _ := hlc.Maryk.Join(at(place), hlc.Maryk.Logical(v))
			return strconv.FormatUint(uint64(to), 10)
		}}, true
	}
	n, negative, number := whole(text)
	if !number {
		return parseDate(text)
	}
	for _, u := range units {
		if n < u.least || negative {
			continue
		}
		in.key = strconv.FormatUint(n/u.within*u.lasts, 10)
		if n%u.within > 0 {
			in.key += "." + text
		}
		in.text = func(place uint64) string { return strconv.FormatUint(at(place)*u.within/u.lasts, 10) }
		return in, true
	}
	return in, false
}

// assign makes up the replacement of each time.
func (x *times) assign() {
	places, counts := map[string]uint64{}, map[string]uint64{}
	for _, text := range x.list {
		in, _ := x.parse(text)
		if _, ok := places[in.key]; !ok {
			counts[in.group]++
			places[in.key] = counts[in.group]
		}
		x.to[text] = in.text(places[in.key])
	}
}

// of returns the replacement of a time.
func (x *times) of(text string) string {
	if to, ok := x.to[text]; ok {
		return to
	}
	return x.other.whole(text)
}
