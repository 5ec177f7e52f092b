package input

import (
	"bytes"
	"context"
	"io"
	"time"

	"github.com/rowlens/rowlens/internal/unpack"
)

// Live reads an input that may block: a pipe, a terminal, a socket. Its context ends the waiting,
// and it reports whether more can be read without waiting.
type Live struct {
	ctx  context.Context
	got  chan []byte // what was read, in order; closed at the end
	free chan []byte
	err  error  // why the input ended; valid once got is closed
	rest []byte // part of buf that was not returned yet
	buf  []byte
	end  bool
}

const (
	liveBytes   = 64 << 10 // capacity of a pipe
	liveBuffers = 3
)

// pause is how long an input must be silent to count as pausing: far less than people notice,
// but more than a busy writer takes between two writes.
const pause = 20 * time.Millisecond

// NewLive reads r in a separate goroutine, which ends with r or with the program.
func NewLive(ctx context.Context, r io.Reader) *Live {
	l := &Live{ctx: ctx, got: make(chan []byte, liveBuffers), free: make(chan []byte, liveBuffers)}
	for range liveBuffers {
		l.free <- make([]byte, liveBytes)
	}
	go l.run(r)
	return l
}

func (l *Live) run(r io.Reader) {
	for b := range l.free {
		n, err := r.Read(b[:liveBytes])
		if n > 0 {
			l.got <- b[:n]
		} else {
			l.free <- b
		}
		if err != nil {
			l.err = err
			close(l.got)
			return
		}
	}
}

// Read waits for bytes, for the end of the input, or for the end of the context.
func (l *Live) Read(p []byte) (int, error) {
	if len(l.rest) == 0 && !l.end {
		select {
		case b, more := <-l.got:
			l.take(b, more)
		case <-l.ctx.Done():
			return 0, l.ctx.Err()
		}
	}
	if len(l.rest) == 0 && l.end {
		return 0, l.err
	}
	n := copy(p, l.rest)
	l.rest = l.rest[n:]
	return n, nil
}

// Unread puts bytes back before the unread rest of the input.
func (l *Live) Unread(b []byte) { l.rest = append(bytes.Clone(b), l.rest...) }

func (l *Live) take(b []byte, more bool) {
	if l.buf != nil {
		l.free <- l.buf
	}
	l.buf, l.rest, l.end = b, b, !more
}

// Paused reports whether nothing comes for a moment although the input has not ended.
func (l *Live) Paused() bool { return l.PausedFor(pause) }

// PausedFor is Paused with a different duration.
func (l *Live) PausedFor(d time.Duration) bool {
	if len(l.rest) > 0 || l.end {
		return false
	}
	select {
	case b, more := <-l.got:
		l.take(b, more)
		return false
	default:
	}
	moment := time.NewTimer(d)
	defer moment.Stop()
	select {
	case b, more := <-l.got:
		l.take(b, more)
		return false
	case <-l.ctx.Done():
		return false
	case <-moment.C:
		return true
	}
}

// Ahead reads the start of an input that will be read again: what it returns is also kept in
// Seen. It ends after Most bytes, or when the input pauses for Patience.
type Ahead struct {
	Live     io.Reader
	Seen     *bytes.Buffer
	Most     int
	Patience time.Duration
}

// Read continues reading unless a limit is reached.
func (a *Ahead) Read(p []byte) (int, error) {
	left := a.Most - a.Seen.Len()
	live, waits := a.Live.(*Live)
	if left <= 0 || waits && a.Seen.Len() > 0 && live.PausedFor(a.Patience) {
		return 0, io.EOF
	}
	n, err := a.Live.Read(p[:min(len(p), left)])
	a.Seen.Write(p[:n])
	return n, err
}

// Paused reports whether the input is paused.
func (a *Ahead) Paused() bool { return a.Seen.Len() > 0 && unpack.Paused(a.Live) }
