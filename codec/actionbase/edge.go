package actionbase

import (
	"math"
	"strconv"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/value"
)

// Edge is one edge: the key and the cell of its state row.
type Edge struct {
	Key   EdgeStateKey
	State EdgeStateValue
}

// NoState returns the state of an edge that was never written: inactive, older than every version,
// without properties.
func NoState() EdgeStateValue { return EdgeStateValue{Version: math.MinInt64} }

// Options configures a derivation. The zero Options is the safe choice.
type Options struct {
	// Zones is the time zone database for buckets in a region's local time. If it is nil, regions
	// are refused.
	Zones format.Zones

	// Unlimited lifts the limit of 5120 bytes that upstream's writers have for each row key,
	// qualifier and cell.
	Unlimited bool
}

// fits refuses a part that upstream could not have written.
func (o Options) fits(part string, b []byte) error {
	if len(b) > limit && !o.Unlimited {
		return refuse(part, strconv.Itoa(len(b))+" bytes; Actionbase cannot write more than "+strconv.Itoa(limit)+" (unlimited, in what is given, derives it all the same)")
	}
	return nil
}

// property returns the value of a property, or nil if the edge lacks it.
func (e *Edge) property(code int32) *Value {
	for i := range e.State.Properties {
		if e.State.Properties[i].Code == code {
			return &e.State.Properties[i].Value
		}
	}
	return nil
}

// same reports whether e and o have the same key.
func (e *Edge) same(o *Edge) bool {
	return e.Key.Table == o.Key.Table && e.Key.Source.equal(&o.Key.Source) && e.Key.Target.equal(&o.Key.Target)
}

// parse reads the fields of an edge-state record.
func (e *Edge) parse(v value.Value) error {
	if v.Kind != value.Object {
		return refuse("", "expected the fields of an edge state, found "+v.Kind.String())
	}
	if err := e.Key.parse(v); err != nil {
		return err
	}
	if err := e.State.parse(v); err != nil {
		return err
	}
	return e.State.checkOnce()
}

// checkOnce refuses a property that occurs twice: no state row can hold it.
func (s *EdgeStateValue) checkOnce() error {
	s.codes.reset()
	for i := range s.Properties {
		if _, again := s.codes.place(s.Properties[i].Code); again {
			return refuse("properties", "the property with the code "+strconv.Itoa(int(s.Properties[i].Code))+" is there twice")
		}
	}
	return nil
}

// equal compares states as upstream does, ignoring the order of properties.
func (s *EdgeStateValue) equal(o *EdgeStateValue) bool {
	if s.Active != o.Active || s.Version != o.Version || s.CreatedAt != o.CreatedAt || s.DeletedAt != o.DeletedAt ||
		len(s.Properties) != len(o.Properties) {
		return false
	}
	byCode := make(map[int32]*StateProperty, len(o.Properties))
	for i := range o.Properties {
		byCode[o.Properties[i].Code] = &o.Properties[i]
	}
	for i := range s.Properties {
		p := &s.Properties[i]
		q := byCode[p.Code]
		if q == nil || p.Version != q.Version || !p.Value.equal(&q.Value) {
			return false
		}
	}
	return true
}

// equal compares types and values; all NaNs of one width are equal.
func (v *Value) equal(o *Value) bool {
	return v.Kind == o.Kind && v.canonical() == o.canonical() && string(v.Text) == string(o.Text)
}

// canonical returns Num as an encoder writes it.
func (v *Value) canonical() uint64 {
	switch {
	case v.Kind == Float && v.float() != v.float():
		return nan32
	case v.Kind == Double && v.float() != v.float():
		return nan64
	}
	return v.Num
}

// long is upstream's cast to a long: integers stay as they are, floats are truncated towards zero,
// and text, also that of JSON, is read as a decimal integer; nothing else can be cast.
func (v *Value) long() (int64, bool) {
	switch v.Kind {
	case Byte, Short, Int, Long, Float, Double:
		return v.integer(), true
	case String, JSON:
		n, err := strconv.ParseInt(string(v.Text), 10, 64)
		return n, err == nil
	}
	return 0, false
}
