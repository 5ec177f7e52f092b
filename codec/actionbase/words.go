package actionbase

import "strconv"

func hex32(u uint32) string {
	const digits = "0123456789abcdef"
	b := [10]byte{'0', 'x'}
	for i := range 8 {
		b[2+i] = digits[u>>(28-4*i)&15]
	}
	return string(b[:])
}

func itoa(n int64) string { return strconv.FormatInt(n, 10) }
