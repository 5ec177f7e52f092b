package actionbase

import (
	"strconv"
	"strings"
)

// fits compares a state with what the schema says about its values, and its versions with each other. The wrong
// schema disagrees with many rows, so these rows are counted and the first is the example.
func (c *check) fits(t *Table, e *Edge, s *cell) {
	k := &e.Key
	switch {
	case t.Multi:
		c.typed(t, "_source", t.Source, e.property(codeSource), s)
		c.typed(t, "_target", t.Target, e.property(codeTarget), s)
		fallthrough
	case t.Vertex:
		c.typed(t, systemFields[2], t.ID, &k.Source, s)
	default:
		c.typed(t, systemFields[0], t.Source, &k.Source, s)
		c.typed(t, systemFields[1], t.Target, &k.Target, s)
	}
	for i := range t.Properties {
		p := &t.Properties[i]
		code := Code(p.Name)
		v := e.property(code)
		c.typed(t, p.Name, p.Type, v, s)
		switch {
		case !p.Required || !e.State.Active:
		case t.Multi && (code == codeSource || code == codeTarget): // without its ends a multi-edge is underivable
		case v == nil:
			c.note(MissingProperty, t.Code, code, s)
		case v.Kind == Null:
			c.note(NullProperty, t.Code, code, s)
		}
	}
	c.versions(e, s)
}

// systemFields are the names that findings use for what is in the keys of states.
var systemFields = [...]string{"source", "target", "id"}

// briefField is brief for what fits notes.
func (s *Schema) briefField(code int32) string {
	for _, name := range systemFields {
		if s.Name(code) == "" && Code(name) == code {
			return name
		}
	}
	return s.brief(code)
}

// typed notes a value whose type is not the one in the schema. A schema type that is missing or never stored is not
// checked.
func (c *check) typed(t *Table, name, word string, v *Value, s *cell) {
	if v == nil || v.Kind == Null {
		return
	}
	if want := storedKind(word); want != Null && want != v.Kind {
		c.note(PropertyType+"\x00"+v.Kind.String()+" where the schema says "+word, t.Code, Code(name), s)
	}
}

// storedKind returns the type in which upstream stores values of a schema type, or Null if that is not known. Metadata of
// the second generation writes the schema types in capitals.
func storedKind(word string) Kind {
	if strings.EqualFold(word, "object") {
		return JSON
	}
	for k := Byte; k < kinds; k++ {
		if strings.EqualFold(word, kindNames[k]) {
			return k
		}
	}
	return Null
}

// versions reports a state that contains something newer than itself: each event raises the state's version
// to at least its own.
func (c *check) versions(e *Edge, s *cell) {
	newest := e.State.Version
	for _, at := range [...]Instant{e.State.CreatedAt, e.State.DeletedAt} {
		if at.Set {
			newest = max(newest, at.Value)
		}
	}
	for i := range e.State.Properties {
		newest = max(newest, e.State.Properties[i].Version)
	}
	if newest == e.State.Version {
		return
	}
	c.report(Finding{Severity: Error, Code: NewerThanState, Parts: s.parts(), Item: e.brief(c.schema),
		Expected: strconv.FormatInt(newest, 10), Stored: strconv.FormatInt(e.State.Version, 10),
		Why:    "the state has a property, a creation or a deletion of a later version than its own",
		NoMend: "a state row holds the data: nothing else says which of the versions is wrong"}, c.uncertain[string(s.row)])
}
