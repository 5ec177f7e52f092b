package format_test

import (
	"fmt"
	"time"

	"github.com/rowlens/rowlens/codec/format"
)

// zones is the time zone database of the machine, for formats that need one.
type zones struct{}

// Offset is that of format.Zones.
func (zones) Offset(zone string, unixSeconds int64) (seconds int, ok bool) {
	place, err := time.LoadLocation(zone)
	if err != nil {
		return 0, false
	}
	_, seconds = time.Unix(unixSeconds, 0).In(place).Zone()
	return seconds, true
}

func ExampleZones() {
	var z format.Zones = zones{}
	fmt.Println(z.Offset("UTC", 1714658400))
	// Output:
	// 0 true
}
