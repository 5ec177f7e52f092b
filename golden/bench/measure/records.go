package main

import (
	"fmt"

	"github.com/rowlens/rowlens/codec/actionbase"
	"github.com/rowlens/rowlens/codec/order"
	"github.com/rowlens/rowlens/codec/span"
	"github.com/rowlens/rowlens/codec/wire"
)

// part is one part of one record kind, with how to encode and decode it.
type part struct {
	name string // "edge-state-key"
	ops  *codecOps
}

// parts returns the stored parts of Actionbase's two main records.
func parts() []part {
	state := partOf[actionbase.EdgeStateKey]{actionbase.AppendEdgeStateKey, actionbase.DecodeEdgeStateKey, (*actionbase.EdgeStateKey).Read}
	stateCell := partOf[actionbase.EdgeStateValue]{actionbase.AppendEdgeStateValue, actionbase.DecodeEdgeStateValue,
		(*actionbase.EdgeStateValue).Read}
	index := partOf[actionbase.EdgeIndexKey]{actionbase.AppendEdgeIndexKey, actionbase.DecodeEdgeIndexKey, (*actionbase.EdgeIndexKey).Read}
	indexCell := partOf[actionbase.EdgeIndexValue]{actionbase.AppendEdgeIndexValue, actionbase.DecodeEdgeIndexValue,
		(*actionbase.EdgeIndexValue).Read}
	field := func(of func(int) actionbase.OrderedValue) func(int) *actionbase.EdgeIndexKey {
		return func(i int) *actionbase.EdgeIndexKey { return indexKey(i, of(i)) }
	}
	return []part{
		{"edge-state-key", state.ops(stateKey)},
		{"edge-state-value", stateCell.ops(stateValue)},
		{"edge-index-key", index.ops(field(newestFirst))},
		{"edge-index-key-asc", index.ops(field(textField(order.Asc)))},
		{"edge-index-key-desc", index.ops(field(textField(order.Desc)))},
		{"edge-index-value", indexCell.ops(indexValue)},
	}
}

// partOf has the three operations on one part.
type partOf[T any] struct {
	encode func([]byte, *T) ([]byte, error)
	decode func([]byte, *T) error
	read   func(*T, *wire.Reader, *actionbase.Schema)
}

// ops returns operations that encode into one buffer, decode into one struct and
// annotate into one tree.
func (p partOf[T]) ops(model func(i int) *T) *codecOps {
	var list [samples]*T
	var buf []byte
	c, view, tree, r := new(codecOps), new(T), new(span.Tree), new(wire.Reader)
	for i := range list {
		list[i] = model(i)
		if c.stored[i], c.err = p.encode(nil, list[i]); c.err != nil {
			return c
		}
		if c.err = p.decode(c.stored[i], view); c.err != nil {
			return c
		}
	}
	c.encode = func(i int) { buf, c.err = p.encode(buf[:0], list[i]) }
	c.decode = func(i int) { c.err = p.decode(c.stored[i], view) }
	c.annotate = func(i int) {
		tree.Reset()
		tree.Part("part", c.stored[i])
		*r = wire.NewReader(c.stored[i], tree)
		p.read(view, r, nil)
		c.err = r.Finish()
	}
	return c
}

// annotateRows measures decoding with a tree against decoding without one.
func annotateRows() ([]row, error) {
	var rows []row
	for _, p := range parts() {
		if p.ops.err != nil {
			return nil, fmt.Errorf("%s: %w", p.name, p.ops.err)
		}
		rows = append(rows, beside("actionbase/"+p.name+"/annotate", "rowlens-decode", p.ops.annotate, p.ops.decode))
	}
	return rows, nil
}
