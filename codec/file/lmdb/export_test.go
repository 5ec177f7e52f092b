package lmdb

// WithoutCopies makes stores of any size read their pages only when needed, until the
// returned function is called.
func WithoutCopies() func() {
	before := copyMax
	copyMax = -1
	return func() { copyMax = before }
}
