package cell

import (
	"strings"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/value"
)

// Filters take bytes as hex digits. With = and < such digits could be compared as numbers, so expressions do not
// use these operators.

func hexOf(b []byte) string { return string(value.AppendHex(nil, b)) }

// patternMax is the longest pattern that a filter is given; filters refuse patterns of 1000 steps.
const patternMax = 900

// ending returns a condition for entries whose first values are exactly those of the prefix, which the lengths at
// the end tell. The byte before those ends another length, so its high bit is clear.
func (x *Members) ending(prefix []byte, sizes []int, all bool) string {
	if all {
		return x.whole(prefix)
	}
	head := ""
	if len(prefix) > 0 {
		head = x.begins(prefix) + " and "
	}
	return head + x.Field + ` ~ "[0-7].` + hexOf(lengths(sizes)) + `$"`
}

// whole returns a condition for exactly these bytes.
func (x *Members) whole(b []byte) string {
	if 2*len(b) > patternMax {
		return x.begins(b) // nothing this long continues after its lengths
	}
	return x.Field + ` ~ "^` + hexOf(b) + `$"`
}

func (x *Members) begins(b []byte) string { return x.Field + ` ^= "` + hexOf(b) + `"` }

// beside returns a condition for entries whose value of a bounded member compares with v as op says; sizes are
// those of the values before it.
//
// In byte order, an entry that is less than the prefix and v has either a lesser value or one that is the start of v; the
// lengths tell which.
func (x *Members) beside(op format.Op, prefix, v []byte, sizes []int, at int) string {
	exact := func(n int) string { // the value is the first n bytes of v
		b, all := append(append([]byte{}, prefix...), v[:n]...), append(append([]int{}, sizes...), n)
		if at == len(x.parts)-1 {
			b = append(b, lengths(all)...)
		}
		return "(" + x.ending(b, all, at == len(x.parts)-1) + ")"
	}
	var shorter []string
	for n := range v {
		shorter = append(shorter, exact(n))
	}
	own := prefix
	behind := x.beyond(own, v, true) // in byte order
	if op == format.Begins {
		behind = x.begins(append(append([]byte{}, own...), v...))
	}
	from := behind
	if len(shorter) > 0 {
		from = "(" + behind + " and not (" + strings.Join(shorter, " or ") + "))"
	}
	switch op {
	case format.Above:
		return "(" + from + " and not " + exact(len(v)) + ")"
	case format.Below:
		return "not " + from
	case format.To:
		return "(not " + from + " or " + exact(len(v)) + ")"
	}
	return from
}

// beyond returns a condition for bytes that begin with the prefix, followed by b or by bytes that are greater than b
// (less, if more is false).
func (x *Members) beyond(prefix, b []byte, more bool) string {
	own, hex := hexOf(prefix), hexOf(b)
	list := []string{x.Field + ` ^= "` + own + hex + `"`}
	for i := range hex {
		n := hex[i] - '0'
		if hex[i] >= 'a' {
			n = hex[i] - 'a' + 10
		}
		set := digits(int(n)+1, 15)
		if !more {
			set = digits(0, int(n)-1)
		}
		if set != "" {
			list = append(list, x.Field+` ~ "^`+own+hex[:i]+set+`"`)
		}
	}
	return "(" + strings.Join(list, " or ") + ")"
}

// digits returns a set of hex digits for a pattern, or "" for none.
func digits(from, to int) string {
	const all = "0123456789abcdef"
	if from > to {
		return ""
	}
	return "[" + all[from:to+1] + "]"
}

// Exactly returns conditions for what was found for one member, a unique value, by its bytes alone.
func (x *Members) Exactly(f *Found, q *format.Query) (list []string) {
	if !f.Narrowed {
		return []string{x.whole(f.Prefix)}
	}
	if len(f.From) > 0 {
		list = append(list, x.beyond(f.Prefix, f.From, true))
	}
	if f.Before != nil {
		list = append(list, "not "+x.beyond(f.Prefix, f.Before, true))
	}
	return list
}
