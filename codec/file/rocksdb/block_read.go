package rocksdb

import (
	"encoding/binary"
	"math"
	"strconv"

	"github.com/rowlens/rowlens/codec/file"
	"github.com/rowlens/rowlens/codec/file/block"
	"github.com/rowlens/rowlens/codec/wire"
)

// trailerSize is the size of the trailer of every block: compression type (1 byte), checksum (u32).
const trailerSize = 5

// handle says where a block is: its offset in the file, and its size without the trailer.
type handle struct{ offset, size uint64 }

// end returns the offset after the trailer.
func (h handle) end() uint64 { return h.offset + h.size + trailerSize }

// inside reports whether block and trailer are within a file of that size. It cannot overflow.
func (h handle) inside(size int64) bool {
	n := uint64(size)
	return n >= trailerSize && h.offset <= n-trailerSize && h.size <= n-trailerSize-h.offset
}

// place returns the offset for use in Damage.
func (h handle) place() int64 { return int64(min(h.offset, math.MaxInt64)) }

// stored returns how many bytes the block takes; 0 if it cannot be in the file.
func (h handle) stored(size int64) int64 {
	if !h.inside(size) {
		return 0
	}
	return int64(h.size + trailerSize)
}

// blocks reads, checks and unpacks the blocks of one table. It reuses its memory: what it
// returns is valid until the next call.
type blocks struct {
	f       file.File
	name    string
	version uint32
	sum     sumKind
	base    uint32
	dict    []byte // for the data blocks
	opt     file.Options

	window []byte // bytes of the file from windowAt on
	at     int64
	ahead  int // how much to read at once while reads are sequential
	unpack block.Unpacker
	plain  []byte
	packed byte  // compression type of the last block
	err    error // a failed read, which is not damage
}

// How much is read at once: little for a single block, more while a scan continues.
const (
	aheadMin = 16 << 10
	aheadMax = 512 << 10
)

// raw returns a block with its trailer, as stored. It reads nothing ahead past end.
func (b *blocks) raw(h handle, end int64) ([]byte, *file.Damage) {
	if !h.inside(b.f.Size()) {
		return nil, b.damage("block-range", h, "a block inside the file of "+strconv.FormatInt(b.f.Size(), 10)+" bytes",
			"offset "+strconv.FormatUint(h.offset, 10)+", size "+strconv.FormatUint(h.size, 10))
	}
	if h.size > uint64(b.opt.BlockMax) {
		d := b.damage("block", h, "a block of at most "+strconv.Itoa(b.opt.BlockMax)+" bytes", strconv.FormatUint(h.size, 10)+" bytes")
		d.Text = "The block is larger than the limit for one block, and is not read; a higher limit shows it."
		return nil, d
	}
	from, n := int64(h.offset), int(h.size+trailerSize)
	if from < b.at || from+int64(n) > b.at+int64(len(b.window)) {
		b.fill(from, n, end)
	}
	if b.err != nil {
		return nil, nil
	}
	if skip := int(from - b.at); len(b.window)-skip >= n {
		return b.window[skip : skip+n : skip+n], nil
	}
	return nil, b.damage("block-range", h, strconv.Itoa(n)+" bytes", "the file became shorter")
}

// tail reads the end of the file in one go: footer, metaindex, properties and usually the index.
func (b *blocks) tail() []byte {
	b.fill(max(b.f.Size()-aheadMin, 0), aheadMin, 0)
	return b.window[max(len(b.window)-footerSize, 0):]
}

// fill reads n bytes from offset at and, if reads are sequential, some more.
func (b *blocks) fill(at int64, n int, end int64) {
	next := b.at + int64(len(b.window))
	if at >= b.at && at <= next+trailerSize {
		b.ahead = min(max(2*b.ahead, aheadMin), aheadMax)
	} else {
		b.ahead = 0
	}
	more := n
	if end > at {
		more = max(n, int(min(int64(b.ahead), end-at)))
	}
	b.window, b.err = file.ReadAll(b.f, b.window, at, more)
	b.at = at
}

// checked returns a block's bytes without the trailer, and its compression type.
func (b *blocks) checked(h handle, end int64) (body []byte, packed byte, d *file.Damage) {
	stored, d := b.raw(h, end)
	if stored == nil {
		return nil, 0, d
	}
	body, packed = stored[:h.size], stored[h.size]
	have := binary.LittleEndian.Uint32(stored[h.size+1:])
	if want := b.sumAt(stored[:h.size+1], h.offset); want != have {
		return body, packed, b.damage("block-checksum", h, b.sum.String()+" "+hex32(want), hex32(have))
	}
	return body, packed, nil
}

// sumAt returns the checksum of bytes stored at an offset.
func (b *blocks) sumAt(p []byte, offset uint64) uint32 {
	sum := b.sum.of(p)
	if b.version >= 6 {
		sum += modifier(b.base, offset)
	}
	return sum
}

// load returns the plain bytes of a block. data says that it is a data block, to which the
// dictionary applies.
func (b *blocks) load(h handle, data bool, end int64) ([]byte, *file.Damage) {
	body, packed, d := b.checked(h, end)
	if d != nil || b.err != nil {
		return nil, d
	}
	return b.plainOf(h, body, packed, data)
}

// plainOf unpacks a block that has been checked.
func (b *blocks) plainOf(h handle, body []byte, packed byte, data bool) ([]byte, *file.Damage) {
	if b.packed = packed; packed == packedNone {
		return body, nil
	}
	r := wire.NewReader(body, nil)
	job, ok := b.job(&r, packed)
	if !ok {
		return nil, b.damage("compression-unknown", h, "a compression type that RocksDB has", "type "+hex8(packed))
	}
	if data {
		job.Dict = b.dict
	}
	err := r.FinishPrefix("")
	var plain []byte
	if err == nil {
		plain, err = b.unpack.Unpack(b.plain, r.Ahead(), job)
		b.plain = plain
	}
	if err != nil {
		return nil, b.damage("decompress", h, packingName(packed)+" that unpacks", err.Error())
	}
	return plain, nil
}

// damage describes a block that cannot be read.
func (b *blocks) damage(code string, h handle, expected, found string) *file.Damage {
	return &file.Damage{File: b.name, Code: code, Offset: h.place(), Expected: expected, Found: found,
		Lost: h.stored(b.f.Size()), Text: tableText(code)}
}

func hex32(v uint32) string { return hexOf(uint64(v), 8) }
func hex8(v byte) string    { return hexOf(uint64(v), 2) }

// hexOf formats a number with 0x and at least the given number of digits.
func hexOf(v uint64, digits int) string {
	s := strconv.FormatUint(v, 16)
	for len(s) < digits {
		s = "0" + s
	}
	return "0x" + s
}
