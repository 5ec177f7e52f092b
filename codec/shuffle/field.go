package shuffle

import "encoding/binary"

// AppendField appends bytes after their length.
func AppendField(b, field []byte) []byte {
	return append(binary.AppendUvarint(b, uint64(len(field))), field...)
}

// ReadField reads what AppendField appends, and returns what follows it.
func ReadField(b []byte) (field, rest []byte) {
	n, size := binary.Uvarint(b)
	b = b[max(size, 0):]
	n = min(n, uint64(len(b)))
	return b[:n:n], b[n:]
}
