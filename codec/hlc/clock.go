package hlc

import (
	"strconv"
	"sync"
)

// AheadError means that a version is too far ahead of the wall clock: the sender's clock is wrong,
// or versions are made faster than the counter has room for. The Clock did not move.
type AheadError struct {
	Version Version
	Ahead   uint64 // milliseconds ahead of the wall clock
	Max     uint64 // the most that the clock allows
}

// Error returns one sentence.
func (e *AheadError) Error() string {
	return "version " + strconv.FormatUint(uint64(e.Version), 10) + " is " + strconv.FormatUint(e.Ahead, 10) +
		" ms ahead of the wall clock; at most " + strconv.FormatUint(e.Max, 10) + " ms are allowed"
}

// DefaultMaxAhead is how many milliseconds a Clock may run ahead if its MaxAhead is zero.
const DefaultMaxAhead = 60_000

// Clock makes versions. Each is higher than every version that it made or merged before, whatever
// the wall clock does. It is safe for concurrent use.
type Clock struct {
	Layout   Layout        // the zero Layout means Maryk's
	Now      func() uint64 // wall clock: milliseconds since 1970-01-01 UTC
	MaxAhead uint64        // milliseconds; 0 means DefaultMaxAhead

	mu   sync.Mutex
	last Version
}

// Next returns max(now, last + 1), which is Maryk's rule. A counter that overflows carries into the
// milliseconds; if that gets too far ahead, Next returns an *AheadError.
func (c *Clock) Next() (Version, error) { return c.advance(0) }

// Merge takes a version that another node made and returns one that is higher than it and all
// earlier ones. An *AheadError means that the other version is too far ahead and was not merged.
func (c *Clock) Merge(remote Version) (Version, error) {
	if remote == ^Version(0) {
		return 0, &RangeError{"version", uint64(remote), uint64(remote) - 1}
	}
	return c.advance(remote + 1)
}

// Last returns the highest version so far.
func (c *Clock) Last() Version {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.last
}

// Ahead returns how many milliseconds the clock's last version is ahead of the wall clock.
func (c *Clock) Ahead() uint64 {
	now := c.Now()
	c.mu.Lock()
	defer c.mu.Unlock()
	if at := c.layout().Physical(c.last); at > now {
		return at - now
	}
	return 0
}

func (c *Clock) layout() Layout {
	if c.Layout.LogicalBits == 0 {
		return Maryk
	}
	return c.Layout
}

func (c *Clock) advance(least Version) (Version, error) {
	l, limit := c.layout(), c.MaxAhead
	if limit == 0 {
		limit = DefaultMaxAhead
	}
	now := c.Now()
	wall, err := l.Join(now, 0)
	if err != nil {
		return 0, err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.last == ^Version(0) {
		return 0, &RangeError{"version", uint64(c.last), uint64(c.last) - 1}
	}
	next := max(wall, c.last+1, least)
	if at := l.Physical(next); at > now && at-now > limit {
		return 0, &AheadError{Version: next, Ahead: at - now, Max: limit}
	}
	c.last = next
	return next, nil
}
