package actionbase

import (
	"slices"
	"strings"
	"testing"

	"github.com/rowlens/rowlens/codec/store"
)

// sandbox is a table in memory that rules are tried on.
type sandbox struct {
	t      *testing.T
	schema *Schema
	table  *Table
	rows   rows
}

func newSandbox(t *testing.T, table int) *sandbox {
	s := schemaFrom(t, kitchenSink)
	return &sandbox{t, s, &s.Tables[table], rows{}}
}

// add writes an active edge with all its rows, and returns it.
func (b *sandbox) add(source, target Value, props ...NamedValue) *Edge {
	b.t.Helper()
	e := edgeOf(b.table.Code, source, target, active(10, props...))
	m, err := b.table.Mutation(nil, e, Options{Zones: testZones{}})
	if err != nil {
		b.t.Fatal(err)
	}
	b.rows.apply(b.t, m)
	return e
}

// each calls do with the cells of a row type, in key order, and removes a cell if do returns true.
func (b *sandbox) each(kind RowType, do func(c *cell) (remove bool)) {
	b.t.Helper()
	n := 0
	for _, c := range sortedCells(b.rows) {
		if typeOf(b.t, c.row) == kind {
			if n++; do(c) {
				delete(b.rows, string(c.row)+"\x00"+string(c.qualifier))
			}
		}
	}
	if n == 0 {
		b.t.Fatalf("there is no %s row", kind)
	}
}

func (b *sandbox) put(c cell) { b.rows[string(c.row)+"\x00"+string(c.qualifier)] = &c }

// lock writes the lock row of an edge.
func (b *sandbox) lock(e *Edge) {
	k := EdgeLockKey(e.Key)
	row, err := AppendEdgeLockKey(nil, &k)
	if err != nil {
		b.t.Fatal(err)
	}
	b.put(cell{row: row, qualifier: narrowQualifier, value: AppendLockedAt(nil, 5)})
}

// want compares "severity code" of all findings.
func (b *sandbox) want(want ...string) {
	b.t.Helper()
	var got []string
	found := verify(b.t, b.schema, b.rows.entries())
	for i := range found {
		got = append(got, found[i].Severity.String()+" "+found[i].Code)
	}
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		b.t.Errorf("got  %s\nwant %s", strings.Join(got, ", "), strings.Join(want, ", "))
		for i := range found {
			b.t.Log(asJSON(found[i]))
		}
	}
}

func remove(*cell) bool { return true }

// first applies do to the first cell only.
func first(do func(*cell) bool) func(*cell) bool {
	done := false
	return func(c *cell) bool {
		was := done
		done = true
		return !was && do(c)
	}
}

// set returns a function that writes another value into a cell.
func set(value []byte) func(*cell) bool {
	return func(c *cell) bool { c.value = value; return false }
}

// cut shortens a cell to n bytes, or by as many if n is negative.
func cut(n int) func(*cell) bool {
	return func(c *cell) bool { c.value = c.value[:(n+len(c.value))%len(c.value)]; return false }
}

// damage is something wrong with the rows of the one edge of a table.
type damage struct {
	name string
	do   func(b *sandbox)
	want []string
}

func repeat(n int, finding string) []string { return slices.Repeat([]string{finding}, n) }

var indexDamages = []damage{
	{"none", func(*sandbox) {}, nil},
	{"an index row is gone", func(b *sandbox) { b.each(EdgeIndex, first(remove)) }, repeat(1, "error missing-index-row")},
	{"an index row has another version", func(b *sandbox) {
		b.each(EdgeIndex, first(set([]byte{hdrLong, 0x80, 0, 0, 0, 0, 0, 0, 9})))
	}, repeat(1, "error index-value-mismatch")},
	{"the state is gone", func(b *sandbox) { b.each(EdgeState, remove) }, repeat(1, "error missing-state-row")},
	{"the state has a wrong salt", func(b *sandbox) {
		b.each(EdgeState, func(c *cell) bool {
			b.put(cell{row: append([]byte{c.row[0] ^ 1}, c.row[1:]...), qualifier: c.qualifier, value: c.value})
			return true
		})
	}, []string{"error wrong-salt", "error missing-state-row"}},
	{"state and one index row are gone", func(b *sandbox) {
		b.each(EdgeState, remove)
		b.each(EdgeIndex, first(remove))
	}, []string{"error missing-index-row", "error missing-state-row"}},
	{"state and all IN index rows are gone", func(b *sandbox) {
		b.each(EdgeState, remove)
		b.each(EdgeIndex, func(c *cell) bool {
			var k EdgeIndexKey
			return DecodeEdgeIndexKey(c.row, &k) == nil && k.Direction == In
		})
	}, slices.Concat(repeat(3, "error orphan-index-row"), repeat(2, "error orphan-cache-cell"), repeat(2, "error wrong-count"),
		repeat(5, "error wrong-group"))},
	{"a state is cut off", func(b *sandbox) { b.each(EdgeState, cut(-1)) }, repeat(1, "error undecodable-row")},
	{"a row key is none", func(b *sandbox) { b.put(cell{row: []byte{1, 2}, value: []byte{}}) }, repeat(1, "error undecodable-row")},
}

var otherDamages = []damage{
	{"counts are wrong", func(b *sandbox) { b.each(EdgeCount, set(AppendCounter(nil, 7))) }, repeat(2, "error wrong-count")},
	{"counts are gone", func(b *sandbox) { b.each(EdgeCount, remove) }, repeat(2, "error wrong-count")},
	{"a count is cut off", func(b *sandbox) { b.each(EdgeCount, first(cut(7))) }, []string{"error undecodable-row", "error wrong-count"}},
	{"counts are there twice, with a wrong salt", func(b *sandbox) {
		b.each(EdgeCount, func(c *cell) bool {
			b.put(cell{row: append([]byte{c.row[0] ^ 1}, c.row[1:]...), qualifier: c.qualifier, value: c.value})
			return false
		})
	}, repeat(2, "error wrong-salt")},
	{"a group is wrong", func(b *sandbox) { b.each(EdgeGroup, first(set(AppendCounter(nil, 7)))) }, repeat(1, "error wrong-group")},
	{"a group cell is gone", func(b *sandbox) { b.each(EdgeGroup, first(remove)) }, repeat(1, "warning missing-group-cell")},
	{"a group cell is a tombstone", func(b *sandbox) { b.each(EdgeGroup, first(set(nil))) }, repeat(1, "warning missing-group-cell")},
	{"a cache cell is gone", func(b *sandbox) { b.each(EdgeCache, first(remove)) }, repeat(1, "info missing-cache-cell")},
	{"a cache cell is a tombstone", func(b *sandbox) { b.each(EdgeCache, first(set(nil))) }, repeat(1, "info missing-cache-cell")},
	{"a cache cell lost its property", func(b *sandbox) { b.each(EdgeCache, first(cut(9))) }, repeat(1, "error cache-value-mismatch")},
	{"a sum has no number", func(b *sandbox) {
		b.each(EdgeState, func(c *cell) bool { // without its only property
			end := len(c.value) - 23 // createdAt
			c.value = append(c.value[:11:11], c.value[end:]...)
			return false
		})
		b.each(EdgeIndex, remove)
		b.each(EdgeCache, remove)
		b.each(EdgeGroup, remove)
	}, slices.Concat(repeat(6, "error missing-index-row"), repeat(2, "info missing-cache-cell"), repeat(1, "warning underivable-edge"),
		repeat(1, "warning missing-property"))},
}

func TestEachDamageIsFound(t *testing.T) {
	for _, d := range slices.Concat(indexDamages, otherDamages) {
		t.Run(d.name, func(t *testing.T) {
			b := newSandbox(t, 0)
			b.add(long(1), str("x"), NamedValue{"n", long(86400)})
			d.do(b)
			b.want(d.want...)
		})
	}
}

func TestLockLowersTheSeverity(t *testing.T) {
	b := newSandbox(t, 0)
	n := NamedValue{"n", long(1)}
	e := b.add(long(1), str("x"), n)
	b.add(long(2), str("y"), n)
	b.lock(e)
	b.want()
	b.each(EdgeIndex, remove)
	b.each(EdgeCount, set(AppendCounter(nil, 2)))
	b.each(EdgeGroup, set(AppendCounter(nil, 9)))
	b.want(slices.Concat(
		slices.Repeat([]string{"warning missing-index-row", "error missing-index-row"}, 6),
		slices.Repeat([]string{"warning wrong-count", "error wrong-count"}, 2),
		slices.Repeat([]string{"warning wrong-group", "error wrong-group"}, 5))...)
}

func TestLockOfAnEdgeThatIsBeingCreated(t *testing.T) {
	b := newSandbox(t, 0)
	e := b.add(long(1), str("x"), NamedValue{"n", long(1)})
	b.lock(e)
	b.each(EdgeState, remove)
	b.want("warning missing-state-row")
}

// Upstream writes the state first, and the ends of a deleted multi-edge are null in it.
func TestLockOfAMultiEdgeThatIsBeingDeleted(t *testing.T) {
	b := newSandbox(t, 1)
	ends := []NamedValue{{"n", long(5)}, {"_source", long(1)}, {"_target", long(2)}}
	e := b.add(str("id"), str("id"), ends...)
	b.lock(e)
	b.want()
	for i := range ends {
		ends[i].Value = Value{}
	}
	gone := active(11, ends...)
	gone.Active = false
	cell, err := AppendEdgeStateValue(nil, &gone)
	if err != nil {
		t.Fatal(err)
	}
	b.each(EdgeState, set(cell))
	b.want("warning orphan-index-row", "warning orphan-index-row", "warning orphan-cache-cell", "warning orphan-cache-cell",
		"warning wrong-count", "warning wrong-count", "warning wrong-group")
}

func TestInactiveEdgeHasNoRows(t *testing.T) {
	b := newSandbox(t, 0)
	b.add(long(1), str("x"), NamedValue{"n", long(0)})
	off := EdgeStateValue{Version: 11, DeletedAt: Instant{true, 11}}
	value, err := AppendEdgeStateValue(nil, &off)
	if err != nil {
		t.Fatal(err)
	}
	b.each(EdgeState, func(c *cell) bool { c.value = value; return false })
	b.want(slices.Concat(repeat(6, "error orphan-index-row"), slices.Repeat([]string{"error orphan-cache-cell", "error wrong-count"}, 2),
		repeat(4, "error wrong-group"))...)
}

func TestStaleIndexRowBesidesTheRightOnesIsAnOrphan(t *testing.T) {
	b := newSandbox(t, 0)
	e := b.add(long(1), str("x"), NamedValue{"n", long(1)})
	k := EdgeIndexKey{Direction: Out, Index: Code("i_a"), Values: []OrderedValue{{Value: str("old")}, {}}, Target: e.Key.Target}
	k.Source, k.Table = e.Key.Source, e.Key.Table
	row, err := AppendEdgeIndexKey(nil, &k)
	if err != nil {
		t.Fatal(err)
	}
	stale := cell{row: row, qualifier: narrowQualifier, value: []byte{hdrLong, 0x80, 0, 0, 0, 0, 0, 0, 1}}
	b.put(stale)
	b.want("error orphan-index-row")
	b.each(EdgeState, remove)
	b.want("error orphan-index-row", "error missing-state-row")
}

func TestOrderOfPropertiesInAnIndexRowDoesNotMatter(t *testing.T) {
	b := newSandbox(t, 0)
	b.add(long(1), str("x"), NamedValue{"n", long(1)}, NamedValue{"b", str("two")})
	swap := func(c *cell) bool {
		var x EdgeIndexValue
		if err := DecodeEdgeIndexValue(c.value, &x); err != nil {
			t.Fatal(err)
		}
		slices.Reverse(x.Properties)
		var err error
		if c.value, err = AppendEdgeIndexValue(nil, &x); err != nil {
			t.Fatal(err)
		}
		return false
	}
	b.each(EdgeIndex, swap)
	b.each(EdgeCache, swap)
	b.want()
}

func TestSecondGenerationsRowsAreAccepted(t *testing.T) {
	b := newSandbox(t, 0)
	e := b.add(long(1), str("x"), NamedValue{"n", long(1)})
	x, err := newExpansion(b.table, e, secondRenamed, Options{Zones: testZones{}})
	if err != nil {
		t.Fatal(err)
	}
	b.each(EdgeIndex, remove)
	b.each(EdgeGroup, remove)
	b.each(EdgeCache, remove)
	var ops []Op
	for _, step := range []func([]Op) ([]Op, error){x.indexes, x.caches} {
		if ops, err = step(ops); err != nil {
			t.Fatal(err)
		}
	}
	var sums groupSums
	if err := x.groups(&sums, 1); err != nil {
		t.Fatal(err)
	}
	b.rows.apply(t, &Mutation{Ops: sums.appendTo(ops)})
	notes := []string{"info second-generation-row", "info second-generation-row", "info second-generation-row"} // i_ends, c_b, g_sum
	b.want(notes...)
	// These rows too show an edge whose state row is missing.
	b.each(EdgeState, remove)
	b.want(append(notes, "error missing-state-row")...)
	// The third generation's row of the same edge makes the other one an orphan.
	third, err := newExpansion(b.table, e, thirdGeneration, Options{Zones: testZones{}})
	if err != nil {
		t.Fatal(err)
	}
	if ops, err = third.indexes(nil); err != nil {
		t.Fatal(err)
	}
	b.rows.apply(t, &Mutation{Ops: ops})
	b.want("error orphan-index-row", "error missing-state-row", notes[1], notes[2])
}

func TestMultiEdgeIsKnownByItsIndexRows(t *testing.T) {
	b := newSandbox(t, 1)
	b.add(str("id"), str("id"), NamedValue{"n", long(5)}, NamedValue{"_source", long(1)}, NamedValue{"_target", long(2)})
	b.want()
	b.each(EdgeState, remove)
	b.want("error missing-state-row")
}

func TestMultiEdgeWithoutEndsIsUnderivable(t *testing.T) {
	b := newSandbox(t, 1)
	s := active(10, NamedValue{"n", long(5)})
	e := edgeOf(b.table.Code, str("id"), str("id"), s)
	value, err := AppendEdgeStateValue(nil, &s)
	if err != nil {
		t.Fatal(err)
	}
	b.put(cell{row: []byte(e.stateRow()), qualifier: narrowQualifier, value: value})
	b.want("warning underivable-edge")
}

// The state row of a multi-edge has the id at both ends; where it does not, its index rows belong to another edge.
func TestMultiEdgeWithTwoIdsIsUnderivable(t *testing.T) {
	b := newSandbox(t, 1)
	b.add(str("id"), str("id"), NamedValue{"n", long(5)}, NamedValue{"_source", long(1)}, NamedValue{"_target", long(2)})
	b.each(EdgeState, func(c *cell) bool {
		e := edgeOf(b.table.Code, str("id"), str("ie"), EdgeStateValue{})
		b.put(cell{row: []byte(e.stateRow()), qualifier: narrowQualifier, value: c.value})
		return true
	})
	b.want("error missing-state-row", "warning underivable-edge")
}

// What replaces a cell is newer, also if that one does not decode.
func TestRepairsAreNewerThanWhatTheyReplace(t *testing.T) {
	for _, kind := range []RowType{EdgeIndex, EdgeCount} {
		b := newSandbox(t, 0)
		b.add(long(1), str("x"), NamedValue{"n", long(1)})
		cells := b.rows.entries()
		done := false
		for i := range cells {
			e := &cells[i]
			e.Timestamp = "20"
			if row, _ := e.Part(store.Row); !done && typeOf(t, row) == kind {
				e.Timestamp, done = "30", true
				e.Parts[3].Bytes = []byte{1, 2, 3}
			}
		}
		repaired := false
		for _, f := range verify(t, b.schema, cells) {
			for i := range f.Mend {
				repaired = true
				if at := f.Mend[i].Timestamp; at != "31" {
					t.Errorf("%s: a cell at 30 is replaced by one at %s", kind, at)
				}
			}
		}
		if !repaired {
			t.Errorf("%s is not repaired", kind)
		}
	}
}

func TestWhatTheSchemaLacksIsSaidOnce(t *testing.T) {
	b := newSandbox(t, 0)
	b.add(long(1), str("x"), NamedValue{"n", long(1)})
	b.add(long(2), str("x"), NamedValue{"n", long(1)})
	b.schema = schemaFrom(t, `{"tables":[{"table":"t.other"}]}`)
	b.want("info unknown-table")
	b.schema = schemaFrom(t, `{"tables":[{"table":"t.edge"}]}`)
	b.want(slices.Concat(slices.Repeat([]string{"warning unknown-index", "warning unknown-group"}, 3), []string{"warning unknown-cache"})...)
}

func TestOnlyLiveCellsCount(t *testing.T) {
	b := newSandbox(t, 0)
	e := b.add(long(1), str("x"), NamedValue{"n", long(1)})
	cells := b.rows.entries()
	for i := range cells {
		cells[i].Timestamp = "20"
	}
	old := store.Entry{Timestamp: "10", Parts: (&cell{row: []byte(e.stateRow()),
		value: []byte{hdrByte, 0x80, hdrLong, 0x80, 0, 0, 0, 0, 0, 0, 1}}).parts()}
	gone := store.Entry{Timestamp: "15", Deleted: "DeleteColumn", Parts: old.Parts}
	for _, list := range [][]store.Entry{append(slices.Clone(cells), old, gone), append([]store.Entry{old, gone}, cells...)} {
		for _, f := range verify(t, b.schema, list) {
			t.Error(asJSON(f))
		}
	}
}

func TestATombstoneHidesWhatIsOlder(t *testing.T) {
	b := newSandbox(t, 0)
	e := b.add(long(1), str("x"), NamedValue{"n", long(1)})
	cells := b.rows.entries()
	for i := range cells {
		cells[i].Timestamp = "20"
	}
	state := (&cell{row: []byte(e.stateRow())}).parts()[:3]
	for _, c := range []struct {
		kind, at string
		hides    bool
	}{
		{"DeleteColumn", "20", true}, {"DeleteColumn", "30", true}, {"DeleteColumn", "19", false}, {"DeleteColumn", "", true},
		{"Delete", "20", true}, {"Delete", "30", false}, {"DeleteFamily", "25", true}, {"DeleteFamilyVersion", "20", true},
		{"DeleteFamilyVersion", "30", false},
	} {
		list := verify(t, b.schema, append(slices.Clone(cells), store.Entry{Timestamp: c.at, Deleted: c.kind, Parts: state}))
		if found := len(list) > 0 && list[0].Code == MissingStateRow || len(list) > 1; found != c.hides {
			t.Errorf("%s at %s: %d findings", c.kind, c.at, len(list))
		}
	}
}

func TestCellWithoutItsPartsIsUndecodable(t *testing.T) {
	b := newSandbox(t, 0)
	b.add(long(1), str("x"), NamedValue{"n", long(1)})
	for _, c := range []struct {
		name string
		cut  func(parts []store.Part) []store.Part
	}{
		{"no row key", func(p []store.Part) []store.Part { return p[1:] }},
		{"no value", func(p []store.Part) []store.Part { return p[:3] }},
		{"another family", func(p []store.Part) []store.Part { p[1].Bytes = []byte("g"); return p }},
		{"another qualifier", func(p []store.Part) []store.Part { p[2].Bytes = []byte("x"); return p }},
	} {
		for _, e := range b.rows.entries() {
			e.Parts = c.cut(e.Parts)
			if got := verify(t, b.schema, []store.Entry{e}); len(got) == 0 || got[0].Code != UndecodableRow {
				t.Errorf("%s: %v, want undecodable-row", c.name, got)
			}
		}
	}
}

// A version is shown as the time that it is, unless it is another kind of number.
func TestVersionsInReasonsAreTimesToo(t *testing.T) {
	for version, want := range map[int64]string{
		1714582800000: "1714582800000, 2024-05-01T17:00:00Z",
		7:             "7",
		-1:            "-1",
		1<<63 - 1:     "9223372036854775807",
	} {
		if got := versionText(version); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
