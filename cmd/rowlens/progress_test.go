package main

import (
	"testing"
	"time"

	"github.com/rowlens/rowlens/cmd/internal/rows"
)

func TestProgressTellsRowsSpeedShareAndTimeLeft(t *testing.T) {
	var s rows.Stream
	var m meter
	s.Rows.Store(1234567)
	m.read.Store(120 << 20)
	check := func(s *rows.Stream, since time.Duration, want string) {
		t.Helper()
		if got := m.line(s, since); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	check(&s, 3*time.Second, "1234567 rows, 120 MB at 40 MB/s")
	s.Failed.Store(3)
	check(&s, 2*time.Second, "1234567 rows, 3 undecodable, 120 MB at 60 MB/s")
	m.total.Store(480 << 20)
	check(nil, 3*time.Second, "120 MB at 40 MB/s, 25 %, 9 s left")
	m.total.Store(480 << 30)
	check(nil, 3*time.Second, "120 MB at 40 MB/s, 0 %, 3 h left")
	m.total.Store(1 << 20) // more came out than the file contains: it was compressed
	check(nil, 3*time.Second, "120 MB at 40 MB/s")
}
