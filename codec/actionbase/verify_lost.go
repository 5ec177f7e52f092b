package actionbase

import (
	"cmp"
	"slices"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/internal/sorting"
)

// lostEdge is an edge with index rows but no state row.
type lostEdge struct {
	edge  Edge
	table *Table
	rows  []*cell
}

// lost examines the index rows that belong to no active edge: they are orphans, or what remains of
// an edge whose state row is missing.
func (c *check) lost() {
	var order []string
	edges := map[string]*lostEdge{}
	for _, s := range sortedCells(c.cells[-EdgeIndex]) {
		var k EdgeIndexKey
		if s.seen || DecodeEdgeIndexKey(s.row, &k) != nil {
			continue
		}
		t := c.schema.Table(k.Table)
		c.phase = append([]byte{phaseIndexes}, s.row...)
		switch {
		case t == nil:
			c.note(UnknownTable, k.Table, 0, s)
			continue
		case !slices.ContainsFunc(t.Indexes, func(x Index) bool { return Code(x.Name) == k.Index }):
			c.note(UnknownIndex, k.Table, k.Index, s)
			continue
		}
		e := identity(t, k.Direction, &k.Source, &k.Target)
		row := e.stateRow()
		if c.cells[-EdgeState][row] != nil {
			c.orphan(s, OrphanIndexRow, &e, c.whyOrphan(&e))
			continue
		}
		if edges[row] == nil {
			edges[row] = &lostEdge{edge: e, table: t}
			order = append(order, row)
		}
		edges[row].rows = append(edges[row].rows, s)
	}
	for _, row := range order {
		c.lostEdge(edges[row], row)
	}
}

// lostEdge decides about the index rows of one edge without a state row. If those of one version
// make up at least one index in all directions, and it is not only one of several rows, they are
// believed: the edge is verified and counted as if it had a state.
func (c *check) lostEdge(l *lostEdge, row string) {
	for _, version := range l.versions() {
		e := l.edge
		e.State = version.state()
		if !c.complete(l, &e) {
			continue
		}
		if !c.held.unreadable[row] {
			op := Op{Row: []byte(row), Qualifier: narrowQualifier}
			c.report(Finding{Severity: Error, Code: MissingStateRow, Parts: op.parts(), Item: e.brief(c.schema),
				Why:    "there are index rows of this edge, in all its directions and agreeing with each other, but no state row",
				NoMend: "the state row holds data that its index rows do not have: who changed which property when", Because: l.because()},
				c.uncertain[row])
		}
		c.phase = append([]byte{phaseLost}, l.rows[0].row...)
		c.origin = c.phase
		c.active(l.table, &e, c.uncertain[row])
		break
	}
	for _, s := range l.rows {
		if !s.seen {
			c.orphan(s, OrphanIndexRow, &l.edge, c.whyOrphan(&l.edge))
		}
	}
}

// state returns the state from which the cell was derived, as far as the cell tells.
func (v *EdgeIndexValue) state() EdgeStateValue {
	s := EdgeStateValue{Active: true, Version: v.Version}
	for _, p := range v.Properties {
		s.Properties = append(s.Properties, StateProperty{p.Code, p.Value, v.Version})
	}
	return s
}

// because returns the index rows of the edge as reasons.
func (l *lostEdge) because() (list []format.Reason) {
	for _, s := range l.rows {
		list = append(list, format.Reason{Why: "this index row is of the edge", Parts: s.parts()})
	}
	return list
}

// versions returns the different cells of the edge's index rows, the latest
// version first.
func (l *lostEdge) versions() []*EdgeIndexValue {
	seen := map[string]bool{}
	var list []*EdgeIndexValue
	for _, s := range l.rows {
		x := new(EdgeIndexValue)
		if key := canonicalCell(s.value); !seen[key] && DecodeEdgeIndexValue(s.value, x) == nil {
			seen[key] = true
			list = append(list, x)
		}
	}
	sorting.Stable(list, func(a, b *EdgeIndexValue) int { return cmp.Compare(b.Version, a.Version) })
	return list
}

// complete reports whether the rows of this version make up an index in all directions, as either
// generation writes it. One row of several is no proof: its key may be damaged.
func (c *check) complete(l *lostEdge, e *Edge) bool {
	have := map[string]bool{}
	for _, s := range l.rows {
		have[string(s.row)+canonicalCell(s.value)] = true
	}
	x, err := newExpansion(l.table, e, thirdGeneration, c.opts)
	if err != nil || x == nil {
		return false
	}
	third, err := x.indexes(nil)
	if err != nil {
		return false
	}
	second, err := x.swapped().indexes(nil)
	if err != nil {
		return false
	}
	cell := canonicalCell(x.cell)
	directions := len(l.table.Directions)
	whole, all := false, 0
	for i := 0; i < len(third); i += directions {
		found := 0
		for j := i; j < i+directions; j++ {
			if have[string(third[j].Row)+cell] || have[string(second[j].Row)+cell] {
				found++
			}
		}
		whole = whole || found == directions
		all += found
	}
	return whole && all >= min(2, len(third))
}
