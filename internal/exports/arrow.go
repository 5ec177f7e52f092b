//go:build !wasip1 || hosted

package exports

import (
	"encoding/binary"
	"errors"
	"math"

	"github.com/rowlens/rowlens/internal/typed"
)

// ArrowField describes a column as in Arrow's C data interface. Every column may be null.
type ArrowField struct {
	Name     string
	Format   string // "l", "u", "+s"
	Children []ArrowField
}

// ArrowArray is some rows of a column, with the buffers in Arrow's order. The first buffer, a bit for each row that says
// whether it has a value, is nil if all rows have one.
type ArrowArray struct {
	Length, Nulls int
	Buffers       [][]byte
	Children      []ArrowArray
}

var arrowFormats = map[typed.Type]string{
	typed.Int64: "l", typed.Uint64: "L", typed.Float64: "g", typed.Bool: "b", typed.UTF8: "u", typed.JSON: "u", typed.Binary: "z",
	typed.Struct: "+s",
}

func arrowFields(list []typed.Column) (fields []ArrowField) {
	for _, c := range typed.Shown(list) {
		fields = append(fields, ArrowField{c.Name, arrowFormats[c.Type], arrowFields(c.Columns)})
	}
	return fields
}

var errColumnFull = errors.New("the rows of one batch have more than 2147483647 bytes in a column: leave the column out")

// arrowArrays returns the columns of a batch.
func arrowArrays(b *typed.Batch) (list []ArrowArray, err error) {
	for _, c := range typed.Shown(b.Schema.Columns) {
		a, err := arrowArray(b, c)
		if err != nil {
			return nil, err
		}
		list = append(list, a)
	}
	return list, nil
}

func arrowArray(b *typed.Batch, c *typed.Column) (a ArrowArray, err error) {
	a.Length = b.Rows
	if c.Type == typed.Struct {
		a.Buffers = [][]byte{a.valid(b.Groups[c.Group])}
		for _, inner := range c.Inner {
			child, err := arrowArray(b, inner)
			if err != nil {
				return a, err
			}
			a.Children = append(a.Children, child)
		}
		return a, nil
	}
	v := &b.Leaves[c.Leaf]
	if len(v.Text) > math.MaxInt32 {
		return a, errColumnFull
	}
	a.Buffers = [][]byte{a.valid(v.Rows)}
	switch c.Type {
	case typed.Bool:
		bits := make([]byte, (a.Length+7)/8)
		for k, row := range v.Rows {
			bits[row/8] |= byte(v.Nums[k]&1) << (row % 8)
		}
		a.Buffers = append(a.Buffers, bits)
	case typed.Int64, typed.Uint64, typed.Float64:
		words := make([]byte, 8*a.Length)
		for k, row := range v.Rows {
			binary.NativeEndian.PutUint64(words[8*row:], v.Nums[k])
		}
		a.Buffers = append(a.Buffers, words)
	default:
		a.Buffers = append(a.Buffers, offsetsOf(v, a.Length), v.Text)
	}
	return a, nil
}

// valid counts the rows without a value, and returns the validity bits.
func (a *ArrowArray) valid(rows []int32) []byte {
	if a.Nulls = a.Length - len(rows); a.Nulls == 0 {
		return nil
	}
	bits := make([]byte, (a.Length+7)/8)
	for _, row := range rows {
		bits[row/8] |= 1 << (row % 8)
	}
	return bits
}

// offsetsOf returns where the text of each row begins, and where the last one ends.
func offsetsOf(v *typed.Vector, rows int) []byte {
	offsets := make([]byte, 0, 4*(rows+1))
	k, end := 0, 0
	for row := range rows + 1 {
		offsets = binary.NativeEndian.AppendUint32(offsets, uint32(end))
		if k < len(v.Rows) && int(v.Rows[k]) == row {
			end = v.Ends[k]
			k++
		}
	}
	return offsets
}
