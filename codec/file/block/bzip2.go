package block

import "github.com/rowlens/rowlens/codec/internal/bzip2"

// unpackBzip2 appends one stream.
func (u *Unpacker) unpackBzip2(dst, src []byte, j Job) (plain []byte, used int, err error) {
	plain, used, err = made(&u.bzip2).Decode(dst, src, j.most(len(dst)))
	switch err {
	case bzip2.ErrDamaged:
		err = ErrDamaged
	case bzip2.ErrMax:
		err = ErrMax
	}
	return plain, used, err
}
