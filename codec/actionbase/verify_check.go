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

// contend marks the count and group rows of an edge. The ends of a multi-edge are in its state;
// without a state they are unknown. The message says why they may be changing and, if it does not
// decode, the state row.
func (c *check) contend(e *Edge, message []byte) {
	t := c.schema.Table(e.Key.Table)
	if t == nil {
		return
	}
	x, err := newExpansion(t, e, thirdGeneration, c.opts)
	if err != nil || x == nil {
		return
	}
	if ops, err := x.counts(nil, 0); err == nil {
		for i := range ops {
			c.mayChange(ops[i].Row, message)
		}
	}
	for i := range t.Groups {
		for _, d := range t.Groups[i].Directions {
			if source, _, err := x.ends(d); err == nil {
				k := EdgeGroupKey{Direction: d, Group: Code(t.Groups[i].Name)}
				k.Source, k.Table = *source, e.Key.Table
				if row, err := AppendEdgeGroupKey(nil, &k); err == nil {
					c.mayChange(row, message)
				}
			}
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
