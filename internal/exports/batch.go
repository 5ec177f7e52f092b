package exports

import "math"

// batch collects the answers of rows.
type batch struct {
	starts, codes []int32
	out           []byte
	size          int64
}

func newBatch(starts, codes []int32, out []byte) *batch {
	starts[0] = 0
	return &batch{starts: starts, codes: codes, out: out}
}

// add appends the answer of the next row. Past the capacity, or past what an offset
// can express, it only counts the size.
func (b *batch) add(row int, answer []byte, code Code) {
	if b.size+int64(len(answer)) <= int64(len(b.out)) {
		copy(b.out[b.size:], answer)
	}
	b.size += int64(len(answer))
	b.starts[row+1] = int32(min(b.size, math.MaxInt32))
	if b.codes != nil {
		b.codes[row] = int32(code)
	}
}

func (b *batch) end(e *Error) int64 {
	if b.size > LengthMax {
		return int64(e.refuse(TooLarge, ""))
	}
	*e = Error{}
	return b.size
}
