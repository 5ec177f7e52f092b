//go:build !wasip1 || hosted

package exports

import (
	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/internal/zones"
)

// hostZones is the time zone database of the machine.
var hostZones format.Zones = new(zones.System)
