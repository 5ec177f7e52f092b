// Package badtext finds text that is not UTF-8.
package badtext

import "unicode/utf8"

// Index returns the offset of the first byte of b that is not UTF-8, or -1 if all of it is.
func Index(b []byte) int {
	if utf8.Valid(b) {
		return -1
	}
	for i := 0; ; {
		c, n := utf8.DecodeRune(b[i:])
		if c == utf8.RuneError && n <= 1 {
			return i
		}
		i += n
	}
}
