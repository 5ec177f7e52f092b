package hfile

import (
	"strconv"

	"github.com/rowlens/rowlens/codec/file/block"
	"github.com/rowlens/rowlens/codec/span"
	"github.com/rowlens/rowlens/codec/value"
	"github.com/rowlens/rowlens/codec/wire"
)

// Sizes of block headers. Before format 2.1 there were no checksums.
const (
	headerNew = 33
	headerOld = 24
	magicSize = 8
)

// sort is the kind of a block, by its magic.
type sort uint8

const (
	unknownBlock sort = iota
	dataBlock
	encodedBlock
	leafIndex
	middleIndex
	rootIndex
	infoBlock
	metaBlock
	filterBlock
	oldIndex
)

var magics = [...]struct {
	magic string
	sort  sort
	what  string
}{
	{"DATABLK*", dataBlock, "data block"},
	{"DATABLKE", encodedBlock, "data block"},
	{"IDXLEAF2", leafIndex, "leaf index block"},
	{"IDXINTE2", middleIndex, "intermediate index block"},
	{"IDXROOT2", rootIndex, "root index block"},
	{"FILEINF2", infoBlock, "file info"},
	{"METABLKc", metaBlock, "meta block"},
	{"BLMFBLK2", filterBlock, "Bloom filter block"},
	{"BLMFMET2", filterBlock, "Bloom filter header"},
	{"DFBLMET2", filterBlock, "delete-family filter header"},
	{"IDXBLK)+", oldIndex, "index of version 1"},
}

// sortOf returns the kind of block that b begins with, and that kind's name.
func sortOf(b []byte) (sort, string) {
	if len(b) >= magicSize {
		for i := range magics {
			if string(b[:magicSize]) == magics[i].magic {
				return magics[i].sort, magics[i].what
			}
		}
	}
	return unknownBlock, "bytes"
}

// magicOf returns the magic of a kind of block; the first one if it has several.
func magicOf(s sort) string {
	for i := range magics {
		if magics[i].sort == s {
			return magics[i].magic
		}
	}
	return ""
}

func (s sort) data() bool { return s == dataBlock || s == encodedBlock }

// header is a block's header.
//
//	+---------+----------------+--------------+-------------+------------+----------------+--------------------------+
//	| magic 8 | on-disk size 4 | plain size 4 | previous 8  | sum type 1 | bytes per sum 4 | header and data size 4  |
//	+---------+----------------+--------------+-------------+------------+----------------+--------------------------+
//
// Checksum type: 0 none, 1 CRC32, 2 CRC32C. Version 2.0 lacks the last three fields.
type header struct {
	sort    sort
	size    int // size of the header itself
	stored  int // size on disk without the header, with checksums
	plain   int
	before  int64 // offset of the previous block of this kind; -1 if there is none, or the writer does not say
	sumType uint8
	per     int
	data    int64 // size of header and data, without checksums
}

const (
	sumNone   = 0
	sumCRC32  = 1
	sumCRC32C = 2
)

// total is the size of the whole block in the file.
func (h *header) total() int64 { return int64(h.size) + int64(h.stored) }

// read reads a header of size bytes. Sizes that contradict each other are a failure; the caller
// checks that the block fits into the file.
func (h *header) read(r *wire.Reader, size int) {
	r.Begin(&fHeader)
	*h = header{size: size}
	at := r.Offset()
	m := readMagic(r, magicSize)
	h.sort, _ = sortOf(m)
	if m != nil && h.sort == unknownBlock {
		r.FailAt(wire.BadHeader, &fMagic, at, "the magic of a block", quote(m))
	}
	h.stored, h.plain = size32(r, &fStored), size32(r, &fPlain)
	from := r.Offset()
	if b := r.Take(&fPrevious, 8, ""); b != nil {
		h.before = int64(be64(b))
		r.Leaf(&fPrevious, from, span.IntValue(h.before))
	}
	h.data = h.total()
	if size == headerNew {
		h.sumType, h.per = r.Uint8(&fSumType), size32(r, &fPerSum)
		h.data = int64(size32(r, &fDataSize))
		h.checkSizes(r)
	}
	r.End()
}

// readMagic reads bytes that are text in any sound file.
func readMagic(r *wire.Reader, n int) []byte {
	m := r.Bytes(&fMagic, n)
	if r.Rec() != nil {
		r.Last().Value(span.TextValue(m))
	}
	return m
}

func (h *header) checkSizes(r *wire.Reader) {
	switch {
	case !r.OK():
	case h.sumType > sumCRC32C:
		r.FailFound(wire.BadValue, &fSumType, "a checksum type from 0 to 2", strconv.Itoa(int(h.sumType)))
	case h.per <= 0:
		r.FailFound(wire.BadValue, &fPerSum, "a size of more than 0", strconv.Itoa(h.per))
	case h.data < int64(h.size) || h.data > h.total():
		r.FailFound(wire.BadValue, &fDataSize, "a size between "+strconv.Itoa(h.size)+" and "+strconv.FormatInt(h.total(), 10),
			strconv.FormatInt(h.data, 10))
	case h.sumType != sumNone && h.total()-h.data != 4*h.sums():
		r.FailFound(wire.BadValue, &fDataSize, strconv.FormatInt(4*h.sums(), 10)+" bytes of checksums after the data",
			strconv.FormatInt(h.total()-h.data, 10)+" bytes")
	}
}

// sums returns how many checksums the block has.
func (h *header) sums() int64 {
	if h.size == headerOld || h.sumType == sumNone {
		return 0
	}
	return (h.data + int64(h.per) - 1) / int64(h.per)
}

// size32 reads a size, which must not be negative.
func size32(r *wire.Reader, f *span.Field) int {
	at := r.Offset()
	n := int32(r.Uint32(f))
	if n < 0 {
		r.FailAt(wire.BadValue, f, at, "a size of 0 or more", strconv.Itoa(int(n)))
		return 0
	}
	return int(n)
}

// wrong returns the index of the first checksum of a whole block that does not match, or -1.
func (h *header) wrong(b []byte) int64 {
	for i := range h.sums() {
		if want := be32(b[h.data+4*i:]); want != h.sum(b, i) {
			return i
		}
	}
	return -1
}

// sum computes the checksum of a chunk.
func (h *header) sum(b []byte, i int64) uint32 {
	chunk := b[i*int64(h.per) : min((i+1)*int64(h.per), h.data)]
	if h.sumType == sumCRC32 {
		return block.CRC32(chunk)
	}
	return block.CRC32C(chunk)
}

// quote shows bytes as text if they are text, else in hex.
func quote(b []byte) string {
	for _, c := range b {
		if c < 0x20 || c > 0x7e || c == '"' || c == '\\' {
			return "0x" + string(value.AppendHex(nil, b))
		}
	}
	return "\"" + string(b) + "\""
}
