package exports

import (
	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
)

// Encode writes one part of the record that the fields (JSON) describe to out.
func Encode(schema int64, formatID, record, part string, fields []byte, flags uint32, out []byte, e *Error) (result int64) {
	defer caught(e, &result)
	provoke(fields)
	var n encoding
	if code := n.begin(schema, formatID, record, part, flags, e); code != OK {
		return int64(code)
	}
	return n.use(func(c *call) int64 { return n.one(n.input(c), fields, out, e) })
}

// EncodeBatch does the same for rows: the fields of row i are data from
// offsets[i] to offsets[i+1], and so are the bytes in outOffsets and out. A row that
// fails is empty and has its code in codes; without codes the call fails.
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
	b := newBatch(outOffsets, codes, out)
	return n.use(func(c *call) int64 { return n.all(n.input(c), offsets, data, rows, b, e) })
}

// encoding is a record kind and the part of it that is wanted.
type encoding struct {
	target
	only [1]string
	dst  store.Entry
}

func (n *encoding) begin(schema int64, formatID, record, part string, flags uint32, e *Error) Code {
	if code := n.find(schema, formatID, record, flags, e); code != OK {
		return code
	}
	return n.writes(part, e)
}

// writes sets the part that is wanted.
func (n *encoding) writes(part string, e *Error) (code Code) {
	if n.record == nil {
		return e.refuse(UnknownRecord, "")
	}
	if n.record.Encode == nil {
		return e.refuse(Unsupported, n.record.Name)
	}
	n.only[0], code = n.part(part, e)
	return code
}

// one answers for one record.
func (n *encoding) one(in *format.Input, fields, out []byte, e *Error) int64 {
	answer, err := n.encode(in, fields)
	if err != nil {
		return e.from(err)
	}
	return deliver(out, answer, e)
}

// all answers for rows.
func (n *encoding) all(in *format.Input, offsets []int32, data []byte, rows int, b *batch, e *Error) int64 {
	for row := range rows {
		answer, err := n.encode(in, data[offsets[row]:offsets[row+1]])
		code := OK
		if err != nil {
			code = Code(e.from(err))
			e.Row = int64(row)
			if b.codes == nil || n.flags&Strict != 0 {
				return int64(code)
			}
			answer = nil
		}
		b.add(row, answer, code)
	}
	return b.end(e)
}

func (n *encoding) encode(in *format.Input, fields []byte) ([]byte, error) {
	v, err := value.Parse(fields)
	if err != nil {
		return nil, err
	}
	if v.Kind != value.Object {
		return nil, format.Refuse("", "expected fields as an object, found "+v.Kind.String())
	}
	in.Only = n.only[:]
	n.dst.Reset()
	if err := n.record.Encode(in, v, &n.dst); err != nil {
		return nil, err
	}
	b, ok := n.dst.Part(n.only[0])
	if !ok {
		return nil, format.Refuse("", "these fields have no "+n.only[0])
	}
	return b, nil
}
