package actionbase

// Label is a table definition from the metadata of upstream's second generation, reduced to what
// decides which rows the table has.
type Label struct {
	Name       string // "service.label"
	Kind       LabelKind
	Directions []Direction
	Indexes    []Index // fields ts, src and tgt are the version and the directed ends
}

// LabelKind is the type of a label.
type LabelKind uint8

// The label types that bulk load knows.
const (
	HashLabel    LabelKind = iota // HASH: states and counts, no index rows
	IndexedLabel                  // INDEXED: index rows too
	MultiLabel                    // MULTI_EDGE: the same, keyed by the edge's id
)

// BulkEdge is one input edge of the bulk loader. A multi-edge has its id in the property _id.
type BulkEdge struct {
	Active         bool
	Version        int64
	Source, Target Value
	Properties     []NamedValue
}

// BulkRow is one record that the bulk loader emits. A count is not a cell yet but an input to an
// aggregation: its Key is empty, and its Value is the key of the count row.
type BulkRow struct {
	Key, Value []byte
}

// BulkLoad returns the records that the second generation's bulk loader derives from an edge:
//
//   - the state, with only the given properties, each at the edge's version;
//   - for an active edge, an index row for each index and direction;
//   - for an active edge, a count input for each direction.
//
// The version is createdAt or, for an inactive edge, deletedAt.
//
// For a multi-edge, the property _id becomes source and target of the state, and
// the real ends become the properties _source and _target.
// Spec: docs/formats/actionbase.md#two-generations.
func (l *Label) BulkLoad(e *BulkEdge, o Options) ([]BulkRow, error) {
	table := Table{Name: l.Name, Code: Code(l.Name), Multi: l.Kind == MultiLabel, Directions: l.Directions}
	if l.Kind != HashLabel {
		table.Indexes = l.Indexes
	}
	edge, err := l.edge(e, table.Code)
	if err != nil {
		return nil, err
	}
	var m Mutation
	if err := m.putState(edge, o); err != nil {
		return nil, err
	}
	if e.Active {
		x, err := newExpansion(&table, edge, secondGeneration, o)
		if err != nil {
			return nil, err
		}
		if m.Ops, err = x.indexes(m.Ops); err != nil {
			return nil, err
		}
		if m.Ops, err = x.counts(m.Ops, 1); err != nil {
			return nil, err
		}
	}
	rows := make([]BulkRow, len(m.Ops))
	for i := range m.Ops {
		if op := &m.Ops[i]; op.Kind == Put {
			rows[i] = BulkRow{op.Row, op.Value}
		} else {
			rows[i] = BulkRow{nil, op.Row}
		}
	}
	return rows, nil
}

// edge returns the state that the loader writes.
func (l *Label) edge(e *BulkEdge, table int32) (*Edge, error) {
	x := new(Edge)
	x.Key.Source, x.Key.Target, x.Key.Table = e.Source, e.Target, table
	x.State = EdgeStateValue{Active: e.Active, Version: e.Version}
	if at := (Instant{true, e.Version}); e.Active {
		x.State.CreatedAt = at
	} else {
		x.State.DeletedAt = at
	}
	props := e.Properties
	if l.Kind == MultiLabel {
		var id *Value
		props = nil
		for i := range e.Properties {
			switch p := &e.Properties[i]; p.Name {
			case "_id":
				id = &p.Value
			case "_source", "_target":
				return nil, refuse("properties", p.Name+" belongs to the source and target of the edge")
			default:
				props = append(props, *p)
			}
		}
		if id == nil {
			return nil, refuse("properties", "a multi-edge needs the property _id")
		}
		x.Key.Source, x.Key.Target = *id, *id
		props = append(props, NamedValue{"_source", e.Source}, NamedValue{"_target", e.Target})
	}
	for _, i := range hashOrder(props) {
		x.State.Properties = append(x.State.Properties, StateProperty{Code(props[i].Name), props[i].Value, e.Version})
	}
	return x, x.State.checkOnce()
}
