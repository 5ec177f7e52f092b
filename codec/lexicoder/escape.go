package lexicoder

import (
	"bytes"

	"github.com/rowlens/rowlens/codec/wire"
)

// escape replaces 00 by 01 01 and 01 by 01 02 in dst[at:], in place and from the end.
func escape(dst []byte, at int) []byte {
	extra := 0
	for _, c := range dst[at:] {
		if c <= 1 {
			extra++
		}
	}
	if extra == 0 {
		return dst
	}
	from := len(dst) - 1
	for range extra {
		dst = append(dst, 0)
	}
	for to := len(dst) - 1; from < to; from-- {
		if c := dst[from]; c <= 1 {
			dst[to], dst[to-1] = c+1, 1
			to -= 2
		} else {
			dst[to] = c
			to--
		}
	}
	return dst
}

// unescape undoes escape for the next n bytes, XORed with x, and puts the result in the reader's
// memory. It consumes nothing. It fails at a truncated escape and, unless the reader is lenient, at
// one that no writer produces.
func unescape(r *wire.Reader, n int, x byte) []byte {
	b := r.Ahead()
	if len(b) < n {
		return nil
	}
	b = b[:n]
	const chunk = 1 << 10
	m := r.Memory()
	if cap(*m)-len(*m) < n { // earlier results stay where they are
		*m = make([]byte, 0, max(n, chunk))
	}
	from := len(*m)
	out := *m
	for i := 0; i < n; i++ {
		c := b[i] ^ x
		if c == 0 && !r.Lenient() { // occurs only inside a reverse; elsewhere it ends a piece
			r.FailAt(wire.NonCanonical, &fEscaped, r.Offset()+i, "0xff only at the end", "")
			return nil
		}
		if c != 1 {
			out = append(out, c)
			continue
		}
		if i++; i == n {
			r.FailAt(wire.Truncated, &fEscaped, r.Offset()+n, "a byte after the escape 0x01", "end of the value")
			return nil
		}
		if c = b[i] ^ x; c != 1 && c != 2 && !r.Lenient() {
			r.FailAt(wire.NonCanonical, &fEscaped, r.Offset()+i, "0x01 or 0x02 after the escape 0x01", "0x"+hexByte(int(c)))
			return nil
		}
		out = append(out, c-1)
	}
	*m = out
	return out[from:len(out):len(out)]
}

// pieceLen returns the number of bytes before the next 00 of b.
func pieceLen(b []byte) (n int, ended bool) {
	if n = bytes.IndexByte(b, 0); n >= 0 {
		return n, true
	}
	return len(b), false
}
