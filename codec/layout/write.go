package layout

import (
	"bytes"
	"math"
	"unicode/utf8"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/order"
	"github.com/rowlens/rowlens/codec/orderedbytes"
	"github.com/rowlens/rowlens/codec/value"
)

// Append appends the key with the given fields. It computes the hashes.
func (l *Layout) Append(dst []byte, fields value.Value) ([]byte, error) {
	key, _, _, err := l.prefix(fields, false)
	return append(dst, key...), err
}

// prefix encodes the key: all of it, or its items up to the first that is not given. It returns where the items begin,
// and where the last one ends, and whether its last item has no end.
func (l *Layout) prefix(fields value.Value, part bool) (key []byte, places []int, endless bool, err error) {
	ended := false // an optional item is left out, and so is everything after it
	for i := range l.items {
		it := &l.items[i]
		v, given := fields.Get(it.name)
		if ended = ended || it.optional && !given; ended || part && !given && it.name != "" && it.kind != hash {
			break
		}
		places = append(places, len(key))
		if it.kind == hash && !endless {
			key = append(key, make([]byte, it.width)...)
			continue
		}
		if key, err = it.append(key, v, &endless); err != nil {
			return key, places, endless, format.Within(it.name, err)
		}
	}
	n := len(places)
	if !part {
		for _, it := range l.items[n:] {
			if _, given := fields.Get(it.name); given && it.name != "" {
				return key, places, endless, format.Contradict(it.name, "cannot stand without the items before it")
			}
		}
		for len(places) <= len(l.items) {
			places = append(places, len(key))
		}
		err = l.fill(key, places, n)
		return key, places, endless, err
	}
	return key, append(places, len(key)), endless, nil
}

// fill computes the hashes. One may cover bytes that include another.
func (l *Layout) fill(key []byte, places []int, n int) error {
	for range n + 1 {
		changed := false
		for i := range l.items[:n] {
			it := &l.items[i]
			if it.kind != hash {
				continue
			}
			b, _, ok := it.hashed(key, places, places[i])
			if !ok {
				return format.Refuse(it.name, "the key has no bytes for "+it.typ)
			}
			sum := it.appendSum(nil, b)
			own := key[places[i] : places[i]+it.width]
			changed = changed || !bytes.Equal(own, sum)
			copy(own, sum)
		}
		if !changed {
			return nil
		}
	}
	return format.Refuse("", "the hashes of this layout cover each other")
}

// append appends an item, unless what is before it has no end. Errors do not name it.
func (it *item) append(dst []byte, v value.Value, endless *bool) ([]byte, error) {
	if *endless {
		return dst, format.Refuse("", afterEndless)
	}
	at := len(dst)
	var err error
	switch it.kind {
	case literal:
		return append(dst, it.fixed...), nil
	case list:
		return it.appendList(dst, v, endless)
	case group:
		for i := range it.items {
			o := &it.items[i]
			if dst, err = o.append(dst, v.Member(o.name), endless); err != nil {
				return dst, format.Within(o.name, err)
			}
		}
		return dst, it.known(v)
	case lex:
		x, err := it.lex.ParseJSON(v)
		if err != nil {
			return dst, unnamed(err)
		}
		dst, err = it.lex.Append(dst, &x)
		return dst, unnamed(err)
	case ordered:
		var o orderedbytes.OrderedValue
		if err = o.ParseJSON(v); err == nil && !it.any && o.Value.Type != it.ob {
			err = format.Refuse("type", "expected "+it.ob.String()+", found "+o.Value.Type.String())
		}
		if err == nil {
			dst, err = orderedbytes.AppendValue(dst, &o.Value, o.Order)
			*endless = isEndless(&o)
		}
		return dst, err
	case text, raw:
		dst, err = it.appendFramed(dst, v)
	default:
		dst, err = it.appendFixed(dst, v)
	}
	if it.desc {
		for i := range dst[at:] {
			dst[at+i] = ^dst[at+i]
		}
	}
	return dst, err
}

// afterEndless is why nothing can follow a blob-copy, in either order.
const afterEndless = "a blob-copy is read to the end of the key, so nothing can follow it"

func isEndless(o *orderedbytes.OrderedValue) bool {
	return o.Value.Type == orderedbytes.BlobCopy
}

// unnamed removes from an error the name that another format gives a value.
func unnamed(err error) error {
	if r, ok := err.(*format.Refusal); ok {
		return format.Refuse("", r.Why)
	}
	return err
}

// known refuses members that an element does not have.
func (it *item) known(v value.Value) error {
	var names []string
	for i := range it.items {
		if it.items[i].name != "" {
			names = append(names, it.items[i].name)
		}
	}
	return format.Known(v, names...)
}

func (it *item) appendList(dst []byte, v value.Value, endless *bool) (_ []byte, err error) {
	n := v.Len()
	if v.Kind != value.Array || it.width >= 0 && n != it.width {
		expected := "a list"
		if it.width >= 0 {
			expected = "a list of " + itoa(it.width)
		}
		return dst, format.Expect(false, "", expected, v)
	}
	if dst, err = it.appendCount(dst, n); err != nil {
		return dst, err
	}
	for _, one := range v.Items() {
		if dst, err = it.items[0].append(dst, one, endless); err != nil {
			return dst, err
		}
	}
	return dst, nil
}

// appendCount appends the number before an item, if there is one.
func (it *item) appendCount(dst []byte, n int) ([]byte, error) {
	if it.count == nil {
		return dst, nil
	}
	dst, err := it.count.appendFixed(dst, value.OfInt(int64(n)))
	if err != nil {
		return dst, format.Refuse("", "is too long for a length of the type before it")
	}
	return dst, nil
}

func (it *item) appendFramed(dst []byte, v value.Value) ([]byte, error) {
	s, ok := v.Text()
	b, expected := []byte(s), "text"
	if it.kind == raw {
		b, ok = v.Hex()
		expected = "bytes as hex"
	}
	if it.width >= 0 {
		ok = ok && len(b) == it.width
		expected += " of " + itoa(it.width) + " bytes"
	}
	if it.fixed != nil && ok {
		ok = bytes.Index(append(b[:len(b):len(b)], it.fixed...), it.fixed) == len(b)
		expected += " without 0x" + string(value.AppendHex(nil, it.fixed))
	}
	if !ok || it.kind == text && !utf8.Valid(b) {
		return dst, format.Expect(false, "", expected, v)
	}
	dst, err := it.appendCount(dst, len(b))
	return append(append(dst, b...), it.fixed...), err
}

// appendFixed appends an item of a fixed width, or a number of a variable one.
func (it *item) appendFixed(dst []byte, v value.Value) ([]byte, error) {
	at := len(dst)
	n, ok, expected, bound := uint64(0), false, "", ""
	switch it.kind {
	case skip:
		b, isHex := v.Hex()
		if v.IsNull() {
			b, isHex = make([]byte, it.width), true
		}
		return append(dst, b...), format.Expect(isHex && len(b) == it.width, "", itoa(it.width)+" bytes as hex", v)
	case uuid:
		s, _ := v.Text()
		b, isUUID := parseUUID(s)
		return append(dst, b...), format.Expect(isUUID, "", "a UUID as 8-4-4-4-12 hex digits", v)
	case truth:
		b, isBool := v.Bool()
		if b {
			n = 1
		}
		ok, expected = isBool, "true or false"
	case float:
		if err := format.Inexact("", v, 8*it.width); err != nil {
			return dst, err
		}
		n, ok = it.parseFloat(v)
		expected = "a number, or the bits of a NaN as hex"
	case unsigned, hybrid, leb:
		n, ok = v.Uint()
		ok = ok && (it.width < 0 || it.width == 8 || n>>(8*it.width) == 0)
		expected, bound = "a whole number", ", not negative"
	default:
		i, is := v.Int()
		n, ok, expected = uint64(i), is, "a whole number"
		if it.width > 0 && it.width < 8 {
			if shift := 64 - 8*it.width; it.kind == clock {
				ok = is && n<<shift>>shift == n
			} else {
				ok = is && i<<shift>>shift == i
			}
		}
	}
	if it.width > 0 && it.kind != truth && it.kind != float {
		expected += " of " + itoa(8*it.width) + " bits"
	}
	expected += bound
	if !ok {
		return dst, format.Expect(false, "", expected, v)
	}
	switch {
	case it.kind == zigzag:
		return appendLEB(dst, n<<1^uint64(int64(n)>>63)), nil
	case it.kind == leb:
		return appendLEB(dst, n), nil
	case it.sorts && it.kind == float:
		n = sortedFloat(n, it.width, false)
	case it.sorts:
		n ^= 1 << (8*it.width - 1)
	}
	if dst = appendNumber(dst, n, it.width); it.little {
		reverse(dst[at:])
	}
	return dst, nil
}

// parseFloat reads a number, or the bits of a NaN other than Java's.
func (it *item) parseFloat(v value.Value) (n uint64, ok bool) {
	f, ok := v.Float(8 * it.width)
	if !ok {
		b, isHex := v.Hex()
		n = number(b)
		return n, isHex && len(b) == it.width && format.OddNaN(n, 8*it.width)
	}
	switch {
	case it.width == 8 && f == f:
		return math.Float64bits(f), true
	case it.width == 8:
		return 0x7ff8 << 48, true
	case f == f:
		return uint64(math.Float32bits(float32(f))), true
	}
	return 0x7fc0 << 16, true
}

// sortedFloat turns IEEE bits into bits that sort, or back.
func sortedFloat(n uint64, width int, back bool) uint64 {
	switch {
	case width == 8 && back:
		return order.Float64From(n)
	case width == 8:
		return order.Float64(n)
	case back:
		return uint64(order.Float32From(uint32(n)))
	}
	return uint64(order.Float32(uint32(n)))
}

func appendLEB(dst []byte, n uint64) []byte {
	for ; n >= 0x80; n >>= 7 {
		dst = append(dst, byte(n)|0x80)
	}
	return append(dst, byte(n))
}

// dashes has a bit for each number of bytes after which a UUID has a dash.
const dashes = 1<<4 | 1<<6 | 1<<8 | 1<<10

func appendUUID(dst, b []byte) []byte {
	for i := range b {
		if dashes>>i&1 == 1 {
			dst = append(dst, '-')
		}
		dst = value.AppendHex(dst, b[i:i+1])
	}
	return dst
}

func parseUUID(s string) ([]byte, bool) {
	const size = 36
	if len(s) != size {
		return nil, false
	}
	b, ok := value.DecodeHex(s[:8] + s[9:13] + s[14:18] + s[19:23] + s[24:])
	return b, ok && s[8]&s[13]&s[18]&s[23] == '-' && s[8]|s[13]|s[18]|s[23] == '-'
}
