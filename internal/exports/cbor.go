package exports

import (
	"encoding/binary"
	"math"
)

// item is one CBOR data item, of the kinds that value.Writer writes: definite lengths, no tags.
type item struct {
	kind   byte   // major type 0 to 7
	info   byte   // low bits of its first byte
	number uint64 // value, length or number of items
	bytes  []byte // of a byte or text string
}

// Major types of CBOR.
const (
	cborUint = iota
	cborNegative
	cborBytes
	cborText
	cborArray
	cborMap
	_
	cborOther
)

// cborByte is the smallest info value that is followed by a number, here of one byte.
const cborByte = 24

// Values of info for cborOther.
const (
	cborFalse   = 20
	cborTrue    = 21
	cborNull    = 22
	cborFloat32 = 26
	cborFloat64 = 27
)

// next reads the head of an item, or the whole item if it is not a container.
func next(b []byte) (it item, rest []byte) {
	it.kind, it.info = b[0]>>5, b[0]&31
	b = b[1:]
	switch it.info {
	case cborByte:
		it.number, b = uint64(b[0]), b[1:]
	case 25:
		it.number, b = uint64(binary.BigEndian.Uint16(b)), b[2:]
	case 26:
		it.number, b = uint64(binary.BigEndian.Uint32(b)), b[4:]
	case 27:
		it.number, b = binary.BigEndian.Uint64(b), b[8:]
	default:
		it.number = uint64(it.info)
	}
	if it.kind == cborBytes || it.kind == cborText {
		it.bytes, b = b[:it.number], b[it.number:]
	}
	return it, b
}

// skip returns what follows an item.
func skip(b []byte) []byte {
	for left := uint64(1); left > 0; left-- {
		var it item
		it, b = next(b)
		switch it.kind {
		case cborArray:
			left += it.number
		case cborMap:
			left += 2 * it.number
		}
	}
	return b
}

func (it *item) isNull() bool { return it.kind == cborOther && it.info == cborNull }

// int returns the item as a whole number, if an int64 can hold it.
func (it *item) int() (int64, bool) {
	if it.number > math.MaxInt64 {
		return 0, false
	}
	switch it.kind {
	case cborUint:
		return int64(it.number), true
	case cborNegative:
		return -1 - int64(it.number), true
	}
	return 0, false
}

// float returns the item as a floating-point number, with its width in bits.
func (it *item) float() (f float64, bits int) {
	if it.kind == cborOther {
		switch it.info {
		case cborFloat32:
			return float64(math.Float32frombits(uint32(it.number))), 32
		case cborFloat64:
			return math.Float64frombits(it.number), 64
		}
	}
	return 0, 0
}
