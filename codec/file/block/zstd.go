package block

import "github.com/rowlens/rowlens/codec/internal/zstd"

// unpackZstd appends one frame. Hosts that decode blocks with a faster library bring here what
// that library refuses, so that the result, and the bytes before any damage, are the same everywhere.
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
