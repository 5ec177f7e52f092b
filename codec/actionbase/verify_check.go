package actionbase

import (
	"bytes"
	"cmp"
	"strconv"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/internal/sorting"
	"github.com/rowlens/rowlens/codec/store"
)

// check is one run over the cells of a Verifier.
type check struct {
	*Verifier
	cells    cellMaps // that a reader sees
	findings []Finding
	tallies  []tally
	places   map[tallyKey]int // of tallies

	counts    map[string]*sum            // count row -> number of active edges
	groups    map[string]map[string]*sum // group row, qualifier -> sum
	directed  map[string]map[string]*sum // the same as the second generation derives it
	uncertain map[string]string          // state row -> why its edge may be in change
	edge      string                     // state row of the edge that is looked at
	contended map[string]string          // count or group row -> why it may be in change
}

// sum is a number that is expected in a cell.
type sum struct {
	key   []byte // row or qualifier
	n     int64
	edges []string // state rows of the edges that count, up to becauseMax
	count int      // of these edges
}

// becauseMax is how many edges are named that make up a sum.
const becauseMax = 100

// tally gathers what would be the same finding for many rows.
type tally struct {
	tallyKey
	n       int
	example []byte // row
}

type tallyKey struct {
	code  string
	table int32
	item  int32 // index, group or cache
}

func newCheck(v *Verifier) *check {
	live := v.live()
	for _, cells := range live {
		for _, c := range cells {
			c.seen = false
		}
	}
	return &check{
		Verifier: v, cells: live, places: map[tallyKey]int{},
		counts: map[string]*sum{}, groups: map[string]map[string]*sum{}, directed: map[string]map[string]*sum{},
		uncertain: map[string]string{}, contended: map[string]string{},
	}
}

// sortedCells returns cells in the order of their keys.
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

// parts are the parts of the cell as in a dump.
func (c *cell) parts() []store.Part {
	q := c.qualifier
	if q == nil {
		q = narrowQualifier
	}
	return []store.Part{{Name: store.Row, Bytes: c.row}, {Name: store.Family, Bytes: []byte("f")},
		{Name: store.Qualifier, Bytes: q}, {Name: store.Value, Bytes: c.value}}
}

// parts are the parts that identify the cell of an op.
func (op *Op) parts() []store.Part {
	return []store.Part{{Name: store.Row, Bytes: op.Row}, {Name: store.Family, Bytes: []byte("f")},
		{Name: store.Qualifier, Bytes: op.Qualifier}}
}

// report adds a finding, with a lower severity if there is a reason why the cell may be changing.
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

// note adds to a finding that is reported once for many rows.
func (c *check) note(code string, table, item int32, row []byte) {
	k := tallyKey{code, table, item}
	i, ok := c.places[k]
	if !ok {
		i = len(c.tallies)
		c.places[k] = i
		c.tallies = append(c.tallies, tally{tallyKey: k, example: row})
	}
	c.tallies[i].n++
}

var tallySentences = map[string]string{
	UnknownTable:    " of a table that the schema does not have: not verified",
	UnknownIndex:    " of an index that the schema does not have: not verified",
	UnknownGroup:    " of a group that the schema does not have: not verified",
	UnknownCache:    " of a cache that the schema does not have: not verified",
	OtherGeneration: " as upstream's second generation writes them: the source and target fields are the directed ends",
}

func (c *check) done() []Finding {
	for _, t := range c.tallies {
		f := Finding{Severity: Warning, Code: t.code, Item: c.schema.brief(t.table)}
		if t.code == OtherGeneration || t.code == UnknownTable {
			f.Severity = Info
		}
		if t.item != 0 {
			f.Item += "/" + c.schema.brief(t.item)
		}
		rows := " cells"
		if t.n == 1 {
			rows = " cell"
		}
		f.Why = strconv.Itoa(int(t.n)) + rows + tallySentences[t.code] + "; one has the row key " + hexText(t.example)
		f.NoMend = "the schema does not say what the rows should be"
		if t.code == OtherGeneration {
			f.NoMend = "the rows are sound"
		}
		if s := c.anyCell(t.example); s != nil {
			f.Because = []format.Reason{{Why: "one of these rows", Parts: s.parts()}}
		}
		c.findings = append(c.findings, f)
	}
	sortFindings(c.findings)
	return c.findings
}

// anyCell returns a cell of a row, the first one by its qualifier.
func (c *check) anyCell(row []byte) (first *cell) {
	var p Prefix
	if _, err := readPrefix(row, &p); err != nil {
		return nil
	}
	if s := c.cells[-p.Type][string(row)]; s != nil {
		return s
	}
	for _, s := range c.cells[-p.Type] {
		if bytes.Equal(s.row, row) && (first == nil || bytes.Compare(s.qualifier, first.qualifier) < 0) {
			first = s
		}
	}
	return first
}

// findUncertain finds the edges that may be in change, or whose state is not
// known, and with them the counts and groups to which they belong.
func (c *check) findUncertain() {
	for row := range c.unreadable {
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
		c.contend(&e, why)
	}
}

// contend marks the count and group rows of an edge. The ends of a multi-edge are in its state;
// without a state they are unknown.
func (c *check) contend(e *Edge, why string) {
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
			c.contended[string(ops[i].Row)] = why
		}
	}
	for i := range t.Groups {
		for _, d := range t.Groups[i].Directions {
			if source, _, err := x.ends(d); err == nil {
				k := EdgeGroupKey{Direction: d, Group: Code(t.Groups[i].Name)}
				k.Source, k.Table = *source, e.Key.Table
				if row, err := AppendEdgeGroupKey(nil, &k); err == nil {
					c.contended[string(row)] = why
				}
			}
		}
	}
}
