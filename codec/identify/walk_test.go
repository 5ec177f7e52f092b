package identify_test

import (
	"bytes"
	"encoding/hex"
	"testing"

	"github.com/rowlens/rowlens/codec/identify"
	"github.com/rowlens/rowlens/codec/span"
)

func TestAWalkMeetsEveryNodeInItsPlace(t *testing.T) {
	b, err := hex.DecodeString(indexRow)
	if err != nil {
		t.Fatal(err)
	}
	tree := &identify.Best(identify.Lone(b)).Tree
	var parents []span.Range
	var leaves []byte
	next := 0
	for n := range tree.All() {
		if n.Index != next || n.Node != &tree.Nodes[next] || n.Part != "row" || !bytes.Equal(n.Bytes, b[n.Start:n.End]) {
			t.Fatalf("node %d: %+v", next, n)
		}
		next++
		parents = append(parents[:n.Depth], n)
		if n.Depth > 0 && parents[n.Depth-1].Index != int(n.Parent) {
			t.Errorf("%s is inside of %s", n.Name(), parents[n.Depth-1].Name())
		}
		if n.Leaf {
			leaves = append(leaves, n.Bytes...)
		}
	}
	if next != len(tree.Nodes) || !bytes.Equal(leaves, b) {
		t.Errorf("%d of %d nodes, leaves %x", next, len(tree.Nodes), leaves)
	}
	for range tree.All() {
		break // a walk may end early
	}
}

func TestAByteIsFound(t *testing.T) {
	b, err := hex.DecodeString(indexRow)
	if err != nil {
		t.Fatal(err)
	}
	tree := &identify.Best(identify.Lone(b)).Tree
	for at := range b {
		n, ok := tree.At("row", at)
		if !ok || !n.Leaf || at < int(n.Start) || at >= int(n.End) {
			t.Errorf("byte %d: %v %+v", at, ok, n)
		}
	}
	for _, at := range []int{-1, len(b)} {
		if n, ok := tree.At("row", at); ok {
			t.Errorf("byte %d is in %s", at, n.Name())
		}
	}
	if _, ok := tree.At("value", 0); ok {
		t.Error("a part that is not there has a byte")
	}
}

func TestNothingReadsAPartThatNoStoreHas(t *testing.T) {
	q := identify.Lone(nil)
	q.Entry.Parts[0].Name = "no such part"
	if c := identify.Best(q); c != nil {
		t.Errorf("it is %s", c.Title())
	}
}
