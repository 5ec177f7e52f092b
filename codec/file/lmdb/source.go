package lmdb

import (
	"errors"

	"github.com/rowlens/rowlens/codec/file"
)

// source reads the pages of a state of a file, for one goroutine. It reads ahead where pages
// follow each other, and watches for a writer that may use the state's pages again.
type source struct {
	layout
	file  file.File
	mem   []byte // the whole file, if it is in memory
	state *meta
	last  uint64 // highest number that a page may have
	whole uint64 // pages of which all bytes are there
	tail  int    // bytes at each page's end that are not for nodes

	window   []byte
	windowAt int64
	ahead    int // bytes to read next
	unproved int // bytes read since the meta pages were looked at
	err      error
}

const (
	aheadMin = 4 << 10
	aheadMax = 256 << 10

	// provedEvery is how much is read until the meta pages are looked at again.
	provedEvery = 4 << 20
)

// copy returns a source of the same state with a window of its own.
func (p *source) copy() *source {
	c := *p
	c.window, c.err = nil, nil
	return &c
}

// isThere reports whether all bytes of a page are in the file.
func (p *source) isThere(n uint64) bool { return n < p.whole }

// read returns n bytes from offset at on, which must be in the file: the file's own if it is in
// memory, else a copy in the memory of buf. It returns nil after an error, which Err has.
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

// fill brings n bytes into the window, and more if the last ones were just before.
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

// load reads into dst, all of it.
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

// prove fails if pages that were read may be those of a later state: if the transaction grew by 2
// or more, a third one may use them again.
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
