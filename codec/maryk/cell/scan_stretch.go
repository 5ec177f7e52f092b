package cell

import (
	"bytes"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/maryk"
)

// stretch is a range of values of one size, given by their bytes; both ends are included.
type stretch struct{ lo, hi []byte }

// stretches returns the ranges of values within the bounds, in the order in which they are stored. Only
// floats can have two ranges: negative ones are stored after the others.
func (m *Member) stretches(bounds []format.Bound) ([]stretch, error) {
	zones := m.zones() // in the order of values
	for _, b := range bounds {
		v, err := m.ascending(b)
		if err != nil {
			return nil, format.Within(m.Name, err)
		}
		if zones, err = m.cut(zones, b.Op, v); err != nil {
			return nil, err
		}
	}
	if len(zones) == 2 { // negatives are stored last
		zones[0], zones[1] = zones[1], zones[0]
	}
	if m.Index.Descending() {
		for i := range zones {
			zones[i] = stretch{complement(zones[i].hi), complement(zones[i].lo)}
		}
		if len(zones) == 2 {
			zones[0], zones[1] = zones[1], zones[0]
		}
	}
	return zones, nil
}

// zones returns all values but NaN.
func (m *Member) zones() []stretch {
	whole := stretch{make([]byte, m.Size), bytes.Repeat([]byte{0xff}, m.Size)}
	if !m.float() {
		return []stretch{whole}
	}
	minusInfinity, infinity := bytes.Repeat([]byte{0}, m.Size), bytes.Repeat([]byte{0}, m.Size)
	minusInfinity[0], minusInfinity[1] = 0x80, 0x80
	infinity[0], infinity[1], infinity[m.Size-1] = 0x7f, 0x80, 1
	if m.Size == 8 {
		minusInfinity[1], infinity[1] = 0x10, 0xf0
	}
	return []stretch{{minusInfinity, whole.hi}, {whole.lo, infinity}}
}

func (m *Member) float() bool {
	d := m.Index.ValueDef()
	return d != nil && d.Type == maryk.Number && d.Number.Float()
}

// ascending returns the bytes of a bound as if they were not stored complemented.
func (m *Member) ascending(b format.Bound) ([]byte, error) {
	if b.Op == format.Begins {
		v, ok := b.Value.Hex()
		if d := m.Index.ValueDef(); !ok || len(v) > m.Size || d != nil && d.Type != maryk.FixedBytes && d.Type != maryk.Reference {
			return nil, format.Refuse("", "only texts, and bytes given in hex, have beginnings")
		}
		return v, nil
	}
	v, err := m.Index.AppendScanned(nil, b.Value)
	if err == nil && m.Index.Descending() {
		v = complement(v)
	}
	return v, err
}

// cut keeps what is on the wanted side of a value.
func (m *Member) cut(zones []stretch, op format.Op, v []byte) (kept []stretch, err error) {
	if op == format.Begins {
		rest := m.Size - len(v)
		return meet(zones, stretch{append(bytes.Clone(v), make([]byte, rest)...),
			append(bytes.Clone(v), bytes.Repeat([]byte{0xff}, rest)...)}), nil
	}
	own := 0
	if m.float() {
		if own, err = m.floatZone(v); err != nil {
			return nil, err
		}
		v = zero(v, op)
	}
	upper := op == format.Below || op == format.To
	for _, z := range zones {
		switch negative := z.lo[0] >= 0x80; {
		case !m.float() || negative == (own == 0):
			kept = append(kept, side(z, op, v)...)
		case negative == upper: // the whole other zone is on the wanted side
			kept = append(kept, z)
		}
	}
	return kept, nil
}

// floatZone returns 0 for a negative float and 1 for any other.
func (m *Member) floatZone(v []byte) (int, error) {
	for i, z := range m.zones() {
		if bytes.Compare(v, z.lo) >= 0 && bytes.Compare(v, z.hi) <= 0 {
			return i, nil
		}
	}
	return 0, format.Contradict(m.Name, "NaN is neither more nor less than any value")
}

// zero makes the two zeros of floats equal: -0.0 is stored as 0, and 0.0 as 1.
func zero(v []byte, op format.Op) []byte {
	for _, c := range v[:len(v)-1] {
		if c != 0 {
			return v
		}
	}
	if v[len(v)-1] > 1 {
		return v
	}
	v = bytes.Clone(v)
	if v[len(v)-1] = 0; op == format.Above || op == format.To {
		v[len(v)-1] = 1
	}
	return v
}

// side returns the part of a zone on one side of a value in it.
func side(z stretch, op format.Op, v []byte) []stretch {
	lo, hi := z.lo, z.hi
	switch op {
	case format.From:
		lo = v
	case format.Above:
		lo = neighbor(v, true)
	case format.To:
		hi = v
	case format.Below:
		hi = neighbor(v, false)
	}
	if lo == nil || hi == nil {
		return nil
	}
	return meet([]stretch{z}, stretch{lo, hi})
}

// meet returns what zones have in common with a range.
func meet(zones []stretch, with stretch) (kept []stretch) {
	for _, z := range zones {
		if bytes.Compare(with.lo, z.lo) > 0 {
			z.lo = with.lo
		}
		if bytes.Compare(with.hi, z.hi) < 0 {
			z.hi = with.hi
		}
		if bytes.Compare(z.lo, z.hi) <= 0 {
			kept = append(kept, z)
		}
	}
	return kept
}

// neighbor returns the value after or before v, or nil if there is none.
func neighbor(v []byte, after bool) []byte {
	v = bytes.Clone(v)
	for i := len(v) - 1; i >= 0; i-- {
		if after {
			if v[i]++; v[i] != 0 {
				return v
			}
		} else if v[i]--; v[i] != 0xff {
			return v
		}
	}
	return nil
}

func complement(b []byte) []byte {
	c := bytes.Clone(b)
	for i := range c {
		c[i] = ^c[i]
	}
	return c
}
