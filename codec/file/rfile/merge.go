package rfile

import "github.com/rowlens/rowlens/codec/file"

// merged goes through several sources in the order of their keys, those of equal keys in the
// order of the sources.
type merged struct {
	from []*input
	last int // the source of the last entry, -1 for none
	due  int // sources before this one have their next entry, but for last
}

// input is a source and whether it has an entry that was not given yet.
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

// next finds the source with the smallest key. Damage comes as soon as it is met: where it stands,
// nothing smaller can follow from its source.
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

// advance reads the next entry of a source, or the damage before it.
func (s *input) advance() (damage *file.Damage) {
	if s.over {
		return nil
	}
	s.ready, damage = s.source.next()
	s.over = !s.ready && damage == nil
	return damage
}
