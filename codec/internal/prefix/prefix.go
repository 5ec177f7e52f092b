// Package prefix compares how byte strings begin.
package prefix

// Shared returns how many bytes a and b have in common at the beginning.
func Shared(a, b []byte) int {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return n
}
