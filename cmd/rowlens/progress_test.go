package main

import (
	"testing"
	"time"

	"github.com/rowlens/rowlens/cmd/internal/rows"
)

func TestProgressTellsRowsAndSpeed(t *testing.T) {
	var s rows.Stream
	s.Rows.Store(1234567)
	s.Bytes.Store(120 << 20)
	if got, want := progressLine(&s, 3*time.Second), "1234567 rows, 120 MB at 40 MB/s"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	s.Failed.Store(3)
	if got, want := progressLine(&s, 2*time.Second), "1234567 rows, 3 undecodable, 120 MB at 60 MB/s"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
