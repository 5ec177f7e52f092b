package unpack

import (
	"bytes"
	"encoding/binary"
	"io"
	"unicode/utf16"
	"unicode/utf8"
)

// IsUTF16 reports whether a file is UTF-16: it begins with a byte order mark, or every second
// byte is zero and the others are ASCII, which is the case only in UTF-16.
func IsUTF16(head []byte) bool { return orderOf(head) != nil }

// orderOf returns the byte order of UTF-16, or nil for anything else.
func orderOf(head []byte) binary.ByteOrder {
	switch {
	case bytes.HasPrefix(head, []byte("\xFF\xFE\x00\x00")): // UTF-32, or raw bytes
		return nil
	case bytes.HasPrefix(head, []byte("\xFF\xFE")) && texts(head[2:], 0):
		return binary.LittleEndian
	case bytes.HasPrefix(head, []byte("\xFE\xFF")) && texts(head[2:], 1):
		return binary.BigEndian
	case len(head) >= plainLeast && texts(head, 0):
		return binary.LittleEndian
	case len(head) >= plainLeast && texts(head, 1):
		return binary.BigEndian
	}
	return nil
}

// plainLeast is how much input without a mark is needed to decide that it is UTF-16.
const plainLeast = 16

// texts reports whether nearly all pairs are ASCII, with the character always in the same byte of the pair.
func texts(head []byte, at int) bool {
	good, pairs := 0, len(head)/2
	for i := 0; i+1 < len(head); i += 2 {
		c, zero := head[i+at], head[i+1-at]
		if zero == 0 && (c >= ' ' && c < 0x7F || c == '\n' || c == '\r' || c == '\t') {
			good++
		}
	}
	return pairs > 0 && 10*good >= 9*pairs
}

// asUTF8 reads UTF-16 as UTF-8. Invalid UTF-16 becomes U+FFFD.
type asUTF8 struct {
	r     io.Reader
	order binary.ByteOrder
	in    []byte // read but not yet converted
	out   []byte // converted but not yet returned
	err   error
}

const utf16Bytes = 64 << 10 // read at once: the capacity of a pipe

// newUTF16 reads r, of which head is the start.
func newUTF16(r io.Reader, head []byte) io.Reader {
	return &asUTF8{r: r, order: orderOf(head), in: make([]byte, 0, utf16Bytes)}
}

// Paused reports whether the reader is paused.
func (u *asUTF8) Paused() bool { return len(u.out) == 0 && u.err == nil && Paused(u.r) }

// Read returns UTF-8, including the byte order mark, with which dumps may begin.
func (u *asUTF8) Read(p []byte) (int, error) {
	for len(u.out) == 0 {
		if u.err != nil {
			return 0, u.err
		}
		n, err := u.r.Read(u.in[len(u.in):cap(u.in)])
		u.in, u.err = u.in[:len(u.in)+n], err
		u.turn()
	}
	n := copy(p, u.out)
	u.out = u.out[n:]
	return n, nil
}

// turn converts all complete characters read so far.
func (u *asUTF8) turn() {
	u.out = u.out[:0]
	at := 0
	for ; at+1 < len(u.in); at += 2 {
		c := rune(u.order.Uint16(u.in[at:]))
		if utf16.IsSurrogate(c) {
			if at+3 >= len(u.in) && u.err == nil {
				break // the other half is still to come
			}
			if at+3 < len(u.in) {
				if both := utf16.DecodeRune(c, rune(u.order.Uint16(u.in[at+2:]))); both != utf8.RuneError {
					c = both
					at += 2
				}
			}
		}
		u.out = utf8.AppendRune(u.out, c)
	}
	if u.err != nil && at < len(u.in) {
		u.out = utf8.AppendRune(u.out, utf8.RuneError) // half a character
		at = len(u.in)
	}
	u.in = u.in[:copy(u.in, u.in[at:])]
}
