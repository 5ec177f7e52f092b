//go:build wasip1 && !hosted

package exports

import "github.com/rowlens/rowlens/codec/format"

// hostZones is nil: a WebAssembly host passes the zones with the request.
var hostZones format.Zones
