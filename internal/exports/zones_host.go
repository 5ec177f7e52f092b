//go:build !wasip1 || hosted

package exports

import (
	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/internal/zones"
)

// hostZones is the machine's time zone database.
var hostZones format.Zones = new(zones.System)
