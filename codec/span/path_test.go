package span_test

import (
	"fmt"
	"testing"

	"github.com/rowlens/rowlens/codec/span"
)

func TestANodeKnowsItsMember(t *testing.T) {
	var (
		plain  = span.Field{Name: "plain"}
		code   = span.Field{Name: "code", Member: "code|name"}
		object = span.Field{Name: "source", Member: "source:value"}
		item   = span.Field{Name: "item", Member: "list[]:"}
		value  = span.Field{Name: "value", Member: "value"}
		bare   = span.Field{Name: "bare", Member: "bare="}
		pair   = span.Field{Name: "pair", Member: "pair*"}
		first  = span.Field{Name: "first", Member: "0"}
		named  = span.Field{Name: "named", Member: "parts.@"}
		none   = span.Field{Name: "none", Member: "-"}
	)
	var tree span.Tree
	tree.Part("row", make([]byte, 9))
	one := span.IntValue(1)
	leaf := func(f *span.Field) { tree.Leaf(f, 0, 0, one) }
	group := func(f *span.Field, v span.Value, inside ...*span.Field) {
		tree.Begin(f, 0).Value = v
		for _, g := range inside {
			leaf(g)
		}
		tree.End(0)
	}
	tree.Begin(&plain, 0)
	group(&code, one, &value)          // 1, 2
	group(&object, one, &value)        // 3, 4
	group(&object, span.NullValue())   // 5
	group(&item, span.Value{}, &value) // 6, 7
	leaf(&plain)                       // 8
	group(&item, span.Value{}, &first) // 9, 10
	group(&bare, span.Value{}, &value) // 11, 12
	tree.Begin(&pair, 0)               // 13
	leaf(&value)                       // 14
	leaf(&plain)                       // 15
	leaf(&value)                       // 16
	tree.End(0)
	leaf(&named)                      // 17
	group(&none, span.Value{}, &code) // 18, 19
	tree.End(9)
	tree.Derived("made", make([]byte, 1), 6)
	group(&value, one) // 20
	want := []string{"[]", "[{code 0}]", "[]", "[{source 0} {value 0}]", "[{source 0} {value 0}]", "[{source 0}]",
		"[{list 0} { 0}]", "[{list 0} { 0} {value 0}]", "[]", "[{list 0} { 1}]", "[{list 0} { 1} { 0}]", "[{bare 0}]", "[{bare 0}]",
		"[{pair 0}]", "[{pair 0} { 0}]", "[]", "[{pair 0} { 1}]", "[{parts 0} {row 0}]", "[]", "[]", "[{list 0} { 0} {value 0}]"}
	paths := tree.Paths()
	for i := range tree.Nodes {
		if got := fmt.Sprint(paths.Of(i)); got != want[i] {
			t.Errorf("node %d, %s, is %s, want %s", i, tree.Nodes[i].Name(), got, want[i])
		}
	}
	if got := fmt.Sprint(paths.OfName(1)); got != "[{name 0}]" {
		t.Errorf("the name is at %s", got)
	}
	tree.Joined = true
	if got := tree.Paths().Of(1); got != nil {
		t.Errorf("of several entries, node 1 is %v", got)
	}
}
