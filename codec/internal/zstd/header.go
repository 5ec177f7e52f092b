package zstd

import "encoding/binary"

const (
	magic     = 0xFD2FB528
	skippable = 0x184D2A50 // to …5F
)

// header is what precedes the blocks of a frame.
type header struct {
	size     int  // bytes of the header, or of the whole frame if it is skippable
	skip     bool // a frame for other programs
	checksum bool
	content  int // unpacked size; -1 if it is not stored
	window   int
	dict     uint32 // id of the dictionary; 0 if it is not stored
}

// readHeader reads
//
//	[4] magic  FD2FB528, little-endian
//	[1]        content's size (2 bits), single segment, 0, 0, checksum, dictionary's id (2 bits)
//	[1] window, if not a single segment: exponent - 10 (5 bits), eighths (3 bits)
//	[0 1 2 4]  dictionary's id
//	[0 1 2 4 8] content: 1 only if a single segment, 2 means 256 more
func readHeader(src []byte) (h header, ok bool) {
	if len(src) < 6 {
		return h, false
	}
	m := binary.LittleEndian.Uint32(src)
	if m&^15 == skippable {
		if len(src) < 8 {
			return h, false
		}
		n := binary.LittleEndian.Uint32(src[4:])
		return header{size: 8 + int(n), skip: true}, uint64(n) <= uint64(len(src)-8)
	}
	flags := src[4]
	if m != magic || flags&8 != 0 {
		return h, false
	}
	h = header{size: 5, checksum: flags&4 != 0, content: -1}
	single := flags&0x20 != 0
	if !single {
		base := uint64(1) << (10 + src[5]>>3)
		h.window = int(min(base+base/8*uint64(src[5]&7), maxWindow))
		h.size++
	}
	id, content := [4]int{0, 1, 2, 4}[flags&3], [4]int{0, 2, 4, 8}[flags>>6]
	if content == 0 && single {
		content = 1
	}
	if len(src) < h.size+id+content {
		return h, false
	}
	h.dict = uint32(little(src[h.size:], id))
	h.size += id
	if content > 0 {
		v := little(src[h.size:], content)
		if content == 2 {
			v += 256
		}
		h.content = int(min(v, maxWindow))
		h.size += content
	}
	if single {
		h.window = max(h.content, 1<<10)
	}
	return h, true
}

// maxWindow stands for all larger numbers: nobody has that much memory.
const maxWindow = 1<<31 - 1

// little returns a little-endian number of n bytes.
func little(src []byte, n int) (v uint64) {
	for i := range n {
		v |= uint64(src[i]) << (8 * i)
	}
	return v
}
