package rfile

import "github.com/rowlens/rowlens/codec/file"

// merged merges several sources in key order. Equal keys are in the order of the sources.
type merged struct {
	from []*input
	last int // source of the last entry; -1 if there is none
	due  int // sources before this one have their next entry, except last
}

// input is a source, and whether it has an entry that was not yet returned.
type input struct {
	source
	ready bool
	over  bool
}

func newMerged(from []source) merged {
	m := merged{last: -1}
	for _, s := range from {
		m.from = append(m.from, &input{source: s})
	}
	return m
}

// next finds the source with the smallest key. It returns damage as soon as it meets it: nothing
// smaller can follow from the same source.
func (m *merged) next() (source, *file.Damage) {
	if m.last >= 0 {
		if damage := m.from[m.last].advance(); damage != nil {
			return nil, damage
		}
	}
	for ; m.due < len(m.from); m.due++ {
		if damage := m.from[m.due].advance(); damage != nil {
			return nil, damage
		}
	}
	m.last = -1
	for i, s := range m.from {
		if s.ready && (m.last < 0 || compare(&s.now().key, &m.from[m.last].now().key) < 0) {
			m.last = i
		}
	}
	if m.last < 0 {
		return nil, nil
	}
	return m.from[m.last].source, nil
}

// advance reads a source's next entry, or the damage before it.
func (s *input) advance() (damage *file.Damage) {
	if s.over {
		return nil
	}
	s.ready, damage = s.source.next()
	s.over = !s.ready && damage == nil
	return damage
}
