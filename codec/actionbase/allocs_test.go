package actionbase_test

import (
	"testing"

	"github.com/rowlens/rowlens/codec/actionbase"
	"github.com/rowlens/rowlens/codec/order"
	"github.com/rowlens/rowlens/codec/span"
	"github.com/rowlens/rowlens/codec/wire"
)

// What is called once per row must not allocate: a dump has millions of rows.
func TestNothingIsAllocatedARow(t *testing.T) {
	t.Run("edge-state key", func(t *testing.T) {
		noAllocs(t, &benchState, actionbase.AppendEdgeStateKey, actionbase.DecodeEdgeStateKey, (*actionbase.EdgeStateKey).Read)
	})
	t.Run("edge-state value", func(t *testing.T) {
		noAllocs(t, &benchStateValue, actionbase.AppendEdgeStateValue, actionbase.DecodeEdgeStateValue, (*actionbase.EdgeStateValue).Read)
	})
	for _, o := range []order.Order{order.Asc, order.Desc} {
		t.Run("edge-index key "+o.String(), func(t *testing.T) {
			noAllocs(t, benchIndex(o), actionbase.AppendEdgeIndexKey, actionbase.DecodeEdgeIndexKey, (*actionbase.EdgeIndexKey).Read)
		})
	}
	t.Run("edge-index value", func(t *testing.T) {
		noAllocs(t, &benchIndexValue, actionbase.AppendEdgeIndexValue, actionbase.DecodeEdgeIndexValue, (*actionbase.EdgeIndexValue).Read)
	})
}

// noAllocs runs the three verbs on memory of an earlier call.
func noAllocs[T any](t *testing.T, v *T, encode func([]byte, *T) ([]byte, error), decode func([]byte, *T) error,
	read func(*T, *wire.Reader, *actionbase.Schema)) {
	stored, err := encode(nil, v)
	if err != nil {
		t.Fatal(err)
	}
	buf, view, tree := make([]byte, 0, len(stored)), new(T), new(span.Tree)
	for name, f := range map[string]func() error{
		"encode":   func() (err error) { buf, err = encode(buf[:0], v); return err },
		"decode":   func() error { return decode(stored, view) },
		"annotate": annotated(stored, view, tree, read),
	} {
		var err error
		if n := testing.AllocsPerRun(100, func() { err = f() }); n != 0 || err != nil {
			t.Errorf("%s allocates %v times, error %v", name, n, err)
		}
	}
	if err := tree.Check(); err != nil {
		t.Errorf("tree: %v", err)
	}
}

func TestNothingIsAllocatedAValue(t *testing.T) {
	key := []actionbase.OrderedValue{
		{Value: text("twelve of it")}, {Value: long(-7), Order: order.Desc}, {Value: text("twenty letters of it"), Order: order.Desc},
		{Value: actionbase.Value{Kind: actionbase.JSON, Text: []byte(`{"a":[1,2.5,"b"]}`)}, Order: order.Desc},
	}
	var buf, scratch []byte
	var list []actionbase.OrderedValue
	var err error
	n := testing.AllocsPerRun(100, func() {
		if buf, err = actionbase.AppendValues(buf[:0], key); err == nil {
			list, scratch, err = actionbase.DecodeValues(buf, list[:0], scratch[:0])
		}
	})
	if n != 0 || err != nil || len(list) != len(key) {
		t.Errorf("%v allocations, %d values, error %v", n, len(list), err)
	}
}
