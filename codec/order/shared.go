package order

// Shared returns how many bytes two keys begin with in common.
func Shared(a, b []byte) int {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return n
}
