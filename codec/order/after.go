package order

// After returns the first key in the order of bytes behind all that begin with the
// prefix: one more, with carry. There is none (nil) behind 0xff….
func After(prefix []byte) []byte {
	for n := len(prefix); n > 0; n-- {
		if prefix[n-1] != 0xff {
			stop := append([]byte(nil), prefix[:n]...)
			stop[n-1]++
			return stop
		}
	}
	return nil
}
