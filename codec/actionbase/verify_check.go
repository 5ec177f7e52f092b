package actionbase

import (
	"bytes"
	"cmp"

	"github.com/rowlens/rowlens/codec/internal/sorting"
	"github.com/rowlens/rowlens/codec/shuffle"
	"github.com/rowlens/rowlens/codec/store"
)

// check is one run over the cells of a group.
type check struct {
	*Verifier
	group     *shuffle.Group
	cells     cellMaps // those that a reader sees
	findings  []Finding
	sampled   bool              // findings of this group belong to the sample
	uncertain map[string]string // state row -> why its edge may be changing

	edge    string // state row of the edge being checked
	version int64  // of that edge
	origin  []byte // its place among the edges of a sum: those with states first
	phase   []byte // where current notes sort among all notes
}

// The phases, in the order in which rows are noted. After the phase comes what distinguishes the
// rows within it.
const (
	phaseStates = 1 + iota
	phaseIndexes
	phaseLost
	phaseCaches
	phaseCounts
	phaseGroups
)

func newCheck(v *Verifier, g *shuffle.Group) *check {
	return &check{Verifier: v, group: g, sampled: v.sample.hasRow(g.Key), cells: v.held.live(), uncertain: map[string]string{}}
}

// to sets the place that a message is sent to.
func (c *check) to(round int, group []byte, order ...[]byte) {
	c.place.Round, c.place.Group, c.place.Order = round, append(c.place.Group[:0], group...), c.place.Order[:0]
	for _, b := range order {
		c.place.Order = append(c.place.Order, b...)
	}
}

// sortedCells returns cells in key order.
func sortedCells(m map[string]*cell) []*cell {
	list := make([]*cell, 0, len(m))
	for _, c := range m {
		list = append(list, c)
	}
	sorting.Func(list, func(a, b *cell) int {
		return cmp.Or(bytes.Compare(a.row, b.row), bytes.Compare(a.qualifier, b.qualifier))
	})
	return list
}

// parts returns the parts of the cell as in a dump.
func (c *cell) parts() []store.Part {
	q := c.qualifier
	if q == nil {
		q = narrowQualifier
	}
	return []store.Part{{Name: store.Row, Bytes: c.row}, {Name: store.Family, Bytes: []byte("f")},
		{Name: store.Qualifier, Bytes: q}, {Name: store.Value, Bytes: c.value}}
}

// parts returns the parts that identify the cell of an op.
func (op *Op) parts() []store.Part {
	return []store.Part{{Name: store.Row, Bytes: op.Row}, {Name: store.Family, Bytes: []byte("f")},
		{Name: store.Qualifier, Bytes: op.Qualifier}}
}

// report adds a finding. If there is a reason why the cell may be changing, the severity is lower.
func (c *check) report(f Finding, reason string) {
	if reason != "" {
		if f.Severity > Info {
			f.Severity--
		}
		f.Why += "; less severe because " + reason
		f.Mend, f.NoMend = nil, reason
	}
	c.findings = append(c.findings, f)
}

// done yields the findings.
func (c *check) done() {
	for i := range c.findings {
		if c.sampled {
			c.group.Report(&c.findings[i])
		}
	}
	c.findings = nil
}

// findUncertain finds the edges that may be changing or whose state is not known, and the counts
// and groups to which they belong.
func (c *check) findUncertain() {
	for row := range c.held.unreadable {
		c.uncertain[row] = "the state row of this edge does not decode"
	}
	for _, l := range c.cells[-EdgeLock] {
		var k EdgeLockKey
		if DecodeEdgeLockKey(l.row, &k) != nil {
			continue
		}
		e := Edge{Key: EdgeStateKey(k)}
		if row, err := AppendEdgeStateKey(nil, &e.Key); err == nil {
			c.uncertain[string(row)] = "a lock row says that a mutation may be in flight"
		}
	}
	for row, why := range c.uncertain {
		var e Edge
		if DecodeEdgeStateKey([]byte(row), &e.Key) != nil {
			continue
		}
		if s := c.cells[-EdgeState][row]; s != nil && DecodeEdgeStateValue(s.value, &e.State) != nil {
			continue
		}
		message := shuffle.AppendField(nil, []byte(why))
		if c.held.unreadable[row] {
			message = append(message, row...)
		}
		c.contend(&e, message)
	}
}

// contend marks the count and group rows of an edge. The ends of a multi-edge are in its state, and
// those that it had before in what is left of its index rows and cache cells. The message says why
// they may be changing and, if it does not decode, the state row.
func (c *check) contend(e *Edge, message []byte) {
	t := c.schema.Table(e.Key.Table)
	if t == nil || t.Vertex {
		return
	}
	said := map[string]bool{}
	c.contendEnds(t, e, message, said)
	if !t.Multi {
		return
	}
	for _, kind := range [...]RowType{EdgeIndex, EdgeCache} {
		for _, s := range c.cells[-kind] {
			var v EdgeIndexValue
			if DecodeEdgeIndexValue(s.value, &v) == nil {
				c.contendEnds(t, &Edge{e.Key, v.state()}, message, said)
			}
		}
	}
}

// contendEnds marks the count and group rows of both ends of an edge that were not marked before.
func (c *check) contendEnds(t *Table, e *Edge, message []byte, said map[string]bool) {
	x := expansion{table: t, edge: e}
	for d := Out; d <= In; d++ {
		source, _, err := x.ends(d)
		if err != nil {
			continue
		}
		p := Prefix{Source: *source, Table: t.Code}
		mark := func(row []byte, err error) {
			if err == nil && !said[string(row)] {
				said[string(row)] = true
				c.mayChange(row, message)
			}
		}
		mark(AppendEdgeCountKey(nil, &EdgeCountKey{p, d}))
		for i := range t.Groups {
			mark(AppendEdgeGroupKey(nil, &EdgeGroupKey{p, d, Code(t.Groups[i].Name)}))
		}
	}
}

// mayChange sends the message of contend to a count or group row.
func (c *check) mayChange(row, message []byte) {
	if !c.Verifier.sample.hasRow(row) {
		return
	}
	c.to(roundSum, row, []byte{sumContended})
	c.group.Send(&c.place, message)
}
