//go:build !wasip1

package block

import "github.com/klauspost/compress/zstd"

// fastZstd decodes blocks whose size is stored, two to three times as fast as codec/internal/zstd. It
// keeps one decoder, for one dictionary.
type fastZstd struct {
	decoder *zstd.Decoder
	dict    []byte
}

// unpack appends all frames of src if they are sound and no longer than the job says. If not, it
// returns the bytes of dst unchanged, in the memory that it reserved.
func (z *fastZstd) unpack(dst, src []byte, j Job) (plain []byte, ok bool) {
	most := j.most(len(dst))
	possible := 1 << 15 * int64(len(src)) // 4 bytes become 128 KiB at best
	if j.Plain < 0 || most <= 0 || int64(most) > possible || !z.prepare(j.Dict) {
		return dst, false
	}
	room := reserve(dst, j, most, possible)
	out, err := z.decoder.DecodeAll(src, room[:len(dst):len(dst)+most])
	if err != nil {
		return room[:len(dst)], false
	}
	return out, true
}

// dictMagic begins a dictionary with tables. A dictionary without it is plain bytes that matches may refer to.
const dictMagic = "\x37\xa4\x30\xec"

// prepare makes a decoder for the dictionary. The decoder starts no goroutine and does not grow
// the slices it is given.
func (z *fastZstd) prepare(dict []byte) bool {
	if z.decoder != nil && sameBytes(z.dict, dict) {
		return true
	}
	with := []zstd.DOption{
		zstd.WithDecoderConcurrency(1), zstd.WithDecoderLowmem(true), zstd.WithDecodeAllCapLimit(true),
	}
	switch {
	case len(dict) >= 8 && string(dict[:4]) == dictMagic:
		with = append(with, zstd.WithDecoderDicts(dict))
	case len(dict) > 0:
		with = append(with, zstd.WithDecoderDictRaw(0, dict))
	}
	d, err := zstd.NewReader(nil, with...)
	if err != nil {
		return false
	}
	if z.decoder != nil {
		z.decoder.Close()
	}
	*z = fastZstd{d, dict}
	return true
}

// sameBytes reports whether a and b share the same memory.
func sameBytes(a, b []byte) bool {
	return len(a) == len(b) && (len(a) == 0 || &a[0] == &b[0])
}
