// Package zones is the time zone database of native programs: the system's or,
// failing that, the copy that Go includes. The codec only gets its interface,
// because the copy would double the size of the WebAssembly.
package zones

import (
	"path"
	"strings"
	"sync"
	"time"
	_ "time/tzdata" // containers often have no time zone database
)

// System is a format.Zones that uses the system's database. Its zero value is ready
// to use and safe for concurrent use.
type System struct {
	known sync.Map // name -> *time.Location; only existing regions, so it stays small
}

// Offset returns the seconds east of UTC of the named region at the instant, and
// whether the region is known.
func (s *System) Offset(zone string, unixSeconds int64) (seconds int, ok bool) {
	loc := s.location(zone)
	if loc == nil {
		return 0, false
	}
	_, seconds = time.Unix(unixSeconds, 0).In(loc).Zone()
	return seconds, true
}

// nameMax is longer than the name of any region. Longer names are not looked up.
const nameMax = 64

func (s *System) location(zone string) *time.Location {
	if found, ok := s.known.Load(zone); ok {
		return found.(*time.Location)
	}
	// Go accepts some names that are not regions, and uses the name of a region as a path.
	if zone == "" || path.Clean(zone) != zone || strings.EqualFold(zone, "local") || len(zone) > nameMax {
		return nil
	}
	loc, err := time.LoadLocation(zone)
	if err != nil {
		return nil
	}
	s.known.Store(zone, loc)
	return loc
}
