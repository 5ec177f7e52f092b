package span

import "testing"

var (
	fEntry   = &Field{Name: "entry", Role: RoleGroup}
	fUserKey = &Field{Name: "userKey", Role: RoleIdentity}
	fTail    = &Field{Name: "tail", Role: RoleVersion}
	fRowKey  = &Field{Name: "rowKey", Role: RoleGroup}
	fRecord  = &Field{Name: "record", Role: RoleIdentity}
	fMore    = &Field{Name: "more", Role: RoleSort}
)

// block has an entry of which two bytes are a key.
func block() *Tree {
	t := new(Tree)
	t.Part("block", []byte{1, 2, 3})
	t.Begin(fEntry, 0)
	t.Leaf(fUserKey, 0, 2, Value{Kind: Bytes, Bytes: []byte{1, 2}})
	t.Leaf(fTail, 2, 3, Value{Kind: Bytes, Bytes: []byte{3}})
	t.End(3)
	return t
}

// key explains the two bytes as these fields, below a group.
func key(fields ...*Field) *Tree {
	t := new(Tree)
	t.Part("key", []byte{1, 2})
	t.Begin(fRowKey, 0)
	for i, f := range fields {
		end := i + 1
		if i == len(fields)-1 {
			end = 2
		}
		t.Leaf(f, i, end, Value{Kind: Bytes, Bytes: []byte{1, 2}[i:end]})
	}
	t.End(2)
	return t
}

func TestAFieldStandsInItsEntryWithoutAGroupOfItsOwn(t *testing.T) {
	for _, c := range []struct {
		entry *Tree
		want  string
	}{
		{key(fRecord), "entry/record/tail"},
		{key(fRecord, fMore), "entry/rowKey/record/more/tail"},
	} {
		tree := block()
		moved := tree.Graft(0, c.entry)
		if err := tree.Check(); err != nil {
			t.Errorf("%s: %v", c.want, err)
		}
		got := ""
		for i := range tree.Nodes {
			if i > 0 {
				got += "/"
			}
			got += tree.Nodes[i].Name()
		}
		if got != c.want || int(moved[2]) != len(tree.Nodes)-1 {
			t.Errorf("%s, the tail is at %d; want %s", got, moved[2], c.want)
		}
		if n := &tree.Nodes[1]; n.Parent != 0 {
			t.Errorf("%s is below %d", n.Name(), n.Parent)
		}
	}
}
