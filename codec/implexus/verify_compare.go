package implexus

import "slices"

// compare compares the set that a row has with the members that belong there,
// each once. A member for which unjudged is true is neither missing nor stale.
func (c *check) compare(k Key, expected []string, unjudged func(member string) bool) {
	expected = slices.Sorted(slices.Values(expected))
	expected = slices.Compact(expected)
	key := AppendKey(nil, &k)
	if len(expected) > 0 {
		c.rebuild(k, Row{key, setOf(expected)})
	}
	r := c.at(k)
	switch {
	case r == nil:
		if len(expected) > 0 {
			c.report(MissingIndexRow, key, "")
			c.changes = append(c.changes, Change{Row: Row{key, setOf(expected)}})
		}
		return
	case r.failure != "":
		return
	case len(r.value.set.Items) == 0 && len(expected) == 0:
		c.report(EmptyRow, r.stored, "")
		return
	}
	c.compareMembers(r, expected, unjudged)
}

// compareMembers compares the members of an existing row.
func (c *check) compareMembers(r *row, expected []string, unjudged func(member string) bool) {
	missing, stale := MissingMember, StaleMember
	if r.key.Kind == ChildrenKey {
		missing, stale = MissingChild, DanglingChild
	}
	has := map[string]bool{}
	var keep, wrong []string
	for _, it := range r.value.set.Items {
		m := string(it)
		if has[m] {
			continue
		}
		has[m] = true
		_, belongs := slices.BinarySearch(expected, m)
		if belongs || unjudged != nil && unjudged(m) {
			keep = append(keep, m)
		} else {
			wrong = append(wrong, m)
		}
	}
	if len(expected) == 0 && len(keep) == 0 && r.key.Kind != ChildrenKey {
		c.report(StaleIndexRow, r.stored, "")
		c.changes = append(c.changes, Change{Row: Row{Key: r.stored}, Delete: true})
		return
	}
	for _, m := range wrong {
		c.report(stale, r.stored, m)
	}
	for _, m := range expected {
		if !has[m] {
			c.report(missing, r.stored, m)
			keep = append(keep, m)
		}
	}
	if len(wrong) > 0 || len(keep) != len(r.value.set.Items) {
		c.changes = append(c.changes, Change{Row: Row{r.stored, setOf(keep)}})
	}
}

// setOf is the value of a row with these members, which are UTF-8: they come from
// keys and strings.
func setOf(members []string) []byte {
	b := appendInt([]byte{byte(Array)}, len(members))
	for _, m := range members {
		b = appendString(b, []byte(m))
	}
	return b
}
