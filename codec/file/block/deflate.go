package block

import (
	"bytes"
	"encoding/binary"
	"hash/adler32"
	"hash/crc32"

	"github.com/rowlens/rowlens/codec/internal/deflate"
)

// inflate unpacks raw deflate and appends the result.
func (u *Unpacker) inflate(dst, src []byte, j Job) (plain []byte, used int, err error) {
	most := j.most(len(dst))
	dst = reserve(dst, j, most, 1032*int64(len(src))) // a match of 258 bytes takes at least 2 bits
	plain, used, err = made(&u.flate).Decode(dst, src, most, j.Dict)
	switch err {
	case deflate.ErrDamaged:
		err = ErrDamaged
	case deflate.ErrMax:
		err = ErrMax
	}
	return plain, used, err
}

// unpackZlib appends one RFC 1950 stream: two header bytes, raw deflate, Adler-32.
func (u *Unpacker) unpackZlib(dst, src []byte, j Job) (plain []byte, used int, err error) {
	if !isZlib(src) {
		return dst, 0, ErrDamaged
	}
	have := len(dst)
	plain, used, err = u.inflate(dst, src[2:], Job{Plain: j.Plain, Max: j.Max})
	if used += 2; err != nil {
		return plain, 0, err
	}
	if len(src)-used < 4 || binary.BigEndian.Uint32(src[used:]) != adler32.Checksum(plain[have:]) {
		return plain, 0, ErrDamaged
	}
	return plain, used + 4, nil
}

// unpackGzip appends one RFC 1952 member: header, raw deflate, CRC-32 and length, little-endian.
func (u *Unpacker) unpackGzip(dst, src []byte, j Job) (plain []byte, used int, err error) {
	have, at := len(dst), gzipHeader(src)
	if at < 0 {
		return dst, 0, ErrDamaged
	}
	plain, used, err = u.inflate(dst, src[at:], Job{Plain: j.Plain, Max: j.Max})
	if used += at; err != nil {
		return plain, 0, err
	}
	if len(src)-used < 8 || binary.LittleEndian.Uint32(src[used:]) != CRC32(plain[have:]) ||
		binary.LittleEndian.Uint32(src[used+4:]) != uint32(len(plain)-have) {
		return plain, 0, ErrDamaged
	}
	return plain, used + 8, nil
}

// Flags in a member's header say which fields follow its ten bytes.
const (
	gzipSum     = 2  // [2] low half of the header's CRC-32, after all other fields
	gzipExtra   = 4  // [2] length, little-endian · bytes
	gzipName    = 8  // bytes up to 0
	gzipComment = 16 // bytes up to 0
)

// gzipHeader returns the length of a member's header, or -1 if src does not begin with one.
func gzipHeader(src []byte) int {
	if !isGzip(src) || len(src) < 10 {
		return -1
	}
	flags, at := src[3], 10
	if flags&gzipExtra != 0 {
		if len(src)-at < 2 {
			return -1
		}
		at += 2 + int(binary.LittleEndian.Uint16(src[at:]))
	}
	for _, text := range [2]byte{gzipName, gzipComment} {
		if flags&text == 0 {
			continue
		}
		end := bytes.IndexByte(src[min(at, len(src)):], 0)
		if end < 0 {
			return -1
		}
		at += end + 1
	}
	if flags&gzipSum != 0 {
		if len(src)-at < 2 || binary.LittleEndian.Uint16(src[at:]) != uint16(crc32.ChecksumIEEE(src[:at])) {
			return -1
		}
		at += 2
	}
	if at > len(src) {
		return -1
	}
	return at
}
