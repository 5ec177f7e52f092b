package hfile

import (
	"bytes"
	"encoding/binary"
	"strconv"

	"github.com/rowlens/rowlens/codec/span"
	"github.com/rowlens/rowlens/codec/wire"
)

// Sizes of the fixed parts of a flat key: i16 row length, u8 family length, i64 timestamp, u8 type.
const (
	rowLengthSize = 2
	suffixSize    = 9
	keyFixed      = rowLengthSize + 1 + suffixSize
)

// Cell types, with HBase's codes. minimum and maximum occur only in the keys of an index.
const (
	minimum             = 0
	put                 = 4
	deleteOne           = 8
	deleteFamilyVersion = 10
	deleteColumn        = 12
	deleteFamily        = 14
	maximum             = 255
)

// typeName returns HBase's name for a cell type, or its number if it has none.
func typeName(code uint8) string {
	switch code {
	case put:
		return "Put"
	case deleteOne:
		return "Delete"
	case deleteFamilyVersion:
		return "DeleteFamilyVersion"
	case deleteColumn:
		return "DeleteColumn"
	case deleteFamily:
		return "DeleteFamily"
	case minimum:
		return "Minimum"
	case maximum:
		return "Maximum"
	}
	return strconv.Itoa(int(code))
}

// storedType reports whether a cell of a file may have the type.
func storedType(code uint8) bool {
	switch code {
	case put, deleteOne, deleteFamilyVersion, deleteColumn, deleteFamily:
		return true
	}
	return false
}

// cell is one cell of a file or log. Its bytes alias the block, or the memory of its decoder.
type cell struct {
	row, family, qualifier []byte
	time                   int64
	code                   uint8 // its type
	value                  []byte
	tags                   []byte // as in a plain cell: u16 length, u8 type, value; repeated
	sequence               uint64 // MVCC number

	file  string // where it is
	block int64  // offset of its block in the file; for a log, of its entry
	at    int    // offset in the plain bytes of the block
}

// readKey reads a flat key of n bytes:
//
//	+--------------+-----+-----------------+--------+-----------+-------------+--------+
//	| row length 2 | row | family length 1 | family | qualifier | timestamp 8 | type 1 |
//	+--------------+-----+-----------------+--------+-----------+-------------+--------+
func (c *cell) readKey(r *wire.Reader, n int) {
	if n < keyFixed {
		r.FailFound(wire.BadValue, &fKey, "a key of at least 12 bytes", strconv.Itoa(n)+" bytes")
		return
	}
	if n > r.Left() {
		r.FailFound(wire.Truncated, &fKey, "a key of "+strconv.Itoa(n)+" bytes", strconv.Itoa(r.Left())+" bytes up to the end")
		return
	}
	if !r.OK() {
		return
	}
	key := r.Ahead()[:n:n]
	row := int(int16(be16(key)))
	if row < 0 || row > n-keyFixed {
		r.FailFound(wire.BadValue, &fRow, "a row inside of the key", strconv.Itoa(row)+" bytes")
		return
	}
	at := rowLengthSize + row
	family := int(key[at])
	if family > n-keyFixed-row {
		r.FailAt(wire.BadValue, &fFamily, r.Offset()+at, "a family inside of the key", strconv.Itoa(family)+" bytes")
		return
	}
	c.take(key, at, at+1+family)
	if r.Rec() != nil {
		c.explainKey(r)
		return
	}
	r.Skip(n)
}

// take splits a flat key, given where its row and family end.
func (c *cell) take(key []byte, row, family int) {
	tail := len(key) - suffixSize
	c.row, c.family, c.qualifier = key[rowLengthSize:row], key[row+1:family], key[family:tail]
	c.time, c.code = int64(be64(key[tail:])), key[tail+8]
}

// explainKey consumes the flat key that was taken, part by part.
func (c *cell) explainKey(r *wire.Reader) {
	r.Uint16(&fRowLength)
	r.Bytes(&fRow, len(c.row))
	r.Uint8(&fFamilyLength)
	r.Bytes(&fFamily, len(c.family))
	r.Bytes(&fQualifier, len(c.qualifier))
	from := r.Offset()
	r.Take(&fTime, 8, "")
	r.Leaf(&fTime, from, span.MillisValue(c.time))
	r.Uint8(&fType)
	r.Last().Enum(int64(c.code), typeName(c.code))
}

// setKey splits the key that a delta encoding put together, and reports whether it is a valid key.
func (c *cell) setKey(key []byte) bool {
	if len(key) < keyFixed {
		return false
	}
	row := int(int16(be16(key)))
	if row < 0 || row > len(key)-keyFixed {
		return false
	}
	at := rowLengthSize + row
	family := int(key[at])
	if family > len(key)-keyFixed-row {
		return false
	}
	c.take(key, at, at+1+family)
	return true
}

// clone copies the bytes of c into memory, which it returns.
func (c *cell) clone(memory []byte) []byte {
	memory = append(memory[:0], c.row...)
	memory = append(memory, c.family...)
	memory = append(memory, c.qualifier...)
	memory = append(memory, c.value...)
	memory = append(memory, c.tags...)
	rest := memory
	cut := func(p *[]byte) {
		n := len(*p)
		*p, rest = rest[:n:n], rest[n:]
	}
	for _, p := range [...]*[]byte{&c.row, &c.family, &c.qualifier, &c.value, &c.tags} {
		cut(p)
	}
	return memory
}

// rowOrder compares rows: by their bytes, or as hbase:meta does.
type rowOrder func(a, b []byte) int

// metaRows is the order of hbase:meta, where a row is table,startkey,id. It compares the part
// before the first comma, then the part up to the last comma, then the rest.
func metaRows(a, b []byte) int {
	at, as, ai := metaRow(a)
	bt, bs, bi := metaRow(b)
	if c := bytes.Compare(at, bt); c != 0 {
		return c
	}
	if c := bytes.Compare(as, bs); c != 0 {
		return c
	}
	return bytes.Compare(ai, bi)
}

func metaRow(row []byte) (table, start, id []byte) {
	first, last := bytes.IndexByte(row, ','), bytes.LastIndexByte(row, ',')
	if first < 0 {
		return row, nil, nil
	}
	if first == last {
		return row[:first], row[first+1:], nil
	}
	return row[:first], row[first+1 : last], row[last+1:]
}

// compareColumn compares row, family and qualifier.
func compareColumn(rows rowOrder, a, b *cell) int {
	if c := rows(a.row, b.row); c != 0 {
		return c
	}
	if c := bytes.Compare(a.family, b.family); c != 0 {
		return c
	}
	return bytes.Compare(a.qualifier, b.qualifier)
}

// compareKeys orders cells, ignoring MVCC numbers: by column, then newest first, then larger type first.
func compareKeys(rows rowOrder, a, b *cell) int {
	if c := compareColumn(rows, a, b); c != 0 {
		return c
	}
	switch {
	case a.time != b.time:
		return down(a.time > b.time)
	case a.code != b.code:
		return down(a.code > b.code)
	}
	return 0
}

func down(larger bool) int {
	if larger {
		return -1
	}
	return 1
}

func be16(b []byte) uint16 { return binary.BigEndian.Uint16(b) }

func be32(b []byte) uint32 { return binary.BigEndian.Uint32(b) }

func be64(b []byte) uint64 { return binary.BigEndian.Uint64(b) }

// readVlong reads Hadoop's number of 1 to 9 bytes. A first byte of -112 or more is the number itself.
// Below that, it says how many big-endian bytes follow; from -121 down, those bytes are complemented.
func readVlong(r *wire.Reader, f *span.Field) int64 {
	first, _ := r.Peek()
	lead, size := int(int8(first)), 1
	if lead < -120 {
		size = -119 - lead
	} else if lead < -112 {
		size = -111 - lead
	}
	from := r.Offset()
	b := r.Take(f, size, "")
	if b == nil {
		return 0
	}
	v := uint64(lead)
	if size > 1 {
		v = 0
		for _, c := range b[1:] {
			v = v<<8 | uint64(c)
		}
		if lead < -120 {
			v = ^v
		}
	}
	if r.Rec() != nil {
		r.Leaf(f, from, span.IntValue(int64(v)))
	}
	return int64(v)
}
