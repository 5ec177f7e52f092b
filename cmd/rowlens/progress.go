package main

import (
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"github.com/rowlens/rowlens/cmd/internal/input"
	"github.com/rowlens/rowlens/cmd/internal/rows"
	"github.com/rowlens/rowlens/codec/dump"
)

// status is the line at the bottom of a terminal that shows how far a command has got.
type status struct {
	sync.Mutex
	pace  time.Duration // time until it first appears, and between changes; 0 means a second
	shown bool
}

// clearLine makes a terminal erase the line.
const clearLine = "\r\x1b[K"

// meter counts how much of the inputs has been read.
type meter struct{ read, total atomic.Int64 }

// expect says which inputs will be read. Their size is known if all are files that are
// neither compressed nor UTF-16, because what is counted is their text.
func (c *call) expect(names []string) {
	c.meter.read.Store(0)
	c.meter.total.Store(0)
	total := int64(0)
	for _, name := range names {
		size := c.sizeOf(name)
		if size < 0 {
			return
		}
		total += size
	}
	c.meter.total.Store(total)
}

// sizeOf returns the size of an input in bytes; negative if unknown.
func (c *call) sizeOf(name string) int64 {
	f, at := c.in, int64(0)
	if name == "-" {
		if !input.Regular(f) {
			return -1
		}
		at, _ = f.Seek(0, io.SeekCurrent)
	} else {
		info, err := os.Stat(name)
		if err == nil && info.IsDir() {
			return sizeOfFolder(name)
		}
		if err != nil || !info.Mode().IsRegular() { // a pipe must not be opened twice
			return -1
		}
		if f, err = os.Open(name); err != nil {
			return -1
		}
		defer f.Close()
	}
	info, err := f.Stat()
	if err != nil {
		return -1
	}
	var head [4]byte
	n, _ := f.ReadAt(head[:], at)
	switch start := string(head[:n]); {
	case n >= 2 && (start[:2] == "\x1F\x8B" || start[:2] == "\xFF\xFE" || start[:2] == "\xFE\xFF"), start == "\x28\xB5\x2F\xFD":
		return -1
	}
	return info.Size() - at
}

// sizeOfFolder returns the total size of the files in a folder. Some of them may not be read.
func sizeOfFolder(name string) (size int64) {
	err := filepath.WalkDir(name, func(_ string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() {
			return nil // unreadable files are reported elsewhere
		}
		if info, err := d.Info(); err == nil {
			size += info.Size()
		}
		return nil
	})
	if err != nil {
		return -1
	}
	return size
}

// metered is an input whose bytes are counted.
type metered struct {
	io.ReadCloser
	meter *meter
}

// Read reads and counts.
func (r metered) Read(b []byte) (int, error) {
	n, err := r.ReadCloser.Read(b)
	r.meter.read.Add(int64(n))
	return n, err
}

// Paused reports whether the input is paused.
func (r metered) Paused() bool {
	p, ok := r.ReadCloser.(dump.Pauser)
	return ok && p.Paused()
}

// progress shows on a terminal, after the first second, how far inputs have been read.
// The function that it returns ends that. A command that prints while it reads shows
// progress only if its output goes elsewhere.
func (c *call) progress(inputs []string, prints bool, s *rows.Stream) (stop func()) {
	c.expect(inputs)
	return c.ticking(prints, func(since time.Duration) string { return c.meter.line(s, since) })
}

// searching is progress of a search through inputs that will be read again.
func (c *call) searching(what string, inputs []string) (stop func()) {
	c.expect(inputs)
	return c.ticking(false, func(since time.Duration) string { return what + ": " + c.meter.line(nil, since) })
}

// working is progress of work on what was read.
func (c *call) working(w *work, prints bool) (stop func()) { return c.ticking(prints, w.line) }

// work is what a command does after reading its inputs.
type work struct {
	what string       // "checking 5 rows"
	done atomic.Int64 // how much is done; 0 if that is not counted
	all  int64        // 0 if unknown
}

// line returns "checking 5 rows, 3 s", or "sorting keys: 500, 100/s, 25 %, 15 s left".
func (w *work) line(since time.Duration) string {
	done := w.done.Load()
	if done == 0 {
		return w.what + ", " + left(since.Seconds())
	}
	rate := float64(done) / since.Seconds()
	line := fmt.Sprintf("%s: %d, %.0f/s", w.what, done, rate)
	if w.all > 0 {
		line += fmt.Sprintf(", %d %%, %s left", 100*done/w.all, left(float64(w.all-done)/rate))
	}
	return line
}

// ticking shows a line on a terminal, and updates it every second.
func (c *call) ticking(prints bool, line func(since time.Duration) string) (stop func()) {
	if !c.errTerminal || c.quiet || prints && c.outTerminal {
		return func() {}
	}
	pace := c.status.pace
	if pace == 0 {
		pace = time.Second
	}
	done, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		began := time.Now()
		tick := time.NewTicker(pace)
		defer tick.Stop()
		for {
			select {
			case <-done:
				c.print("")
				return
			case <-tick.C:
				c.status.Lock()
				c.status.shown = true
				_, _ = c.err.WriteString(clearLine + line(time.Since(began)))
				c.status.Unlock()
			}
		}
	}()
	return sync.OnceFunc(func() {
		close(done)
		<-ended
	})
}

// print writes to standard error, in place of the progress. There is no way to report a failure to do so.
func (c *call) print(text string) {
	c.status.Lock()
	defer c.status.Unlock()
	if c.status.shown {
		text = clearLine + text
		c.status.shown = false
	}
	_, _ = c.err.WriteString(text)
}

// line returns "1234567 rows, 3 undecodable, 120 MB at 40 MB/s, 25 %, 9 s left".
func (m *meter) line(s *rows.Stream, since time.Duration) string {
	line, read := "", m.read.Load()
	if s != nil {
		line = strconv.FormatInt(s.Rows.Load(), 10) + " rows, "
		if n := s.Failed.Load(); n > 0 {
			line += strconv.FormatInt(n, 10) + " undecodable, "
		}
	}
	rate := float64(read) / since.Seconds()
	line += fmt.Sprintf("%d MB at %.0f MB/s", read>>20, rate/(1<<20))
	if total := m.total.Load(); total > 0 && read <= total && read > 0 {
		line += fmt.Sprintf(", %d %%, %s left", 100*read/total, left(float64(total-read)/rate))
	}
	return line
}

// left returns a duration in words.
func left(seconds float64) string {
	switch s := int64(seconds + 0.5); {
	case s < 100:
		return strconv.FormatInt(s, 10) + " s"
	case s < 6000:
		return strconv.FormatInt((s+30)/60, 10) + " min"
	default:
		return strconv.FormatInt((s+1800)/3600, 10) + " h"
	}
}
