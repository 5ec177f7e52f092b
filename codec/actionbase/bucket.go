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
// Spec: docs/formats/actionbase.md#schema-file.
type Bucket struct {
	Name, Unit, Zone, Pattern string
}

// units maps each unit to the number of them in a second.
var units = map[string]int64{"NANOSECOND": 1e9, "MICROSECOND": 1e6, "MILLISECOND": 1e3, "SECOND": 1}

// The years of Java's dates, from -999999999 to 999999999, in seconds since 1970 local time.
// Outside this range upstream's bucket is null.
const (
	localMin = -31557014135596800
	localMax = 31556889832780799
)

// Text returns the bucket of an instant. Instants before 1970 round down. Zones
// may be nil unless Zone is a region.
func (b *Bucket) Text(instant int64, zones format.Zones) (string, error) {
	text, err := b.text(instant, zones)
	if text == nil && err == nil {
		err = refuse("bucket", strconv.FormatInt(instant, 10)+" "+b.Unit+" lies in a year that Java's dates cannot hold")
	}
	return string(text), err
}

// text is Text, but nil for an instant that Java's dates cannot hold.
func (b *Bucket) text(instant int64, zones format.Zones) ([]byte, error) {
	per := units[b.Unit]
	if per == 0 {
		return nil, b.badUnit()
	}
	seconds, rest := floorDiv(instant, per)
	if seconds < localMin-offsetMax || seconds > localMax+offsetMax {
		return nil, nil
	}
	offset, err := zoneOffset(b.Zone, seconds, zones)
	if err != nil {
		return nil, err
	}
	if seconds += int64(offset); seconds < localMin || seconds > localMax {
		return nil, nil
	}
	t := localTime(seconds, int32(rest*(1e9/per)))
	return appendPattern([]byte{}, b.Pattern, &t)
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

// parseBucket reads {"name","unit","timezone","format"}. It does not check that a region exists:
// that needs the time zone database and is done later.
func parseBucket(v value.Value) (*Bucket, error) {
	if v.Kind != value.Object {
		return nil, refuse("bucket", "expected an object, found "+v.Kind.String())
	}
	if err := format.Known(v, "name", "unit", "timezone", "format"); err != nil {
		return nil, within("bucket", err)
	}
	b := &Bucket{Name: text(v, "name"), Unit: text(v, "unit"), Zone: text(v, "timezone"), Pattern: text(v, "format")}
	if units[b.Unit] == 0 {
		return nil, refuse("bucket", b.badUnit().Error())
	}
	if err := checkPattern(b.Pattern); err != nil {
		return nil, within("bucket", err)
	}
	if b.Zone == "" {
		return nil, refuse("bucket", "timezone: expected a region name, UTC or an offset")
	}
	return b, nil
}
