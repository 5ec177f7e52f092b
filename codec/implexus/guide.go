package implexus

import (
	"maps"
	"slices"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/value"
)

// guide tells a form of the kinds of keys, layouts and types, and of the paths that the schema knows.
func guide(in *format.Input, record string, fields value.Value) []format.Hint {
	var kinds []string
	for _, s := range shapes {
		kinds = append(kinds, s.name)
	}
	labels := []string{String.String(), Null.String()}
	hints := []format.Hint{
		{Path: "kind", Choices: kinds},
		{Path: "element", Types: typeNames[:]},
		{Path: "key_encoding", Choices: []string{RawKeys.String(), TaggedKeys.String()}},
	}
	for _, at := range []string{"", "entity.", "config.", "content."} {
		layouts := layoutNames[:]
		hints = append(hints,
			format.Hint{Path: at + "layout", Choices: layouts},
			format.Hint{Path: at + "form", Choices: formNames[:]},
			format.Hint{Path: at + "type_label", Types: labels},
			format.Hint{Path: at + "expression", Types: labels},
			format.Hint{Path: at + "text", Types: labels})
	}
	if record == "key" {
		hints = append(hints, membersOfKind(fields)...)
	}
	if s := schemaOf(in.Schema); s.Configs != nil || s.Catalogues != nil {
		names := append(slices.Collect(maps.Keys(s.Configs)), slices.Collect(maps.Keys(s.Catalogues))...)
		slices.Sort(names)
		hints = append(hints, format.Hint{Path: "path", Kind: "path", Names: slices.Compact(names)})
	}
	return hints
}

// membersOfKind are those that keys of the kind have.
func membersOfKind(fields value.Value) (hints []format.Hint) {
	name, _ := fields.Member("kind").Text()
	for i := range shapes {
		s := &shapes[i]
		if s.name != name {
			continue
		}
		if Kind(i) != TypeIndex {
			hints = append(hints, format.Hint{Path: "path", New: `""`})
		}
		if s.rest != "" {
			hints = append(hints, format.Hint{Path: s.rest, New: `""`})
		}
	}
	return hints
}
