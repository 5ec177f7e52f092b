package core_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/identify"
	"github.com/rowlens/rowlens/codec/maryk/core"
	"github.com/rowlens/rowlens/codec/span"
	"github.com/rowlens/rowlens/codec/value"
	"github.com/rowlens/rowlens/internal/marykfixture"
)

// The page can edit a value where the tree leads to its member.
func TestValuesInTransportLeadToTheirMembers(t *testing.T) {
	const text, number = `{"type":"String","required":true,"final":false}`, `{"type":"Number","numberType":"UInt32","required":true,"final":false}`
	for _, c := range []struct{ definition, bytes, want string }{
		{`{"type":"Number","numberType":"UInt32"}`, "30ac02", "value/value=300"},
		{`{"type":"String"}`, "320161", "value/value=\"a\""},
		{`{"type":"Boolean"}`, "3001", "value/value=true"},
		{`{"type":"List","valueDefinition":` + text + `}`, "320161320162", `value/value/0/value="a" value/value/1/value="b"`},
		{`{"type":"Set","valueDefinition":` + text + `}`, "320161320162", `value/value/0/value="a" value/value/1/value="b"`},
		// Items of a packed list have no fields of their own, so fields do not count them.
		{`{"type":"List","valueDefinition":` + number + `}`, "320201023003", ""},
	} {
		given, err := value.Parse([]byte(`{"field":6,"definition":` + c.definition + `}`))
		if err != nil {
			t.Fatal(err)
		}
		if got := led(t, given, c.bytes); got != c.want {
			t.Errorf("%s of %s leads to %q, want %q", c.bytes, c.definition, got, c.want)
		}
	}
}

// led lists the values in a tree that lead to a member.
func led(t *testing.T, given value.Value, text string) string {
	t.Helper()
	var tree span.Tree
	in := format.Input{Given: given, Lenient: true}
	in.Entry.Add("field", marykfixture.Unhex(t, text))
	if err := identify.Explain(core.Format.Record("transport-value"), &in, &tree, nil); err != nil {
		t.Fatal(err)
	}
	var found []string
	paths := tree.Paths()
	for i := range tree.Nodes {
		n := &tree.Nodes[i]
		path := paths.Of(i)
		if len(path) == 0 || n.Value.Kind == span.None {
			continue
		}
		var at []string
		for _, s := range path {
			if s.Name == "" {
				s.Name = fmt.Sprint(s.Index)
			}
			at = append(at, s.Name)
		}
		found = append(found, strings.Join(at, "/")+"="+string(n.AppendText(nil)))
	}
	return strings.Join(found, " ")
}
