package rfile

import (
	"strconv"

	"github.com/rowlens/rowlens/codec/file"
	"github.com/rowlens/rowlens/codec/file/block"
)

func lengthTextOf(what string, n int64) string { return what + " " + strconv.FormatInt(n, 10) }

// buffer is the memory of one block.
type buffer struct {
	stored, plain []byte
	unpacker      block.Unpacker
}

// load reads and unpacks a block. The bytes are valid until the next call.
func (b *buffer) load(c *container, g region, codec string) ([]byte, *file.Damage) {
	bad := func(found string) ([]byte, *file.Damage) {
		return nil, &file.Damage{File: c.name, Code: codeCodec, Offset: g.offset, Lost: max(g.stored, 0),
			Expected: "a block that " + codec + " unpacks to " + strconv.FormatInt(g.plain, 10) + " bytes", Found: found}
	}
	if !g.inside(c.f.Size()) {
		return bad("a place outside of the file")
	}
	if g.stored > 2*int64(c.limits.BlockMax) {
		return bad("a stored size above the limit")
	}
	most := block.Limit(int(min(g.stored, int64(c.limits.BlockMax))), c.limits.BlockMax, c.limits.RatioMax)
	if g.plain > int64(most) {
		return bad("a size above the limit for so few stored bytes")
	}
	var err error
	if b.stored, err = file.ReadAll(c.f, b.stored, g.offset, int(g.stored)); err != nil {
		return bad("a file that cannot be read there")
	}
	if codec == "none" && g.plain <= int64(len(b.stored)) {
		return b.stored[:g.plain], nil
	}
	out, err := unpack(&b.unpacker, b.plain, b.stored, codec, int(g.plain), most)
	if err != nil {
		return bad(err.Error())
	}
	b.plain = out
	return out, nil
}
