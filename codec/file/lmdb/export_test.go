package lmdb

// WithoutCopies makes stores of every size read their pages when they are needed, until the
// function that it returns is called.
func WithoutCopies() func() {
	before := copyMax
	copyMax = -1
	return func() { copyMax = before }
}
