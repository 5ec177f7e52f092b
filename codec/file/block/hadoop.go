package block

import "encoding/binary"

// group appends one group of the frame that Hadoop's codecs put around Snappy, LZ4, LZO and, in
// some versions, zstd:
//
//	[4] plain length, big-endian
//	    then, until that many bytes came out: [4] length, big-endian · that many packed bytes
//
// A group of length 0 contains no packed bytes. Groups follow one another to the end of the block.
func (u *Unpacker) group(dst, src []byte, j Job) (plain []byte, used int, err error) {
	n, ok := lengthAt(src, 0)
	switch {
	case !ok:
		return dst, 0, ErrDamaged
	case n > j.most(len(dst)):
		return dst, 0, ErrMax
	}
	dst = reserve(dst, j, n, 255*int64(len(src))) // zstd may need more, and grows dst itself
	piece := Job{Codec: j.Codec, Plain: len(dst) + n, Max: len(dst) + n}
	for used = 4; len(dst) < piece.Plain; {
		if n, ok = lengthAt(src, used); !ok || n > len(src)-used-4 {
			return dst, 0, ErrDamaged
		}
		used += 4
		if dst, err = u.whole(dst, src[used:used+n], piece); err == ErrMax {
			return dst, 0, ErrSize
		} else if err != nil {
			return dst, 0, err
		}
		used += n
	}
	return dst, used, nil
}

func lengthAt(src []byte, at int) (n int, ok bool) {
	if len(src)-at < 4 {
		return 0, false
	}
	v := binary.BigEndian.Uint32(src[at:])
	return int(v & 0x7fffffff), v>>31 == 0
}
