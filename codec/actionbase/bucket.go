package actionbase

import (
	"strconv"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/value"
)

// Bucket turns an instant into the text of a local date or time, so that a group
// counts by day or hour.
//
//	Unit     of the instant since 1970 UTC: NANOSECOND, MICROSECOND, MILLISECOND, SECOND
//	Zone     a region name, UTC, or an offset (+09:00)
//	Pattern  of Java's DateTimeFormatter: the letters y M d H m s S, 'quoted text'
//	         and punctuation; other letters are refused
//
// Spec: docs/formats/actionbase.md#groups.
type Bucket struct {
	Name, Unit, Zone, Pattern string
}

// units has how many of each unit make a second.
var units = map[string]int64{"NANOSECOND": 1e9, "MICROSECOND": 1e6, "MILLISECOND": 1e3, "SECOND": 1}

// Seconds since 1970 that Java's Instant can hold; upstream fails beyond them.
const (
	instantMin = -31557014167219200
	instantMax = 31556889864403199
)

// Text returns the bucket of an instant. Instants before 1970 round down. Zones
// may be nil unless Zone is a region.
func (b *Bucket) Text(instant int64, zones format.Zones) (string, error) {
	per := units[b.Unit]
	if per == 0 {
		return "", b.badUnit()
	}
	seconds, rest := floorDiv(instant, per)
	if seconds < instantMin || seconds > instantMax {
		return "", refuse("bucket", strconv.FormatInt(instant, 10)+" "+b.Unit+" is no instant that upstream can hold")
	}
	offset, err := zoneOffset(b.Zone, seconds, zones)
	if err != nil {
		return "", err
	}
	t := localTime(seconds+int64(offset), int32(rest*(1e9/per)))
	text, err := appendPattern(nil, b.Pattern, &t)
	return string(text), err
}

// check refuses what upstream refuses when it loads a schema: an unknown unit,
// pattern letter or zone.
func (b *Bucket) check(zones format.Zones) error {
	if units[b.Unit] == 0 {
		return b.badUnit()
	}
	if _, err := zoneOffset(b.Zone, 0, zones); err != nil {
		return err
	}
	return checkPattern(b.Pattern)
}

func (b *Bucket) badUnit() error {
	return refuse("unit", `expected NANOSECOND, MICROSECOND, MILLISECOND or SECOND, found "`+b.Unit+`"`)
}

// parseBucket reads {"name","unit","timezone","format"}. Whether a region is
// known can only be told with the time zone database, so that waits.
func parseBucket(v value.Value) (*Bucket, error) {
	if v.Kind != value.Object {
		return nil, refuse("bucket", "expected an object, found "+v.Kind.String())
	}
	b := &Bucket{Name: text(v, "name"), Unit: text(v, "unit"), Zone: text(v, "timezone"), Pattern: text(v, "format")}
	if units[b.Unit] == 0 {
		return nil, refuse("bucket", b.badUnit().Error())
	}
	if err := checkPattern(b.Pattern); err != nil {
		return nil, refuse("bucket", err.Error())
	}
	if b.Zone == "" {
		return nil, refuse("bucket", "timezone: expected a region name, UTC or an offset")
	}
	return b, nil
}
