package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"sync/atomic"
	"time"

	"github.com/rowlens/rowlens/cmd/internal/rows"
	"github.com/rowlens/rowlens/codec/dump"
)

// meter counts what is read of the inputs.
type meter struct{ read, total atomic.Int64 }

// expect says which inputs will be read. Their size is known if all are files that are
// not packed.
func (m *meter) expect(names []string) {
	total := int64(0)
	for _, name := range names {
		info, err := os.Stat(name)
		packed := map[string]bool{".gz": true, ".zst": true}[filepath.Ext(name)]
		if err != nil || !info.Mode().IsRegular() || packed {
			return
		}
		total += info.Size()
	}
	m.total.Store(total)
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

// Paused passes on whether the input waits for more.
func (r metered) Paused() bool {
	p, ok := r.ReadCloser.(dump.Pauser)
	return ok && p.Paused()
}

// progress shows on a terminal, from the first second on, how far a long run is. The
// function it returns ends that. A command that prints while it reads shows it only
// when its output goes elsewhere.
func (c *call) progress(inputs []string, prints bool, s *rows.Stream) (stop func()) {
	if !c.errTerminal || c.quiet || prints && c.outTerminal {
		return func() {}
	}
	c.meter.expect(inputs)
	done, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		began := time.Now()
		tick := time.NewTicker(time.Second)
		defer tick.Stop()
		shown := false
		for {
			select {
			case <-done:
				if shown {
					c.print("\r\x1b[K")
				}
				return
			case <-tick.C:
				shown = true
				c.print("\r\x1b[K" + c.meter.line(s, time.Since(began)))
			}
		}
	}()
	return func() {
		close(done)
		<-ended
	}
}

// line is "1234567 rows, 3 undecodable, 120 MB at 40 MB/s, 25 %, 9 s left".
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

// left is a time as people say it.
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
