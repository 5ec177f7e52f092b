package actionbase

import (
	"slices"
	"strconv"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/order"
	"github.com/rowlens/rowlens/codec/value"
)

var (
	orderChoices     = []string{order.Asc.String(), order.Desc.String()}
	directionChoices = []string{"OUT", "IN"}
	typesWithoutNull = kindNames[Null+1:]
)

// guide gives a form the names, types and orders that the schema has, and the values that a row
// stores twice.
func guide(in *format.Input, record string, fields value.Value) []format.Hint {
	s := schemaOf(in)
	g := &guiding{fields: fields, hints: []format.Hint{
		{Path: "order", Choices: orderChoices},
		{Path: "value", Types: kindNames[:]},
		{Path: "direction", Choices: directionChoices},
		{Path: "table", Names: s.tableNames(), Kind: "table", Code: "tableCode"},
		{Path: "createdAt", Null: true}, {Path: "deletedAt", Null: true},
	}}
	if record == "value-from-bits" {
		g.add(format.Hint{Path: "type", Choices: []string{Float.String(), Double.String()}})
	}
	code, err := parseCode(fields, "table", "tableCode")
	if err == nil {
		g.table = s.Table(code)
	}
	g.ends()
	g.ordered("index", "indexCode", "indexValues", func(t *Table) (all []Index) { return t.Indexes })
	g.ordered("cache", "cacheCode", "cacheValues", func(t *Table) (all []Index) {
		for _, c := range t.Caches {
			all = append(all, Index(c))
		}
		return all
	})
	g.groups()
	g.properties(record)
	return g.hints
}

// guiding collects hints for the rows of a table; table is nil if it is not known.
type guiding struct {
	fields value.Value
	table  *Table
	hints  []format.Hint
	copies map[string]string // paths of values in the row key that are properties, by name
}

func (g *guiding) add(h format.Hint) { g.hints = append(g.hints, h) }

// typed adds the hint for a value: only the schema's type is allowed, if the schema has one.
func (g *guiding) typed(path, kind string, null bool) {
	h := format.Hint{Path: path, Types: typesWithoutNull}
	if null {
		h.Types = kindNames[:]
	}
	if slices.Contains(typesWithoutNull, kind) {
		h.Said, h.Types = true, []string{kind}
		if null {
			h.Types = append(h.Types, Null.String())
		}
	}
	g.add(h)
}

// ends adds hints for the vertices.
func (g *guiding) ends() {
	source, target := "", ""
	if g.table != nil {
		source, target = g.table.Source, g.table.Target
	}
	g.typed("source", source, false)
	g.typed("target", target, false)
	if g.table != nil && g.table.Multi {
		// The rows are keyed by the edge's id, which is in the target's place.
		target = g.table.ID
	} else if text(g.fields, "direction") == "IN" {
		source, target = target, source
	}
	if g.table != nil && g.table.Multi && text(g.fields, "direction") == "IN" {
		source = g.table.Target
	}
	g.typed("directedSource", source, false)
	g.typed("directedTarget", target, false)
}

// ordered adds hints for the values of an index or cache; the schema has their names and orders.
func (g *guiding) ordered(name, code, list string, of func(*Table) []Index) {
	h := format.Hint{Path: name, Kind: name, Code: code}
	var fields []IndexField
	if g.table != nil {
		want, err := parseCode(g.fields, name, code)
		for _, x := range of(g.table) {
			h.Names = append(h.Names, x.Name)
			if err == nil && Code(x.Name) == want {
				fields = x.Fields
			}
		}
	}
	g.add(h)
	g.add(format.Hint{Path: list + "[].order", Choices: orderChoices})
	g.typed(list+"[].value", "", true)
	if fields == nil || g.fields.Member(list).Len() != len(fields) {
		return
	}
	g.add(format.Hint{Path: list, Said: true})
	for i, f := range fields {
		at := list + "[" + strconv.Itoa(i) + "]"
		g.add(format.Hint{Path: at + ".value", Title: f.Name})
		if now, ok := order.Parse(text(g.fields.Member(list).At(i), "order")); ok && now == f.Order {
			g.add(format.Hint{Path: at + ".order", Choices: []string{f.Order.String()}})
		}
		if p := g.table.property(f.Name); p != nil {
			g.typed(at+".value", p.Type, p.Nullable)
		}
		if g.copies == nil {
			g.copies = map[string]string{}
		}
		g.copies[f.Name] = at + ".value"
	}
}

// groups adds hints for the group of a count or sum.
func (g *guiding) groups() {
	h := format.Hint{Path: "group", Kind: "group", Code: "groupCode"}
	g.typed("groupValues[]", "", true)
	if g.table != nil {
		want, err := parseCode(g.fields, "group", "groupCode")
		for _, x := range g.table.Groups {
			h.Names = append(h.Names, x.Name)
			if err != nil || Code(x.Name) != want || g.fields.Member("groupValues").Len() != len(x.Fields) {
				continue
			}
			g.add(format.Hint{Path: "groupValues", Said: true})
			for i, f := range x.Fields {
				g.add(format.Hint{Path: "groupValues[" + strconv.Itoa(i) + "]", Title: f.Name})
			}
		}
	}
	g.add(h)
}

// properties adds hints for the list of properties: the names and types in the schema, and which
// properties repeat a value of the row key.
func (g *guiding) properties(record string) {
	item := format.Hint{Path: "properties[]", Name: "name", Body: "value"}
	g.add(item)
	names := format.Hint{Path: "properties[].name", Title: "name", Kind: "property", Code: "code"}
	list := format.Hint{Path: "properties", New: newProperty(record, "", String.String(), g.fields)}
	if g.table != nil {
		for _, p := range g.table.Properties {
			names.Names = append(names.Names, p.Name)
			list.Offers = append(list.Offers, format.Offer{Name: p.Name, New: newProperty(record, p.Name, p.Type, g.fields)})
		}
	}
	g.add(list)
	g.add(names)
	g.typed("properties[].value", "", true)
	for i, it := range g.fields.Member("properties").Items() {
		name := text(it, "name")
		at := "properties[" + strconv.Itoa(i) + "].value"
		if p := g.table.property(name); p != nil {
			g.typed(at, p.Type, p.Nullable)
		}
		if other, ok := g.copies[name]; ok {
			g.add(format.Hint{Path: at, Same: other, As: "the row key"})
		}
	}
}

// newProperty returns the JSON for a property that a form adds.
func newProperty(record, name, kind string, fields value.Value) string {
	content := `"0"`
	switch kind {
	case String.String(), "":
		kind, content = String.String(), `""`
	case JSON.String():
		content = `"{}"`
	case Boolean.String():
		content = "false"
	case Long.String():
	default:
		content = "0"
	}
	b := value.AppendQuoted([]byte(`{"name":`), name)
	b = append(append(append(b, `,"value":{"type":"`...), kind...), `","value":`...)
	b = append(append(b, content...), '}')
	if record == "edge-state" || record == "metastore-row" {
		b = value.AppendQuoted(append(b, `,"version":`...), text(fields, "version"))
	}
	return string(append(b, '}'))
}

// tableNames returns the names of the tables that have one.
func (s *Schema) tableNames() (names []string) {
	if s == nil {
		return nil
	}
	for i := range s.Tables {
		if s.Tables[i].Name != "" {
			names = append(names, s.Tables[i].Name)
		}
	}
	return names
}

// property returns the table's property of a name, or nil.
func (t *Table) property(name string) *Property {
	if t == nil {
		return nil
	}
	for i := range t.Properties {
		if t.Properties[i].Name == name {
			return &t.Properties[i]
		}
	}
	return nil
}
