package actionbase

import (
	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
)

// joiner assembles edges. It keeps cells as a Verifier does, which knows versions and tombstones. Without a
// schema it joins what the bytes tell.
type joiner struct {
	Verifier
}

func newJoiner(s format.Schema) (format.Joiner, error) {
	j := &joiner{}
	sc, _ := s.(*Schema)
	j.Verifier.init(sc, nil)
	return j, nil
}

// SetZones implements format.Zoned.
func (j *joiner) SetZones(z format.Zones) { j.opts.Zones = z }

// Add implements format.Joiner. Counts and groups are of many edges and part of none.
func (j *joiner) Add(e *store.Entry) (part bool, err error) {
	row, _ := e.Part(store.Row)
	family, named := e.Part(store.Family)
	var p Prefix
	if _, err := readPrefix(row, &p); err != nil || named && string(family) != "f" {
		return false, nil // of another format
	}
	if e.Deleted != "" {
		j.bury(e, row)
		return true, nil
	}
	content, whole := e.Part(store.Value)
	qualifier, column := e.Part(store.Qualifier)
	wide := p.Type == EdgeCache
	if !wide {
		qualifier = nil
	}
	switch {
	case !p.SaltOK:
		return false, refuse(store.Row, "the salt is not the hash of the bytes after it, so that upstream does not find this row")
	case p.Type == EdgeCount || p.Type == EdgeGroup:
		return false, nil
	case !whole || wide && !column:
		return false, refuse("", "expected the row key, qualifier and value of the cell")
	}
	j.in.Entry, j.in.Stored = *e, true
	if err := decoders[-p.Type](&j.in, nil, nil); err != nil {
		return false, err
	}
	j.keep(p.Type, row, qualifier, content, e.Timestamp, wide)
	return true, nil
}

// joined are the cells of one object.
type joined struct {
	object
	state, lock *cell
	cells       [4][]*cell // as in lists
}

// join is one run over the cells of a joiner.
type join struct {
	*joiner
	found map[string]*joined // by state row
	multi map[int32]bool     // tables that have a state of a multi-edge
}

// Objects implements format.Joiner: objects by their state rows.
func (j *joiner) Objects(m format.Moment, yield func(format.Object) bool) error {
	live := j.live()
	x := join{joiner: j, found: map[string]*joined{}, multi: map[int32]bool{}}
	for _, c := range live[-EdgeState] {
		var e Edge
		if DecodeEdgeStateKey(c.row, &e.Key) == nil && DecodeEdgeStateValue(c.value, &e.State) == nil {
			o := x.at(&e)
			o.state, o.State, o.stated = c, e.State, true
			x.multi[e.Key.Table] = x.multi[e.Key.Table] || o.isMulti()
		}
	}
	for _, c := range live[-EdgeLock] {
		var k EdgeLockKey
		if DecodeEdgeLockKey(c.row, &k) == nil {
			o := x.at(&Edge{Key: EdgeStateKey(k)})
			o.lock, o.locked.Set = c, true
			o.locked.Value, _ = DecodeLockedAt(c.value)
		}
	}
	for i := range lists {
		for _, c := range sortedCells(live[-lists[i].kind]) {
			if e, ok := x.edgeOf(lists[i].kind, c); ok {
				o := x.at(&e)
				o.cells[i] = append(o.cells[i], c)
			}
		}
	}
	if len(x.found) > 0 && (m.At != "" || m.History) {
		return refuse("", "Actionbase keeps a row in one version")
	}
	order := make(map[string]*cell, len(x.found))
	for row := range x.found {
		order[row] = &cell{row: []byte(row)}
	}
	for _, c := range sortedCells(order) {
		if o := x.found[string(c.row)]; !yield(x.object(o)) {
			break
		}
	}
	return nil
}

// at returns the object of an edge.
func (x *join) at(e *Edge) *joined {
	row := e.stateRow()
	if x.found[row] == nil {
		x.found[row] = &joined{object: object{Edge: Edge{Key: e.Key, State: NoState()}}}
	}
	return x.found[row]
}

// isMulti reports whether the state is that of a multi-edge.
func (e *Edge) isMulti() bool {
	return e.Key.Source.equal(&e.Key.Target) && e.property(codeSource) != nil && e.property(codeTarget) != nil
}

// edgeOf returns the edge of an index row or cache cell. Without a schema it is one that has a state, of whichever kind.
func (x *join) edgeOf(kind RowType, c *cell) (Edge, bool) {
	var k EdgeCacheKey
	var target Value
	if kind == EdgeCache {
		var q EdgeCacheQualifier
		if DecodeEdgeCacheKey(c.row, &k) != nil || DecodeEdgeCacheQualifier(c.qualifier, &q) != nil {
			return Edge{}, false
		}
		target = q.Target
	} else {
		var i EdgeIndexKey
		if DecodeEdgeIndexKey(c.row, &i) != nil {
			return Edge{}, false
		}
		k.Prefix, k.Direction, target = i.Prefix, i.Direction, i.Target
	}
	if t := x.schema.Table(k.Table); t != nil {
		return identity(t, k.Direction, &k.Source, &target), true
	}
	edge := identity(&Table{Code: k.Table}, k.Direction, &k.Source, &target)
	multi := identity(&Table{Code: k.Table, Multi: true}, k.Direction, &k.Source, &target)
	if o := x.found[multi.stateRow()]; x.found[edge.stateRow()] == nil && (x.multi[k.Table] || o != nil && o.stated && o.isMulti()) {
		return multi, true
	}
	return edge, true
}

// object writes an object.
func (x *join) object(o *joined) format.Object {
	t, kind := x.schema.Table(o.Key.Table), edgeKind
	out := format.Object{}
	if o.state != nil {
		out.Entries++
	}
	if o.lock != nil {
		out.Entries++
	}
	var w value.Writer
	w.Object()
	if t != nil && t.Vertex {
		kind = vertexKind
		writeTable(&w, x.schema, o.Key.Table)
		w.Key("id")
		o.Key.Source.write(&w)
		if !o.Key.Target.equal(&vertexTarget) {
			out.Err = refuse("target", `expected "-": `+t.Name+" is, by the model, a table of vertices")
		}
	} else {
		o.Key.write(&w, x.schema)
	}
	if o.stated {
		o.State.write(&w, x.schema)
	} else {
		out.Note = "it has no state row"
	}
	if o.locked.Set {
		w.Key("lockedAt")
		o.locked.write(&w)
	}
	derived, err := o.derive(t, x.opts)
	if err != nil && t != nil {
		derived, _ = o.derive(&Table{Multi: t.Multi, Directions: t.Directions, Indexes: t.Indexes, Caches: t.Caches}, x.opts)
		derived[2] = nil
		out.Note = "what it adds to groups is not known: " + err.Error()
	}
	for i := range lists {
		out.Entries += len(o.cells[i])
		stored, l := o.stored(i), &lists[i]
		switch {
		case l.op == Increment && len(derived[i]) > 0:
			x.write(&w, i, derived[i])
		case l.op == Put && (t == nil || !sameOps(stored, derived[i])):
			x.write(&w, i, stored)
			if t != nil && out.Note == "" {
				out.Note = "its " + l.member + " are not stored as the model has them: they are listed"
			}
		}
	}
	w.EndObject()
	out.Kind, out.Fields = kind, w.Buf
	return out
}

// stored are cells as what puts them.
func (o *joined) stored(i int) []Op {
	ops := make([]Op, len(o.cells[i]))
	for n, c := range o.cells[i] {
		ops[n] = Op{Kind: Put, Type: lists[i].kind, Row: c.row, Qualifier: c.column(), Value: c.value}
	}
	return ops
}

// write writes rows as a list of the fields that their records have.
func (x *join) write(w *value.Writer, i int, ops []Op) {
	w.Key(lists[i].member)
	w.Array()
	for n := range ops {
		op := &ops[n]
		in := format.Input{Schema: x.schema, Stored: true, Memory: x.in.Memory}
		in.Entry.Parts = op.parts()
		in.Entry.Add(store.Value, op.Value)
		if op.Kind == Increment {
			in.Entry.Parts[3].Bytes = AppendCounter(nil, op.Delta)
		}
		if decoders[-op.Type](&in, nil, w) != nil {
			w.Null() // Add has seen that it decodes
		}
	}
	w.EndArray()
}
