package file

// Splitter is a Store that can cut scans into parts, which may be read at the same time.
type Splitter interface {
	// Split cuts Scan(t, q) into parts of about size stored bytes each. It returns nil where that is not
	// worth while, or not surely exact.
	//
	// The entries of all parts, one after the other, are those of the scan, unless a part meets damage or
	// an error: a part may see less of it than the scan. What the parts before it gave is then what the scan begins
	// with, and so is what it gave itself; of the rest only the scan tells.
	Split(t int, q Query, size int64) *Parts
}

// Parts are the parts of a scan, in their order.
type Parts struct {
	// Next returns the next part, or nil after the last one. One goroutine calls it.
	Next func() *Part

	// Ended, if not nil, is to be called when all parts were read to their ends and were sound: Check then says what
	// it says after the scan.
	Ended func()
}

// Part is a part of a scan. Open may be called by any goroutine, once.
type Part struct {
	Table int  // whose entries it has
	Whole bool // it has all of them: if there are none, it gives the Entry that says so
	Open  func() (Cursor, error)

	// Plain reads the same entries as Scan does: damage is among them, and nothing proves that the parts meet. It may be
	// called more than once; nil where Open fails.
	Plain func() (Cursor, error)
}
