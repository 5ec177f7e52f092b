package value

import "encoding/binary"

// CBOR major types, shifted to their place in the initial byte.
const (
	majorUint  = 0 << 5
	majorNeg   = 1 << 5
	majorBytes = 2 << 5
	majorText  = 3 << 5
	majorTag   = 6 << 5
	majorArray = 4 << 5
	majorMap   = 5 << 5
)

func appendInt(b []byte, v int64) []byte {
	if v < 0 {
		return appendHead(b, majorNeg, uint64(-1-v))
	}
	return appendHead(b, majorUint, uint64(v))
}

// appendWide appends an integer with an argument of eight bytes; for a negative number n the
// argument is -1 - n.
func appendWide(b []byte, negative bool, argument uint64) []byte {
	const eight = 27
	major := byte(majorUint)
	if negative {
		major = majorNeg
	}
	return binary.BigEndian.AppendUint64(append(b, major|eight), argument)
}

// appendHead appends a CBOR initial byte and argument in the shortest form.
func appendHead(b []byte, major byte, n uint64) []byte {
	switch {
	case n < 24:
		return append(b, major|byte(n))
	case n < 1<<8:
		return append(b, major|24, byte(n))
	case n < 1<<16:
		return binary.BigEndian.AppendUint16(append(b, major|25), uint16(n))
	case n < 1<<32:
		return binary.BigEndian.AppendUint32(append(b, major|26), uint32(n))
	}
	return binary.BigEndian.AppendUint64(append(b, major|27), n)
}
