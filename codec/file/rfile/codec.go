package rfile

import (
	"slices"

	"github.com/rowlens/rowlens/codec/file/block"
)

// codec is a compression, by the name that Accumulo gives it.
type codec struct {
	name   string
	codec  block.Codec
	hadoop bool // wrapped in the frame of Hadoop's codecs
	sure   bool // streams mark their end, and begin with bytes that are rare elsewhere
}

// codecs are in the order in which they are tried if the name is lost: those whose streams
// are most surely recognised come first.
var codecs = []codec{
	{"gz", block.Zlib, false, true},
	{"zstd", block.Zstd, false, true},
	{"bzip2", block.Bzip2, false, true},
	{"snappy", block.Snappy, true, false},
	{"lz4", block.LZ4, true, false},
	{"lzo", block.LZO, true, false},
	{"none", block.None, false, false},
}

func findCodec(name string) *codec {
	if i := slices.IndexFunc(codecs, func(c codec) bool { return c.name == name }); i >= 0 {
		return &codecs[i]
	}
	return nil
}

// unpack unpacks a block that must have at least plain bytes, and returns exactly that many.
func unpack(u *block.Unpacker, dst, stored []byte, name string, plain, most int) ([]byte, error) {
	c := findCodec(name)
	if c == nil {
		return nil, block.ErrUnknown
	}
	if plain > most {
		return nil, block.ErrMax
	}
	if cap(dst) < plain && int64(plain) <= 255*int64(len(stored)) {
		dst = make([]byte, 0, plain)
	}
	out, err := u.Unpack(dst, stored, block.Job{Codec: c.codec, Hadoop: c.hadoop, Plain: -1, Max: most})
	switch {
	case err != nil:
		return nil, err
	case len(out) < plain:
		return nil, block.ErrSize
	}
	return out[:plain], nil
}
