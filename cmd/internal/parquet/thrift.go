package parquet

import "encoding/binary"

// thrift writes structs in Thrift's compact protocol, in which a Parquet file describes itself.
type thrift struct {
	buf  []byte
	last int   // the field before in the struct
	out  []int // that of each struct around
}

// Types of fields and of the items of lists.
const (
	thriftTrue, thriftFalse = 1, 2

	thriftByte, thriftInt32, thriftInt64, thriftBinary, thriftList, thriftStruct = 3, 5, 6, 8, 9, 12
)

func (t *thrift) field(id, kind int) {
	if delta := id - t.last; delta > 0 && delta < 16 {
		t.buf = append(t.buf, byte(delta<<4|kind))
	} else {
		t.buf = binary.AppendVarint(append(t.buf, byte(kind)), int64(id))
	}
	t.last = id
}

func (t *thrift) int32(id int, n int64) {
	t.field(id, thriftInt32)
	t.buf = binary.AppendVarint(t.buf, n)
}

func (t *thrift) int64(id int, n int64) {
	t.field(id, thriftInt64)
	t.buf = binary.AppendVarint(t.buf, n)
}

func (t *thrift) bool(id int, is bool) {
	if is {
		t.field(id, thriftTrue)
	} else {
		t.field(id, thriftFalse)
	}
}

func (t *thrift) text(id int, text string) {
	t.field(id, thriftBinary)
	t.item(text)
}

// list begins a list of n items.
func (t *thrift) list(id, kind, n int) {
	t.field(id, thriftList)
	if n < 15 {
		t.buf = append(t.buf, byte(n<<4|kind))
	} else {
		t.buf = binary.AppendUvarint(append(t.buf, byte(0xf0|kind)), uint64(n))
	}
}

// item writes a text of a list.
func (t *thrift) item(text string) {
	t.buf = append(binary.AppendUvarint(t.buf, uint64(len(text))), text...)
}

// number writes a number of a list.
func (t *thrift) number(n int64) { t.buf = binary.AppendVarint(t.buf, n) }

// begin begins a struct that is a field.
func (t *thrift) begin(id int) {
	t.field(id, thriftStruct)
	t.open()
}

// open begins a struct that is an item of a list.
func (t *thrift) open() { t.out, t.last = append(t.out, t.last), 0 }

// end ends a struct.
func (t *thrift) end() {
	t.buf = append(t.buf, 0)
	if n := len(t.out); n > 0 {
		t.last, t.out = t.out[n-1], t.out[:n-1]
	}
}
