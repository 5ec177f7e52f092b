package maryk

import (
	"math"

	"github.com/rowlens/rowlens/codec/maryk/internal/legend"
	"github.com/rowlens/rowlens/codec/maryk/text"
	"github.com/rowlens/rowlens/codec/wire"
)

// IndexEntry is one entry of an index.
//
//	+---------+-----+---------+----------+-----+----------+-----+
//	| value 1 | ... | value n | length n | ... | length 1 | key |
//	+---------+-----+---------+----------+-----+----------+-----+
//	length    plain var-int; the last part's comes first
//
// Order: by the concatenation of the values, then by the lengths: for a part of
// variable length that is not the order of the tuple ("a", "b…" against "ab", …).
type IndexEntry struct {
	Values []PartValue // one per part; decoding reuses it
	Key    []byte      // key of the record; aliases the input

	spans []Extent
}

// Extent is the range of a value in an entry.
type Extent struct{ Offset, Len int }

// entryLengthMax is the longest var-int that upstream tries for a length.
const entryLengthMax = 5

// SplitEntry finds the values in an entry without its key. It reads the lengths backwards, each as
// a run of up to 5 bytes of which only the last has the high bit clear. It tries the shortest run
// first, until the lengths add up to the number of bytes before them. The extents of the values are
// appended to dst; ok is false if no lengths add up.
//
// In an entry that upstream wrote, only the last length that is read can touch bytes of a value, so
// at most one shorter run comes before it that could be right: the search takes linear time.
func SplitEntry(dst []Extent, b []byte, parts int) (extents []Extent, ok bool) {
	from := len(dst)
	if parts <= 0 || parts > len(b) {
		return dst, false
	}
	for range parts {
		dst = append(dst, Extent{})
	}
	s := entrySplit{b: b, out: dst[from:]}
	if !s.search(len(b), 0, 0) {
		return dst[:from], false
	}
	at := 0
	for i := range s.out {
		s.out[i].Offset = at
		at += s.out[i].Len
	}
	return dst, true
}

type entrySplit struct {
	b   []byte
	out []Extent
}

// search reads the length of part i, which ends at end; sum is the total of the lengths read so
// far. A run that is cut short leaves a byte with the high bit set, which cannot end the next
// length, so only the last part has more than one choice.
func (s *entrySplit) search(end, i int, sum uint64) bool {
	for ; i < len(s.out)-1; i++ {
		n := s.run(end)
		if n == 0 || n > entryLengthMax {
			return false
		}
		size, _, ok := scanVarint(s.b[end-n:end], Bits32)
		if ok == scanTooBig || size > uint64(len(s.b)) {
			return false
		}
		s.out[i].Len = int(size)
		sum += size
		end -= n
	}
	for n := 1; n <= min(s.run(end), entryLengthMax); n++ {
		size, _, ok := scanVarint(s.b[end-n:end], Bits32)
		if ok != scanTooBig && sum+size == uint64(end-n) {
			s.out[i].Len = int(size)
			return true
		}
	}
	return false
}

// run returns the size of the longest var-int that ends at end, or 0.
func (s *entrySplit) run(end int) int {
	if end == 0 || s.b[end-1] >= 0x80 {
		return 0
	}
	n := 1
	for n <= entryLengthMax && n < end && s.b[end-n-1] >= 0x80 {
		n++
	}
	return n
}

// ReadIndexEntry reads the next n bytes, or the rest if n is -1, as an entry of an
// index whose records have keys of keySize bytes.
func ReadIndexEntry(r *wire.Reader, n int, x *Index, keySize int, e *IndexEntry) {
	c := newCursor(r, n)
	e.Values, e.Key = e.Values[:0], nil
	c.Begin(&legend.Entry)
	defer c.End()
	if c.OK() && c.left() < keySize {
		c.short(&legend.EntryKey, int64(keySize), c.left(), "")
	}
	if !c.OK() {
		return
	}
	c.entryValues(c.left()-keySize, x, e)
	if c.OK() {
		e.Key = c.bytes(&legend.EntryKey, keySize)
	}
}

// ReadEntryValues reads the next n bytes as the values and lengths of an index entry: a
// store has the key of the record elsewhere.
func ReadEntryValues(r *wire.Reader, n int, x *Index, e *IndexEntry) {
	c := newCursor(r, n)
	e.Values, e.Key = e.Values[:0], nil
	c.Begin(&legend.Entry)
	c.entryValues(c.left(), x, e)
	c.End()
}

// entryValues reads n bytes, which the input is known to have.
func (c *cursor) entryValues(n int, x *Index, e *IndexEntry) {
	if !c.OK() {
		return
	}
	b := c.ahead()[:n]
	parts := x.Values()
	var ok bool
	if e.spans, ok = SplitEntry(e.spans[:0], b, len(parts)); !ok {
		expected := itoa(len(parts)) + " lengths that add up to the bytes in front of them"
		c.FailAt(wire.BadValue, &legend.EntryLength, c.Offset()+len(b), expected, "others")
		return
	}
	for i, part := range parts {
		e.Values = grown(e.Values)
		e.Values[i].Index = part
		sub := c.sub(e.spans[i].Len)
		sub.partValue(&legend.EntryValue, part, &e.Values[i].Value)
	}
	for i := len(parts) - 1; i >= 0 && c.OK(); i-- {
		c.varint(&legend.EntryLength, Bits32)
	}
}

// entriesMax bounds the entries of one record in one index: those of a Multiple are
// the product of its parts' options.
const entriesMax = 1 << 16

// Entries returns the entries that a record has in an index: the values that each entry holds, and
// the whole entries with lengths and key. If any part lacks a value, there are no entries. Equal
// entries may occur twice, as upstream writes them.
func (x *Index) Entries(record *Value, key []byte) (values, entries [][]byte, err error) {
	if x.Part != PartMultiple {
		if values, err = x.options(record); err != nil {
			return nil, nil, err
		}
		written := values
		if x.Part == PartSplit && len(values) > 1 {
			written = values[:1] // upstream writes only the first token of a Split that is the whole index
		}
		for _, v := range written {
			e := AppendVarint(append([]byte(nil), v...), uint64(len(v)))
			entries = append(entries, append(e, key...))
		}
		return values, entries, nil
	}
	options := make([][][]byte, len(x.Parts))
	count := 1
	for i, p := range x.Parts {
		if options[i], err = p.options(record); err != nil {
			return nil, nil, err
		}
		all := int64(count) * int64(len(options[i]))
		if count = int(min(all, entriesMax+1)); count > entriesMax {
			return nil, nil, refuse("values", "more than "+itoa(entriesMax)+" entries")
		}
	}
	for n := range count {
		entries = append(entries, joinEntry(options, n, count, key))
	}
	return nil, entries, nil
}

// AppendIndexEntry appends an index entry: the values of the index's parts, their lengths, and the
// key of the record.
func AppendIndexEntry(dst []byte, parts []PartValue, key []byte) ([]byte, error) {
	var err error
	out := dst
	sizes := make([]int, len(parts))
	for i := range parts {
		from := len(out)
		if out, err = parts[i].Append(out); err != nil {
			return dst, err
		}
		sizes[i] = len(out) - from
	}
	for i := len(sizes) - 1; i >= 0; i-- {
		out = AppendVarint(out, uint64(sizes[i]))
	}
	return append(out, key...), nil
}

// joinEntry makes entry n of count. The first part varies slowest.
func joinEntry(options [][][]byte, n, count int, key []byte) []byte {
	var e []byte
	var sizes []int
	for _, list := range options {
		count /= len(list)
		v := list[n/count]
		n %= count
		e = append(e, v...)
		sizes = append(sizes, len(v))
	}
	for i := len(sizes) - 1; i >= 0; i-- {
		e = AppendVarint(e, uint64(sizes[i]))
	}
	return append(e, key...)
}

// options returns, in order, the value bytes that a part has for a record.
func (x *Index) options(record *Value) (list [][]byte, err error) {
	switch x.Part {
	case PartRef, PartReversed, PartRefToMax, PartGeoHash:
		return x.refOptions(record)
	case PartNormalize, PartNormalizeV2, PartSplit:
		texts, err := x.texts(record)
		for _, t := range texts {
			list = append(list, []byte(t))
		}
		return list, err
	case PartAnyOf:
		for _, p := range x.Parts {
			more, err := p.options(record)
			if err != nil {
				return nil, err
			}
			if list = append(list, more...); len(list) > entriesMax {
				return nil, refuse("values", "more than "+itoa(entriesMax)+" entries")
			}
		}
		return list, nil
	}
	return nil, refuse("part", "a "+x.Part.String()+" has no values in a record")
}

// texts returns the texts that a text part takes from a record. A Split of a Normalize cuts the
// text as it was and normalizes each token, which may then be empty.
func (x *Index) texts(record *Value) ([]string, error) {
	if x.Part == PartRef {
		d := x.def()
		if d == nil || d.Type != String {
			return nil, refuse("of", "only text can be normalized or split")
		}
		var list []string
		x.Path.each(record, func(v *Value) bool {
			list = append(list, string(v.Bytes))
			return true
		})
		return list, nil
	}
	of, normalize := x.Of, x.Part != PartSplit
	if x.Part == PartSplit && (of.Part == PartNormalize || of.Part == PartNormalizeV2) {
		of, normalize = of.Of, true
	}
	if of == nil || x.Of == nil {
		return nil, refuse("of", "only text can be normalized or split")
	}
	texts, err := of.texts(record)
	if err != nil {
		return nil, err
	}
	if x.Part == PartSplit {
		var tokens []string
		for _, t := range texts {
			tokens = append(tokens, text.Split(t, x.On)...)
		}
		texts = tokens
	}
	if normalize {
		for i := range texts {
			texts[i] = text.Normalize(texts[i])
		}
	}
	return texts, nil
}

// refOptions returns the bytes of the values that a reference leads to; under a wildcard, each item
// occurs once.
func (x *Index) refOptions(record *Value) (list [][]byte, err error) {
	seen := map[string]bool{}
	x.Path.each(record, func(v *Value) bool {
		var b []byte
		if b, err = x.appendOne(nil, v); err != nil {
			return false
		}
		if !seen[string(b)] {
			seen[string(b)] = true
			list = append(list, b)
		}
		return true
	})
	if len(list) > 0 || err != nil || x.Part != PartRefToMax {
		return list, err
	}
	d := x.def()
	if d == nil {
		return nil, nil
	}
	v, ok := d.greatest()
	if !ok {
		return nil, nil
	}
	b, err := AppendValue(nil, d, v)
	return [][]byte{b}, err
}

// greatest returns what a RefToMax stores for a missing value: the definition's maximum, or else
// the type's. Enums, booleans, strings and others have none, whatever their maximum.
func (d *Definition) greatest() (*Value, bool) {
	v := new(Value)
	v.reset(d)
	switch d.Type {
	case Number:
		switch d.Number {
		case Float32:
			v.Num = uint64(math.Float32bits(math.MaxFloat32))
		case Float64:
			v.Num = math.Float64bits(math.MaxFloat64)
		default:
			_, v.Num = numberRange(d.Number)
		}
	case Decimal:
		b := make([]byte, d.ByteSize)
		for i := range b {
			b[i] = 0xff
		}
		b[0] = 0x7f
		v.Num2 = uint64(d.Scale)
		v.setUnscaled(b)
	case Date:
		v.Num = lastDay
	case Time:
		v.Num = lastSecond*nanosPerSecond + fraction(d.Precision)
	case DateTime:
		v.Num, v.Num2 = lastDay*secondsPerDay+lastSecond, fraction(d.Precision)
	case FixedBytes:
		v.Bytes = make([]byte, d.ByteSize)
		for i := range v.Bytes {
			v.Bytes[i] = 0xff
		}
	default:
		return nil, false
	}
	if d.Max != nil {
		v = d.Max
	}
	return v, true
}

// fraction returns the largest fraction of a second at a precision, in nanoseconds.
func fraction(p Precision) uint64 { return nanosPerSecond - timeUnit(p) }

// DecodeIndexEntry reads all of src as an entry.
func DecodeIndexEntry(src []byte, x *Index, keySize int, e *IndexEntry) error {
	r := wire.NewReader(src, nil)
	ReadIndexEntry(&r, -1, x, keySize, e)
	return r.Finish()
}
