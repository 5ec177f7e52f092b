package exports

import (
	"slices"
	"strings"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
)

// Encode writes one part of the record described by the fields (JSON) to out.
func Encode(schema int64, formatID, record, part string, fields []byte, flags uint32, out []byte, e *Error) (result int64) {
	defer caught(e, &result)
	provoke(fields)
	var n encoding
	if code := n.begin(schema, formatID, record, part, flags, e); code != OK {
		return int64(code)
	}
	return n.use(func(c *call) int64 { return n.one(c, n.input(c), fields, out, e) })
}

// EncodeBatch does the same for rows: the fields of row i are
// data[offsets[i]:offsets[i+1]], and its bytes are the same stretch of out by
// outOffsets. A row that fails has no bytes, and its code is in codes; without codes
// the call fails.
func EncodeBatch(schema int64, formatID, record, part string, offsets []int32, data []byte, rows int, flags uint32,
	outOffsets, codes []int32, out []byte, e *Error) (result int64) {
	defer caught(e, &result)
	provoke(data)
	var n encoding
	if code := n.begin(schema, formatID, record, part, flags, e); code != OK {
		return int64(code)
	}
	if code := checkOffsets(offsets, len(data), e); code != OK {
		return int64(code)
	}
	p := newPieces(outOffsets, codes, out, rows, 1)
	return n.use(func(c *call) int64 { return n.all(c, n.input(c), texts(offsets, data), rows, p, e) })
}

// encoding is a record kind and the wanted parts of it.
type encoding struct {
	target
	only []string
	dst  store.Entry
}

func (n *encoding) begin(schema int64, formatID, record, part string, flags uint32, e *Error) Code {
	if code := n.find(schema, formatID, record, flags, e); code != OK {
		return code
	}
	return n.writes(part, e)
}

// writes adds a part to those wanted.
func (n *encoding) writes(part string, e *Error) Code {
	if n.record == nil {
		return e.refuse(UnknownRecord, "")
	}
	if n.record.Encode == nil {
		return e.refuse(Unsupported, n.record.Name)
	}
	own, code := n.part(part, e)
	if code == OK && slices.Contains(n.only, own) {
		code = e.refuse(BadPart, own)
	}
	n.only = append(n.only, own)
	return code
}

// writesAll adds the parts in a comma-separated list.
func (n *encoding) writesAll(parts string, e *Error) Code {
	for part := range strings.SplitSeq(parts, ",") {
		if code := n.writes(part, e); code != OK {
			return code
		}
	}
	return OK
}

// source builds the fields of a row from the caller's memory, in the memory of the call.
type source func(c *call, row int) (value.Value, error)

// texts returns a source for rows of JSON or CBOR.
func texts(offsets []int32, data []byte) source {
	return func(c *call, row int) (value.Value, error) {
		c.bytes = append(c.bytes[:0], data[offsets[row]:offsets[row+1]]...)
		if isCBOR(c.bytes) {
			return c.fields.ParseCBOR(c.bytes)
		}
		return c.fields.Parse(c.bytes)
	}
}

// one answers a single record.
func (n *encoding) one(c *call, in *format.Input, fields, out []byte, e *Error) int64 {
	if err := n.encode(c, in, texts([]int32{0, int32(len(fields))}, fields), 0); err != nil {
		return e.from(err)
	}
	b, _ := n.dst.Part(n.only[0])
	return deliver(out, b, e)
}

// all answers all rows.
func (n *encoding) all(c *call, in *format.Input, fields source, rows int, p *pieces, e *Error) int64 {
	p.begin(&c.pieces)
	for row := range rows {
		if err := n.encode(c, in, fields, row); err != nil {
			code := Code(e.from(err))
			e.Row = int64(row)
			if p.codes == nil || n.flags&Strict != 0 {
				return int64(code)
			}
			p.fail(row, code)
			continue
		}
		if p.add(row, n.only, &n.dst); p.size > LengthMax {
			return int64(e.refuse(TooLarge, ""))
		}
	}
	return p.end(e)
}

// encode leaves the parts of a row in n.dst.
func (n *encoding) encode(c *call, in *format.Input, fields source, row int) error {
	c.fields.Reset()
	v, err := fields(c, row)
	if err != nil {
		return err
	}
	if err := format.Once(v); err != nil {
		return err
	}
	if v.Kind != value.Object {
		return format.Refuse("", "expected fields as an object, found "+v.Kind.String())
	}
	in.Only, in.Room = n.only, &c.room
	c.room.Reset()
	n.dst.Reset()
	if err := n.record.Encode(in, v, &n.dst); err != nil {
		return err
	}
	for _, part := range n.only {
		if _, ok := n.dst.Part(part); !ok {
			return format.Refuse("", "these fields have no "+part)
		}
	}
	return nil
}
