package session

import (
	"sort"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/value"
)

// zoneTable holds the zones that came with a request; it asks the host for others.
//
//	"zones":{"Asia/Seoul":[[-1830414600,30600],[-1325494800,32400]]}
//
// Each pair is an instant in seconds since 1970 UTC and the zone's offset in seconds east of UTC
// from then on. Instants before the first pair have its offset too.
// is east of UTC from then on; instants before the first pair have its offset too.
type zoneTable struct {
	names []string
	pairs [][]zonePair
	host  format.Zones
}

type zonePair struct{ from, offset int64 }

// offsetMax is the largest offset from UTC, in seconds.
const offsetMax = 18 * 3600

var errZones = format.Refuse("zones", `expected {"Region/City":[[fromUnixSeconds,offsetSeconds],…]}, the instants ascending`)

// ReadZones reads the member zones of a request, null if it has none. Other zones come from the
// host, which may be nil.
func ReadZones(v value.Value, host format.Zones) (format.Zones, error) {
	if v.IsNull() {
		return host, nil
	}
	if v.Kind != value.Object {
		return nil, errZones
	}
	t := &zoneTable{host: host}
	for i, list := range v.Items() {
		pairs := make([]zonePair, 0, list.Len())
		for _, p := range list.Items() {
			if p.Kind != value.Array || p.Len() != 2 {
				return nil, errZones
			}
			from, ok1 := p.At(0).Int()
			offset, ok2 := p.At(1).Int()
			if !ok1 || !ok2 || offset > offsetMax || offset < -offsetMax || len(pairs) > 0 && from <= pairs[len(pairs)-1].from {
				return nil, errZones
			}
			pairs = append(pairs, zonePair{from, offset})
		}
		if list.Kind != value.Array || len(pairs) == 0 {
			return nil, errZones
		}
		t.names = append(t.names, v.Name(i))
		t.pairs = append(t.pairs, pairs)
	}
	return t, nil
}

// Offset implements format.Zones.
func (t *zoneTable) Offset(zone string, unixSeconds int64) (int, bool) {
	for i, name := range t.names {
		if name == zone {
			pairs := t.pairs[i]
			after := sort.Search(len(pairs), func(i int) bool { return pairs[i].from > unixSeconds })
			return int(pairs[max(after-1, 0)].offset), true
		}
	}
	if t.host == nil {
		return 0, false
	}
	return t.host.Offset(zone, unixSeconds)
}
