package actionbase

import (
	"slices"
	"strconv"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/order"
	"github.com/rowlens/rowlens/codec/value"
)

// scan is what a query gives, and the model's table for it.
type scan struct {
	query  *format.Query
	kind   RowType
	table  *Table      // nil if no model has it
	fields value.Value // of the query, with types filled in from the model
	way    Direction   // 0 if not given
}

// modelled fills in the types that the model has for the ends of the edges. It refuses what no row
// of the model's tables can have: such a scan finds nothing, or finds rows of something else.
func (s *scan) modelled(in *format.Input, table int32) error {
	s.fields = s.query.Fields
	if m, _ := in.Schema.(*Schema); m != nil && len(m.Tables) > 0 {
		if s.table = m.Table(table); s.table == nil {
			var known []string
			for i := range m.Tables {
				known = append(known, m.Tables[i].Name)
			}
			return format.RefuseUnknown("table", "table", given(s.fields, "table", table), known)
		}
	}
	if err := s.check(s.kind); err != nil {
		return err
	}
	members := make([]value.Member, s.fields.Len())
	for i := range members {
		name, v := s.fields.Name(i), s.fields.At(i)
		if name == "directedSource" || name == "source" && s.kind >= EdgeState {
			var err error
			if v, err = typed(v, name, s.vertexType(name), true); err != nil {
				return err
			}
		}
		members[i] = value.Member{Name: name, Value: v}
	}
	s.fields = value.OfMembers(members...)
	return nil
}

// given returns what was given for a name: the name itself, or its code.
func given(fields value.Value, name string, code int32) string {
	if text, ok := fields.Member(name).Text(); ok {
		return text
	}
	return strconv.Itoa(int(code))
}

// check refuses directions and names that the table does not have.
func (s *scan) check(t RowType) error {
	if d, err := parseDirection(s.fields); err == nil {
		s.way = d
	}
	if s.table == nil {
		return nil
	}
	if s.table.Vertex && t != EdgeState {
		return format.Contradict("table", s.table.Name+" is a table of vertices, which have edge states only")
	}
	ways := s.table.Directions
	if name, code := directedKeys(t); s.has(name) || s.has(code) {
		code, err := parseCode(s.fields, name, code)
		if err != nil {
			return err
		}
		known, group := s.table.names(t, code)
		if !slices.ContainsFunc(known, func(n string) bool { return Code(n) == code }) {
			return format.RefuseUnknown(name, name+" of "+s.table.Name, given(s.fields, name, code), known)
		}
		if group != nil {
			ways = group.Directions
		}
	}
	if s.way != 0 && t != EdgeState && t != EdgeLock && len(ways) > 0 && !slices.Contains(ways, s.way) {
		return format.Contradict("direction", s.table.Name+" has these rows in the direction "+ways[0].String()+" only")
	}
	return nil
}

func (s *scan) has(name string) bool {
	_, has := s.fields.Get(name)
	return has && name != ""
}

// names returns the names of a table's indexes, groups or caches, and the group with that code.
func (t *Table) names(kind RowType, code int32) (list []string, group *Group) {
	switch kind {
	case EdgeIndex:
		for i := range t.Indexes {
			list = append(list, t.Indexes[i].Name)
		}
	case EdgeGroup:
		for i := range t.Groups {
			list = append(list, t.Groups[i].Name)
			if Code(t.Groups[i].Name) == code {
				group = &t.Groups[i]
			}
		}
	case EdgeCache:
		for i := range t.Caches {
			list = append(list, t.Caches[i].Name)
		}
	}
	return list, group
}

// vertexType returns the type of an end of the table's edges, or "" if it is not known. For a
// multi-edge, state and lock rows have its id at both ends, and other rows have it as the directed
// target.
func (s *scan) vertexType(name string) string {
	switch t := s.table; {
	case t == nil:
		return ""
	case t.Multi && name != "directedSource":
		return t.ID
	case name == "source":
		return t.Source
	case name == "target":
		return t.Target
	case t.Source == t.Target, (name == "directedSource") == (s.way == Out) && s.way != 0:
		return t.Source
	case s.way != 0:
		return t.Target
	}
	return ""
}

// typed returns a value as {"type","value"}. kind is the type that the model gives it, empty if not
// known; strict refuses any other type.
func typed(v value.Value, field, kind string, strict bool) (value.Value, error) {
	known := slices.Contains(kindNames[Null+1:], kind)
	if v.Kind == value.Object {
		if is := text(v, "type"); known && strict && is != kind && slices.Contains(kindNames[:], is) {
			return v, format.Contradict(field, "expected the type "+kind+", which the model has, found "+is)
		}
		return v, nil
	}
	switch {
	case !known:
		return v, refuse(field, `expected an object {"type","value"}, or a model that has the type, found `+v.Kind.String())
	case v.IsNull():
		return value.OfMembers(value.Member{Name: "type", Value: value.Of(Null.String())}), nil
	case kind == String.String() && (v.Kind == value.Number || v.Kind == value.Bool):
		v = value.Of(v.Raw())
	case kind == JSON.String() && v.Kind != value.String:
		var w value.Writer
		w.Value(v)
		v = value.Of(string(w.Buf))
	}
	return value.OfMembers(value.Member{Name: "type", Value: value.Of(kind)}, value.Member{Name: "value", Value: v}), nil
}

// scanNames returns the names of the fields of the index, group or cache that a query names.
func scanNames(t RowType) func(*format.Input, *format.Query) ([]string, error) {
	return func(in *format.Input, q *format.Query) (names []string, _ error) {
		s := scan{query: q, kind: t, fields: q.Fields}
		code, err := parseCode(q.Fields, "table", "tableCode")
		if m, _ := in.Schema.(*Schema); err == nil {
			s.table = m.Table(code)
		}
		for _, f := range s.definition() {
			names = append(names, f.name)
		}
		return names, nil // the plan refuses a table that is wrong
	}
}

// item returns the index, group or cache as the query names it.
func (s *scan) item() string {
	name, code := directedKeys(s.kind)
	n, _ := parseCode(s.fields, name, code)
	return given(s.fields, name, n)
}

// definition returns the model's fields for the index, group or cache that the query names. It returns nil if the
// model does not have it, or if such rows have no index, group or cache.
func (s *scan) definition() (list []scanned) {
	name, codeKey := directedKeys(s.kind)
	code, err := parseCode(s.fields, name, codeKey)
	if s.table == nil || err != nil || name == "" {
		return nil
	}
	add := func(fields []IndexField) {
		for _, f := range fields {
			list = append(list, scanned{f.Name, s.fieldType(f.Name), f.Order})
		}
	}
	t := s.table
	switch s.kind {
	case EdgeIndex:
		if i := slices.IndexFunc(t.Indexes, func(x Index) bool { return Code(x.Name) == code }); i >= 0 {
			add(t.Indexes[i].Fields)
		}
	case EdgeCache:
		if i := slices.IndexFunc(t.Caches, func(x Cache) bool { return Code(x.Name) == code }); i >= 0 {
			add(t.Caches[i].Fields)
		}
	case EdgeGroup:
		if _, g := t.names(EdgeGroup, code); g != nil {
			for _, f := range g.Fields {
				kind := s.fieldType(f.Name)
				if f.Bucket != nil {
					kind = String.String()
				}
				list = append(list, scanned{f.Name, kind, order.Desc})
			}
		}
	}
	return list
}

// fieldType returns the type of a field of an index, group or cache, or "" if it is not known.
func (s *scan) fieldType(name string) string {
	switch name {
	case thirdGeneration.version:
		return Long.String()
	case thirdGeneration.source, "_source":
		return s.table.Source
	case thirdGeneration.target, "_target":
		return s.table.Target
	}
	for i := range s.table.Properties {
		if p := &s.table.Properties[i]; p.Name == name {
			return p.Type
		}
	}
	return ""
}
