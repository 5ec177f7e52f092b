package session_test

import (
	"testing"
	"time"

	"github.com/rowlens/rowlens/codec/session"
	"github.com/rowlens/rowlens/golden"
)

// hostZones is the time zone database of the machine that runs the tests.
type hostZones struct{}

func (hostZones) Offset(zone string, unixSeconds int64) (int, bool) {
	loc, err := time.LoadLocation(zone)
	if err != nil || zone == "" || zone == "Local" {
		return 0, false
	}
	_, seconds := time.Unix(unixSeconds, 0).In(loc).Zone()
	return seconds, true
}

func TestEveryVectorOfActionbaseIsAnswered(t *testing.T) {
	s := session.Session{Zones: hostZones{}}
	golden.Run(t, "vectors/actionbase.jsonl.gz", func(line []byte) []byte { return s.Answer(nil, line) })
}
