package order

// After returns the first key, in byte order, that follows all keys with the prefix: the prefix
// plus one, with carry. It returns nil for 0xff…, which no such key follows.
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
