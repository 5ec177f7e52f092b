package census

import (
	"bytes"
	"errors"
	"slices"
	"strconv"

	"github.com/rowlens/rowlens/codec/internal/sorting"
	"github.com/rowlens/rowlens/codec/stats"
	"github.com/rowlens/rowlens/codec/value"
)

// Options say what is counted and listed.
type Options struct {
	Stats stats.Options
	Top   int // how many of the biggest entities are listed
}

const (
	topUsual = 10
	topMax   = 10_000
)

// NoClock is the now to pass if the host has no clock: requests must then say what time it is.
const NoClock = -1

// ReadOptions reads the members of a request that concern statistics. They mean the same as the flags of `rowlens stats`:
//
//	{"now","top","regions","splits"}
//
// All are optional, but now (milliseconds since 1970-01-01 UTC) only if the host has a clock and passes its own. Splits
// are keys in hex, in any order.
// are keys in hex, in any order.
func ReadOptions(req value.Value, now int64) (Options, error) {
	o := Options{Top: topUsual}
	var err error
	if o.Stats.Now, err = number(req, "now", now, 0, 1<<53); err == nil && o.Stats.Now == NoClock {
		err = errors.New("now: expected the present, in milliseconds since 1970")
	}
	top, topErr := number(req, "top", topUsual, 0, topMax)
	regions, regionsErr := number(req, "regions", 0, 1, stats.RegionsMax)
	o.Top, o.Stats.Regions = int(top), int(regions)
	if err = errors.Join(err, topErr, regionsErr); err != nil {
		return o, err
	}
	splits := req.Member("splits")
	if splits.IsNull() {
		return o, nil
	}
	if splits.Kind != value.Array || regions > 0 {
		return o, errors.New("splits: expected a list of keys in hex, and no regions")
	}
	for _, item := range splits.Items() {
		key, ok := item.Hex()
		if !ok {
			return o, errors.New("splits: expected keys in hex")
		}
		if len(key) > 0 {
			o.Stats.Splits = append(o.Stats.Splits, key)
		}
	}
	sorting.Func(o.Stats.Splits, bytes.Compare)
	o.Stats.Splits = slices.CompactFunc(o.Stats.Splits, bytes.Equal)
	if len(o.Stats.Splits) >= stats.RegionsMax {
		return o, errors.New("splits: expected at most " + strconv.Itoa(stats.RegionsMax-1) + " keys")
	}
	return o, nil
}

// number reads a member within bounds.
func number(req value.Value, name string, missing, least, most int64) (int64, error) {
	v := req.Member(name)
	if v.IsNull() {
		return missing, nil
	}
	n, ok := v.Int()
	if !ok || n < least || n > most {
		return 0, errors.New(name + ": expected a number from " + strconv.FormatInt(least, 10) + " to " + strconv.FormatInt(most, 10))
	}
	return n, nil
}
