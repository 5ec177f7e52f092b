package actionbase

import (
	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
)

// object is an edge or a vertex with its rows.
type object struct {
	Edge
	stated bool    // it has a state: false if it was only locked, or lost its state
	locked Instant // the lock that is held

	rows   [4][]Op // index rows, counts, groups and caches, as listed
	listed [4]bool
}

// listed is a member of an object that lists rows of another kind.
type listed struct {
	member string
	kind   RowType
	op     OpKind
	encode func(*format.Input, value.Value, *store.Entry) error
}

// lists are the members of an object that list rows of other kinds, in the order in which upstream writes them. Their
// items have the fields of the record.
var lists = [...]listed{
	{"indexes", EdgeIndex, Put, encodeIndex}, {"counts", EdgeCount, Increment, encodeCount},
	{"groups", EdgeGroup, Increment, encodeGroup}, {"caches", EdgeCache, Put, encodeCache},
}

var stateMembers = []string{"active", "version", "createdAt", "deletedAt", "properties"}

// parse reads the fields of an object.
func (x *object) parse(in *format.Input, kind string, v value.Value) error {
	if v.Kind != value.Object {
		return refuse("", "expected the fields of an object, found "+v.Kind.String())
	}
	known := append([]string{"table", "tableCode", "lockedAt"}, stateMembers...)
	for i := range lists {
		known = append(known, lists[i].member)
	}
	ends := []string{"source", "target"}
	if kind == vertexKind {
		ends = []string{"id"}
	}
	err := format.Known(v, append(known, ends...)...)
	if err == nil && kind == vertexKind {
		if x.Key.Table, err = parseCode(v, "table", "tableCode"); err == nil {
			x.Key.Target = vertexTarget
			err = x.Key.Source.parse(v.Member("id"), "id")
		}
	} else if err == nil {
		err = x.Key.parse(v)
	}
	if err != nil {
		return err
	}
	x.State = NoState()
	if _, x.stated = v.Get("active"); x.stated {
		if err = x.State.parse(v); err == nil {
			err = x.State.checkOnce()
		}
	} else if _, has := v.Get("properties"); has {
		err = refuse("active", "expected true or false: the object has properties")
	}
	if err == nil {
		x.locked, err = parseInstant(v, "lockedAt")
	}
	for i := 0; err == nil && i < len(lists); i++ {
		err = x.parseRows(in, i, v)
	}
	return err
}

// parseRows reads one list of rows.
func (x *object) parseRows(in *format.Input, i int, v value.Value) error {
	l := &lists[i]
	items, listed := v.Get(l.member)
	if x.listed[i] = listed; !listed {
		return nil
	}
	n := 0
	_, err := parseList(v, l.member, func(item value.Value) (struct{}, error) {
		var e store.Entry
		n++
		if err := l.encode(&format.Input{Unlimited: in.Unlimited}, item, &e); err != nil {
			return struct{}{}, err
		}
		op := Op{Kind: l.op, Type: l.kind}
		op.Row, _ = e.Part(store.Row)
		op.Qualifier, _ = e.Part(store.Qualifier)
		op.Value, _ = e.Part(store.Value)
		var p Prefix
		if _, err := readPrefix(op.Row, &p); err != nil || p.Table != x.Key.Table {
			return struct{}{}, refuse("table", "expected the table of the object")
		}
		if op.Kind == Increment {
			if len(op.Value) == 0 {
				return struct{}{}, refuse("deleted", "what an edge adds to a group is not a tombstone")
			}
			op.Delta, _ = DecodeCounter(op.Value)
			op.Value = nil
		}
		x.rows[i] = append(x.rows[i], op)
		return struct{}{}, nil
	})
	if err == nil && items.Kind != value.Array {
		err = refuse(l.member, "expected a list, found "+items.Kind.String())
	}
	return err
}

// tableOf returns the table of an object, or nil without a schema that has it.
func tableOf(in *format.Input, kind string, code int32) (*Table, error) {
	t := schemaOf(in).Table(code)
	switch {
	case t == nil:
		return nil, nil
	case t.Vertex && kind != vertexKind:
		return nil, format.Contradict("table", t.Name+" is, by the model, a table of vertices")
	case kind == vertexKind && !t.Vertex:
		return nil, format.Contradict("table", t.Name+" is, by the model, a table of edges")
	}
	return t, t.checkZones(optionsOf(in))
}

func optionsOf(in *format.Input) Options { return Options{Zones: in.Zones, Unlimited: in.Unlimited} }

// objectRows yields the rows of an edge or vertex: the lock, if it is held, then what the mutation that creates it
// writes.
func objectRows(in *format.Input, kind string, v value.Value, yield func(string, *store.Entry) error) error {
	var x object
	if err := x.parse(in, kind, v); err != nil {
		return err
	}
	t, err := tableOf(in, kind, x.Key.Table)
	if err != nil {
		return err
	}
	m := new(Mutation)
	if err := m.lock(x.locked, &x.Edge, Put); err != nil {
		return err
	}
	if x.stated {
		if err := m.putState(&x.Edge, optionsOf(in)); err != nil {
			return err
		}
	}
	derived, err := x.derive(t, optionsOf(in))
	if err != nil {
		return err
	}
	for i := range lists {
		l := &lists[i]
		switch {
		case !x.listed[i] && t == nil && x.State.Active && kind == edgeKind && l.op == Put:
			return refuse(l.member, "expected a list, or a model of the table: it says which rows an active edge has")
		case x.listed[i] && t != nil && l.op == Increment && !sameOps(x.rows[i], derived[i]):
			return format.Contradict(l.member, "are not what the edge adds by the model; without this member they are derived")
		case x.listed[i]:
			m.Ops = append(m.Ops, x.rows[i]...)
		default:
			m.Ops = append(m.Ops, derived[i]...)
		}
	}
	return m.yield(yield)
}

// derive returns, by list, the rows that an edge has by the schema; none without a table.
func (x *object) derive(t *Table, o Options) (rows [4][]Op, err error) {
	if t == nil || !x.stated || !x.State.Active {
		return rows, nil
	}
	e, err := newExpansion(t, &x.Edge, thirdGeneration, o)
	if err != nil || e == nil {
		return rows, err
	}
	var sums groupSums
	if rows[0], err = e.indexes(nil); err == nil {
		rows[1], err = e.counts(nil, 1)
	}
	if err == nil {
		err = e.groups(&sums, 1)
		rows[2] = sums.appendTo(nil)
	}
	if err == nil {
		rows[3], err = e.caches(nil)
	}
	return rows, err
}

// sameOps reports whether two lists have the same rows in any order.
func sameOps(a, b []Op) bool {
	if len(a) != len(b) {
		return false
	}
	same := 0
	for i := range a {
		for j := range b {
			x, y := &a[i], &b[j]
			if x.Delta == y.Delta && x.cell() == y.cell() && string(x.Value) == string(y.Value) {
				same++
				break
			}
		}
	}
	return same == len(a)
}

// lock adds the operation that puts or deletes a lock row.
func (m *Mutation) lock(at Instant, e *Edge, kind OpKind) error {
	if !at.Set {
		return nil
	}
	row, err := AppendEdgeLockKey(nil, (*EdgeLockKey)(&e.Key))
	m.Ops = append(m.Ops, Op{Kind: kind, Type: EdgeLock, Row: row, Qualifier: narrowQualifier, Value: AppendLockedAt(nil, at.Value)})
	return err
}

// yield yields the operations as entries.
func (m *Mutation) yield(yield func(string, *store.Entry) error) error {
	for i := range m.Ops {
		op := &m.Ops[i]
		e := store.Entry{Increment: op.Kind == Increment}
		e.Add(store.Row, op.Row)
		e.Add(store.Family, []byte("f"))
		if op.Kind == DeleteRow {
			e.Deleted = "DeleteFamily" // of the only family, so of the whole row
		} else {
			e.Add(store.Qualifier, op.Qualifier)
		}
		switch op.Kind {
		case Put:
			e.Add(store.Value, op.Value)
		case Increment:
			e.Add(store.Value, AppendCounter(nil, op.Delta))
		case DeleteColumn:
			e.Deleted = "DeleteColumn"
		}
		if err := yield(recordNames[-op.Type], &e); err != nil {
			return err
		}
	}
	return nil
}

// objectChanges yields what upstream's third generation sends when one object becomes another. A lock is taken first
// and released last.
func objectChanges(in *format.Input, kind string, from, to value.Value, yield func(string, *store.Entry) error) error {
	var was, is object
	if from.IsNull() && to.IsNull() {
		return refuse("fields", "expected an object")
	}
	if !to.IsNull() {
		if err := is.parse(in, kind, to); err != nil {
			return err
		}
	}
	if !from.IsNull() {
		if err := was.parse(in, kind, from); err != nil {
			return format.Within("from", err)
		}
	} else {
		was.Key, was.State = is.Key, NoState()
	}
	t, err := tableOf(in, kind, was.Key.Table)
	if err != nil {
		return err
	}
	if t == nil {
		return refuse("", "which rows change follows from the schema: give a model that has the table")
	}
	if to.IsNull() {
		if err := is.deleted(in, t, &was); err != nil {
			return err
		}
	}
	m := new(Mutation)
	if !was.locked.Set {
		if err := m.lock(is.locked, &is.Edge, Put); err != nil {
			return err
		}
	}
	for i := range lists {
		if is.listed[i] && !to.IsNull() {
			derived, err := is.derive(t, optionsOf(in))
			if err != nil {
				return err
			}
			if !sameOps(is.rows[i], derived[i]) {
				return format.Contradict(lists[i].member, "are not what the model says; without this member they are derived")
			}
		}
	}
	if is.stated {
		n, err := t.mutate(&was, &is.Edge, optionsOf(in))
		if err != nil {
			return err
		}
		m.Ops = append(m.Ops, n.Ops...)
	}
	if !is.locked.Set {
		if err := m.lock(was.locked, &was.Edge, DeleteColumn); err != nil {
			return err
		}
	}
	return m.yield(yield)
}

// deleted makes x what remains of an object: the state that a delete event leaves.
func (x *object) deleted(in *format.Input, t *Table, was *object) (err error) {
	ev := Event{Kind: Delete}
	if ev.Version, err = parseLong(in.Given, "version"); err != nil {
		return refuse("version", "expected the version of the deletion, in what is given: an edge that is deleted keeps its state row, inactive")
	}
	x.Key, x.stated = was.Key, true
	if x.State, err = Transit(t.Properties, &was.State, &ev); err == nil && x.State.Active {
		err = format.Contradict("version", "the object is newer: it was created at "+itoa(x.State.CreatedAt.Value))
	}
	return err
}
