package parquet

import (
	"bytes"
	"encoding/binary"
	"math"
)

// bounds are the least and the greatest value of a column.
type bounds struct {
	kind        Kind
	some        bool // there is a value
	none        bool // no bounds can be said
	least, most uint64
	first, last []byte // of texts
}

// num adds a number. Numbers are compared as if none had a sign, so those that have are moved.
func (b *bounds) num(n uint64) {
	switch b.kind {
	case Int64:
		n ^= 1 << 63
	case Float64:
		f := math.Float64frombits(n)
		b.none = b.none || f != f
		n = floatOrder(n)
	}
	if !b.some {
		b.some, b.least, b.most = true, n, n
		return
	}
	b.least, b.most = min(b.least, n), max(b.most, n)
}

// floatOrder gives the bits of floating point numbers the order of the numbers, and back.
func floatOrder(n uint64) uint64 {
	if n>>63 == 1 {
		return ^n
	}
	return n | 1<<63
}

func floatBits(n uint64) uint64 {
	if n>>63 == 0 {
		return ^n
	}
	return n &^ (1 << 63)
}

// text adds a text.
func (b *bounds) text(text []byte) {
	switch {
	case b.kind == JSON || b.none:
	case !b.some:
		b.some = true
		b.first, b.last = append(b.first[:0], text...), append(b.last[:0], text...)
	case bytes.Compare(text, b.last) > 0:
		b.last = append(b.last[:0], text...)
	case bytes.Compare(text, b.first) < 0:
		b.first = append(b.first[:0], text...)
	}
}

// write writes the fields of both, if there are any.
func (b *bounds) write(t *thrift) {
	var least, most []byte
	switch {
	case !b.some || b.none || b.kind == Bool:
		return
	case b.kind == Text || b.kind == Bytes:
		if least, most = b.first, b.last; max(len(least), len(most)) > boundMax {
			return
		}
	default:
		least, most = b.plain(b.least, 1<<63), b.plain(b.most, 0)
	}
	t.text(5, string(most))
	t.text(6, string(least))
	t.bool(7, true)
	t.bool(8, true)
}

// plain is a bound as values are stored. Zero has two forms, and a reader may have only one: as a bound it has this sign.
func (b *bounds) plain(n, zero uint64) []byte {
	switch b.kind {
	case Int64:
		n ^= 1 << 63
	case Float64:
		if n = floatBits(n); n<<1 == 0 {
			n = zero
		}
	}
	return binary.LittleEndian.AppendUint64(nil, n)
}
