package cell

import (
	"bytes"
	"slices"
	"strconv"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/maryk"
	"github.com/rowlens/rowlens/codec/order"
	"github.com/rowlens/rowlens/codec/value"
)

// Members are the values of an index, a key, or a unique property as they appear in a query: by the
// names of the properties, with their types.
type Members struct {
	parts   []Member
	Field   string // the field of rows that has their bytes in hex, for filters
	Lengths bool   // the lengths of the values follow them, as in an index
	front   []byte // bytes before the first value
	Alias   string // ALIAS.NAME is accepted too; needed where the scan has a member NAME of its own
}

// Member is a part with its name in a query.
type Member struct {
	Name  string
	Index *maryk.Index
	Size  int // of its values in bytes; -1 if it varies
}

// NewMembers names the parts: after their property or, where several parts have that property or a
// part has no single one, in words.
func NewMembers(parts []*maryk.Index, field, alias string, lengths bool) *Members {
	x := &Members{Field: field, Lengths: lengths, Alias: alias}
	for i, p := range parts {
		name := p.Property()
		same := func(q *maryk.Index) bool { return q.Property() == name }
		if name == "" || slices.ContainsFunc(parts[:i], same) || slices.ContainsFunc(parts[i+1:], same) {
			name = p.String()
		}
		x.parts = append(x.parts, Member{Name: name, Index: p, Size: sizeOf(p)})
	}
	return x
}

// sizeOf returns the number of bytes of every value of a part, or -1 if it varies or is not known.
func sizeOf(p *maryk.Index) int {
	switch p.Part {
	case maryk.PartUUIDv4, maryk.PartUUIDv7:
		return uuidSize
	case maryk.PartGeoHash:
		return int(p.Bits / 8)
	}
	if d := p.ValueDef(); d != nil {
		if n, fixed := d.Size(); fixed {
			return n
		}
	}
	return -1
}

const uuidSize = 16

// Names returns the names of the members.
func (x *Members) Names() (list []string) {
	for i := range x.parts {
		list = append(list, x.parts[i].Name, x.Alias+"."+x.parts[i].Name)
	}
	return list
}

// Taken returns the names that are left for the members in a scan with names of its own.
func (x *Members) Taken(own []string) []string {
	return slices.DeleteFunc(x.Names(), func(name string) bool { return slices.Contains(own, name) })
}

// RowNames are the members of rows with values; in a scan for such rows, a property's name does not
// replace them.
var RowNames = []string{"what", "indicator", "kind", "value", "count", "typeName", "typeIndex", "deleted", "cfType", "storedValue"}

// get returns a member of a query. own has the scan's own names, which take precedence.
func (x *Members) get(fields value.Value, m *Member, own []string) (value.Value, bool) {
	if v, given := fields.Get(x.Alias + "." + m.Name); given {
		return v, true
	}
	if slices.Contains(own, m.Name) {
		return value.Value{}, false
	}
	return fields.Get(m.Name)
}

func (x *Members) is(m *Member, name string, own []string) bool {
	return name == x.Alias+"."+m.Name || name == m.Name && !slices.Contains(own, name)
}

// Given reports whether a query gives or bounds a member.
func (x *Members) Given(q *format.Query, own []string) bool {
	return slices.ContainsFunc(x.parts, func(m Member) bool {
		_, given := x.get(q.Fields, &m, own)
		return given || slices.ContainsFunc(q.Bounds, func(b format.Bound) bool { return x.is(&m, b.Name, own) })
	})
}

// Found says which bytes the wanted rows have where the members are stored.
type Found struct {
	Prefix []byte // all that is known from the start
	All    bool   // all members are given; for an index, the prefix then includes their lengths
	Exact  bool   // no other bytes begin like this

	// From and Before narrow it if a member is bounded. They bound the bytes after the prefix: from From on, which may
	// be empty, and before Before, which is nil for no end.
	Narrowed     bool
	From, Before []byte

	Meets []string
	Where []string // conditions that all wanted rows among those found meet
}

// Find finds the bytes of the members that a query gives and bounds. It refuses gaps between them.
func (x *Members) Find(q *format.Query, own []string) (f Found, err error) {
	var sizes []int
	fixed, missing := true, ""
	f.Prefix = append(f.Prefix, x.front...)
	bounded := -1
	for i := range x.parts {
		m := &x.parts[i]
		v, given := x.get(q.Fields, m, own)
		bounds := slices.ContainsFunc(q.Bounds, func(b format.Bound) bool { return x.is(m, b.Name, own) })
		switch {
		case (given || bounds) && missing != "":
			return f, format.Contradict(m.Name, "must be given after "+missing)
		case bounds:
			bounded, missing = i, m.Name+", which is only bounded"
		case !given:
			missing = m.Name
		default:
			n := len(f.Prefix)
			if f.Prefix, err = m.Index.AppendScanned(f.Prefix, v); err != nil {
				return f, format.Within(m.Name, err)
			}
			sizes = append(sizes, len(f.Prefix)-n)
			fixed = fixed && m.Size >= 0
		}
	}
	f.All, f.Exact = len(sizes) == len(x.parts), fixed
	if f.All && x.Lengths {
		f.Prefix = append(f.Prefix, lengths(sizes)...)
	}
	if !fixed && x.Lengths && len(sizes) > 0 {
		f.Meets = append(f.Meets, "values are stored one after the other without lengths before them: "+
			"longer and shorter ones that begin or continue the same way are in the range too")
		f.Where = append(f.Where, x.ending(f.Prefix, sizes, f.All))
	}
	if bounded >= 0 {
		err = x.bound(&f, bounded, sizes, q, own)
	}
	return f, err
}

// lengths returns the lengths after the values of an index, in which the length of the first value
// comes last.
func lengths(sizes []int) (b []byte) {
	for i := len(sizes) - 1; i >= 0; i-- {
		b = maryk.AppendVarint(b, uint64(sizes[i]))
	}
	return b
}

// bound narrows the range by the bounds of one member.
func (x *Members) bound(f *Found, at int, sizes []int, q *format.Query, own []string) error {
	m := &x.parts[at]
	var bounds []format.Bound
	for _, b := range q.Bounds {
		if x.is(m, b.Name, own) {
			bounds = append(bounds, b)
		}
	}
	f.Narrowed = true
	if m.Size < 0 {
		return x.boundText(f, m, at, sizes, bounds)
	}
	spans, err := m.stretches(bounds)
	if err != nil {
		return err
	}
	if len(spans) == 0 {
		return format.Contradict(m.Name, "no value is within these bounds")
	}
	f.From, f.Before = spans[0].lo, order.After(spans[len(spans)-1].hi)
	if len(spans) > 1 {
		f.Meets = append(f.Meets, "Maryk stores negative floats after all others: the range also has values in between that are not wanted")
		f.Where = append(f.Where, "("+x.beyond(f.Prefix, spans[0].hi, false)+" or "+x.beyond(f.Prefix, spans[1].lo, true)+")")
	}
	return nil
}

// boundMax is how many bytes of a bound and what precedes it fit in a filter's pattern.
const boundMax = 64

// boundText narrows the range by bounds for texts, or for bytes of any length. Other bytes follow a
// value, so a value that is the start of a bound may sort on either side of it.
func (x *Members) boundText(f *Found, m *Member, at int, sizes []int, bounds []format.Bound) error {
	if m.Index.Descending() {
		return format.Contradict(m.Name, "values of any length that are stored reversed cannot be bounded")
	}
	last := !x.Lengths // nothing follows a value
	for _, b := range bounds {
		v, err := m.Index.AppendScanned(nil, b.Value)
		if err != nil {
			return format.Within(m.Name, err)
		}
		lo, hi := []byte(nil), []byte(nil)
		switch b.Op {
		case format.Begins:
			lo, hi = v, order.After(v)
		case format.From:
			lo = v
		case format.Above:
			if lo = v; last {
				lo = append(bytes.Clone(v), 0)
			}
		case format.Below:
			if last {
				hi = v
			}
		case format.To:
			if last {
				hi = append(bytes.Clone(v), 0)
			}
		}
		if bytes.Compare(lo, f.From) > 0 {
			f.From = lo
		}
		if hi != nil && (f.Before == nil || bytes.Compare(hi, f.Before) < 0) {
			f.Before = hi
		}
		if !last {
			if len(f.Prefix)+len(v) > boundMax {
				return format.Refuse(m.Name, "with what is in front of it is longer than a filter can compare: "+strconv.Itoa(boundMax)+" bytes")
			}
			f.Where = append(f.Where, x.beside(b.Op, f.Prefix, v, sizes, at))
		}
	}
	if !last && len(f.Meets) == 0 {
		f.Meets = append(f.Meets, "values are stored one after the other without lengths before them: "+
			"the range has rows whose value is the beginning of a bound, or beyond it")
	}
	return nil
}

// KeyMembers returns the parts of a model's keys, or nil if they are not known.
func KeyMembers(m *maryk.Model, field string) *Members {
	if m == nil || m.KeyParts == nil {
		return nil
	}
	var parts []*maryk.Index
	for i := range m.KeyParts {
		parts = append(parts, m.KeyParts[i].Index)
	}
	return NewMembers(parts, field, "key", false)
}

// UniqueMembers returns the value of a unique property, or nil if its type is not known.
func UniqueMembers(p *maryk.Path) *Members {
	d := p.Def()
	if d == nil || !d.Simple() {
		return nil
	}
	part := &maryk.Index{Part: maryk.PartRef, Path: *p}
	size := -1
	if n, fixed := d.Size(); fixed {
		size = n
	}
	return &Members{parts: []Member{{Name: "value", Index: part, Size: size}}, Field: "storedValue", Alias: "unique", front: []byte{indValue}}
}
