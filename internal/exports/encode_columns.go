package exports

import (
	"encoding/binary"
	"math"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/value"
)

// Values is one member of the fields of every row, in the caller's memory and in Arrow's layout.
type Values struct {
	Field
	Validity []byte  // one bit per row, lowest first: set if it has a value; nil if all have
	Offsets  []int32 // for types without a fixed width: one more offset than rows
	Data     []byte
}

// EncodeColumns encodes the parts of each row whose names are in the comma-separated list parts. The fields come from
// columns of members, from one column with an empty path that holds the whole row, or from both. Part p of row i is in
// out from outOffsets[p*(rows+1)+i] to the next offset. A row that fails has no bytes, and its code is in codes; without
// codes the call fails.
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

// check refuses a column that cannot be a member.
func (v *Values) check(e *Error) Code {
	provoke(v.Data)
	switch v.Type {
	case TypeInt64, TypeFloat64, TypeBool:
		return OK
	case TypeUTF8, TypeBinary, TypeJSON, TypeCBOR:
		return checkOffsets(v.Offsets, len(v.Data), e)
	}
	return e.column(v.Path, "has a type that cannot be written")
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
