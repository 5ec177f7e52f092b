package hfile

import (
	"strconv"

	"github.com/rowlens/rowlens/codec/span"
	"github.com/rowlens/rowlens/codec/wire"
)

// Encodings of the cells of a DATABLKE block.
const (
	encodingNone       = 0
	encodingPrefix     = 2
	encodingDiff       = 3
	encodingFastDiff   = 4
	encodingPrefixTree = 6
	encodingRowIndex   = 7
)

func encodingName(id uint16) string {
	switch id {
	case encodingNone:
		return "NONE"
	case encodingPrefix:
		return "PREFIX"
	case encodingDiff:
		return "DIFF"
	case encodingFastDiff:
		return "FAST_DIFF"
	case encodingPrefixTree:
		return "PREFIX_TREE"
	case encodingRowIndex:
		return "ROW_INDEX_V1"
	}
	return strconv.Itoa(int(id))
}

// decoder reads the cells of one block after another. It carries nothing over from one block to the next.
type decoder struct {
	r        wire.Reader
	start    int // offset of the block's plain bytes in r
	end      int // offset where its cells end
	encoding uint16
	layout   layout
	cell     cell
	first    bool

	// The previous cell, for the delta encodings.
	key                    []byte // PREFIX: flat key; DIFF, FAST_DIFF: without its last 9 bytes
	family                 []byte // length byte and family
	keyLength, valueLength int

	dictionary dictionary
	tags       []byte // plain tags of the cell, for encodings that store them differently

	note noteCell // makes the text for a cell in a tree; may be nil
}

// open begins a block. The bytes ahead in r are its plain bytes.
func (d *decoder) open(r wire.Reader, s sort, l layout) {
	d.r, d.layout, d.first, d.encoding = r, l, true, encodingNone
	d.start, d.end = r.Offset(), r.Offset()+r.Left()
	d.cell = cell{}
	d.key, d.keyLength, d.valueLength = d.key[:0], 0, 0
	if s == encodedBlock {
		d.openEncoded()
	}
}

// openEncoded reads the start of an encoded block.
//
//	encoding id 2 | plain size 4 | family length 1, family (DIFF) | cells       PREFIX, DIFF, FAST_DIFF
//	encoding id 2 | cells | rows 4 | offset 4 (each row) | size of cells 4      ROW_INDEX_V1
func (d *decoder) openEncoded() {
	r := &d.r
	d.encoding = r.Uint16(&fEncoding)
	if r.Rec() != nil {
		r.Last().Enum(int64(d.encoding), encodingName(d.encoding))
	}
	switch d.encoding {
	case encodingPrefix, encodingDiff, encodingFastDiff:
		r.Uint32(&fUnencoded)
		d.dictionary.reset()
	case encodingRowIndex:
		rest := r.Ahead()
		if n := len(rest); n < 8 || be32(rest[n-4:]) > uint32(n-8) {
			r.FailFound(wire.Truncated, &fCellsSize, "the size of the cells at the block's end", strconv.Itoa(n)+" bytes with another")
		} else {
			d.end = r.Offset() + int(be32(rest[n-4:]))
		}
	default:
		r.FailAt(wire.BadValue, &fEncoding, d.start, "an encoding of 2, 3, 4 or 7", encodingName(d.encoding))
	}
	if d.encoding == encodingDiff {
		from := r.Offset()
		n := int(r.Uint8(&fFamilyLength))
		r.Bytes(&fFamily, n)
		d.family = r.Since(from)
	}
}

// next reads the next cell. It returns false after the last one and when one fails.
func (d *decoder) next() bool {
	r := &d.r
	if !r.OK() || r.Offset() >= d.end {
		return false
	}
	d.cell.at = r.Offset() - d.start
	r.Begin(&fCell)
	switch d.encoding {
	case encodingPrefix:
		d.prefix()
	case encodingDiff:
		d.diff()
	case encodingFastDiff:
		d.fastDiff()
	default:
		d.plain()
	}
	if d.layout.tags {
		d.readTags()
	}
	d.cell.sequence = 0
	if d.layout.mvcc {
		if v := readVlong(r, &fSequence); !d.layout.zero {
			d.cell.sequence = uint64(v)
		}
	}
	if r.Offset() > d.end {
		r.FailFound(wire.Truncated, &fCell, "a cell that ends before "+strconv.Itoa(d.end-d.start), strconv.Itoa(r.Offset()-d.start))
	}
	if !r.OK() {
		return false
	}
	if r.Rec() != nil {
		d.cell.label(r, d.note)
	}
	r.End()
	d.first = false
	return true
}

// finish reads what follows the cells in a block with ROW_INDEX_V1.
func (d *decoder) finish() bool {
	r := &d.r
	if d.encoding != encodingRowIndex || !r.OK() {
		return r.OK()
	}
	r.Begin(&fRowOffsets)
	n := int64(r.Uint32(&fRows))
	if r.OK() && n != int64(r.Left()-4)/4 {
		r.FailFound(wire.BadValue, &fRows, strconv.Itoa((r.Left()-4)/4)+" rows, for whose offsets there is room", strconv.FormatInt(n, 10))
	}
	if r.OK() && r.Rec() == nil {
		r.Skip(4 * int(n))
	}
	for i := int64(0); i < n && r.Rec() != nil; i++ {
		r.Uint32(&fRowOffset)
	}
	r.End()
	r.Uint32(&fCellsSize)
	return r.OK()
}

// plain reads an unencoded cell.
//
//	+--------------+----------------+-----+-------+---------------+------------+
//	| key length 4 | value length 4 | key | value | tags 2+       | mvcc vlong |
//	+--------------+----------------+-----+-------+---------------+------------+
//
// Tags and mvcc are present if the file info says so.
func (d *decoder) plain() {
	r := &d.r
	k, v := sizes(r)
	r.Begin(&fKey)
	d.cell.readKey(r, k)
	r.End()
	d.cell.value = r.Bytes(&fValue, v)
}

// sizes reads the lengths of key and value. It takes a short cut if they are valid and nothing is
// being recorded.
func sizes(r *wire.Reader) (key, value int) {
	if b := r.Ahead(); len(b) >= 8 && b[0]|b[4] < 0x80 && r.Rec() == nil {
		r.Skip(8)
		return int(be32(b)), int(be32(b[4:]))
	}
	return size32(r, &fKeyLength), size32(r, &fValLength)
}

// prefix reads a cell of PREFIX.
//
//	rest's length u7 | value length u7 | common bytes u7 | rest of the key | value
func (d *decoder) prefix() {
	r := &d.r
	rest, value := u7(r, &fKeyLength), u7(r, &fValLength)
	common := d.common(len(d.key))
	d.key = append(d.key[:common], r.Bytes(&fRest, rest)...)
	if r.OK() && !d.cell.setKey(d.key) {
		r.FailFound(wire.BadValue, &fRest, "a flat key", strconv.Itoa(len(d.key))+" bytes that are none")
	}
	d.cell.value = r.Bytes(&fValue, value)
}

// common reads how many bytes the key shares with the previous one, at most most.
func (d *decoder) common(most int) int {
	n := u7(&d.r, &fCommon)
	if n > most {
		d.r.FailFound(wire.BadValue, &fCommon, "at most "+strconv.Itoa(most)+" common bytes", strconv.Itoa(n))
		return 0
	}
	return n
}

func u7(r *wire.Reader, f *span.Field) int { return int(r.Uvarint(f, 31)) }

// lengths reads the lengths of key and value, except those that equal the previous cell's.
func (d *decoder) lengths(sameKey, sameValue bool) {
	if !sameKey {
		d.keyLength = u7(&d.r, &fKeyLength)
	}
	if !sameValue {
		d.valueLength = u7(&d.r, &fValLength)
	}
}

// deltaKey reads the key of a DIFF or FAST_DIFF cell, without its last 9 bytes. If the row is not
// stored again, neither is the family.
func (d *decoder) deltaKey(common int) {
	r, row := &d.r, rowLengthSize+len(d.cell.row)
	if d.first {
		row = rowLengthSize
	}
	d.key = d.key[:common]
	if common < row {
		d.deltaRow(common)
	}
	rest := d.keyLength - suffixSize - len(d.key)
	if rest < 0 {
		r.FailFound(wire.BadValue, &fKeyLength, "a key that has room for row and family", strconv.Itoa(d.keyLength)+" bytes")
		return
	}
	d.key = append(d.key, r.Bytes(&fRest, rest)...)
	if !r.OK() {
		return
	}
	n := int(int16(be16(d.key)))
	at := rowLengthSize + n
	if n < 0 || at >= len(d.key) || at+1+int(d.key[at]) > len(d.key) {
		r.FailFound(wire.BadValue, &fRest, "a flat key", strconv.Itoa(len(d.key))+" bytes that are none")
		return
	}
	c := &d.cell
	c.row, c.family, c.qualifier = d.key[rowLengthSize:at], d.key[at+1:at+1+int(d.key[at])], d.key[at+1+int(d.key[at]):]
}

// deltaRow reads the rest of the row after its common bytes, and appends the family.
func (d *decoder) deltaRow(common int) {
	r := &d.r
	if common < rowLengthSize {
		d.key = append(d.key, r.Bytes(&fRowLength, rowLengthSize-common)...)
	}
	if !r.OK() {
		return
	}
	row := int(int16(be16(d.key)))
	if missing := rowLengthSize + row - len(d.key); row < 0 || missing < 0 {
		r.FailFound(wire.BadValue, &fRowLength, "a row with the common bytes", strconv.Itoa(row)+" bytes")
	} else {
		d.key = append(d.key, r.Bytes(&fRow, missing)...)
	}
	d.key = append(d.key, d.family...)
}

// diff reads a cell of DIFF.
//
//	flags 1 | key length u7 | value length u7 | common u7 | rest of the key | timestamp 1-8 | type 1 | value
//	flags   01 same key length, 02 same value length, 04 same type, 08 timestamp is a difference,
//	        70 bytes of the timestamp minus 1, 80 it is negative
func (d *decoder) diff() {
	r, c := &d.r, &d.cell
	flags := r.Uint8(&fFlags)
	d.lengths(flags&0x01 != 0, flags&0x02 != 0)
	d.deltaKey(d.common(len(d.key)))
	n := int(flags>>4&7) + 1
	from := r.Offset()
	b := r.Take(&fTimeDiff, n, "")
	var v uint64
	for i, x := range b {
		v |= uint64(x) << (8 * i)
	}
	if flags&0x80 != 0 {
		v = -v
	}
	if flags&0x08 != 0 {
		v = uint64(c.time) - v
	}
	c.time = int64(v)
	r.Leaf(&fTimeDiff, from, span.MillisValue(c.time))
	d.deltaType(flags&0x04 != 0)
	c.value = r.Bytes(&fValue, d.valueLength)
}

// fastDiff reads a cell of FAST_DIFF.
//
//	flags 1 | key length u7 | value length u7 | common u7 | rest of the key | timestamp 0-8 | type 1 | value
//	flags   07 leading bytes of the timestamp that are the same, 08 same key length, 10 same value
//	        length, 20 same type, 40 same value
//
// The first cell of a block stores its whole flat key, then the value.
func (d *decoder) fastDiff() {
	r, c := &d.r, &d.cell
	flags := r.Uint8(&fFlags)
	d.lengths(flags&0x08 != 0, flags&0x10 != 0)
	common := d.common(len(d.key))
	if d.first {
		d.firstFast(common)
	} else {
		d.deltaKey(common)
		same := uint(flags & 7)
		from := r.Offset()
		b := r.Take(&fTimeDiff, int(8-same), "")
		v := uint64(c.time) &^ (1<<(64-8*same) - 1)
		for i, x := range b {
			v |= uint64(x) << (8 * (7 - same - uint(i)))
		}
		c.time = int64(v)
		r.Leaf(&fTimeDiff, from, span.MillisValue(c.time))
		d.deltaType(flags&0x20 != 0)
	}
	if flags&0x40 == 0 || d.first {
		c.value = r.Bytes(&fValue, d.valueLength)
	}
}

func (d *decoder) firstFast(common int) {
	r, c := &d.r, &d.cell
	if common != 0 {
		r.FailFound(wire.BadValue, &fCommon, "a first key with no common bytes", strconv.Itoa(common))
	}
	r.Begin(&fKey)
	from := r.Offset()
	c.readKey(r, d.keyLength)
	r.End()
	if !r.OK() {
		return
	}
	key := r.Since(from)
	d.key = append(d.key[:0], key[:len(key)-suffixSize]...)
	at := rowLengthSize + len(c.row)
	d.family = key[at : at+1+len(c.family)]
}

func (d *decoder) deltaType(same bool) {
	r := &d.r
	if same {
		return
	}
	d.cell.code = r.Uint8(&fType)
	if r.Rec() != nil {
		r.Last().Enum(int64(d.cell.code), typeName(d.cell.code))
	}
}

// noteCell returns the text for the cell of a node.
type noteCell func(c *cell, node int) string

// label puts a cell's key, and its text, on its open group.
func (c *cell) label(r *wire.Reader, note noteCell) {
	r.Group().Label(c.name())
	if note != nil {
		group := r.Group()
		group.Note(note(c, group.Index()))
	}
}

// name returns the cell's key for people: row, family:qualifier.
func (c *cell) name() string { return word(c.row) + " " + word(c.family) + ":" + word(c.qualifier) }

// word returns text unchanged, and other bytes in hex after 0x.
func word(b []byte) string {
	text := quote(b)
	if len(text) > 1 && text[0] == '"' {
		return text[1 : len(text)-1]
	}
	return text
}
