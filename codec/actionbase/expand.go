package actionbase

import "github.com/rowlens/rowlens/codec/store"

// dialect says how a generation of upstream names the system fields of an index, and what it means
// by source and target.
type dialect struct {
	version, source, target string

	// directed means that source and target are those of the row, swapped in an IN row. Otherwise
	// they are those of the edge in every row.
	directed bool
}

var (
	thirdGeneration = dialect{version: "version", source: "source", target: "target"}
	// Names in the second generation's metadata.
	secondGeneration = dialect{version: "ts", source: "src", target: "tgt", directed: true}
	// What the second generation wrote, under the names that a schema of the third generation uses.
	secondRenamed = dialect{version: "version", source: "source", target: "target", directed: true}
)

// expansion derives all rows of one active edge except its state. A nil expansion is an edge
// without such rows.
type expansion struct {
	table *Table
	edge  *Edge
	names dialect
	opts  Options
	cell  []byte // shared by every index and cache row of this edge
}

func newExpansion(t *Table, e *Edge, names dialect, opts Options) (*expansion, error) {
	if e == nil || t.Vertex {
		return nil, nil
	}
	x := &expansion{table: t, edge: e, names: names, opts: opts}
	cell := EdgeIndexValue{Version: e.State.Version}
	for i := range e.State.Properties {
		p := &e.State.Properties[i]
		cell.Properties = append(cell.Properties, IndexProperty{p.Code, p.Value})
	}
	var err error
	if x.cell, err = AppendEdgeIndexValue(nil, &cell); err != nil {
		return nil, err
	}
	return x, opts.fits(store.Value, x.cell)
}

// ends returns the directed source and target. A multi-edge is keyed by its id, which is the target
// in both directions; its real ends are properties.
func (x *expansion) ends(d Direction) (source, target *Value, err error) {
	k := &x.edge.Key
	if !x.table.Multi {
		if d == Out {
			return &k.Source, &k.Target, nil
		}
		return &k.Target, &k.Source, nil
	}
	name, code := "_source", int32(codeSource)
	if d == In {
		name, code = "_target", codeTarget
	}
	if source = x.edge.property(code); source == nil || source.Kind == Null {
		return nil, nil, refuse("properties", "a multi-edge needs the property "+name)
	}
	return source, &k.Target, nil
}

// field returns the value of an index, cache or group field: a system field or
// a property, null when the edge does not have it. System names win over a
// property of the same name.
func (x *expansion) field(name string, source, target *Value) Value {
	if !x.names.directed {
		source, target = &x.edge.Key.Source, &x.edge.Key.Target
	}
	switch name {
	case x.names.version:
		return Value{Kind: Long, Num: uint64(x.edge.State.Version)}
	case x.names.source:
		return *source
	case x.names.target:
		return *target
	}
	if v := x.edge.property(Code(name)); v != nil {
		return *v
	}
	return Value{}
}

// suffix returns the values of an index key or cache qualifier.
func (x *expansion) suffix(fields []IndexField, source, target *Value) []OrderedValue {
	vals := make([]OrderedValue, len(fields))
	for i, f := range fields {
		vals[i] = OrderedValue{x.field(f.Name, source, target), f.Order}
	}
	return vals
}

// indexes appends a put for each index and direction.
func (x *expansion) indexes(ops []Op) ([]Op, error) {
	if x == nil {
		return ops, nil
	}
	for i := range x.table.Indexes {
		for _, d := range x.table.Directions {
			source, target, err := x.ends(d)
			if err != nil {
				return nil, err
			}
			ix := &x.table.Indexes[i]
			k := EdgeIndexKey{Direction: d, Index: Code(ix.Name), Target: *target, Values: x.suffix(ix.Fields, source, target)}
			k.Source, k.Table = *source, x.edge.Key.Table
			row, err := AppendEdgeIndexKey(nil, &k)
			if err != nil {
				return nil, refuse(ix.Name, err.Error())
			}
			if err := x.opts.fits(store.Row, row); err != nil {
				return nil, err
			}
			ops = append(ops, Op{Kind: Put, Type: EdgeIndex, Row: row, Qualifier: narrowQualifier, Value: x.cell})
		}
	}
	return ops, nil
}

// narrowQualifier is the qualifier of a row with one cell.
var narrowQualifier = []byte("e")

// counts appends an increment for each direction.
func (x *expansion) counts(ops []Op, delta int64) ([]Op, error) {
	if x == nil {
		return ops, nil
	}
	for _, d := range x.table.Directions {
		source, _, err := x.ends(d)
		if err != nil {
			return nil, err
		}
		k := EdgeCountKey{Direction: d}
		k.Source, k.Table = *source, x.edge.Key.Table
		row, err := AppendEdgeCountKey(nil, &k)
		if err != nil {
			return nil, err
		}
		if err := x.opts.fits(store.Row, row); err != nil {
			return nil, err
		}
		ops = append(ops, Op{Kind: Increment, Type: EdgeCount, Row: row, Qualifier: narrowQualifier, Delta: delta})
	}
	return ops, nil
}

// caches appends a put for each cache and direction.
func (x *expansion) caches(ops []Op) ([]Op, error) {
	if x == nil {
		return ops, nil
	}
	for i := range x.table.Caches {
		for _, d := range x.table.Directions {
			source, target, err := x.ends(d)
			if err != nil {
				return nil, err
			}
			c := &x.table.Caches[i]
			k := EdgeCacheKey{Direction: d, Cache: Code(c.Name)}
			k.Source, k.Table = *source, x.edge.Key.Table
			row, err := AppendEdgeCacheKey(nil, &k)
			if err != nil {
				return nil, refuse(c.Name, err.Error())
			}
			q := EdgeCacheQualifier{Values: x.suffix(c.Fields, source, target), Target: *target}
			qualifier, err := AppendEdgeCacheQualifier(nil, &q)
			if err != nil {
				return nil, refuse(c.Name, err.Error())
			}
			if err := x.wide(row, qualifier); err != nil {
				return nil, err
			}
			ops = append(ops, Op{Kind: Put, Type: EdgeCache, Row: row, Qualifier: qualifier, Value: x.cell})
		}
	}
	return ops, nil
}

// wide checks the size of each part of a cell in a wide row.
func (x *expansion) wide(row, qualifier []byte) error {
	if err := x.opts.fits(store.Row, row); err != nil {
		return err
	}
	return x.opts.fits(store.Qualifier, qualifier)
}
