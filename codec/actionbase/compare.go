package actionbase

import (
	"slices"
	"strings"

	"github.com/rowlens/rowlens/codec/format"
)

// comparison gathers what a reader and writer of one schema finds in the data of another.
type comparison struct {
	from, to *Table
	list     []format.Difference
}

// Record kinds that follow from states, and all kinds of an edge.
var (
	ofStates = []string{recordNames[-EdgeIndex], recordNames[-EdgeCount], recordNames[-EdgeGroup], recordNames[-EdgeCache]}
	ofEdges  = append([]string{recordNames[-EdgeState]}, ofStates...)
)

// compareSchemas implements Compare of the format. Names are all that tables, properties and indexes are known by, and
// their codes are stored: another name is another thing.
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
			c.add("", "table", "", format.Breaks, "no row of the table is read any more")
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
	compareNamed(c, "index", recordNames[-EdgeIndex], from.Indexes, to.Indexes, func(x *Index) (string, string) {
		return x.Name, fieldsText(x.Fields)
	})
	compareNamed(c, "group", recordNames[-EdgeGroup], stored(from.Groups), stored(to.Groups), func(x *Group) (string, string) {
		return x.Name, x.text()
	})
	compareNamed(c, "cache", recordNames[-EdgeCache], from.Caches, to.Caches, func(x *Cache) (string, string) {
		return x.Name, fieldsText(x.Fields)
	})
}

// stored are the groups that have rows.
func stored(list []Group) []Group {
	return slices.DeleteFunc(slices.Clone(list), func(g Group) bool { return g.Name == groupCounter })
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
		c.add("direction", x, y, format.Migrate, "edges that are there have no rows in the new direction",
			recordNames[-EdgeIndex], recordNames[-EdgeCount], recordNames[-EdgeCache])
	}
}

func (c *comparison) properties() {
	find := func(list []Property, name string) *Property {
		if i := slices.IndexFunc(list, func(p Property) bool { return p.Name == name }); i >= 0 {
			return &list[i]
		}
		return nil
	}
	for i := range c.from.Properties {
		p := &c.from.Properties[i]
		q, what := find(c.to.Properties, p.Name), "property "+p.Name
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
			c.add(what, p.text(), q.text(), format.Compatible, "every edge that is there has a value")
		}
	}
	for i := range c.to.Properties {
		q := &c.to.Properties[i]
		switch {
		case find(c.from.Properties, q.Name) != nil:
		case q.Nullable:
			c.add("property "+q.Name, "", q.text(), format.Compatible, "edges that are there have none, which reads as null")
		default:
			c.add("property "+q.Name, "", q.text(), format.Migrate,
				"edges that are there have none: an update of an active one is refused unless it gives a value", recordNames[-EdgeState])
		}
	}
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

// users are the record kinds whose keys or cells of the new schema depend on a property; index rows and cache cells have all
// properties as their value.
func (c *comparison) users(name string) (kinds []string) {
	if len(c.to.Indexes) > 0 {
		kinds = append(kinds, recordNames[-EdgeIndex])
	}
	if slices.ContainsFunc(c.to.Groups, func(g Group) bool {
		return g.ValueField == name || slices.ContainsFunc(g.Fields, func(f GroupField) bool { return f.Name == name })
	}) {
		kinds = append(kinds, recordNames[-EdgeGroup])
	}
	if len(c.to.Caches) > 0 {
		kinds = append(kinds, recordNames[-EdgeCache])
	}
	return kinds
}

// compareNamed compares the indexes, groups or caches of two tables; text is all about one that decides its rows.
func compareNamed[T any](c *comparison, what, record string, from, to []T, text func(*T) (name, all string)) {
	find := func(list []T, name string) (string, bool) {
		for i := range list {
			if n, all := text(&list[i]); n == name {
				return all, true
			}
		}
		return "", false
	}
	for i := range from {
		name, was := text(&from[i])
		is, there := find(to, name)
		switch {
		case !there:
			c.add(what+" "+name, was, "", format.Compatible, "its rows stay, and would be out of date if the name came again: delete them")
		case was != is:
			c.add(what+" "+name, was, is, format.Migrate, "rows of both definitions have the same code: delete those of the old one, then write the new",
				record)
		}
	}
	for i := range to {
		name, is := text(&to[i])
		if _, there := find(from, name); !there {
			c.add(what+" "+name, "", is, format.Migrate, "edges that are there have no rows of it", record)
		}
	}
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
		text += map[bool]string{true: " by ", false: ", "}[i == 0] + f.Name
		if b := f.Bucket; b != nil {
			text += " as " + b.Pattern + " of the " + strings.ToLower(b.Unit) + " in " + b.Zone
		}
	}
	return text + ", " + directionText(g.Directions)
}
