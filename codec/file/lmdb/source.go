package lmdb

import (
	"errors"

	"github.com/rowlens/rowlens/codec/file"
)

// source reads the pages of one state of a file, for one goroutine. It reads ahead if pages
// follow one another, and watches for a writer that may reuse the state's pages.
type source struct {
	layout
	file  file.File
	mem   []byte // the whole file, if it is in memory
	state *meta
	last  uint64 // highest page number allowed
	whole uint64 // number of pages that are completely in the file
	tail  int    // bytes at each page's end that nodes cannot use

	window   []byte
	windowAt int64
	ahead    int // how many bytes to read next
	unproved int // bytes read since the last look at the meta pages
	err      error
}

const (
	aheadMin = 4 << 10
	aheadMax = 256 << 10

	// provedEvery is how many bytes are read between two looks at the meta pages.
	provedEvery = 4 << 20
)

// copy returns a source of the same state with its own window.
func (p *source) copy() *source {
	c := *p
	c.window, c.err = nil, nil
	return &c
}

// isThere reports whether a page is completely in the file.
func (p *source) isThere(n uint64) bool { return n < p.whole }

// read returns n bytes from offset at, which must be in the file. They are the file's own bytes
// if it is in memory, else a copy in buf. After an error, which Err returns, it returns nil.
func (p *source) read(buf *[]byte, at int64, n int) []byte {
	if p.mem != nil {
		return p.mem[at : at+int64(n) : at+int64(n)]
	}
	if p.err != nil {
		return nil
	}
	if cap(*buf) < n {
		*buf = make([]byte, n)
	}
	dst := (*buf)[:n]
	if n > aheadMax {
		p.load(dst, at)
	} else if p.fill(at, n) {
		copy(dst, p.window[at-p.windowAt:])
	}
	if p.err != nil {
		return nil
	}
	return dst
}

// fill brings n bytes into the window, and more if the previous ones were directly before.
func (p *source) fill(at int64, n int) bool {
	end := p.windowAt + int64(len(p.window))
	if at >= p.windowAt && at+int64(n) <= end {
		return true
	}
	if near := int64(p.ahead); at >= p.windowAt && at <= end+near {
		p.ahead = min(2*p.ahead, aheadMax)
	} else {
		p.ahead = aheadMin
	}
	p.ahead = max(p.ahead, aheadMin)
	size := int(min(int64(max(n, p.ahead)), p.file.Size()-at))
	if cap(p.window) < size {
		p.window = make([]byte, max(size, min(4*size, aheadMax)))
	}
	p.window, p.windowAt = p.window[:size], at
	if !p.load(p.window, at) {
		p.window = p.window[:0]
		return false
	}
	return true
}

// load fills dst.
func (p *source) load(dst []byte, at int64) bool {
	got, err := file.ReadAll(p.file, dst, at, len(dst))
	if err == nil && len(got) < len(dst) {
		err = errShorter
	}
	p.err = err
	if p.unproved += len(dst); err == nil && p.unproved >= provedEvery {
		p.prove()
	}
	return p.err == nil
}

// prove fails if pages that were read may belong to a later state: once the transaction has grown
// by 2 or more, a third one may reuse them.
func (p *source) prove() bool {
	p.unproved = 0
	if p.err != nil || p.mem != nil {
		return p.err == nil
	}
	switch now, err := newest(p.file, &p.layout); {
	case err != nil:
		p.err = err
	case now >= p.state.txn+2:
		p.err = &movedError{p.state.txn, now}
	}
	return p.err == nil
}

// movedError says that a writer went on.
type movedError struct{ from, to uint64 }

func (e *movedError) Error() string {
	return "a writer went on from transaction " + dec(e.from) + " to " + dec(e.to) +
		" during reading, so pages of both may be mixed: read again, or read a copy that mdb_copy made"
}

func (e *movedError) Is(target error) bool { return target == file.ErrMoved }

var errShorter = errors.New("the file became shorter while it was read")
