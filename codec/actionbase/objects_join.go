package actionbase

import (
	"bytes"
	"slices"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/shuffle"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
)

// joiner assembles edges. It handles versions and tombstones as a Verifier does. Without a schema
// it joins what the bytes alone tell.
type joiner struct {
	Verifier
	why    error
	stored bool           // there is a row that is not a tombstone
	multi  map[int32]bool // tables with a state of a multi-edge
	yield  func(format.Object) bool
}

func newJoiner(s format.Schema) (format.Joiner, error) {
	j := &joiner{}
	sc, _ := s.(*Schema)
	j.Verifier.init(sc, nil)
	return j, nil
}

// SetZones implements format.Zoned.
func (j *joiner) SetZones(z format.Zones) { j.opts.Zones = z }

// Why implements format.Joiner.
func (j *joiner) Why() error { return j.why }

// takes reports whether a row is part of an object. Counts and groups add up many edges and are part
// of none.
func (j *joiner) takes(e *store.Entry, row []byte, p *Prefix) (part bool, err error) {
	family, named := e.Part(store.Family)
	if _, err := readPrefix(row, p); err != nil || named && string(family) != "f" {
		return false, nil // of another format
	}
	if e.Deleted != "" {
		return true, nil
	}
	_, whole := e.Part(store.Value)
	_, column := e.Part(store.Qualifier)
	switch {
	case !p.SaltOK:
		return false, refuse(store.Row, "the salt is not the hash of the bytes after it, so that upstream does not find this row")
	case p.Type == EdgeCount || p.Type == EdgeGroup:
		return false, nil
	case !whole || p.Type == EdgeCache && !column:
		return false, refuse("", "expected the row key, qualifier and value of the cell")
	}
	j.in.Entry, j.in.Stored = *e, true
	if err := decoders[-p.Type](&j.in, nil, nil); err != nil {
		return false, err
	}
	return true, nil
}

// The rounds in which objects are joined. A cache row has cells of many edges, so those are sent to
// their edges first. Without a schema an index row may belong to an edge between its ends or to a
// multi-edge. It belongs to the former where such an edge exists, else to the latter if the table
// has multi-edges, which is known only once all states were seen.
const (
	joinCache = iota
	joinEnds  // by the state row of the edge between the ends
	joinMulti
	joinObject
	joinAll
)

// Rounds implements shuffle.Check.
func (j *joiner) Rounds() int { return joinAll }

// AppendOrder implements shuffle.Check; a joiner has no findings.
func (j *joiner) AppendOrder(dst []byte, _ *Finding) []byte { return dst }

// Place implements shuffle.Check.
func (j *joiner) Place(e *store.Entry, p *shuffle.Place) format.Taking {
	row, _ := e.Part(store.Row)
	var x Prefix
	part, err := j.takes(e, row, &x)
	if j.why = err; !part || err != nil {
		return format.Foreign
	}
	j.stored = j.stored || e.Deleted == ""
	p.Round, p.Group = joinEnds, append(p.Group, row...)
	switch x.Type {
	case EdgeCache:
		p.Round = joinCache
		if p.Order = append(p.Order, cacheGrave); e.Deleted == "" {
			qualifier, _ := e.Part(store.Qualifier)
			p.Order = append(append(p.Order[:0], cacheCell), qualifier...)
		}
	case EdgeLock:
		p.Group = append(p.Group[:0], j.edgeOf(&x, row)...)
	case EdgeIndex:
		if ends, _, ok := j.edges(EdgeIndex, row, nil); ok {
			p.Group = append(p.Group[:0], ends.stateRow()...)
		}
	}
	return format.Checked
}

// Begin implements format.Joiner.
func (j *joiner) Begin(m format.Moment, yield func(format.Object) bool) error {
	if j.stored && (m.At != "" || m.History) {
		return refuse("", "Actionbase keeps a row in one version")
	}
	j.yield, j.multi = yield, map[int32]bool{}
	return nil
}

// Check implements shuffle.Check.
func (j *joiner) Check(g *shuffle.Group) {
	switch g.Round {
	case joinCache:
		j.joinCacheRow(g)
	case joinEnds:
		j.joinEnds(g)
	case joinMulti:
		j.joinMulti(g)
	default:
		j.joinObject(g)
	}
}

// take keeps a row of a group.
func (j *joiner) take(e *store.Entry) {
	row, _ := e.Part(store.Row)
	j.held.count++
	if e.Deleted != "" {
		j.held.bury(e, row)
		return
	}
	qualifier, _ := e.Part(store.Qualifier)
	content, _ := e.Part(store.Value)
	t := typeOfRow(row)
	if t != EdgeCache {
		qualifier = nil
	}
	j.held.keep(t, row, qualifier, content, e.Timestamp, t == EdgeCache)
}

// joinCacheRow sends those cells of a cache row that a reader sees to their edges.
func (j *joiner) joinCacheRow(g *shuffle.Group) {
	j.held.empty()
	cells, column := j.held.cells[-EdgeCache], []byte(nil)
	flush := func() {
		for _, c := range j.held.live()[-EdgeCache] {
			if ends, _, ok := j.edges(EdgeCache, c.row, c.qualifier); ok {
				j.send(g, joinEnds, []byte(ends.stateRow()), EdgeCache, c)
			}
		}
		clear(cells)
	}
	for r := g.Next(); r != nil; r = g.Next() {
		if r.Order[0] == cacheCell && !bytes.Equal(r.Order[1:], column) {
			flush()
			column = append(column[:0], r.Order[1:]...)
		}
		j.take(r.Entry)
	}
	flush()
}

// send sends a cell to a group, ordered by its kind and key.
func (j *joiner) send(g *shuffle.Group, round int, group []byte, kind RowType, c *cell) {
	p := &j.place
	p.Round, p.Group = round, append(p.Group[:0], group...)
	p.Order = append(append(append(p.Order[:0], byte(-kind)), c.row...), c.qualifier...)
	g.Send(p, c.appendTo(nil))
}

// sent returns a cell that send sent, and its kind.
func sent(r *shuffle.Record) (RowType, *cell) {
	kind, c := -RowType(r.Order[0]), readCell(r.Message)
	if c != nil && kind != EdgeCache {
		c.qualifier = nil
	}
	return kind, c
}

// joinEnds sends everything found of an edge to its object.
func (j *joiner) joinEnds(g *shuffle.Group) {
	j.held.empty()
	for r := g.Next(); r != nil; r = g.Next() {
		if r.Entry != nil {
			j.take(r.Entry)
		} else if kind, c := sent(r); c != nil {
			j.held.cells[-kind][string(c.row)+string(c.qualifier)] = c
		}
	}
	live := j.held.live()
	certain := len(live[-EdgeState])+len(live[-EdgeLock]) > 0
	for _, c := range live[-EdgeState] {
		var e Edge
		if DecodeEdgeStateKey(c.row, &e.Key) == nil && DecodeEdgeStateValue(c.value, &e.State) == nil && e.isMulti() {
			j.multi[e.Key.Table] = true
		}
	}
	for _, kind := range [...]RowType{EdgeState, EdgeLock, EdgeIndex, EdgeCache} {
		for _, c := range sortedCells(live[-kind]) {
			round := joinObject
			if !certain && j.schema.Table(tableOfRow(c.row)) == nil {
				round = joinMulti
			}
			j.send(g, round, g.Key, kind, c)
		}
	}
}

// tableOfRow returns the table code in a row key.
func tableOfRow(row []byte) int32 {
	var p Prefix
	_, _ = readPrefix(row, &p) // it was read before, so it has no error
	return p.Table
}

// joinMulti sends the cells that belong to no edge between their ends.
func (j *joiner) joinMulti(g *shuffle.Group) {
	for r := g.Next(); r != nil; r = g.Next() {
		kind, c := sent(r)
		if c == nil {
			continue
		}
		group := g.Key
		if _, multi, ok := j.edges(kind, c.row, c.qualifier); ok && j.multi[multi.Key.Table] {
			group = []byte(multi.stateRow())
		}
		j.send(g, joinObject, group, kind, c)
	}
}

// joined are the cells of one object.
type joined struct {
	object
	state, lock *cell
	cells       [4][]*cell // as in lists
}

// joinObject yields the object of a group.
func (j *joiner) joinObject(g *shuffle.Group) {
	o := joined{object: object{Edge: Edge{State: NoState()}}}
	if DecodeEdgeStateKey(bytes.Clone(g.Key), &o.Key) != nil {
		return
	}
	for r := g.Next(); r != nil; r = g.Next() {
		kind, c := sent(r)
		switch {
		case c == nil:
		case kind == EdgeState:
			if DecodeEdgeStateValue(c.value, &o.State) == nil {
				o.state, o.stated = c, true
			}
		case kind == EdgeLock:
			o.lock, o.locked.Set = c, true
			o.locked.Value, _ = DecodeLockedAt(c.value)
		default:
			i := slices.IndexFunc(lists[:], func(l listed) bool { return l.kind == kind })
			o.cells[i] = append(o.cells[i], c)
		}
	}
	if !j.yield(j.object(&o)) {
		g.End()
	}
}

// isMulti reports whether the state is that of a multi-edge.
func (e *Edge) isMulti() bool {
	return e.Key.Source.equal(&e.Key.Target) && e.property(codeSource) != nil && e.property(codeTarget) != nil
}

// edges returns the two candidates for the edge of an index row or cache cell: the edge between its
// ends, and the multi-edge. With a schema both are the actual edge.
func (j *joiner) edges(kind RowType, row, qualifier []byte) (ends, multi Edge, ok bool) {
	var k EdgeCacheKey
	var target Value
	if kind == EdgeCache {
		var q EdgeCacheQualifier
		if DecodeEdgeCacheKey(row, &k) != nil || DecodeEdgeCacheQualifier(qualifier, &q) != nil {
			return ends, multi, false
		}
		target = q.Target
	} else {
		var i EdgeIndexKey
		if DecodeEdgeIndexKey(row, &i) != nil {
			return ends, multi, false
		}
		k.Prefix, k.Direction, target = i.Prefix, i.Direction, i.Target
	}
	if t := j.schema.Table(k.Table); t != nil {
		e := identity(t, k.Direction, &k.Source, &target)
		return e, e, true
	}
	return identity(&Table{Code: k.Table}, k.Direction, &k.Source, &target),
		identity(&Table{Code: k.Table, Multi: true}, k.Direction, &k.Source, &target), true
}

// object writes an object.
func (x *joiner) object(o *joined) format.Object {
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

// stored returns cells as the operations that put them.
func (o *joined) stored(i int) []Op {
	ops := make([]Op, len(o.cells[i]))
	for n, c := range o.cells[i] {
		ops[n] = Op{Kind: Put, Type: lists[i].kind, Row: c.row, Qualifier: c.column(), Value: c.value}
	}
	return ops
}

// write writes rows as a list; each item has the fields of its record.
func (x *joiner) write(w *value.Writer, i int, ops []Op) {
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
			w.Null() // Add checked that it decodes
		}
	}
	w.EndArray()
}
