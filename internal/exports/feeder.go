//go:build !wasip1 || hosted

package exports

import (
	"errors"
	"io"
)

// feeder connects code that reads text with a caller that provides it. Between calls, the reader waits for text, so that
// its results for all earlier text are complete, and no memory of the caller is kept.
//
// (A coroutine would do the same, but only the thread that created it may resume it.)
type feeder struct {
	given chan []byte
	asks  chan struct{} // the reader wants text
	done  chan struct{} // the reader has returned
	err   error         // once it has

	ended   bool // the caller has provided all text
	stopped bool // the rest is not wanted

	text []byte // unread rest of what was provided; the reader's memory
	eof  bool
}

var (
	errTextEnded = errors.New("the text has ended")
	errStopped   = errors.New("the handle of the text is closed")
)

// newFeeder starts a reader.
func newFeeder(read func(io.Reader) error) *feeder {
	f := &feeder{given: make(chan []byte), asks: make(chan struct{}), done: make(chan struct{})}
	go f.run(read)
	f.wait()
	return f
}

// run runs the reader. A panic must not end the caller's process.
func (f *feeder) run(read func(io.Reader) error) {
	defer close(f.done)
	defer func() {
		f.text = nil
		if p := recover(); p != nil {
			f.err = &defect{panicText(p)}
		}
	}()
	f.err = read(f)
}

// defect is the error for a panic.
type defect struct{ text string }

func (d *defect) Error() string { return Strerror(Internal) + ": " + d.text }

// wait waits until the reader wants text, and reports whether it does.
func (f *feeder) wait() bool {
	select {
	case <-f.asks:
		return true
	case <-f.done:
		return false
	}
}

// feed provides text; empty text ends it. It reports whether more is taken.
func (f *feeder) feed(text []byte) (more bool, err error) {
	if f.ended {
		return false, errTextEnded
	}
	f.ended = len(text) == 0
	select {
	case <-f.done: // before the end of the text
	default:
		if f.ended {
			close(f.given)
		} else {
			f.given <- text
		}
		more = f.wait()
	}
	if more {
		return true, nil
	}
	f.ended = true
	return false, f.err
}

// take is feed in the form of a call: it returns 1 if no more is taken, else 0, or the code of a failure.
func (f *feeder) take(text []byte, e *Error) int64 {
	more, err := f.feed(text)
	switch {
	case err != nil:
		return e.fromReader(err)
	case more:
		return 0
	}
	return 1
}

// fromReader fills e from a reader's error.
func (e *Error) fromReader(err error) int64 {
	var broken *defect
	if !errors.As(err, &broken) {
		return e.from(err)
	}
	e.refuse(Internal, "")
	e.Message = err.Error()
	return int64(Internal)
}

// stop ends the reader.
func (f *feeder) stop() {
	f.stopped = true
	if !f.ended {
		close(f.given)
	}
	<-f.done
}

// Read passes the caller's text to the reader.
func (f *feeder) Read(p []byte) (int, error) {
	for len(f.text) == 0 {
		if f.text = nil; !f.eof {
			f.asks <- struct{}{}
			text, more := <-f.given
			f.text, f.eof = text, !more
		}
		if f.eof && f.stopped {
			return 0, errStopped
		}
		if f.eof {
			return 0, io.EOF
		}
	}
	n := copy(p, f.text)
	f.text = f.text[n:]
	return n, nil
}
