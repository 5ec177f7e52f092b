//go:build !wasip1 || columns || hosted

package exports

const readsCBOR = true
