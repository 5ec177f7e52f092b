package dump

import (
	"bytes"
	"strconv"
)

// looseColumn reads the lines of other dumps with offsets, in hex or with 0x before them and a colon behind:
//
//	0000   51 07 c1 08 34 69 74 65 6d 2d 31 00 2b a9 5c 63   Q...4item-1.+.\c     Wireshark
//		0x0000:  5107 c108 3469 7465 6d2d 3100 2ba9 5c63  Q...4item-1.+.\c     tcpdump -X
//	0x7ff0: 51 07 c1 08 34 69 74 65 6d 2d 31 00 2b a9 5c 63  Q...4item-1.+.\c      lldb
//
// At most 16 bytes, in groups of which a wider gap may separate the first eight bytes from the others; then their text.
type looseColumn struct{}

func (looseColumn) append(s *Scanner, dst, rest []byte) ([]byte, bool) {
	const most = 16
	from := len(dst)
	rest = bytes.TrimPrefix(rest, []byte{':'})
	for len(dst)-from < most {
		gap := len(rest) - len(bytes.TrimLeft(rest, " \t"))
		if gap == 0 || gap > 1 && len(dst) > from && (gap > 2 || len(dst)-from != most/2) {
			break
		}
		group, _, _ := bytes.Cut(rest[gap:], []byte{' '})
		b, ok := appendHex(dst, group)
		if !ok || len(group) == 0 || len(b)-from > most {
			break
		}
		dst, rest = b, rest[gap+len(group):]
	}
	if text := bytes.TrimLeft(rest, " \t"); len(text) > 0 && (len(text) == len(rest) || !textMatches(dst[from:], text)) {
		if len(text) == len(rest) {
			return dst[:from], false
		}
		s.inexact(noteColumn)
	}
	return dst, len(dst) > from
}

// fitLoose detects a dump by its offsets: each is as many bytes above the one before as that line has.
func fitLoose(s *sample) fit {
	var sc Scanner
	var next uint64
	lines := 0
	for i, line := range s.lines {
		offset, rest := cutOffset(looseOffset(line))
		b, ok := looseColumn{}.append(&sc, nil, rest)
		at, err := strconv.ParseUint(string(offset), 16, 64)
		if i == len(s.lines)-1 && s.endsInLine() {
			break
		}
		if !ok || err != nil || len(offset) < 4 || lines > 0 && at != next {
			return no
		}
		next = at + uint64(len(b))
		lines++
	}
	if lines < 2 {
		return no
	}
	return yes
}

// looseOffset takes off a 0x before the digits of an offset, which may be indented.
func looseOffset(line []byte) []byte {
	if digits, ok := bytes.CutPrefix(bytes.TrimLeft(line, " \t"), []byte("0x")); ok {
		return digits
	}
	return line
}
