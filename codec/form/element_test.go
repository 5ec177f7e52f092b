package form_test

import (
	"slices"
	"testing"

	"github.com/rowlens/rowlens/codec/format"
)

// Elements of Implexus nest: each has its type from a list, and an entry of a dictionary is a pair to which nothing can be added.
func TestNestedElementsHaveTypesToChoose(t *testing.T) {
	list := lines(t, &format.Input{}, "implexus", "element", `{"element":{"type":"dictionary","value":[
		["a",{"type":"array","value":[{"type":"double","value":0.5}]}],["b",{"type":"bool","value":true}]]}}`)
	for path, title := range map[string]string{
		`["element","value"]`: "value", `["element","value",0,0]`: "key", `["element","value",0,1]`: "element", `["element","value",1,1]`: "element",
	} {
		if l := find(t, list, path); l.Title != title {
			t.Errorf("%s is called %q", path, l.Title)
		}
	}
	for _, path := range []string{`["element","type"]`, `["element","value",0,1,"type"]`} {
		if l := find(t, list, path); l.Kind != "choice" || !slices.Contains(l.Choices, "dictionary") {
			t.Errorf("%+v is no choice of types", l)
		}
	}
	for _, path := range []string{`["element","value",0,1,"value",0]`, `["element","value",1,1]`} {
		if l := find(t, list, path); l.Kind != "typed" || !slices.Contains(l.Types, "binary") {
			t.Errorf("%+v has no types", l)
		}
	}
	var added []string
	for _, l := range list {
		if l.Kind == "add" {
			added = append(added, l.name())
		}
	}
	if want := []string{`["element","value",0,1,"value"]`, `["element","value"]`}; !slices.Equal(added, want) {
		t.Errorf("something may be added to %q, want %q", added, want)
	}
}
