package implexus

import (
	"bytes"
	"slices"
)

// membership says under which options for n-grams a member belongs to a set. Sets of other kinds do
// not depend on these options: they have all or none.
type membership struct {
	expected gramMask // it belongs to the set
	allowed  gramMask // it is not stale
	possible gramMask // the n-gram may exist, whether or not it is expected
}

var (
	always   = membership{allGrams, allGrams, allGrams}
	unjudged = membership{0, allGrams, allGrams}
)

// append appends m as a message to a set of the path.
func (m membership) append(b, path []byte) []byte {
	return append(append(b, m.expected, m.allowed, m.possible), path...)
}

// expect tells a set that a member belongs to it, or what else is known about the member. An empty
// member only says that the set exists.
func (c *check) expect(k Key, member []byte, m membership) {
	text := AppendKey(nil, &k)
	if !c.sample.needs(k.Kind, text) {
		return
	}
	c.payload = m.append(c.payload[:0], k.Path)
	c.group.Send(c.to(roundOf[k.Kind], byte(k.Kind), text, orderMessage, member), c.payload)
}

// member is what is known about a member of a set.
type member struct {
	name string
	membership
}

// set is a row with members while it is being checked.
type set struct {
	*check
	row   *row // nil if it is not stored
	key   Key
	known []member // members that messages named, sorted
	told  bool     // some message was about the set
	owner bool     // it has the children of a container
}

// checkSet compares a set with the members that belong to it.
func (c *check) checkSet() {
	s := set{check: c, key: Key{Kind: Kind(c.group.Key[0])}}
	rows := c.rows(s.tell)
	if len(rows) > 0 {
		s.row = rows[len(rows)-1]
	}
	if !s.told && s.row == nil {
		return
	}
	if !s.told {
		s.key = *s.row.key
	}
	if s.asks(rows) {
		return
	}
	for _, r := range rows {
		c.decode(r)
	}
	if s.row != nil && Trigram <= s.key.Kind && s.key.Kind <= Unigram {
		c.orphan(s.row)
	}
	s.follow()
	switch judge, fits := s.judged(); {
	case fits:
		s.onlyFitting()
	case judge:
		s.compare()
	}
}

// tell takes in a message.
func (s *set) tell(order, payload []byte) {
	if !s.told {
		s.told, s.key.Path = true, bytes.Clone(payload[3:])
		shape := &shapes[s.key.Kind]
		s.key.Rest = bytes.Clone(s.group.Key[1+len(shape.prefix)+len(s.key.Path)+len(shape.marker):])
	}
	name, m := order[1:], membership{payload[0], payload[1], payload[2]}
	if len(name) == 0 && s.key.Kind == ChildrenKey {
		s.owner = true
		return
	}
	if n := len(s.known); n > 0 && s.known[n-1].name == string(name) {
		x := &s.known[n-1]
		x.expected, x.allowed, x.possible = x.expected|m.expected, x.allowed|m.allowed, x.possible|m.possible
		return
	}
	s.known = append(s.known, member{string(name), m})
}

// of returns what is known about a member, or nil for nothing.
func (s *set) of(name []byte) *member {
	i, ok := slices.BinarySearchFunc(s.known, name, func(m member, name []byte) int { return bytes.Compare([]byte(m.name), name) })
	if !ok {
		return nil
	}
	return &s.known[i]
}

// asks asks about members that may be documents which cannot be judged. If there are any, it sends
// everything known on to where the answers go.
func (s *set) asks(rows []*row) bool {
	if s.group.Round != roundSet || s.row == nil || s.doubt.count[s.key.Kind] == 0 || s.row.decode(s.opt.Values) != nil {
		return false
	}
	asked := false
	for _, name := range s.row.value.set.Items {
		if s.of(name) == nil {
			s.ask(s.row, name)
			asked = true
		}
	}
	if !asked {
		return false
	}
	text := bytes.Clone(s.group.Key[1:])
	for _, r := range rows {
		s.sendRow(roundAnswered, byte(s.key.Kind), r)
	}
	for i := range s.known {
		s.payload = s.known[i].append(s.payload[:0], s.key.Path)
		s.group.Send(s.to(roundAnswered, byte(s.key.Kind), text, orderMessage, []byte(s.known[i].name)), s.payload)
	}
	return true
}

// judged reports whether it is known what belongs to the set, or only what may belong to it.
func (s *set) judged() (judge, fits bool) {
	configs := &s.check.known
	at := configs.catalogues
	switch s.key.Kind {
	case ChildrenKey:
		return s.owner || s.row != nil, false
	case CategoryMembers:
		at = configs.at
	case CatalogueGroup, CatalogueKeys:
	default:
		return true, false
	}
	if s.row != nil && at[string(s.row.key.Path)] == nil {
		s.report(OrphanIndexRow, *s.row.key, s.row.stored, "")
	}
	x := at[string(s.key.Path)]
	switch {
	case x == nil || x.bad || x.kind == CatalogueGroup && !x.isPath || x.kind != CatalogueGroup && x.role == unknownRole:
		return false, false
	case x.kind == CategoryMembers && x.expression == nil:
		return false, true
	}
	return true, false
}
