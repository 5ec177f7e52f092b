package zstd

import (
	"encoding/binary"
	"errors"

	"github.com/cespare/xxhash/v2"
)

// Errors of Decode.
var (
	ErrDamaged = errors.New("zstd: the frame is damaged")
	ErrMax     = errors.New("zstd: the frame becomes larger than it may")

	errFull = errors.New("zstd: no room")
)

// maxBlock is the maximum unpacked size of a block, and of its literals.
const maxBlock = 128 << 10

// Decoder decodes frames and keeps its memory for the next one. The zero Decoder is ready to use.
type Decoder struct {
	literals []byte
	usual    [3]*table
	own      [3]table
	tree     huffman
	trees    *huffman // of the previous block
	weights  table
	dict     *dictionary

	sequences // with the tables and distances of the previous block
}

// Decode appends the content of the frame at the start of src, at most most bytes, and returns how
// many bytes of src the frame takes. A skippable frame has no content. The dictionary is nil, one
// with tables, or any bytes; it must not change afterwards. On an error, plain has what was decoded
// before it.
//
// Decode reserves at most most bytes, or what the frame says if that is less, and memory for literals.
func (d *Decoder) Decode(dst, src []byte, most int, dict []byte) (plain []byte, used int, err error) {
	h, ok := readHeader(src)
	if !ok {
		return dst, 0, ErrDamaged
	}
	if h.skip {
		return dst, h.size, nil
	}
	if !d.begin(dict, h.dict) {
		return dst, 0, ErrDamaged
	}
	if h.content > most {
		return dst, 0, ErrMax
	}
	if h.content >= 0 {
		most = h.content
		dst = room(dst, int(min(int64(most), int64(len(src)/4)*maxBlock+maxBlock)), 0)
	}
	base := len(dst)
	dst, used, err = d.blocks(dst, src, h, most)
	if err == errFull {
		err = ErrMax
		if h.content >= 0 {
			err = ErrDamaged
		}
	}
	switch {
	case err != nil:
		return dst, 0, err
	case h.content >= 0 && len(dst)-base != h.content:
		return dst, 0, ErrDamaged
	case !h.checksum:
		return dst, used, nil
	case len(src)-used < 4 || binary.LittleEndian.Uint32(src[used:]) != uint32(xxhash.Sum64(dst[base:])):
		return dst, 0, ErrDamaged
	}
	return dst, used + 4, nil
}

// begin forgets the previous frame: the dictionary sets the initial state of a frame.
func (d *Decoder) begin(dict []byte, id uint32) bool {
	if len(dict) == 0 {
		d.dict, d.trees, d.tables, d.repeat = nil, nil, [3]*table{}, [3]int{1, 4, 8}
		return id == 0
	}
	if d.dict == nil || !same(d.dict.bytes, dict) {
		d.dict = &dictionary{bytes: dict}
		if !d.dict.read(&d.weights) {
			d.dict = nil
			return false
		}
	}
	if id != 0 && id != d.dict.id {
		return false
	}
	d.repeat = d.dict.repeat
	d.trees, d.tables = nil, [3]*table{}
	if d.dict.id != 0 {
		d.trees = &d.dict.tree
		for i := range d.tables {
			d.tables[i] = &d.dict.tables[i]
		}
	}
	return true
}

// same reports whether a and b are the same memory.
func same(a, b []byte) bool { return len(a) == len(b) && &a[0] == &b[0] }

// room makes sure that n bytes can be appended. If it must reserve memory, it doubles it, but adds
// no more than left: so growing costs no more than writing.
func room(dst []byte, n, left int) []byte {
	if n <= cap(dst)-len(dst) {
		return dst
	}
	n = max(n, min(len(dst), left))
	return append(make([]byte, 0, len(dst)+n+2*slack), dst...)
}

// blocks appends all blocks of a frame.
func (d *Decoder) blocks(dst, src []byte, h header, most int) (plain []byte, used int, err error) {
	x := execution{base: len(dst), window: h.window}
	if d.dict != nil {
		x.dict = d.dict.content
	}
	most += len(dst)
	largest := min(h.window, maxBlock)
	at := h.size
	for last := false; !last; {
		if len(src)-at < 3 {
			return dst, at, ErrDamaged
		}
		b := int(little(src[at:], 3))
		at += 3
		last = b&1 != 0
		kind, size := b>>1&3, b>>3
		stored := size
		if kind == blockSame {
			stored = 1
		}
		if size > largest || kind > blockPacked {
			return dst, at, ErrDamaged
		}
		cut := stored > len(src)-at
		if cut && kind != blockRaw {
			return dst, at, ErrDamaged
		}
		switch kind {
		case blockRaw:
			piece := src[at:min(at+size, len(src))]
			if piece = piece[:min(len(piece), most-len(dst))]; len(piece) < size {
				dst = append(dst, piece...)
				if cut {
					return dst, at, ErrDamaged
				}
				return dst, at, errFull
			}
			dst = append(dst, piece...)
		case blockSame:
			if size > most-len(dst) {
				return dst, at, errFull
			}
			dst = fill(room(dst, size, most-len(dst)), src[at], size)
		case blockPacked:
			n := min(largest, most-len(dst))
			// Positions count bits, which must fit into 31 bits: so they count from shortly before the block.
			dst, err = d.packed(room(dst, n, most-len(dst)), src[at-before:], before, before+size, n, &x)
			if err == errFull && n == largest {
				err = ErrDamaged
			}
			if err != nil {
				return dst, at, err
			}
		}
		at += stored
	}
	return dst, at, nil
}

// Kinds of blocks.
const (
	blockRaw = iota
	blockSame
	blockPacked
)

// fill appends b n times; there must be room.
func fill(dst []byte, b byte, n int) []byte {
	piece := dst[len(dst) : len(dst)+n]
	for i := range piece {
		piece[i] = b
	}
	return dst[:len(dst)+n]
}

// packed appends the block in src[at:end], which has literals, then sequences: at most most bytes,
// for which there is room.
func (d *Decoder) packed(dst, src []byte, at, end, most int, x *execution) ([]byte, error) {
	at, n, ok := d.readLiterals(src, at, end)
	if !ok {
		return dst, ErrDamaged
	}
	count, at, ok := d.readTables(src, at, end)
	if !ok {
		return dst, ErrDamaged
	}
	x.out, x.at, x.end = dst[:cap(dst)], len(dst), len(dst)+most
	x.literals, x.lit, x.lits = d.literals, 0, n
	q := &d.sequences
	if count == 0 && at != end || count > 0 && !q.open(src, at, end) {
		return dst, ErrDamaged
	}
	for q.begin(count); q.left > 0; {
		now, ok := q.decode()
		if !ok {
			return x.out[:x.at], ErrDamaged
		}
		if err := x.run(now); err != nil {
			return x.out[:x.at], err
		}
	}
	dst = x.out[:x.at]
	rest := x.literals[x.lit:x.lits]
	if len(rest) > x.end-x.at {
		return dst, errFull
	}
	return append(dst, rest...), nil
}
