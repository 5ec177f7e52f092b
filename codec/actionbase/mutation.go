package actionbase

import (
	"github.com/rowlens/rowlens/codec/store"
)

// OpKind says what an operation does to a row or cell.
type OpKind uint8

// The operations that make up a mutation.
const (
	Put          OpKind = iota // write Value
	Increment                  // add Delta
	DeleteRow                  // remove the whole row
	DeleteColumn               // remove one cell of a wide row
)

var opNames = [...]string{"put", "increment", "delete-row", "delete-column"}

// String returns the operation's name, such as "put" or "delete-row".
func (k OpKind) String() string { return opNames[k&3] }

// Op is one operation on the table, always in column family f.
type Op struct {
	Kind      OpKind
	Type      RowType
	Row       []byte
	Qualifier []byte // nil for a DeleteRow
	Value     []byte // for a Put
	Delta     int64  // for an Increment
}

// Status says what a mutation did to its edge.
type Status uint8

// The outcomes of a mutation.
const (
	Idle Status = iota
	Created
	Deleted
	Updated
)

var statusNames = [...]string{"IDLE", "CREATED", "DELETED", "UPDATED"}

// String returns upstream's name for the status, such as "CREATED".
func (s Status) String() string { return statusNames[s&3] }

// Mutation is everything that upstream's third generation sends when an edge goes from one state to
// another, in the order in which it is sent: the state, index puts, counts, index deletes, groups,
// cache puts, cache deletes.
//
//	before    after     status   state  index and cache        count  group
//	equal               IDLE     put    -                      -      -
//	inactive  active    CREATED  put    put after              +1     + after
//	active    inactive  DELETED  put    delete before          -1     - before
//	active    active    UPDATED  put    put after, delete what -1 +1  - before
//	                                    before had besides     (*)    + after
//	inactive  inactive  IDLE     put    -                      -      -
//
// (*) only for a multi-edge whose ends changed. A state row is never removed.
// Spec: docs/formats/actionbase.md#two-generations.
type Mutation struct {
	Status Status
	Acc    int // change of the number of active edges: +1, -1, 0
	Ops    []Op
}

// Mutation derives the rows for a change of one edge of the table. If before is nil, the edge was
// never written. It refuses what upstream refuses: a group's sum without a number, an unknown zone,
// parts above the size limit.
func (t *Table) Mutation(before, after *Edge, o Options) (*Mutation, error) {
	if before == nil {
		before = &Edge{Key: after.Key, State: NoState()}
	}
	return t.mutate(&object{Edge: *before}, after, o)
}

// mutate is Mutation for an edge that may list its rows; the listed rows are then the ones it has.
func (t *Table) mutate(was *object, after *Edge, o Options) (*Mutation, error) {
	before := &was.Edge
	if !before.same(after) {
		return nil, refuse("after", "expected the edge that before has: same table, source and target")
	}
	if err := t.checkZones(o); err != nil {
		return nil, err
	}
	m := new(Mutation)
	if err := m.putState(after, o); err != nil {
		return nil, err
	}
	switch was, is := before.State.Active, after.State.Active; {
	case !was && !is || before.State.equal(&after.State):
		return m, nil
	case !was:
		m.Status, m.Acc, before = Created, 1, nil
	case !is:
		m.Status, m.Acc, after = Deleted, -1, nil
	default:
		m.Status = Updated
	}
	return m, m.change(t, was, before, after, o)
}

func (m *Mutation) putState(e *Edge, o Options) error {
	row, err := AppendEdgeStateKey(nil, &e.Key)
	if err != nil {
		return err
	}
	cell, err := AppendEdgeStateValue(nil, &e.State)
	if err != nil {
		return err
	}
	if err := o.fits(store.Row, row); err != nil {
		return err
	}
	m.Ops = append(m.Ops, Op{Kind: Put, Type: EdgeState, Row: row, Qualifier: narrowQualifier, Value: cell})
	return o.fits(store.Value, cell)
}

// change appends what follows the state row. before is nil if the edge was inactive, after if it is
// inactive now.
func (m *Mutation) change(t *Table, was *object, before, after *Edge, o Options) error {
	old, err := newExpansion(t, before, thirdGeneration, o)
	if err != nil {
		return within("before", err)
	}
	now, err := newExpansion(t, after, thirdGeneration, o)
	if err != nil {
		return err
	}
	indexPuts, indexDeletes, err := replace(old, now, (*expansion).indexes, DeleteRow, was, 0)
	if err != nil {
		return err
	}
	counts, err := countChange(old, now)
	if err != nil {
		return err
	}
	var sums groupSums
	if err := old.groups(&sums, -1); err != nil {
		return err
	}
	if err := now.groups(&sums, 1); err != nil {
		return err
	}
	cachePuts, cacheDeletes, err := replace(old, now, (*expansion).caches, DeleteColumn, was, 3)
	if err != nil {
		return err
	}
	m.Ops = append(append(append(m.Ops, indexPuts...), counts...), indexDeletes...)
	m.Ops = append(append(sums.appendTo(m.Ops), cachePuts...), cacheDeletes...)
	return nil
}

// replace returns puts for every row the edge has now, and deletes for those it no longer has. Its
// earlier rows are derived, unless the object lists them.
func replace(
	old, now *expansion, rows func(*expansion, []Op) ([]Op, error), remove OpKind, was *object, list int,
) (puts, deletes []Op, err error) {
	if puts, err = rows(now, nil); err != nil {
		return nil, nil, err
	}
	kept := map[string]bool{}
	for i := range puts {
		kept[puts[i].cell()] = true
	}
	had := was.rows[list]
	if !was.listed[list] {
		if had, err = rows(old, nil); err != nil {
			return nil, nil, err
		}
	}
	for _, op := range had {
		if kept[op.cell()] {
			continue
		}
		op.Kind, op.Value = remove, nil
		if remove == DeleteRow {
			op.Qualifier = nil
		}
		deletes = append(deletes, op)
	}
	return puts, deletes, nil
}

// cell identifies the cell of an op. Row keys are self-delimiting, so no other key and qualifier
// form the same text.
func (op *Op) cell() string { return string(op.Row) + string(op.Qualifier) }

// countChange returns the increments of count rows. If the ends of a multi-edge change, it leaves
// all its old rows and enters all its new ones, including rows that are in both sets.
func countChange(old, now *expansion) ([]Op, error) {
	if old != nil && now != nil && (!now.table.Multi || sameProperty(old.edge, now.edge, codeSource) &&
		sameProperty(old.edge, now.edge, codeTarget)) {
		return nil, nil
	}
	ops, err := old.counts(nil, -1)
	if err != nil {
		return nil, err
	}
	return now.counts(ops, 1)
}

func sameProperty(a, b *Edge, code int32) bool {
	x, y := a.property(code), b.property(code)
	return x == y || x != nil && y != nil && x.equal(y)
}

// checkZones refuses a table with a bucket in an unknown zone.
func (t *Table) checkZones(o Options) error {
	for i := range t.Groups {
		for _, f := range t.Groups[i].Fields {
			if f.Bucket == nil {
				continue
			}
			if err := f.Bucket.check(o.Zones); err != nil {
				return within(itemName("groups", int(i)), err)
			}
		}
	}
	return nil
}
