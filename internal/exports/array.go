package exports

import (
	"encoding/binary"
	"math"
	"slices"
	"strconv"

	"github.com/rowlens/rowlens/codec/value"
)

// array is a column under construction, in Arrow's layout. Bits are counted from
// the least significant bit of each byte.
type array struct {
	pick    *value.Pick // the value that has the member
	path    path        // path of the member in that value
	kind    uint32
	picked  bool    // the values are members in the form in which the decoder writes them
	values  int     // rows that have one
	valid   []byte  // one bit per row: set if it has a value
	offsets []int32 // of kinds without a fixed width: a 0, then where each row ends, up to the last one with a value
	data    []byte  // up to the last row with a value
}

func newArray(p path, kind uint32) array {
	return array{path: p, kind: kind, picked: kind != TypeError && kind != TypeDoubts && kind != TypeJSON}
}

// arrayMemory holds the buffers of an array, which a call keeps.
type arrayMemory struct {
	valid   []byte
	offsets []int32
	data    []byte
}

// begin takes the memory for collecting rows.
func (a *array) begin(m *arrayMemory, rows int) {
	bits := (rows + 7) / 8
	a.valid, a.data = zeros(m.valid, bits), m.data[:0]
	first := min(rows, keepMax/8) // a number of rows alone must not reserve much
	switch a.kind {
	case TypeInt64, TypeFloat64:
		a.data = slices.Grow(a.data, 8*first)
	case TypeBool:
		a.data = zeros(a.data, bits)
	default:
		a.offsets = append(slices.Grow(m.offsets[:0], first+1), 0)
	}
}

func zeros(b []byte, n int) []byte {
	b = slices.Grow(b[:0], n)[:n]
	clear(b)
	return b
}

// keep returns the memory for reuse, and reports its size.
func (a *array) keep(m *arrayMemory) int {
	m.valid, m.data = a.valid, a.data
	if a.offsets != nil {
		m.offsets = a.offsets
	}
	return cap(m.valid) + cap(m.data) + 4*cap(m.offsets)
}

// set marks the row as having the value that is now at the end of the data.
func (a *array) set(row int) {
	a.valid[row/8] |= 1 << (row % 8)
	a.values++
	if a.offsets != nil {
		if len(a.offsets) <= row {
			a.pad(row)
		}
		a.offsets = append(a.offsets, int32(min(len(a.data), math.MaxInt32)))
	}
}

// pad makes the rows up to one that follows null, unless they have values.
func (a *array) pad(row int) {
	switch {
	case a.offsets != nil:
		for last := a.offsets[len(a.offsets)-1]; len(a.offsets) <= row; {
			a.offsets = append(a.offsets, last)
		}
	case a.kind != TypeBool:
		for len(a.data) < 8*row {
			a.data = append(a.data, 0, 0, 0, 0, 0, 0, 0, 0)
		}
	}
}

// text sets the row's value, for kinds without a fixed width.
func (a *array) text(row int, b []byte) {
	a.data = append(a.data, b...)
	a.set(row)
}

func (a *array) word(row int, bits uint64) {
	if len(a.data) < 8*row {
		a.pad(row)
	}
	a.data = binary.NativeEndian.AppendUint64(a.data, bits)
	a.set(row)
}

// add sets the row's value from CBOR, or leaves it null if cbor is nil. It reports
// whether the kind can hold the value.
func (a *array) add(row int, cbor []byte) bool {
	if cbor == nil {
		return true
	}
	if head := cbor[0]; head>>5 == cborText && head&31 < cborByte && (a.kind == TypeUTF8 || a.kind == TypeBinary) {
		a.text(row, cbor[1:1+head&31]) // most values are short texts
		return true
	}
	it, _ := next(cbor)
	if a.kind == TypeCBOR && !it.isNull() {
		a.text(row, cbor[:len(cbor)-len(skip(cbor))])
		return true
	}
	return a.addItem(row, &it)
}

// addItem is add for an item that has been read.
func (a *array) addItem(row int, it *item) bool {
	if it.isNull() {
		return true
	}
	switch a.kind {
	case TypeInt64:
		return a.addInt(row, it)
	case TypeFloat64:
		return a.addFloat(row, it)
	case TypeBool:
		return a.addBool(row, it)
	case TypeUTF8:
		return a.addText(row, it)
	}
	if it.kind != cborBytes && it.kind != cborText {
		return false
	}
	a.text(row, it.bytes)
	return true
}

func (a *array) addInt(row int, it *item) bool {
	n, ok := it.int()
	if it.kind == cborText { // some members are decimal text in CBOR, too
		n, ok = decimal(it.bytes)
	}
	if ok {
		a.word(row, uint64(n))
	}
	return ok
}

// decimal reads a number in text. It looks at the bytes first, because an error of strconv is allocated.
func decimal(text []byte) (int64, bool) {
	for i, c := range text {
		if (c < '0' || c > '9') && (i > 0 || c != '-' && c != '+') {
			return 0, false
		}
	}
	n, err := strconv.ParseInt(string(text), 10, 64)
	return n, err == nil
}

func (a *array) addFloat(row int, it *item) bool {
	f, bits := it.float()
	if bits == 0 {
		n, ok := it.int()
		const exact = 1 << 53 // up to here every whole number is exact as a double
		if !ok || n > exact || n < -exact {
			return false
		}
		f = float64(n)
	}
	a.word(row, math.Float64bits(f))
	return true
}

func (a *array) addBool(row int, it *item) bool {
	if it.kind != cborOther || it.info != cborTrue && it.info != cborFalse {
		return false
	}
	if it.info == cborTrue {
		a.data[row/8] |= 1 << (row % 8)
	}
	a.set(row)
	return true
}

func (a *array) addText(row int, it *item) bool {
	switch it.kind {
	case cborText:
		a.data = append(a.data, it.bytes...)
	case cborBytes:
		a.data = value.AppendHex(a.data, it.bytes)
	case cborUint:
		a.data = strconv.AppendUint(a.data, it.number, 10)
	case cborNegative:
		n, ok := it.int()
		if !ok {
			return false
		}
		a.data = strconv.AppendInt(a.data, n, 10)
	case cborOther:
		if f, bits := it.float(); bits > 0 {
			a.data = value.AppendFloat(a.data, f, bits, false)
		} else {
			a.data = strconv.AppendBool(a.data, it.info == cborTrue)
		}
	default:
		return false
	}
	a.set(row)
	return true
}

// Sizes in the output of arrays: that of rl_array in Structs, and the alignment of each buffer.
const (
	arraySize  = 48
	arrayAlign = 64
)

// deliverArrays copies finished arrays to the caller if they fit, and returns their size.
func deliverArrays(arrays []array, rows int, out []byte, e *Error) int64 {
	at := int64(arraySize * len(arrays))
	heads := make([]byte, 0, at)
	place := func(n int) int64 {
		at = (at + arrayAlign - 1) / arrayAlign * arrayAlign
		from := at
		at += int64(n)
		return from
	}
	for i := range arrays {
		a := &arrays[i]
		a.pad(rows)
		valid, offsets := place(len(a.valid)), int64(0)
		if a.offsets != nil {
			offsets = place(4 * len(a.offsets))
		}
		for _, n := range [...]int64{int64(rows), int64(rows - a.values), valid, offsets, place(len(a.data)), int64(len(a.data))} {
			heads = binary.NativeEndian.AppendUint64(heads, uint64(n))
		}
	}
	if at = place(0); at > LengthMax {
		return int64(e.refuse(TooLarge, ""))
	}
	*e = Error{}
	if at <= int64(len(out)) {
		copyArrays(out[:at], heads, arrays)
	}
	return at
}

// copyArrays fills out. Bytes between the buffers are zero.
func copyArrays(out, heads []byte, arrays []array) {
	n := copy(out, heads)
	for i := range arrays {
		a := &arrays[i]
		n = fill(out, n, a.valid)
		if a.offsets != nil {
			for n%arrayAlign != 0 {
				out[n] = 0
				n++
			}
			for _, o := range a.offsets {
				binary.NativeEndian.PutUint32(out[n:], uint32(o))
				n += 4
			}
		}
		n = fill(out, n, a.data)
	}
	clear(out[n:])
}

// fill copies bytes to the next aligned place, and returns where they end.
func fill(out []byte, from int, b []byte) int {
	to := (from + arrayAlign - 1) / arrayAlign * arrayAlign
	clear(out[from:to])
	return to + copy(out[to:], b)
}
