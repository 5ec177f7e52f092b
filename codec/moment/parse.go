package moment

import (
	"errors"
	"math"
	"strconv"
	"strings"

	"github.com/rowlens/rowlens/codec/hlc"
	"github.com/rowlens/rowlens/codec/value"
)

// Parse reads a version or time in any of these forms:
//
//   - a decimal number;
//   - hex: 8 bytes, inverted if the first bit is set, or otherwise a var-int, unless the options name the form;
//   - a date-time, in the zone of the options if it names none;
//   - a number with its unit (s, ms, us, ns) since 1970;
//   - "now" and "2 h ago", if the options say what time it is.
//
// /N after a time is the logical counter.
func Parse(text string, o Options) (*Moment, error) {
	if err := o.Check(); err != nil {
		return nil, err
	}
	l, _ := find(o.Layout)
	if m, ok, err := o.time(l, text); ok || err != nil {
		return m, err
	}
	if l.pair {
		return o.pair(l, text)
	}
	digits, isHex := strings.CutPrefix(strings.ToLower(text), "0x")
	if n, err := strconv.ParseUint(text, 10, 64); err == nil && !isHex && o.Form == "" {
		return ofVersion(l, hlc.Version(n))
	}
	v, err := o.hex(digits)
	switch {
	case err == nil:
		return ofVersion(l, v)
	case digits == text && o.Form == "" && text != "" && strings.Trim(text, "0123456789") == "":
		return nil, errors.New("expected a number of 64 bits, at most 18446744073709551615, found one of " + strconv.Itoa(len(text)) +
			" digits; those after 0x are hex")
	}
	return nil, err
}

func (o *Options) hex(digits string) (hlc.Version, error) {
	b, ok := value.DecodeHex(digits)
	if !ok || len(b) == 0 {
		return 0, errors.New("expected a version as a number or hex, or a time such as 2018-12-21T17:12:25.678Z or 1545412345678ms")
	}
	return o.bytes(b)
}

// bytes reads a stored form. In plain form the first bit is set only after the year 2248, so a set
// bit means inverted.
func (o *Options) bytes(b []byte) (hlc.Version, error) {
	form := o.Form
	if form == "" {
		switch {
		case len(b) != 8:
			form = "varint"
		case b[0] >= 0x80:
			form = "inverted"
		}
	}
	switch form {
	case "varint":
		return hlc.DecodeVarint(b)
	case "inverted":
		return hlc.DecodeInverted(b)
	}
	return hlc.Decode(b)
}

// time reads a date-time, or a number with its unit, and an optional counter; false if the text is neither.
func (o *Options) time(l Layout, text string) (*Moment, bool, error) {
	text, counter, counted := strings.Cut(text, "/")
	var logical uint64
	if counted {
		var err error
		if logical, err = strconv.ParseUint(counter, 10, 64); err != nil {
			return nil, false, errors.New("expected the logical counter after the slash, found " + strconv.Quote(counter))
		}
	}
	ms, nanos, ok, err := count(text)
	if err == nil && !ok {
		if ms, nanos, ok = instant(text, o.Zone); !ok && o.Now > 0 {
			ms, ok, _ = Relative(text, o.Now)
		}
		if !ok {
			if counted {
				err = errors.New("expected a time before the slash, such as 2018-12-21T17:12:25.678Z")
			}
			return nil, false, err
		}
	}
	if err != nil {
		return nil, false, err
	}
	if ms < 0 {
		return nil, false, errors.New("expected a time from 1970 on")
	}
	m, err := join(l, uint64(ms), nanos, logical)
	return m, true, err
}

// count reads a whole number of s, ms, us or ns.
func count(text string) (ms, nanos int64, ok bool, err error) {
	for _, u := range [...]struct {
		suffix, words string
		times, parts  int64 // factor and divisor to get milliseconds
	}{
		{"ms", "milliseconds", 1, 1}, {"us", "microseconds", 1, 1e3}, {"µs", "microseconds", 1, 1e3},
		{"ns", "nanoseconds", 1, 1e6}, {"s", "seconds", 1e3, 1},
	} {
		digits, found := strings.CutSuffix(text, u.suffix)
		if !found {
			continue
		}
		n, err := strconv.ParseInt(digits, 10, 64)
		if err != nil && u.suffix == "s" {
			break // some other word
		}
		if err != nil || n < 0 || n > math.MaxInt64/u.times {
			return 0, 0, false, errors.New("expected " + u.words + " since 1970 before " + u.suffix)
		}
		return n * u.times / u.parts, n % u.parts * (1e6 / u.parts), true, nil
	}
	return 0, 0, false, nil
}

// join makes a version of the layout. Only a pair keeps nanoseconds below the millisecond.
func join(l Layout, physical uint64, nanos int64, logical uint64) (*Moment, error) {
	if !l.pair {
		v, err := l.bits.Join(physical, logical)
		if err != nil {
			return nil, err
		}
		return ofVersion(l, v)
	}
	p, err := hlc.NewPair(physical, nanos, logical)
	if err != nil {
		return nil, err
	}
	return ofPair(l, p), nil
}

// pair reads CockroachDB's decimal number, or its 8 or 12 bytes as hex.
func (o *Options) pair(l Layout, text string) (*Moment, error) {
	if o.Form != "" && o.Form != "plain" {
		return nil, errors.New("CockroachDB has only a plain form")
	}
	digits, isHex := strings.CutPrefix(strings.ToLower(text), "0x")
	if !isHex && o.Form == "" {
		if p, err := hlc.ParsePair(text); err == nil {
			return ofPair(l, p), nil
		}
	}
	b, ok := value.DecodeHex(digits)
	if !ok {
		return nil, errors.New("expected nanoseconds, a point and a counter, or their 8 or 12 bytes as hex")
	}
	p, err := hlc.DecodePair(b)
	if err != nil {
		return nil, err
	}
	if p.Wall < 0 || p.Logical < 0 {
		return nil, errors.New("expected nanoseconds and a counter that are not negative")
	}
	return ofPair(l, p), nil
}
