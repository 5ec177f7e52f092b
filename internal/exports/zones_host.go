//go:build !wasip1

package exports

import (
	"sync"
	"time"
	_ "time/tzdata" // for machines that have no database of their own

	"github.com/rowlens/rowlens/codec/format"
)

// hostZones is the time zone database of the machine.
var hostZones format.Zones = new(database)

// database reads each zone once. It holds at most as many as the machine has,
// since only names that were found are kept.
type database struct{ zones sync.Map }

// Offset implements format.Zones.
func (d *database) Offset(zone string, unixSeconds int64) (int, bool) {
	if zone == "" || zone == "Local" {
		return 0, false // Go's own words for UTC and for where the machine stands
	}
	at, ok := d.zones.Load(zone)
	if !ok {
		location, err := time.LoadLocation(zone)
		if err != nil {
			return 0, false
		}
		at, _ = d.zones.LoadOrStore(zone, location)
	}
	_, offset := time.Unix(unixSeconds, 0).In(at.(*time.Location)).Zone()
	return offset, true
}
