package hfile

import (
	"strconv"

	"github.com/rowlens/rowlens/codec/file"
	"github.com/rowlens/rowlens/codec/file/block"
	"github.com/rowlens/rowlens/codec/wire"
)

// blocks reads the blocks of one HFile. It has what each cursor needs for itself.
type blocks struct {
	f *hfile
	window
	unpacker
}

func (f *hfile) blocks() *blocks {
	return &blocks{f: f, window: window{file: f.file}, unpacker: unpacker{limits: f.limits}}
}

// read returns the block at an offset, all of it as stored, after verifying its checksums. Size
// is what an index says, or 0. The damage has no File.
func (b *blocks) read(at int64, size int) (header, []byte, *file.Damage) {
	h, d := b.header(at)
	if d != nil {
		d.Lost = int64(size)
		return h, nil, d
	}
	if size > 0 && int64(size) != h.total() {
		d := damageAt(b.f.name, badBlock, at, int64(size), "a block of "+strconv.Itoa(size)+" bytes, as the index says",
			strconv.FormatInt(h.total(), 10)+" bytes")
		return h, nil, &d
	}
	total := int(h.total())             // header has compared it with the limit
	stored := b.bytes(at, total+h.size) // with the header of the next block
	if len(stored) < total {
		if b.err == nil {
			b.err = file.ErrMoved // it was longer when it was opened
		}
		d := damageAt(b.f.name, badBlock, at, h.total(), strconv.Itoa(total)+" bytes", strconv.Itoa(len(stored)))
		return h, nil, &d
	}
	stored = stored[:total]
	if i := h.wrong(stored); i >= 0 {
		d := damageAt(b.f.name, badChecksum, at, h.total(), hex32(be32(stored[h.data+4*i:])), hex32(h.sum(stored, i)))
		return h, nil, &d
	}
	return h, stored, nil
}

// header reads the header at an offset and checks it against what is left of the file.
func (b *blocks) header(at int64) (header, *file.Damage) {
	var h header
	r := wire.NewReader(b.bytes(at, b.f.header), nil)
	h.read(&r, b.f.header)
	if err := r.Finish(); err != nil {
		d := damageAt(b.f.name, badBlock, at, 0, "", "")
		because(&d, err)
		return h, &d
	}
	if left := b.f.size - at; h.total() > left {
		d := damageAt(b.f.name, badBlock, at, 0, "a block that ends inside of the file",
			strconv.FormatInt(h.total(), 10)+" bytes where "+strconv.FormatInt(left, 10)+" are left")
		return h, &d
	}
	if h.stored > 2*b.f.limits.BlockMax {
		d := damageAt(b.f.name, badBlock, at, h.total(), "a block of at most "+strconv.Itoa(2*b.f.limits.BlockMax)+" bytes",
			strconv.Itoa(h.stored))
		return h, &d
	}
	return h, nil
}

// plain unpacks a block that read returned. The bytes are valid until the next block is read or unpacked.
func (b *blocks) plain(h *header, stored []byte, at int64, codec uint32) ([]byte, *file.Damage) {
	plain, err := b.unpack(stored[h.size:h.data], h.plain, codec)
	if err == nil {
		return plain, nil
	}
	d := damageAt(b.f.name, badCodec, at, h.total(), "", "")
	d.Expected, d.Found = unpackWords(h.plain, codec, err)
	if err == block.ErrUnknown {
		d.Code = refCodec
	}
	return nil, &d
}

func hex32(v uint32) string {
	const digits = "0123456789abcdef"
	out := []byte("0x00000000")
	for i := range 8 {
		out[9-i] = digits[v>>(4*i)&15]
	}
	return string(out)
}
