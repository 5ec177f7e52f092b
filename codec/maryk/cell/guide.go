package cell

import (
	"slices"
	"strconv"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/maryk"
	"github.com/rowlens/rowlens/codec/value"
)

// Guide gives the form of a cell what the models know: numbers and names of models, the properties and
// indexes of the cell's model, and the kinds and values that the cell's property can have.
func Guide(s *Schema, m *Model, fields value.Value) []format.Hint {
	var hints []format.Hint
	if _, whole := fields.Get("recordAndMore"); !whole {
		hints = append(hints, format.Hint{Path: "reference", New: `""`})
	}
	if s != nil && len(s.Models) > 0 {
		h := format.Hint{Path: "model"}
		for _, x := range s.Models {
			n := strconv.FormatUint(uint64(x.Number), 10)
			h.Choices = append(h.Choices, n)
			h.Labels = append(h.Labels, n+" "+x.Name)
		}
		hints = append(hints, h)
	}
	kinds := format.Hint{Path: "kind"}
	var def *maryk.Model
	if m != nil {
		def = m.Def
	}
	p := Parser{Fields: fields}
	var path maryk.Path
	p.Reference(def, &path)
	for k := Value; int(k) < len(kindNames); k++ {
		if d := (Data{Kind: k}); p.Err != nil || d.suits(&path) == nil {
			kinds.Choices = append(kinds.Choices, k.String())
		}
	}
	hints = append(hints, kinds)
	if def == nil {
		return hints
	}
	properties := format.Hint{Path: "property", Kind: "property", Code: "reference"}
	for i := range def.Properties {
		properties.Names = append(properties.Names, def.Properties[i].Name)
	}
	// What is deeper in a property, such as an item of a list, is of the model, too.
	text, given := fields.Member("property").Text()
	if given && p.Err == nil && path.Def() != nil && !slices.Contains(properties.Names, text) {
		properties.Names = append(properties.Names, text)
	}
	indexes := format.Hint{Path: "indexName", Kind: "index", Code: "index"}
	for _, x := range def.Indexes {
		indexes.Names = append(indexes.Names, x.String())
	}
	hints = append(hints, properties, indexes)
	if d := path.Def(); p.Err == nil && d != nil {
		hints = append(hints, ofDefinition(d)...)
	}
	return hints
}

// ofDefinition returns hints for the cases that a value may be.
func ofDefinition(d *maryk.Definition) (hints []format.Hint) {
	switch d.Type {
	case maryk.Boolean:
		hints = append(hints, format.Hint{Path: "value", Choices: []string{"true", "false"}})
	case maryk.Enum:
		hints = append(hints, format.Hint{Path: "value", Choices: caseNames(d.Cases)})
	case maryk.MultiType:
		hints = append(hints, format.Hint{Path: "typeName", Choices: caseNames(d.Cases)})
	}
	return hints
}

func caseNames(c *maryk.Cases) (names []string) {
	if c == nil {
		return nil
	}
	for i := range c.List {
		names = append(names, c.List[i].Name)
	}
	return names
}
