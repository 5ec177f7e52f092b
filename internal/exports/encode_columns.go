package exports

import (
	"encoding/binary"
	"math"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/value"
)

// Values is a member of the fields of every row, in the caller's memory and in Arrow's layout.
type Values struct {
	Field
	Validity []byte  // a bit a row, the first one the lowest: it has a value; nil if all have
	Offsets  []int32 // of types without a fixed width; there is one offset more than rows
	Data     []byte
}

// EncodeColumns encodes parts of each row, whose names are separated by commas, out of columns of members, of one column
// with the empty path that has all of a row, or of both kinds of members. Part p of row i is out from
// outOffsets[p*(rows+1)+i] to the offset after it. A row that fails has no bytes and its code in codes; without codes
// the call fails.
func EncodeColumns(schema int64, formatID, record, parts string, fields []Values, rows int, flags uint32,
	outOffsets, codes []int32, out []byte, e *Error) (result int64) {
	defer caught(e, &result)
	var n encoding
	if code := n.find(schema, formatID, record, flags, e); code != OK {
		return int64(code)
	}
	if code := n.writesAll(parts, e); code != OK {
		return int64(code)
	}
	t := template{columns: fields}
	if code := t.begin(e); code != OK {
		return int64(code)
	}
	p := newPieces(outOffsets, codes, out, rows, len(n.only))
	return n.use(func(c *call) int64 {
		in := n.input(c)
		if code := n.expect(in, fields, e); code != OK {
			return int64(code)
		}
		return n.all(c, in, t.row, rows, p, e)
	})
}

// check refuses a column that no member can have.
func (v *Values) check(e *Error) Code {
	provoke(v.Data)
	switch v.Type {
	case TypeInt64, TypeFloat64, TypeBool:
		return OK
	case TypeUTF8, TypeBinary, TypeJSON, TypeCBOR:
		return checkOffsets(v.Offsets, len(v.Data), e)
	}
	return e.refuse(BadOption, v.Path)
}

// has reports whether a row has a value.
func (v *Values) has(row int) bool { return v.Validity == nil || v.Validity[row/8]>>(row%8)&1 != 0 }

// at returns the value of a row that has one.
func (v *Values) at(c *call, row int) (value.Value, error) {
	switch v.Type {
	case TypeInt64:
		return value.OfInt(int64(v.word(row))), nil
	case TypeFloat64:
		return value.OfFloat(math.Float64frombits(v.word(row)), 64), nil
	case TypeBool:
		return value.OfBool(v.Data[row/8]>>(row%8)&1 != 0), nil
	}
	from := len(c.bytes)
	c.bytes = append(c.bytes, v.Data[v.Offsets[row]:v.Offsets[row+1]]...)
	b := c.bytes[from:]
	switch v.Type {
	case TypeJSON:
		return c.fields.Parse(b)
	case TypeCBOR:
		return c.fields.ParseCBOR(b)
	case TypeBinary:
		return c.fields.OfBytes(b), nil
	}
	text, ok := value.OfText(b)
	return text, format.Expect(ok, v.Path, "UTF-8", value.Value{Kind: value.String})
}

func (v *Values) word(row int) uint64 { return binary.NativeEndian.Uint64(v.Data[8*row:]) }
