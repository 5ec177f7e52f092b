package main

import (
	"strconv"
	"time"

	"github.com/rowlens/rowlens/cmd/internal/rows"
)

// progress shows on a terminal, from the first second on, how far a long run is.
// The function it returns ends that.
func (c *call) progress(s *rows.Stream) (stop func()) {
	if !c.errTerminal || c.outTerminal {
		return func() {}
	}
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
				c.print("\r\x1b[K" + progressLine(s, time.Since(began)))
			}
		}
	}()
	return func() {
		close(done)
		<-ended
	}
}

// progressLine is "1234567 rows, 3 undecodable, 120 MB at 40 MB/s".
func progressLine(s *rows.Stream, since time.Duration) string {
	read := s.Bytes.Load()
	line := strconv.FormatInt(s.Rows.Load(), 10) + " rows"
	if n := s.Failed.Load(); n > 0 {
		line += ", " + strconv.FormatInt(n, 10) + " undecodable"
	}
	return line + ", " + strconv.FormatInt(read>>20, 10) + " MB at " +
		strconv.FormatInt(int64(float64(read)/since.Seconds())>>20, 10) + " MB/s"
}
