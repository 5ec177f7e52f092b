package implexus

import (
	"slices"
	"unicode/utf8"
)

// expected returns the members that belong to the set under an option for n-grams.
func (s *set) expected(option int) (list []string) {
	for i := range s.known {
		if m := &s.known[i]; m.expected>>option&1 == 1 {
			list = append(list, m.name)
		}
	}
	return list
}

// split returns the members of the row, each once: those that may stay, and those that are wrong.
func (s *set) split(option int) (keep, wrong []string) {
	has := map[string]bool{}
	for _, it := range s.row.value.set.Items {
		if has[string(it)] {
			continue
		}
		has[string(it)] = true
		if m := s.of(it); m != nil && m.allowed>>option&1 == 1 || s.key.Kind == CatalogueKeys && s.doubt.spared[string(s.key.Path)] {
			keep = append(keep, string(it))
		} else {
			wrong = append(wrong, string(it))
		}
	}
	return keep, wrong
}

// missing returns the expected members that the row does not have.
func missing(expected, keep []string) (list []string) {
	has := slices.Sorted(slices.Values(keep))
	for _, m := range expected {
		if _, ok := slices.BinarySearch(has, m); !ok {
			list = append(list, m)
		}
	}
	return list
}

// compare compares the members of the set with those that belong there. A member that cannot be
// judged is neither missing nor stale.
func (s *set) compare() {
	expected := s.expected(s.grams)
	key := AppendKey(nil, &s.key)
	if len(expected) > 0 && s.rebuild != nil {
		s.rebuild(s.key, Row{key, setOf(expected)})
	}
	s.countOthers()
	switch r := s.row; {
	case r == nil:
		if len(expected) > 0 {
			s.report(MissingIndexRow, s.key, key, "")
			s.changes(Change{Row: Row{key, setOf(expected)}})
		}
	case r.failure != "":
	case len(r.value.set.Items) == 0 && len(expected) == 0:
		s.report(EmptyRow, s.key, r.stored, "")
	default:
		s.compareMembers(expected)
	}
}

// compareMembers compares the members of an existing row.
func (s *set) compareMembers(expected []string) {
	r := s.row
	lacks, stale := MissingMember, StaleMember
	if s.key.Kind == ChildrenKey {
		lacks, stale = MissingChild, DanglingChild
	}
	keep, wrong := s.split(s.grams)
	if len(expected) == 0 && len(keep) == 0 && s.key.Kind != ChildrenKey {
		s.report(StaleIndexRow, s.key, r.stored, "")
		s.removed = r.value.set.Items
		s.changes(Change{Row: Row{Key: r.stored}, Delete: true})
		return
	}
	for _, m := range wrong {
		s.report(stale, s.key, r.stored, m)
	}
	for _, m := range missing(expected, keep) {
		s.report(lacks, s.key, r.stored, m)
		keep = append(keep, m)
	}
	if len(wrong) > 0 || len(keep) != len(r.value.set.Items) {
		s.changes(Change{Row: Row{r.stored, setOf(keep)}})
	}
}

// countOthers counts what would be found under each option for n-grams.
func (s *set) countOthers() {
	if s.key.Kind < Trigram {
		return
	}
	for i := range s.others {
		expected := s.expected(i)
		switch {
		case s.row == nil:
			s.others[i] = min(len(expected), 1)
		case s.row.failure != "" || len(s.row.value.set.Items) == 0 && len(expected) == 0:
		default:
			keep, wrong := s.split(i)
			if s.others[i] = len(wrong) + len(missing(expected, keep)); len(expected) == 0 && len(keep) == 0 {
				s.others[i] = 1
			}
		}
	}
}

// onlyFitting checks, for a category whose expression is not evaluated, that its members are
// documents with the right label.
func (s *set) onlyFitting() {
	if s.row == nil || s.row.failure != "" {
		return
	}
	keep, wrong := s.split(s.grams)
	for _, m := range wrong {
		s.report(StaleMember, s.key, s.row.stored, m)
	}
	if len(keep) != len(s.row.value.set.Items) {
		s.changes(Change{Row: Row{s.row.stored, setOf(keep)}})
	}
}

// follow tells the sets that list sets of this kind that this one exists.
func (s *set) follow() {
	all := membership{}
	for i := range s.known {
		all.expected |= s.known[i].expected
		all.possible |= s.known[i].possible
	}
	if s.key.Kind == Trigram && s.row != nil && s.row.failure == "" && slices.ContainsFunc(s.row.value.set.Items, s.doubtful) {
		all.possible = allGrams
	}
	if all.expected|all.possible == 0 {
		return
	}
	all.allowed = all.possible
	path, name := string(s.key.Path), s.key.Rest
	switch s.key.Kind {
	case CatalogueGroup:
		if all.expected != 0 {
			s.expect(keyOf(CatalogueKeys, path, ""), name, always)
		}
	case Trigram:
		first, second := Bigrams(string(name), GramOptions{})
		s.expect(keyOf(Bigram, path, first), name, all)
		if second != "" {
			const not = ^prefixGrams
			s.expect(keyOf(Bigram, path, second), name, membership{all.expected & not, all.allowed & not, all.possible & not})
		}
	case Bigram:
		_, n := utf8.DecodeRune(name)
		s.expect(keyOf(Unigram, path, string(name[:n])), name, all)
	}
}

// doubtful reports whether a member is a document that cannot be judged.
func (s *set) doubtful(name []byte) bool {
	m := s.of(name)
	return m != nil && m.expected == 0 && m.allowed == allGrams
}

// setOf returns the value of a row with these members. They are UTF-8, as they come from keys and
// strings.
func setOf(members []string) []byte {
	b := appendInt([]byte{byte(Array)}, len(members))
	for _, m := range members {
		b = appendString(b, []byte(m))
	}
	return b
}
