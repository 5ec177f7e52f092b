//go:build !wasip1 || hosted

package exports

import (
	"errors"
	"io"
)

// feeder connects what reads text with a caller that provides it. While no call runs, the reader waits for text: so what it
// made of all earlier text is complete, and no memory of the caller's is kept.
//
// (A coroutine would do the same, but may be resumed only by the thread that began it.)
type feeder struct {
	given chan []byte
	asks  chan struct{} // the reader wants text
	done  chan struct{} // the reader has returned
	err   error         // then

	ended   bool // the caller has provided everything
	stopped bool // nobody wants the rest

	text []byte // the reader's: the rest of what was given
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

// defect is a panic.
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

// feed provides text; none says that it has ended. It reports whether more is taken.
func (f *feeder) feed(text []byte) (more bool, err error) {
	if f.ended {
		return false, errTextEnded
	}
	f.ended = len(text) == 0
	select {
	case <-f.done: // before the text ended
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

// take is feed for a call: 1 if no more is taken, else 0, or the code of what failed.
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

// fromReader fills e with what a reader returned.
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

// Read gives the reader the caller's text.
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
