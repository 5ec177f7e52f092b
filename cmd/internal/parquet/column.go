package parquet

import (
	"encoding/binary"
	"hash/crc32"
	"math/bits"

	"github.com/klauspost/compress/zstd"
)

// Column takes the levels and values of one column.
type Column struct {
	path  []string
	kind  Kind
	level uint32 // that of a value which is there: how many structs are around it, and one

	// The page that is being filled.
	levels hybrid
	rows   int
	plain  []byte // its values
	bools  int
	index  []uint32 // or their numbers in the dictionary

	dict   *dictionary // nil for none, or no longer
	packer *packer

	chunk chunk
}

// packer makes pages. All columns have the same, since one of them makes a page at a time.
type packer struct {
	zstd         *zstd.Encoder
	header       thrift
	body, packed []byte
}

// chunk is what is known of the pages of a row group.
type chunk struct {
	dict, pages      []byte
	unpacked         int
	rows, nulls      int
	bounds           bounds
	plain, byNumbers bool // there are such pages
}

func newColumn(path []string, kind Kind, p *packer) *Column {
	c := &Column{path: path, kind: kind, level: uint32(len(path)), packer: p}
	c.begin()
	return c
}

// begin begins a row group.
func (c *Column) begin() {
	c.chunk = chunk{dict: c.chunk.dict[:0], pages: c.chunk.pages[:0]}
	c.chunk.bounds.kind = c.kind
	c.levels.reset(bits.Len32(c.level))
	if c.kind == Text {
		if c.dict == nil {
			c.dict = newDictionary()
		}
		c.dict.reset()
	}
}

// Null adds n rows without a value. Of the structs around it so many are there, counted from the outside.
func (c *Column) Null(level, n int) {
	c.levels.add(uint32(level), n)
	c.rows += n
	c.chunk.nulls += n
}

// Num adds a row with a number, the bits of a Float64, or a truth value.
func (c *Column) Num(n uint64) {
	c.levels.add(c.level, 1)
	c.rows++
	c.chunk.bounds.num(n)
	if c.kind != Bool {
		c.plain = binary.LittleEndian.AppendUint64(c.plain, n)
		return
	}
	if c.bools%8 == 0 {
		c.plain = append(c.plain, 0)
	}
	c.plain[len(c.plain)-1] |= byte(n) << (c.bools % 8)
	c.bools++
}

// Text adds a row with text or bytes.
func (c *Column) Text(text []byte) {
	c.levels.add(c.level, 1)
	c.rows++
	if c.dict == nil {
		c.chunk.bounds.text(text)
		c.plain = appendText(c.plain, text)
		return
	}
	number, fresh := c.dict.number(text)
	if fresh {
		c.chunk.bounds.text(text)
	}
	c.index = append(c.index, number)
}

func appendText(dst, text []byte) []byte {
	return append(binary.LittleEndian.AppendUint32(dst, uint32(len(text))), text...)
}

// full ends the page if it is large enough.
func (c *Column) full() {
	c.judge(judgeValues)
	if len(c.plain)+len(c.index) >= pageBytes || c.dict != nil && len(c.dict.plain) > dictBytes {
		c.endPage()
	}
}

// A dictionary is given up in the first page of a row group if more than half of its values are different: after so many,
// or of a page that ends earlier, of the fewest that say something.
const (
	judgeValues = 4096
	judgeFewest = 64
)

// judge gives the dictionary up if it saves nothing.
func (c *Column) judge(fewest int) {
	if c.dict == nil || c.chunk.byNumbers || len(c.index) < fewest || len(c.dict.starts)*2 <= len(c.index) {
		return
	}
	for _, number := range c.index {
		c.plain = append(c.plain, c.dict.entry(number)...)
	}
	c.dict, c.index = nil, c.index[:0]
}

// endPage makes a page of the rows that are there.
func (c *Column) endPage() {
	if c.rows == 0 {
		return
	}
	c.judge(judgeFewest)
	levels := c.levels.end()
	body := append(binary.LittleEndian.AppendUint32(c.packer.body[:0], uint32(len(levels))), levels...)
	encoding := int64(encodingPlain)
	if c.dict != nil && (c.chunk.byNumbers || len(c.index) > 0) {
		body = c.dict.append(body, c.index)
		encoding, c.chunk.byNumbers = encodingDictionary, true
	} else {
		body = append(body, c.plain...)
		c.chunk.plain = true
	}
	c.packer.body = body
	c.chunk.pages = c.page(c.chunk.pages, pageData, body, func(h *thrift) {
		h.begin(5)
		h.int32(1, int64(c.rows))
		h.int32(2, encoding)
		h.int32(3, encodingRLE)
		h.int32(4, encodingRLE)
		h.end()
	})
	if c.dict != nil && len(c.dict.plain) > dictBytes {
		c.endDictionary()
	}
	c.chunk.rows += c.rows
	c.rows, c.bools, c.plain, c.index = 0, 0, c.plain[:0], c.index[:0]
	c.levels.reset(c.levels.width)
}

// endDictionary writes the dictionary. What comes then is plain.
func (c *Column) endDictionary() {
	d := c.dict
	c.dict = nil
	if !c.chunk.byNumbers {
		return
	}
	c.chunk.dict = c.page(c.chunk.dict, pageDictionary, d.plain, func(h *thrift) {
		h.begin(7)
		h.int32(1, int64(len(d.starts)))
		h.int32(2, encodingPlain)
		h.end()
	})
}

// page appends a page: its header, and the body compressed.
func (c *Column) page(dst []byte, kind int64, body []byte, more func(*thrift)) []byte {
	packed := c.packer.zstd.EncodeAll(body, c.packer.packed[:0])
	c.packer.packed = packed
	h := &c.packer.header
	h.buf, h.last = h.buf[:0], 0
	h.int32(1, kind)
	h.int32(2, int64(len(body)))
	h.int32(3, int64(len(packed)))
	h.int32(4, int64(int32(crc32.ChecksumIEEE(packed))))
	more(h)
	h.end()
	c.chunk.unpacked += len(h.buf) + len(body)
	return append(append(dst, h.buf...), packed...)
}

// end ends the chunk of a row group.
func (c *Column) end() {
	c.endPage()
	if c.dict != nil {
		d := c.dict
		c.endDictionary()
		c.dict = d // for the next one
	}
}
