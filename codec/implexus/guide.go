package implexus

import (
	"maps"
	"slices"
	"strconv"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/value"
)

// guide gives a form the kinds of keys, layouts and types, and the paths that the schema has.
func guide(in *format.Input, record string, fields value.Value) []format.Hint {
	var kinds []string
	for _, s := range shapes {
		kinds = append(kinds, s.name)
	}
	labels := []string{String.String(), Null.String()}
	hints := []format.Hint{
		{Path: "kind", Choices: kinds},
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
	hints = elements(hints, "element", fields.Member("element"), 0)
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

// elements adds hints for the types of an element and of those inside it. Entries of dictionaries are pairs of key and
// element. In a large value only the first elements have hints, because a form looks through all hints for each of its
// lines.
func elements(hints []format.Hint, at string, v value.Value, depth int) []format.Hint {
	const most = 300
	list := at + ".value"
	hints = append(hints,
		format.Hint{Path: at, Types: typeNames[:]},
		format.Hint{Path: at + ".type", Choices: typeNames[:]},
		format.Hint{Path: list, Title: "value"})
	for i, it := range v.Member("value").Items() {
		if depth == DepthMax || len(hints) > most {
			break
		}
		here := list + "[" + strconv.Itoa(i) + "]"
		if it.Kind == value.Array && it.Len() == 2 {
			hints = append(hints, format.Hint{Path: here, Fixed: true}, format.Hint{Path: here + "[0]", Title: "key"})
			here, it = here+"[1]", it.At(1)
			hints = append(hints, format.Hint{Path: here, Title: "element"})
		}
		hints = elements(hints, here, it, depth+1)
	}
	return hints
}

// membersOfKind returns hints for the members that keys of the kind have.
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
