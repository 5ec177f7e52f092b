package actionbase

import (
	"bytes"
	"cmp"
	"slices"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/internal/sorting"
)

// state takes one state row into account.
func (c *check) state(e *Edge, s *cell) {
	t := c.schema.Table(e.Key.Table)
	c.phase = append([]byte{phaseStates}, s.row...)
	if t == nil {
		c.note(UnknownTable, e.Key.Table, 0, s)
		return
	}
	c.fits(t, e, s)
	if e.State.Active {
		c.origin = append([]byte{phaseStates}, s.row...)
		c.active(t, e, c.uncertain[string(s.row)])
	}
}

// active compares the rows that an active edge should have with those stored, and adds the edge
// to its counts and groups.
func (c *check) active(t *Table, e *Edge, reason string) {
	x, err := newExpansion(t, e, thirdGeneration, c.opts)
	if err == nil && t.Multi && !e.Key.Source.equal(&e.Key.Target) {
		err = refuse("target", "expected the id, which is the source")
	}
	if err != nil || x == nil {
		c.underivable(e, err, reason)
		return
	}
	swapped := x.swapped()
	c.edge, c.version = e.stateRow(), e.State.Version
	c.underivable(e, cmp.Or(c.indexesOf(x, swapped, reason), c.cachesOf(x, swapped, reason), c.countsOf(x), c.groupsOf(x, swapped)), reason)
}

// swapped returns the expansion as the second generation derives it, or x itself where both
// generations agree.
func (x *expansion) swapped() *expansion {
	if !x.table.usesEnds() {
		return x
	}
	s := *x
	s.names = secondRenamed
	return &s
}

// usesEnds reports whether a definition has a field "source" or "target", which the generations
// read differently.
func (t *Table) usesEnds() bool {
	isEnd := func(name string) bool { return name == thirdGeneration.source || name == thirdGeneration.target }
	ofIndex := func(f IndexField) bool { return isEnd(f.Name) }
	ofGroup := func(f GroupField) bool { return isEnd(f.Name) }
	return slices.ContainsFunc(t.Indexes, func(x Index) bool { return slices.ContainsFunc(x.Fields, ofIndex) }) ||
		slices.ContainsFunc(t.Caches, func(x Cache) bool { return slices.ContainsFunc(x.Fields, ofIndex) }) ||
		slices.ContainsFunc(t.Groups, func(x Group) bool { return isEnd(x.ValueField) || slices.ContainsFunc(x.Fields, ofGroup) })
}

// underivable reports that upstream would have refused to derive rows from the edge.
func (c *check) underivable(e *Edge, err error, reason string) {
	if err != nil {
		row, _ := AppendEdgeStateKey(nil, &e.Key)
		op := Op{Row: row, Qualifier: narrowQualifier}
		c.report(Finding{Severity: Warning, Code: UnderivableEdge, Parts: op.parts(), Item: e.brief(c.schema),
			Why:    "upstream could not have written the rows of this active edge: " + err.Error(),
			NoMend: "what rows the edge should have is not known"}, reason)
	}
}

func (c *check) indexesOf(x, swapped *expansion, reason string) error {
	want, err := x.indexes(nil)
	if err != nil {
		return err
	}
	other := want
	if swapped != x {
		if other, err = swapped.indexes(nil); err != nil {
			return err
		}
	}
	for i := range want {
		c.compare(x, &want[i], &other[i], Finding{Severity: Error, Code: MissingIndexRow,
			Why: "the edge is active, but this row of index " + x.table.Indexes[i/len(x.table.Directions)].Name + " is missing"}, reason)
	}
	return nil
}

func (c *check) cachesOf(x, swapped *expansion, reason string) error {
	want, err := x.caches(nil)
	if err != nil {
		return err
	}
	other := want
	if swapped != x {
		if other, err = swapped.caches(nil); err != nil {
			return err
		}
	}
	for i := range want {
		c.compare(x, &want[i], &other[i], Finding{Severity: Info, Code: MissingCacheCell,
			Why:    "the edge is active, but not in the cache " + x.table.Caches[i/len(x.table.Directions)].Name + "; newer writers prune caches",
			NoMend: "newer writers prune caches: it need not be there"}, reason)
	}
	return nil
}

// compare looks for one expected index row or cache cell, as either generation writes it.
func (c *check) compare(x *expansion, want, other *Op, missing Finding, reason string) {
	found := c.cells[-want.Type][want.key()]
	if found == nil || len(found.value) == 0 {
		if found = c.cells[-want.Type][other.key()]; found != nil && other.key() != want.key() && len(found.value) > 0 {
			c.note(OtherGeneration, x.edge.Key.Table, codeOf(found.row), found)
		}
	}
	item := x.edge.brief(c.schema)
	if found == nil || len(found.value) == 0 {
		missing.Parts, missing.Expected, missing.Item, missing.Because = want.parts(), hexText(want.Value), item, c.because(c.edge)
		missing.Right = format.WithValue(missing.Parts, want.Value)
		if missing.NoMend == "" {
			missing.Mend = c.put(want.Type, missing.Right, c.stateTime())
		}
		c.report(missing, reason)
		return
	}
	found.seen = true
	if sameCell(found.value, want.Value) {
		return
	}
	f := Finding{Severity: Error, Code: IndexValueMismatch, Parts: found.parts(), Item: item, Expected: hexText(want.Value),
		Stored: hexText(found.value),
		Why:    "the row does not have the version and properties of the edge's state",
		Right:  format.WithValue(found.parts(), want.Value), Because: c.because(c.edge)}
	f.Mend = c.put(want.Type, f.Right, c.stateTime())
	if want.Type == EdgeCache {
		f.Code = CacheValueMismatch
	}
	c.report(f, reason)
}

// key returns the key under which a Verifier keeps the cell of the op.
func (op *Op) key() string {
	if op.Type == EdgeGroup || op.Type == EdgeCache {
		return op.cell()
	}
	return string(op.Row)
}

// codeOf returns the code of the index or cache in a row key, or 0.
func codeOf(row []byte) int32 {
	var index EdgeIndexKey
	var cache EdgeCacheKey
	if DecodeEdgeIndexKey(row, &index) == nil {
		return index.Index
	}
	if DecodeEdgeCacheKey(row, &cache) == nil {
		return cache.Cache
	}
	return 0
}

// sameCell compares index or cache cells by versions and properties; the order of
// properties depends on the writer.
func sameCell(a, b []byte) bool {
	return bytes.Equal(a, b) || canonicalCell(a) == canonicalCell(b)
}

// canonicalCell returns the cell with its properties in the order of their codes.
func canonicalCell(b []byte) string {
	var x EdgeIndexValue
	if DecodeEdgeIndexValue(b, &x) != nil {
		return string(b)
	}
	sorting.Stable(x.Properties, func(a, b IndexProperty) int { return cmp.Compare(a.Code, b.Code) })
	out, err := AppendEdgeIndexValue(nil, &x)
	if err != nil {
		return string(b)
	}
	return string(out)
}

func (c *check) countsOf(x *expansion) error {
	ops, err := x.counts(nil, 1)
	if err != nil {
		return err
	}
	for i := range ops {
		c.add(sumAdded, ops[i].Row, nil, 1)
	}
	return nil
}

func (c *check) groupsOf(x, swapped *expansion) error {
	var sums, other groupSums
	if err := x.groups(&sums, 1); err != nil {
		return err
	}
	for i := range sums.ops {
		c.add(sumAdded, sums.ops[i].Row, sums.ops[i].Qualifier, sums.ops[i].Delta)
	}
	if swapped == x {
		return nil
	}
	if err := swapped.groups(&other, 1); err != nil {
		return err
	}
	for i := range other.ops {
		c.add(sumDirected, other.ops[i].Row, other.ops[i].Qualifier, other.ops[i].Delta)
	}
	return nil
}

// identity returns the edge of an index row or cache cell. The directed target of a multi-edge is
// its id, which its state row has at both ends.
func identity(t *Table, d Direction, source, target *Value) Edge {
	var e Edge
	e.Key.Table = t.Code
	switch {
	case t.Multi:
		e.Key.Source, e.Key.Target = *target, *target
	case d == Out:
		e.Key.Source, e.Key.Target = *source, *target
	default:
		e.Key.Source, e.Key.Target = *target, *source
	}
	return e
}

// stateRow returns the key of the edge's state row.
func (e *Edge) stateRow() string {
	row, err := AppendEdgeStateKey(nil, &e.Key)
	if err != nil {
		return ""
	}
	return string(row)
}

// orphan reports a cell that belongs to no active edge. It may be one only because the state row
// does not decode or has a wrong salt.
func (c *check) orphan(s *cell, code string, e *Edge, why string) {
	row := e.stateRow()
	because := c.because(row)
	if c.held.cells[-EdgeState][row] == nil { // nor is there one that a tombstone hides
		state := unreadableState([]byte(row))
		state.Faulty = true
		because = []format.Reason{state}
	}
	c.report(Finding{Severity: Error, Code: code, Parts: s.parts(), Item: e.brief(c.schema), Stored: hexText(s.value), Why: why,
		Because: because, Mend: s.remove()}, c.uncertain[row])
}

// whyOrphan explains why an edge should not have the row.
func (c *check) whyOrphan(e *Edge) string {
	s := c.cells[-EdgeState][e.stateRow()]
	var state EdgeStateValue
	switch {
	case s == nil && c.held.unreadable[e.stateRow()]:
		return whyUnreadable
	case s == nil:
		return "the edge has no state row"
	case DecodeEdgeStateValue(s.value, &state) == nil && !state.Active:
		return "the edge is inactive"
	}
	return "the edge is active, but its state does not lead to this row"
}

// orphanCaches reports the cache cells that belong to no active edge.
func (c *check) orphanCaches() {
	for _, s := range sortedCells(c.cells[-EdgeCache]) {
		var k EdgeCacheKey
		var q EdgeCacheQualifier
		if s.seen || len(s.value) == 0 || DecodeEdgeCacheKey(s.row, &k) != nil || DecodeEdgeCacheQualifier(s.qualifier, &q) != nil {
			continue
		}
		if t := c.schema.Table(k.Table); t != nil { // if not, cacheCell already reported it
			e := identity(t, k.Direction, &k.Source, &q.Target)
			c.orphan(s, OrphanCacheCell, &e, c.whyOrphan(&e))
		}
	}
}
