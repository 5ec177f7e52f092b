//go:build wasip1 && columns

package main

//lint:file-ignore U1000 the host calls what go:wasmexport marks; the checker does not know the mark

import (
	"errors"
	"io"
	"iter"
)

// The call with which a host feeds text that it cannot read at once, such as a stream.
//
//	rl_bulk_feed(n)   n bytes of the text; 0 ends it. The answer has a byte if no more is taken
//
// The scanner pulls text and the host pushes it. A coroutine connects them: next runs the scanner until a block of rows is full,
// or until it needs text that the host has not provided yet.

// feeding is the text that the host feeds.
type feeding struct {
	fed    []byte // memory with the latest text
	unread []byte // rest of it
	ended  bool   // the host has sent everything
	yield  func(ready bool) bool
}

// awaitText makes the host feed the text.
func (b *bulk) awaitText() error {
	f := &feeding{}
	b.text = f
	b.next, _ = iter.Pull(func(yield func(ready bool) bool) {
		f.yield = yield
		for ready, more := b.fillOne(); more; ready, more = b.fillOne() {
			if ready && !yield(true) {
				return
			}
		}
	})
	return nil
}

// feed takes text; the scanner must have read all earlier text. A scanner that ended before the text did, for example
// because of a value that is too long, takes none, and feed returns false.
func (b *bulk) feed(text []byte) (more bool, err error) {
	f, is := b.text.(*feeding)
	if is && b.done && !f.ended {
		return false, nil
	}
	if !is || len(f.unread) > 0 || f.ended {
		return false, errNotAsked
	}
	f.fed = append(f.fed[:0], text...)
	f.unread, f.ended = f.fed, len(text) == 0
	return true, nil
}

var errNotAsked = errors.New("the dump was not asking for text")

// Read waits for the host's text.
func (f *feeding) Read(p []byte) (int, error) {
	for len(f.unread) == 0 {
		if f.ended || !f.yield(false) {
			return 0, io.EOF
		}
	}
	n := copy(p, f.unread)
	f.unread = f.unread[n:]
	return n, nil
}

//go:wasmexport rl_bulk_feed
func rlBulkFeed(textLen int32) int32 {
	var a arguments
	text := a.bytes(textLen)
	return a.bulkCall(func(b *bulk, dst []byte) ([]byte, error) {
		more, err := b.feed(text)
		if err != nil || more {
			return dst, err
		}
		return append(dst, 0), nil
	})
}
