package rocksdb

import (
	"bytes"
	"encoding/binary"
	"strconv"

	"github.com/rowlens/rowlens/codec/value"
	"github.com/rowlens/rowlens/codec/wire"
)

// Magic numbers, which are the last 8 bytes of a table.
const (
	magicBlock  = 0x88E241B785F4CFF7
	magicOld    = 0xDB4775248B80FB57 // block-based of version 0, and LevelDB
	magicPlain  = 0x8242229663BF9564
	magicPlain0 = 0x4F3418EB7A8F13B8
	magicCuckoo = 0x926789D0C5F17873
)

// Sizes of footers: in version 0, and in all later versions.
const (
	footerOldSize = 48
	footerSize    = 53
	versionMax    = 7
)

// footer is the end of a table.
//
//	version 0    +------------------------------------------+----------+
//	             | metaindex handle | index handle | 0…     | magic u64|
//	             +------------------------------------------+----------+
//	             0                                          40         48
//	version 1–5  +-----+------------------------------------------+-------------+-----------+
//	             | sum | metaindex handle | index handle | 0…     | version u32 | magic u64 |
//	             +-----+------------------------------------------+-------------+-----------+
//	             0     1                                          41            45          53
//	version 6, 7 +-----+-------------+---------+----------+----------+----------+-----+-------------+-----------+
//	             | sum | 3e 00 7a 00 | own sum | base u32 | metaindex| 16 bytes | 0…  | version u32 | magic u64 |
//	             |     |             | u32     |          | size u32 | reserved |     |             |           |
//	             +-----+-------------+---------+----------+----------+----------+-----+-------------+-----------+
//	             0     1             5         9          13         17         33    41            45          53
//	sum   checksum type
//	base  what the modifier of checksums is derived from
type footer struct {
	at        int64 // its own offset in the file
	version   uint32
	sum       sumKind
	ownSum    uint32 // its checksum
	wantSum   uint32 // what it should be
	base      uint32
	metaindex handle
	index     handle
	hasIndex  bool // from version 6 on the metaindex has the index's handle
}

var footerMark = []byte{0x3E, 0x00, 0x7A, 0x00}

// read reads a footer that begins at offset at of the file. version is the one in its last
// bytes. Failures carry the code of the specification as their word.
func (ft *footer) read(r *wire.Reader, at int64, version uint32) {
	*ft = footer{at: at, version: version, sum: sumCRC32C}
	all := r.Ahead()
	r.Begin(&ftFooter)
	if version > 0 {
		ft.sum = sumKind(r.Uint8(&ftSumKind))
		if m := r.Last(); m.Recorded() && ft.sum.known() {
			m.Enum(int64(ft.sum), ft.sum.String())
		}
		if !ft.sum.known() {
			r.FailOwn(wire.BadValue, "checksum-type", &ftSumKind, 0, "a checksum type from 0 to 4", strconv.Itoa(int(ft.sum)))
		}
	}
	if version >= 6 {
		ft.readNew(r, all)
	} else {
		ft.readOld(r)
	}
	if version > 0 {
		r.Uint32LE(&ftVersion)
	}
	r.Uint64LE(&ftMagic)
	r.End()
}

func (ft *footer) readOld(r *wire.Reader) {
	end := r.Offset() + 40
	for i, h := range [...]*handle{&ft.metaindex, &ft.index} {
		at := r.Offset()
		*h = readHandle(r)
		r.Last().Label([...]string{"metaindex", "index"}[i])
		if !r.OK() || r.Offset() > end {
			r.FailOwn(wire.BadValue, "footer", &ftHandle, at, "two handles in 40 bytes", "none")
		}
	}
	ft.hasIndex = true
	r.Bytes(&ftPadding, end-r.Offset())
}

func (ft *footer) readNew(r *wire.Reader, all []byte) {
	mark := r.Bytes(&ftMark, len(footerMark))
	if !bytes.Equal(mark, footerMark) {
		r.FailOwn(wire.BadValue, "footer", &ftMark, 1, "3e 00 7a 00", hexBytes(mark))
	}
	ft.ownSum = r.Uint32LE(&ftOwnSum)
	own := r.Last()
	ft.base = r.Uint32LE(&ftBase)
	ft.wantSum = ft.check(all)
	own.Check(ft.wantSum == ft.ownSum, ft.sum.String()+" of the footer without it, plus the modifier")
	if ft.wantSum != ft.ownSum {
		own.Expect(binary.LittleEndian.AppendUint32(nil, ft.wantSum)...)
	}
	size := int64(r.Uint32LE(&ftMetaSize))
	r.Bytes(&ftReserved, 16)
	r.Bytes(&ftZeros, 8)
	offset := ft.at - trailerSize - size
	if offset < 0 {
		r.FailOwn(wire.BadValue, "footer", &ftMetaSize, 13, "a metaindex in front of the footer", strconv.FormatInt(size, 10)+" bytes")
	}
	ft.metaindex = handle{uint64(offset), uint64(size)}
}

// feature reports whether any bytes are set that today's readers must find zero.
func (ft *footer) feature(b []byte) bool {
	return ft.version >= 6 && binary.LittleEndian.Uint64(b[33:]) != 0
}

// check computes what the footer's own checksum should be.
func (ft *footer) check(b []byte) (want uint32) {
	var c [footerSize]byte
	copy(c[:], b)
	clear(c[5:9])
	return ft.sum.of(c[:]) + modifier(ft.base, uint64(ft.at))
}

// tableEnd reads the last bytes of a file: the size of its footer and the format version. code is
// "" for a block-based table of a supported version; place is an offset from the start of the file.
func tableEnd(tail []byte, size int64) (version uint32, footerBytes int, code string, place int64) {
	if len(tail) < 8 {
		return 0, 0, "footer-truncated", 0
	}
	magic := binary.LittleEndian.Uint64(tail[len(tail)-8:])
	switch magic {
	case magicOld:
		if len(tail) < footerOldSize {
			return 0, 0, "footer-truncated", 0
		}
		return 0, footerOldSize, "", 0
	case magicPlain, magicPlain0, magicCuckoo:
		return 0, 0, "table-kind", size - 8
	case magicBlock:
	default:
		if len(tail) < footerOldSize {
			return 0, 0, "footer-truncated", 0
		}
		return 0, 0, "magic", size - 8
	}
	if len(tail) < footerSize {
		return 0, 0, "footer-truncated", 0
	}
	version = binary.LittleEndian.Uint32(tail[len(tail)-12:])
	if version == 0 || version > versionMax {
		return version, 0, "format-version", size - 12
	}
	return version, footerSize, "", 0
}

func hexBytes(b []byte) string {
	const digits = "0123456789abcdef"
	var s []byte
	for i, c := range b {
		if i > 0 {
			s = append(s, ' ')
		}
		s = append(s, digits[c>>4], digits[c&15])
	}
	return string(s)
}

// hexText returns bytes in hex without separators.
func hexText(b []byte) string { return string(value.AppendHex(nil, b)) }
