package actionbase

import (
	"maps"
	"slices"
	"strconv"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/store"
)

// compareCounts compares the count rows with the number of active edges. A missing row means 0,
// and a row may hold 0.
func (c *check) compareCounts() {
	for _, s := range sortedCells(c.cells[-EdgeCount]) {
		var k EdgeCountKey
		n, err := DecodeCounter(s.value)
		if err != nil || DecodeEdgeCountKey(s.row, &k) != nil {
			continue
		}
		if c.schema.Table(k.Table) == nil {
			c.note(UnknownTable, k.Table, 0, s.row)
			continue
		}
		s.seen = true
		if want := c.counts[string(s.row)]; n != want.value() {
			c.wrongSum(EdgeCount, Finding{Severity: Error, Code: WrongCount, Parts: s.parts(), Item: k.brief(c.schema),
				Stored: strconv.FormatInt(n, 10),
				Why:    "the count is not the number of active edges"}, want)
		}
	}
	for _, row := range slices.Sorted(maps.Keys(c.counts)) {
		if c.cells[-EdgeCount][row] != nil {
			continue
		}
		var k EdgeCountKey
		if DecodeEdgeCountKey([]byte(row), &k) != nil {
			continue
		}
		op := Op{Row: []byte(row), Qualifier: narrowQualifier}
		c.wrongSum(EdgeCount, Finding{Severity: Error, Code: WrongCount, Parts: op.parts(), Item: k.brief(c.schema), Stored: "0",
			Why: "there are active edges but no count row, which is read as 0"}, c.counts[row])
	}
}

func (k *EdgeCountKey) brief(s *Schema) string {
	return s.brief(k.Table) + " " + k.Source.brief() + " " + k.Direction.String()
}

// wrongSum reports a count or group cell, with the edges that make up what it should
// be and, unless something else may explain it, with the cell as it should be.
func (c *check) wrongSum(t RowType, f Finding, want *sum) {
	n := want.value()
	f.Expected, f.Right = strconv.FormatInt(n, 10), format.WithValue(f.Parts, AppendCounter(nil, n))
	after := int64(0)
	if want != nil {
		for _, row := range want.edges {
			f.Because = append(f.Because, c.because(row)...)
			if s := c.cells[-EdgeState][row]; s != nil {
				after = max(after, s.timestamp)
			}
		}
		if more := want.count - len(want.edges); more > 0 {
			f.Why += "; of the edges that count " + strconv.Itoa(more) + " more are not listed"
		}
	}
	if f.NoMend == "" {
		f.Mend = c.put(t, f.Right, after)
	}
	c.report(f, c.contended[string(part(f, store.Row))])
}

// by notes that an edge is part of the sum.
func (s *sum) by(edge string) {
	if edge == "" {
		return
	}
	if s.count++; s.count <= becauseMax {
		s.edges = append(s.edges, edge)
	}
}

// value is the sum, 0 where none is expected.
func (s *sum) value() int64 {
	if s == nil {
		return 0
	}
	return s.n
}

// compareGroups compares the group cells, row by row. A row whose cells match the second
// generation's derivation is also accepted.
func (c *check) compareGroups() {
	stored := map[string]map[string]*sum{}
	for _, s := range sortedCells(c.cells[-EdgeGroup]) {
		n, err := DecodeCounter(s.value)
		if err != nil {
			continue // a tombstone
		}
		addSums(stored, []Op{{Row: s.row, Qualifier: s.qualifier, Delta: n}}, "")
	}
	rows := map[string]bool{}
	for row := range stored {
		rows[row] = true
	}
	for row := range c.groups {
		rows[row] = true
	}
	for _, row := range slices.Sorted(maps.Keys(rows)) {
		c.compareGroup(row, stored[row])
	}
}

func (c *check) compareGroup(row string, stored map[string]*sum) {
	var k EdgeGroupKey
	if DecodeEdgeGroupKey([]byte(row), &k) != nil {
		return
	}
	t := c.schema.Table(k.Table)
	switch {
	case t == nil:
		c.note(UnknownTable, k.Table, 0, []byte(row))
		return
	case !slices.ContainsFunc(t.Groups, func(g Group) bool { return Code(g.Name) == k.Group }):
		c.note(UnknownGroup, k.Table, k.Group, []byte(row))
		return
	}
	want := c.groups[row]
	if other := c.directed[row]; len(other) > 0 && !sameSums(want, stored) && sameSums(other, stored) {
		c.note(OtherGeneration, k.Table, k.Group, []byte(row))
		return
	}
	qualifiers := slices.Collect(maps.Keys(stored))
	for q := range want {
		if stored[q] == nil {
			qualifiers = append(qualifiers, q)
		}
	}
	slices.Sort(qualifiers)
	for _, q := range qualifiers {
		c.compareGroupCell(&k, row, q, want[q], stored[q])
	}
}

func (c *check) compareGroupCell(k *EdgeGroupKey, row, qualifier string, want, stored *sum) {
	if stored.value() == want.value() {
		return
	}
	op := Op{Row: []byte(row), Qualifier: []byte(qualifier)}
	f := Finding{Severity: Error, Code: WrongGroup, Parts: op.parts(), Stored: strconv.FormatInt(stored.value(), 10),
		Item: c.schema.brief(k.Table) + "/" + c.schema.brief(k.Group) + " " + k.Source.brief() + " " + k.Direction.String(),
		Why:  "the cell is not the sum over the active edges"}
	if stored == nil {
		f.Severity, f.Code, f.Stored = Warning, MissingGroupCell, ""
		f.Why = "active edges belong to this cell, but it is missing; a time to live may have removed it"
		f.NoMend = "a time to live may have removed the cell"
	}
	c.wrongSum(EdgeGroup, f, want)
}

// sameSums compares cells; one that is missing is 0.
func sameSums(a, b map[string]*sum) bool {
	for q, s := range a {
		if b[q].value() != s.n {
			return false
		}
	}
	for q, s := range b {
		if a[q].value() != s.n {
			return false
		}
	}
	return true
}
