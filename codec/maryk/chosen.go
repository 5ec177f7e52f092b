package maryk

import (
	"math"
	"strconv"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/value"
)

// Chosen returns the case that an object names by index, by name, or by both, which must then
// agree. An error says which member is wrong.
func (c *Cases) Chosen(j value.Value, indexMember, nameMember string) (*Case, error) {
	m, hasIndex := j.Get(indexMember)
	name, hasName := j.Member(nameMember).Text()
	if !hasIndex {
		if k := c.CaseNamed(name); hasName && k != nil {
			return k, nil
		}
		return nil, refuse(nameMember, c.title()+" has no such type")
	}
	index, ok := m.Uint()
	k := (*Case)(nil)
	if ok && index <= math.MaxUint32 {
		k = c.Case(uint32(index))
	}
	if k == nil {
		return nil, refuse(indexMember, c.title()+" has no such type")
	}
	if hasName && c.CaseNamed(name) != k {
		return nil, refuse(indexMember, "the type "+strconv.Quote(format.Cut(name))+" has another index than "+m.Raw())
	}
	return k, nil
}

func (c *Cases) title() string {
	if c == nil || c.Name == "" {
		return "the multi type"
	}
	return c.Name
}
