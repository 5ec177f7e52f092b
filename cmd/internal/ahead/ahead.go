// Package ahead scans stores in its own goroutines, ahead of whoever asks for the entries: in several parts at once if
// the store can be cut, otherwise in one goroutine. Entries and damage come in the same order as from the store's own
// cursor. Each thread needs the memory of a few thousand entries.
package ahead

import (
	"sync"

	"github.com/rowlens/rowlens/codec/file"
)

// Reader says how many goroutines scan a store.
type Reader struct {
	Threads int   // including the caller's: 1 scans in that goroutine, 2 in one other
	Part    int64 // stored bytes of a part; 0 for the usual size
}

const (
	partBytes  = 512 << 10
	partsMost  = 3  // scanned at the same time, however many threads there are: each has batches in memory
	batchesMax = 20 // of a part that is not being returned yet: about as many as it has
	batchesFew = 4  // of a scan with one part: few enough to stay in the processor's cache
)

// Scan implements Store.Scan and the Open of storage.Scan. Only one goroutine may use the cursor. Close, or the end of the
// cursor, waits for the goroutines that it started.
func (r Reader) Scan(s file.Store, table int, q file.Query) (file.Cursor, error) {
	if r.Threads < 2 {
		return s.Scan(table, q)
	}
	c := &cursor{whole: func() (file.Cursor, error) { return s.Scan(table, q) }, bounded: q.Start != nil || q.Stop != nil}
	atOnce := min(r.Threads-1, partsMost)
	if sp, ok := s.(file.Splitter); ok && atOnce > 1 {
		size := r.Part
		if size <= 0 {
			size = partBytes
		}
		if parts := sp.Split(table, q, size); parts != nil {
			c.ends = parts.Ended
			c.begin(parts.Next, atOnce, batchesMax)
			return c, nil
		}
	}
	c.begin(only(c.whole), 1, batchesFew)
	return c, nil
}

// only returns a scan as its only part.
func only(open func() (file.Cursor, error)) func() *file.Part {
	p := &file.Part{Whole: true, Open: open}
	return func() *file.Part {
		defer func() { p = nil }()
		return p
	}
}

// cursor returns the entries of parts in order.
type cursor struct {
	whole   func() (file.Cursor, error)
	ends    func() // of the parts, if not nil
	bounded bool   // an empty table is not reported as empty

	order chan *part
	stop  chan struct{} // closed to end all goroutines
	ended sync.WaitGroup
	free  chan *batch

	part   *part
	batch  *batch
	at     int   // in the batch
	given  int64 // number of entries returned
	table  int   // of the current part
	silent bool  // nothing of that table was returned, and it may not be empty

	rest file.Cursor // a scan of everything, after a part turned out not to be sound
	err  error
	over bool
}

// begin starts the goroutines.
func (c *cursor) begin(parts func() *file.Part, atOnce, batches int) {
	c.order, c.stop, c.table = make(chan *part, atOnce-1), make(chan struct{}), -1
	c.free = make(chan *batch, (atOnce+2)*(batches+2))
	running := make(chan struct{}, atOnce)
	c.ended.Add(1)
	go func() {
		defer c.ended.Done()
		defer close(c.order)
		for p := parts(); p != nil; p = parts() {
			select {
			case running <- struct{}{}:
			case <-c.stop:
				return
			}
			next := &part{Part: p, cursor: c, batches: make(chan *batch, batches), room: make(chan struct{}, batches)}
			c.ended.Add(1)
			go func() {
				defer c.ended.Done()
				next.run()
				<-running
			}()
			select {
			case c.order <- next:
			case <-c.stop:
				return
			}
		}
	}()
}

// Next fills e with the next entry or damage.
func (c *cursor) Next(e *file.Entry) bool {
	for !c.over {
		switch {
		case c.rest != nil:
			if c.rest.Next(e) {
				return true
			}
			c.err, c.over = c.rest.Err(), true
		case c.batch != nil && c.at < len(c.batch.entries):
			// Each keeps the other's memory, which is no longer in use.
			*e, c.batch.entries[c.at] = c.batch.entries[c.at], *e
			c.at++
			c.given++
			c.silent = false
			return true
		case !c.more():
			c.done()
		}
	}
	return false
}

// more moves to the next batch; false after the last one.
func (c *cursor) more() bool {
	if c.batch != nil {
		c.recycle(c.batch)
		c.batch = nil
	}
	for {
		if c.part == nil && !c.nextPart() {
			return c.rest != nil
		}
		if c.batch, c.at = c.part.take(), 0; c.batch != nil {
			return true
		}
		p := c.part
		c.part = nil
		switch {
		case p.unsound:
			return c.again()
		case p.err != nil:
			c.err = p.err
			return false
		}
	}
}

// nextPart moves to the next part. A table whose parts have no entries is scanned again as a whole, which
// reports that it is empty.
func (c *cursor) nextPart() bool {
	p, more := <-c.order
	if c.silent && (!more || p.Table != c.table) {
		c.again()
		return false
	}
	if !more {
		return false
	}
	if p.Table != c.table {
		c.table, c.silent = p.Table, !p.Whole && !c.bounded
	}
	c.part = p
	return true
}

// again scans everything in this goroutine, skipping what has been returned.
func (c *cursor) again() bool {
	c.halt()
	if c.rest, c.err = c.whole(); c.err != nil {
		c.rest = nil
		return false
	}
	var e file.Entry
	for range c.given {
		if !c.rest.Next(&e) {
			break
		}
	}
	return true
}

// finish ends the scan.
func (c *cursor) finish() {
	c.over = true
	c.halt()
}

// done ends the scan after all parts. Parts that were not begun, or were cut short, have reported that.
func (c *cursor) done() {
	c.finish()
	if c.ends != nil && c.err == nil && c.rest == nil {
		c.ends()
	}
}

// halt ends all goroutines and waits for them.
func (c *cursor) halt() {
	select {
	case <-c.stop:
	default:
		close(c.stop)
	}
	c.ended.Wait()
}

// recycle keeps a batch for reuse.
func (c *cursor) recycle(b *batch) {
	select {
	case c.free <- b:
	default:
	}
}

// Err returns why the scan ended early.
func (c *cursor) Err() error { return c.err }

// Close ends the scan.
func (c *cursor) Close() error {
	c.finish()
	if c.rest == nil {
		return nil
	}
	rest := c.rest
	c.rest = nil
	return rest.Close()
}
