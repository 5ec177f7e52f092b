package cell

import (
	"strconv"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/hlc"
)

// ParseMoment reads the version of a moment; for now it is Newest.
func ParseMoment(m format.Moment) (hlc.Version, error) {
	if m.At == "" {
		return Newest, nil
	}
	n, err := strconv.ParseUint(m.At, 10, 64)
	if err != nil {
		return 0, format.Refuse("", "expected a version as a whole number, found "+strconv.Quote(m.At)+" (`rowlens hlc` makes one of a time)")
	}
	return hlc.Version(n), nil
}
