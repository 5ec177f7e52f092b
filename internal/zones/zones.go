// Package zones is the time zone database of native programs: that of the
// system, or else the copy that Go carries. The codec is only given its
// interface, because the copy would double the WebAssembly.
package zones

import (
	"path"
	"strings"
	"sync"
	"time"
	_ "time/tzdata" // a container often has no database of its own
)

// System is a format.Zones over the system's database. Its zero value is ready
// to use, and safe for concurrent use.
type System struct {
	known sync.Map // name -> *time.Location; only regions that exist, so it stays small
}

// Offset returns the seconds east of UTC that the named region has at the
// instant, and whether the region is known.
func (s *System) Offset(zone string, unixSeconds int64) (seconds int, ok bool) {
	loc := s.location(zone)
	if loc == nil {
		return 0, false
	}
	_, seconds = time.Unix(unixSeconds, 0).In(loc).Zone()
	return seconds, true
}

// nameMax is longer than every region's name: others are not looked for.
const nameMax = 64

func (s *System) location(zone string) *time.Location {
	if found, ok := s.known.Load(zone); ok {
		return found.(*time.Location)
	}
	// Go has names of its own for what is no region, and takes a region's name as a path.
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
