package block

import "github.com/rowlens/rowlens/codec/internal/zstd"

// unpackZstd appends one frame. Where a block's frames are decoded by another library, because it
// is faster, what that one refuses comes here again: so the answer is the same everywhere, and so
// is what comes before the damage.
func (u *Unpacker) unpackZstd(dst, src []byte, j Job) (plain []byte, used int, err error) {
	plain, used, err = made(&u.zstd).Decode(dst, src, j.most(len(dst)), j.Dict)
	switch err {
	case zstd.ErrDamaged:
		err = ErrDamaged
	case zstd.ErrMax:
		err = ErrMax
	}
	return plain, used, err
}
