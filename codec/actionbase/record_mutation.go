package actionbase

import (
	"strconv"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
)

// recordNames are the names of the record kinds, by row type.
var recordNames = [...]string{"", "edge-lock", "edge-count", "edge-state", "edge-index", "edge-group", "edge-cache"}

// answerMax limits the answer of a derivation: a small request can ask for many rows of the same
// large state.
const answerMax = 16 << 20

func tooLong(w *value.Writer, from int) error {
	if len(w.Buf)-from > answerMax {
		return refuse("", "the answer has more than "+strconv.Itoa(answerMax)+" bytes")
	}
	return nil
}

// deriveMutation writes {"status","acc","ops"} for {"schema","before","after"}. The schema is a
// table's definition, or the name of a schema that was defined.
func deriveMutation(in *format.Input, w *value.Writer) error {
	var before, after Edge
	if err := after.parse(in.Given.Member("after")); err != nil {
		return within("after", err)
	}
	old := &before
	if v := in.Given.Member("before"); v.IsNull() {
		old = nil
	} else if err := before.parse(v); err != nil {
		return within("before", err)
	}
	table, err := givenTable(in, after.Key.Table)
	if err != nil {
		return err
	}
	m, err := table.Mutation(old, &after, Options{Zones: in.Zones, Unlimited: in.Unlimited})
	if err != nil {
		return err
	}
	return m.write(w)
}

// givenTable returns the table that a mutation is for.
func givenTable(in *format.Input, code int32) (*Table, error) {
	given := in.Given.Member("schema")
	if given.Kind == value.String {
		if t := schemaOf(in).Table(code); t != nil {
			return t, nil
		}
		return nil, refuse("schema", "has no table with the code "+strconv.Itoa(int(code)))
	}
	t := new(Table)
	if err := t.parse(given); err != nil {
		return nil, within("schema", err)
	}
	return t, nil
}

func (m *Mutation) write(w *value.Writer) error {
	from := len(w.Buf)
	w.Object()
	w.Key("status")
	w.String(m.Status.String())
	w.Key("acc")
	w.Int(int64(m.Acc))
	w.Key("ops")
	w.Array()
	for i := range m.Ops {
		m.Ops[i].write(w)
		if err := tooLong(w, from); err != nil {
			return err
		}
	}
	w.EndArray()
	w.EndObject()
	return nil
}

func (op *Op) write(w *value.Writer) {
	w.Object()
	w.Key("op")
	w.String(op.Kind.String())
	w.Key("record")
	w.String(recordNames[-op.Type])
	w.Key(store.Row)
	w.Hex(op.Row)
	if op.Kind != DeleteRow {
		w.Key(store.Qualifier)
		w.Hex(op.Qualifier)
	}
	switch op.Kind {
	case Put:
		w.Key(store.Value)
		w.Hex(op.Value)
	case Increment:
		w.Key("delta")
		w.Int64(op.Delta)
	}
	w.EndObject()
}
