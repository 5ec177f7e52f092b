package accumulograph

import (
	"slices"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/value"
)

// entryMembers are the texts that make up entries, by EntryKind.
var entryMembers = [entryKinds][]string{
	VertexEntry: {"id"}, EdgeEntry: {"id", "in", "out", "label"},
	InEdgeEntry: {"id", "edge", "other", "label"}, OutEdgeEntry: {"id", "edge", "other", "label"},
	PropertyEntry: {"id", "key"}, IndexValueEntry: {"id", "key"}, IndexKeyEntry: {"key", "element"}, IndexNameEntry: {"name", "element"},
}

// guide gives a form the kinds of entries and what each consists of, the types of values, and the
// keys and names of the schema's indexes.
func guide(in *format.Input, record string, fields value.Value) []format.Hint {
	hints := []format.Hint{{Path: "value", Types: kindNames[:Serializable]}}
	if record != "entry" {
		return hints
	}
	hints = append(hints,
		format.Hint{Path: "kind", Choices: entryWords[:]},
		format.Hint{Path: "element", Choices: []string{vertexElement, edgeElement}})
	kind, _ := fields.Member("kind").Text()
	if i := slices.Index(entryWords[:], kind); i >= 0 {
		for _, name := range entryMembers[i] {
			h := format.Hint{Path: name, New: `""`}
			if name == "element" {
				h.New = `"` + vertexElement + `"`
			}
			hints = append(hints, h)
		}
		if k := EntryKind(i); k == PropertyEntry || k == IndexValueEntry {
			hints = append(hints, format.Hint{Path: "value", New: `{"type":"string","value":""}`})
		}
	}
	hints = append(hints, format.Hint{Path: "visibility", New: `""`})
	if s, ok := in.Schema.(*Schema); ok && s != nil {
		keys, names := format.Hint{Path: "key", Kind: "index"}, format.Hint{Path: "name", Kind: "index"}
		for _, x := range s.Indexes {
			if x.Key != "" {
				keys.Names = append(keys.Names, x.Key)
			} else {
				names.Names = append(names.Names, x.Name)
			}
		}
		hints = append(hints, keys, names)
	}
	return hints
}
