package span

import (
	"strings"
	"testing"
)

var (
	fRoot  = &Field{Name: "root", Role: RoleGroup}
	fGroup = &Field{Name: "group", Title: "a group"}
	fLeaf  = &Field{Name: "leaf"}
)

func TestTreeTilesItsParts(t *testing.T) {
	var tree Tree
	tree.Part("row", []byte("abcd"))
	tree.Begin(fRoot, 0)
	tree.Leaf(fLeaf, 0, 1, Value{})
	tree.Begin(fGroup, 1)
	tree.Leaf(fLeaf, 1, 1, Value{}) // empty
	tree.Leaf(fLeaf, 1, 3, Value{})
	tree.End(3)
	tree.Close(3, 4, "why")
	tree.Part("value", nil)
	tree.Begin(fRoot, 0)
	tree.Close(0, 0, "")
	if err := tree.Check(); err != nil {
		t.Error(err)
	}
	if n := tree.Nodes[5]; n.Field != Undecoded || n.Start != 3 || n.End != 4 || n.Note != "why" || n.Parent != 0 {
		t.Errorf("the rest is %+v", n)
	}
	if tree.Last() != 6 || !tree.IsLeaf(6) || tree.IsLeaf(0) || tree.IsLeaf(2) || !tree.IsLeaf(4) {
		t.Error("leaves are not told from groups")
	}
	tree.Reset()
	if tree.Last() != -1 || len(tree.Sources) != 0 || cap(tree.Nodes) == 0 {
		t.Error("Reset keeps nodes or loses memory")
	}
}

func TestCheckFindsEveryViolation(t *testing.T) {
	part := []Source{{Name: "row", Bytes: []byte("abcd"), Node: -1}}
	node := func(parent int32, start, end uint32) Node {
		return Node{Field: fLeaf, Parent: parent, Start: start, End: end}
	}
	elsewhere := node(-1, 0, 4)
	elsewhere.Src = 1
	for name, c := range map[string]struct {
		tree Tree
		want string
	}{
		"none":         {Tree{Sources: part, Nodes: []Node{node(-1, 0, 4), node(0, 0, 2), node(0, 2, 4)}}, ""},
		"gap":          {Tree{Sources: part, Nodes: []Node{node(-1, 0, 4), node(0, 0, 1), node(0, 2, 4)}}, "gap or overlap"},
		"overlap":      {Tree{Sources: part, Nodes: []Node{node(-1, 0, 4), node(0, 0, 3), node(0, 2, 4)}}, "gap or overlap"},
		"not filled":   {Tree{Sources: part, Nodes: []Node{node(-1, 0, 4), node(0, 0, 3)}}, "not filled"},
		"no root":      {Tree{Sources: part}, "no root"},
		"two roots":    {Tree{Sources: part, Nodes: []Node{node(-1, 0, 4), node(-1, 0, 4)}}, "does not cover its part alone"},
		"short root":   {Tree{Sources: part, Nodes: []Node{node(-1, 0, 3)}}, "does not cover its part alone"},
		"late root":    {Tree{Sources: part, Nodes: []Node{node(-1, 1, 4)}}, "does not cover its part alone"},
		"beyond":       {Tree{Sources: part, Nodes: []Node{node(-1, 0, 5)}}, "outside its source"},
		"backwards":    {Tree{Sources: part, Nodes: []Node{node(-1, 0, 4), node(0, 2, 1)}}, "outside its source"},
		"other source": {Tree{Sources: part, Nodes: []Node{elsewhere}}, "outside its source"},
		"order":        {Tree{Sources: part, Nodes: []Node{node(1, 0, 4), node(-1, 0, 4)}}, "before its parent"},
		"no field":     {Tree{Sources: part, Nodes: []Node{{Parent: -1, End: 4}}}, "no field"},
	} {
		err := c.tree.Check()
		if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got %v, want %q", name, err, c.want)
		}
	}
}

func TestNodesAreLimited(t *testing.T) {
	const n = 10
	var tree Tree
	tree.Part("row", make([]byte, n))
	tree.Begin(fRoot, 0)
	for range 10 * n { // groups that stay empty
		tree.Begin(fGroup, 0)
		tree.Leaf(fLeaf, 0, 0, Value{})
		tree.End(0)
	}
	for i := range n {
		tree.Begin(fGroup, i)
		if tree.Group() != nil || tree.Leaf(fLeaf, i, i+1, Value{}) != nil {
			t.Fatal("a node was recorded beyond the limit")
		}
		tree.End(i + 1)
	}
	tree.Close(n, n, "")
	if err := tree.Check(); err != nil {
		t.Error(err)
	}
	last := tree.Nodes[len(tree.Nodes)-1]
	if want := nodesPerByte*n + nodesSpare + 2; len(tree.Nodes) > want || last.Field != NotExpanded || last.Start != 0 || last.End != n {
		t.Errorf("%d nodes, at most %d; the last is %+v", len(tree.Nodes), want, last)
	}
	tree.Part("value", make([]byte, n))
	tree.Begin(fRoot, 0)
	if tree.Leaf(fLeaf, 0, n, Value{}) == nil {
		t.Error("the next part has no nodes of its own")
	}
	tree.Close(n, n, "")
	if err := tree.Check(); err != nil {
		t.Error(err)
	}
}

func TestAFailureBeyondTheLimitIsStillALeaf(t *testing.T) {
	for _, open := range []bool{true, false} {
		var tree Tree
		tree.Part("row", make([]byte, 4))
		tree.Begin(fRoot, 0)
		for range 1000 {
			tree.Leaf(fLeaf, 0, 0, Value{})
		}
		tree.Begin(fGroup, 0)
		tree.Leaf(fLeaf, 0, 2, Value{})
		if !open {
			tree.End(2)
		}
		tree.Close(2, 4, "failed")
		if err := tree.Check(); err != nil {
			t.Error(err)
		}
		if last := tree.Nodes[len(tree.Nodes)-1]; last.Field != Undecoded || last.Start != 2 || last.Note != "failed" {
			t.Errorf("the last node is %+v", last)
		}
	}
}

func TestManyPartsShareOneLimit(t *testing.T) {
	var tree Tree
	for range 6000 {
		tree.Part("row", nil)
		tree.Begin(fRoot, 0)
		for range 200 {
			tree.Leaf(fLeaf, 0, 0, Value{})
		}
		tree.Close(0, 0, "")
	}
	if n := len(tree.Nodes); n > nodesMax+2*6000 {
		t.Errorf("%d nodes", n)
	}
	if err := tree.Check(); err != nil {
		t.Error(err)
	}
}

func TestAPartThatWasNotReadIsOneLeaf(t *testing.T) {
	var tree Tree
	tree.Part("row", []byte("ab"))
	tree.Close(0, 2, "nobody began")
	if err := tree.Check(); err != nil || len(tree.Nodes) != 1 || tree.Nodes[0].Field != Undecoded {
		t.Errorf("%+v, %v", tree.Nodes, err)
	}
	tree.End(2) // nothing is open
	if tree.Group() != nil || len(tree.Nodes) != 1 {
		t.Error("a group is open")
	}
}
