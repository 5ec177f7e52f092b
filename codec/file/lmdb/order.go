package lmdb

import (
	"bytes"
	"cmp"
)

// order compares keys, or the values of one key.
type order func(a, b []byte) int

// keyOrder returns the order of a database's keys.
func (l *layout) keyOrder(flags uint16) order {
	switch {
	case flags&reverseKey != 0:
		return compareReverse
	case flags&integerKey != 0:
		return l.integers()
	}
	return bytes.Compare
}

// dupOrder returns the order of the values of one key.
func (l *layout) dupOrder(flags uint16) order {
	switch {
	case flags&integerDup != 0:
		return l.integers()
	case flags&reverseDup != 0:
		return compareReverse
	}
	return bytes.Compare
}

// integers returns the order of the writer's native unsigned integers.
func (l *layout) integers() order {
	if l.big {
		return compareSized
	}
	return compareSizedReverse
}

// compareReverse compares from the last byte to the first; on a tie the shorter comes first.
func compareReverse(a, b []byte) int {
	for i, k := len(a)-1, len(b)-1; i >= 0 && k >= 0; i, k = i-1, k-1 {
		if a[i] != b[k] {
			return cmp.Compare(a[i], b[k])
		}
	}
	return cmp.Compare(len(a), len(b))
}

// compareSized compares big-endian integers. All keys of a database should have the same size; if
// not, the shorter comes first.
func compareSized(a, b []byte) int {
	if c := cmp.Compare(len(a), len(b)); c != 0 {
		return c
	}
	return bytes.Compare(a, b)
}

// compareSizedReverse compares little-endian integers.
func compareSizedReverse(a, b []byte) int {
	if c := cmp.Compare(len(a), len(b)); c != 0 {
		return c
	}
	return compareReverse(a, b)
}
