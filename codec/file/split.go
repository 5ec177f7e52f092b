package file

// Splitter is a Store that can cut scans into parts, which may be read concurrently.
type Splitter interface {
	// Split cuts Scan(t, q) into parts of about size stored bytes each. It returns nil if that is not
	// worthwhile, or if it cannot be sure to be exact.
	//
	// Read one after another, the parts have the same entries as the scan, unless a part meets damage or an error:
	// a part may then see less than the scan. Up to that point, what the parts returned is what the scan begins
	// with; for the rest, use the scan.
	Split(t int, q Query, size int64) *Parts
}

// Parts are the parts of a scan, in order.
type Parts struct {
	// Next returns the next part, or nil after the last one. It must be called from one goroutine.
	Next func() *Part

	// Ended, if not nil, must be called after all parts were read to their ends without damage. Check then returns
	// what it would after the scan.
	Ended func()
}

// Part is a part of a scan. Open may be called once, from any goroutine.
type Part struct {
	Table int  // index of the table whose entries it has
	Whole bool // it has all entries of the table; if there are none, it returns the Entry that says so
	Open  func() (Cursor, error)

	// Plain reads the same entries the way Scan does: damage is included, and nothing proves that the parts meet. It may
	// be called more than once. It is nil if Open fails.
	Plain func() (Cursor, error)
}
