package actionbase

import (
	"strings"

	"github.com/rowlens/rowlens/codec/format"
)

// comparison collects what readers and writers of one schema run into in data of another.
type comparison struct {
	from, to *Table
	list     []format.Difference
}

// The record kinds that are derived from states, and all kinds of an edge.
var (
	ofStates = []string{recordNames[-EdgeIndex], recordNames[-EdgeCount], recordNames[-EdgeGroup], recordNames[-EdgeCache]}
	ofEdges  = append([]string{recordNames[-EdgeState]}, ofStates...)
)

// compareSchemas implements format.Format.Compare. Tables, properties and indexes are known only by name, and the
// codes of their names are stored, so a different name means a different thing.
func compareSchemas(from, to format.Schema) ([]format.Difference, error) {
	a, isA := from.(*Schema)
	b, isB := to.(*Schema)
	if !isA || !isB {
		return nil, refuse("schema", "expected two schemas of Actionbase")
	}
	var c comparison
	for i := range a.Tables {
		c.from, c.to = &a.Tables[i], b.Table(a.Tables[i].Code)
		if c.to == nil {
			c.add("", "table", "", format.Breaks, "no row of the table is read any longer")
			continue
		}
		c.table()
	}
	for i := range b.Tables {
		if c.to = &b.Tables[i]; a.Table(c.to.Code) == nil {
			c.from = nil
			c.add("", "", "table", format.Compatible, "the table has no rows yet")
		}
	}
	return c.list, nil
}

func (c *comparison) add(what, from, to string, effect format.Effect, why string, rebuild ...string) {
	t := c.to
	if t == nil {
		t = c.from
	}
	path := t.Name
	if path == "" {
		path = itoa(int64(t.Code))
	}
	if what != "" {
		path += " " + what
	}
	c.list = append(c.list, format.Difference{Path: path, From: from, To: to, Effect: effect, Why: why, Rebuild: rebuild})
}

func (c *comparison) table() {
	from, to := c.from, c.to
	if x, y := from.form(), to.form(); x != y {
		c.add("type", x, y, format.Breaks, "states are keyed by other ends, so that none is found", ofEdges...)
		return
	}
	for _, end := range [...]struct{ name, from, to string }{
		{"source", from.Source, to.Source}, {"target", from.Target, to.Target}, {"id", from.ID, to.ID},
	} {
		if end.from != end.to && end.from != "" && end.to != "" {
			c.add(end.name, end.from, end.to, format.Breaks, "values of another type are other keys, so that none is found", ofEdges...)
		}
	}
	c.directions()
	c.properties()
	c.definitions("index", recordNames[-EdgeIndex], indexTexts(from.Indexes), indexTexts(to.Indexes))
	c.definitions("group", recordNames[-EdgeGroup], groupTexts(from.Groups), groupTexts(to.Groups))
	c.definitions("cache", recordNames[-EdgeCache], cacheTexts(from.Caches), cacheTexts(to.Caches))
}

// definition is an index, group or cache: its name, and everything that decides its rows.
type definition struct{ name, text string }

func indexTexts(list []Index) (all []definition) {
	for i := range list {
		all = append(all, definition{list[i].Name, fieldsText(list[i].Fields)})
	}
	return all
}

func cacheTexts(list []Cache) (all []definition) {
	for i := range list {
		all = append(all, definition{list[i].Name, fieldsText(list[i].Fields)})
	}
	return all
}

// groupTexts leaves out the group that has no rows of its own.
func groupTexts(list []Group) (all []definition) {
	for i := range list {
		if list[i].Name != groupCounter {
			all = append(all, definition{list[i].Name, list[i].text()})
		}
	}
	return all
}

func (t *Table) form() string {
	switch {
	case t.Multi:
		return "MULTI_EDGE"
	case t.Vertex:
		return "VERTEX"
	}
	return "EDGE"
}

func directionText(list []Direction) string {
	if len(list) == 1 {
		return list[0].String()
	}
	return "BOTH"
}

func (c *comparison) directions() {
	x, y := directionText(c.from.Directions), directionText(c.to.Directions)
	switch {
	case x == y || c.to.Vertex:
	case x == "BOTH":
		c.add("direction", x, y, format.Compatible, "rows of the direction that goes stay, and are no longer kept up to date: delete them")
	default:
		c.add("direction", x, y, format.Migrate, "existing edges have no rows in the new direction",
			recordNames[-EdgeIndex], recordNames[-EdgeCount], recordNames[-EdgeCache])
	}
}

func (c *comparison) properties() {
	for i := range c.from.Properties {
		p := &c.from.Properties[i]
		q, what := propertyOf(c.to, p.Name), "property "+p.Name
		switch {
		case q == nil:
			c.add(what, p.text(), "", format.Migrate, "stored values are not read, and the next event on an edge drops its own",
				c.users(p.Name)...)
			continue
		case p.Type != q.Type && p.Type != "" && q.Type != "":
			c.add(what, p.text(), q.text(), format.Migrate, "stored values keep their type, and keys with values of both types do not sort as one",
				append([]string{recordNames[-EdgeState]}, c.users(p.Name)...)...)
		}
		if p.Nullable && !q.Nullable {
			c.add(what, p.text(), q.text(), format.Migrate, "an event that leaves an active edge without a value is refused: give each edge one first",
				recordNames[-EdgeState])
		} else if !p.Nullable && q.Nullable {
			c.add(what, p.text(), q.text(), format.Compatible, "every existing edge has a value")
		}
	}
	for i := range c.to.Properties {
		q := &c.to.Properties[i]
		switch {
		case propertyOf(c.from, q.Name) != nil:
		case q.Nullable:
			c.add("property "+q.Name, "", q.text(), format.Compatible, "existing edges have none, which reads as null")
		default:
			c.add("property "+q.Name, "", q.text(), format.Migrate,
				"existing edges have none: an update of an active one is refused unless it gives a value", recordNames[-EdgeState])
		}
	}
}

func propertyOf(t *Table, name string) *Property {
	for i := range t.Properties {
		if t.Properties[i].Name == name {
			return &t.Properties[i]
		}
	}
	return nil
}

func (p *Property) text() string {
	text := p.Type
	if text == "" {
		text = "any type"
	}
	if p.Nullable {
		text += ", nullable"
	}
	return text
}

// users returns the record kinds of the new schema whose keys or cells depend on a property. Index rows and cache cells
// always do, as they hold all properties.
func (c *comparison) users(name string) (kinds []string) {
	if len(c.to.Indexes) > 0 {
		kinds = append(kinds, recordNames[-EdgeIndex])
	}
	for i := range c.to.Groups {
		uses := c.to.Groups[i].ValueField == name
		for _, f := range c.to.Groups[i].Fields {
			uses = uses || f.Name == name
		}
		if uses {
			kinds = append(kinds, recordNames[-EdgeGroup])
			break
		}
	}
	if len(c.to.Caches) > 0 {
		kinds = append(kinds, recordNames[-EdgeCache])
	}
	return kinds
}

// definitions compares the indexes, groups or caches of two tables.
func (c *comparison) definitions(what, record string, from, to []definition) {
	for _, was := range from {
		is := textOf(to, was.name)
		switch {
		case is == "":
			c.add(what+" "+was.name, was.text, "", format.Compatible, "its rows stay, and would be out of date if the name came again: delete them")
		case was.text != is:
			c.add(what+" "+was.name, was.text, is, format.Migrate,
				"rows of both definitions have the same code: delete those of the old one, then write the new", record)
		}
	}
	for _, is := range to {
		if textOf(from, is.name) == "" {
			c.add(what+" "+is.name, "", is.text, format.Migrate, "existing edges have no rows of it", record)
		}
	}
}

// textOf returns the text of the definition with that name, which is never empty, or "" if there is
// none.
func textOf(list []definition, name string) string {
	for i := range list {
		if list[i].name == name {
			return list[i].text
		}
	}
	return ""
}

func fieldsText(list []IndexField) string {
	parts := make([]string, len(list))
	for i, f := range list {
		parts[i] = f.Name + " " + f.Order.String()
	}
	if len(parts) == 0 {
		return "no fields"
	}
	return strings.Join(parts, ", ")
}

func (g *Group) text() string {
	text := "count"
	if g.Sum {
		text = "sum of " + g.ValueField
	}
	for i, f := range g.Fields {
		if text += ", "; i == 0 {
			text = text[:len(text)-2] + " by "
		}
		text += f.Name
		if b := f.Bucket; b != nil {
			text += " as " + b.Pattern + " of the " + strings.ToLower(b.Unit) + " in " + b.Zone
		}
	}
	return text + ", " + directionText(g.Directions)
}
