package zstd

import "encoding/binary"

// dictionary is what a frame may refer to before its first byte. A dictionary with tables is
//
//	[4] magic EC30A437, little-endian
//	[4] id, not 0
//	    tree of literals; tables of offsets, match lengths, literal lengths
//	[4] [4] [4] the last three distances
//	    content
//
// Any other bytes are only content, with id 0.
type dictionary struct {
	bytes, content []byte
	id             uint32
	tree           huffman
	tables         [3]table
	repeat         [3]int
}

const dictMagic = 0xEC30A437

func (d *dictionary) read(weights *table) bool {
	src := d.bytes
	d.content, d.repeat = src, [3]int{1, 4, 8}
	if len(src) < 8 || binary.LittleEndian.Uint32(src) != dictMagic {
		return true
	}
	d.id = binary.LittleEndian.Uint32(src[4:])
	used, ok := d.tree.read(src, 8, len(src), weights)
	if !ok || d.id == 0 {
		return false
	}
	src = src[8+used:]
	for _, i := range [3]int{offsets, matchLengths, literalLengths} {
		if used, ok = kinds[i].read(&d.tables[i], src); !ok {
			return false
		}
		src = src[used:]
	}
	if len(src) < 12 {
		return false
	}
	d.content = src[12:]
	for i := range d.repeat {
		n := binary.LittleEndian.Uint32(src[4*i:])
		if n == 0 || uint64(n) > uint64(len(d.content)) {
			return false
		}
		d.repeat[i] = int(n)
	}
	return true
}
