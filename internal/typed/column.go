package typed

import (
	"slices"
	"strings"

	"github.com/rowlens/rowlens/codec"
	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/store"
)

// Type is the type of a column.
type Type uint8

// The types of columns, with the same names as in the C library and the Python package.
const (
	Int64 Type = iota
	Uint64
	Float64
	Bool
	UTF8   // text; any other value in the form of text
	Binary // bytes
	JSON   // text: any value as JSON
	Struct
)

var typeNames = [...]string{"int64", "uint64", "float64", "bool", "utf8", "binary", "json", "struct"}

// String returns the name of the type.
func (t Type) String() string { return typeNames[t] }

// Column is one column, or a struct around several. Any column may be null.
type Column struct {
	Name    string
	Type    Type
	Columns []Column // of a struct

	Leaf   int       // its index among the columns that are written; -1 if it is not one of them
	Group  int       // index of a struct among those that are written; -1 if it is not one of them
	Around int       // index of the struct around it; -1 if there is none
	Depth  int       // number of structs around it
	Inner  []*Column // of a struct: the columns that are written

	kind bool // the struct has the fields of a record kind
	left bool // the column is not selected
}

// parts are the parts of entries for which there are columns, as in CSV.
var parts = []string{store.Row, store.Family, store.Qualifier, store.Visibility, store.Key, store.Value, store.Bytes}

// doubts are the members that say what is uncertain about a record.
var doubts = []string{"lenient", "extra", "tie", "check", "canonical"}

// RestName is the name of the column for whatever has no column, or does not fit its own.
const RestName = "rest"

// Schema is the columns of records, which are the same for every input.
type Schema struct {
	Columns []Column
	Leaves  []*Column // columns with values, in order
	Groups  []*Column // structs, each after the one around it
	kinds   map[*format.Record]*Column
	fixed   fixed
}

// fixed are the columns that all records have.
type fixed struct {
	format, record, timestamp, deleted, increment, note, fields, doubts, rest *Column

	parts []*Column
}

// NewSchema returns the columns that all records have and, for each of the record kinds, a struct of typed columns.
func NewSchema(kinds []*Kind) *Schema {
	s := &Schema{Columns: []Column{utf8("format"), utf8("record")}}
	for _, name := range parts {
		s.Columns = append(s.Columns, Column{Name: name, Type: Binary})
	}
	s.Columns = append(s.Columns,
		Column{Name: "timestamp", Type: Int64},
		utf8("deleted"),
		Column{Name: "increment", Type: Bool},
		utf8("note"),
		Column{Name: "source", Type: Struct, Columns: []Column{
			utf8("file"), {Name: "line", Type: Int64}, {Name: "offset", Type: Int64}, {Name: "at", Type: Int64},
			{Name: "level", Type: Int64}, {Name: "sequence", Type: Uint64}, utf8("group"), utf8("table"), utf8("cf"),
		}},
		Column{Name: "fields", Type: JSON})
	first := len(s.Columns)
	for _, k := range kinds {
		s.Columns = append(s.Columns, k.column())
	}
	s.Columns = append(s.Columns,
		Column{Name: "error", Type: Struct, Columns: []Column{
			utf8("code"), {Name: "message", Type: UTF8}, utf8("part"), {Name: "offset", Type: Int64}, utf8("field"),
			{Name: "expected", Type: UTF8}, {Name: "found", Type: UTF8}, {Name: "lost", Type: Int64},
			{Name: "after", Type: Binary}, {Name: "before", Type: Binary}, {Name: "remark", Type: Bool},
		}},
		Column{Name: "doubts", Type: JSON},
		Column{Name: RestName, Type: JSON})
	s.kinds = map[*format.Record]*Column{}
	for i, k := range kinds {
		s.kinds[k.Record] = &s.Columns[first+i]
	}
	s.fixed = fixed{
		s.top("format"), s.top("record"), s.top("timestamp"), s.top("deleted"), s.top("increment"), s.top("note"),
		s.top("fields"), s.top("doubts"), s.top(RestName), nil,
	}
	for _, name := range parts {
		s.fixed.parts = append(s.fixed.parts, s.top(name))
	}
	s.number()
	return s
}

// top returns the column with a name that is not in a struct, or nil.
func (s *Schema) top(name string) *Column {
	for i := range s.Columns {
		if s.Columns[i].Name == name {
			return &s.Columns[i]
		}
	}
	return nil
}

func utf8(name string) Column { return Column{Name: name, Type: UTF8} }

// number assigns numbers to the columns and structs that are written, in order.
func (s *Schema) number() {
	s.Leaves, s.Groups = s.Leaves[:0], s.Groups[:0]
	var visit func(list []Column, depth, around int)
	visit = func(list []Column, depth, around int) {
		for i := range list {
			c := &list[i]
			c.Depth, c.Around, c.Leaf, c.Group = depth, around, -1, -1
			switch {
			case c.Type == Struct:
				if c.Inner = Shown(c.Columns); len(c.Inner) > 0 {
					c.Group = len(s.Groups)
					s.Groups = append(s.Groups, c)
				}
				visit(c.Columns, depth+1, c.Group)
			case !c.left:
				c.Leaf = len(s.Leaves)
				s.Leaves = append(s.Leaves, c)
			}
		}
	}
	visit(s.Columns, 0, -1)
}

// Select keeps only the named columns, and returns the first name that is not a column, or "". A name is a path with dots.
// Columns of parts, source or a record kind may be named without the struct around them, like the members of records.
func (s *Schema) Select(names []string) (unknown string) {
	chosen := map[*Column]bool{}
	for _, name := range names {
		c := s.find(strings.TrimPrefix(strings.TrimPrefix(name, "parts."), "fields."))
		if c == nil {
			return name
		}
		chosen[c] = true
	}
	var keep func(list []Column, all bool)
	keep = func(list []Column, all bool) {
		for i := range list {
			c := &list[i]
			c.left = !all && !chosen[c]
			keep(c.Columns, !c.left)
		}
	}
	keep(s.Columns, false)
	s.number()
	return ""
}

// Decoded reports whether a column needs decoded rows: all do except the parts and what stores say about an entry.
func (s *Schema) Decoded() bool {
	for i := range s.Columns {
		c := &s.Columns[i]
		plain := c.Name == "source" || slices.Contains(parts, c.Name) || c == s.fixed.timestamp || c == s.fixed.deleted || c == s.fixed.increment
		if !plain && len(Shown(s.Columns[i:i+1])) > 0 {
			return true
		}
	}
	return false
}

func (s *Schema) find(name string) *Column {
	if c := find(s.Columns, name); c != nil {
		return c
	}
	for i := range s.Columns {
		if c := &s.Columns[i]; c.kind || c.Name == "source" {
			if inner := find(c.Columns, name); inner != nil {
				return inner
			}
		}
	}
	return nil
}

func find(list []Column, path string) *Column {
	name, rest, deeper := strings.Cut(path, ".")
	at := slices.IndexFunc(list, func(c Column) bool { return c.Name == name })
	switch {
	case at < 0:
		return nil
	case deeper:
		return find(list[at].Columns, rest)
	}
	return &list[at]
}

// Names returns the names of the columns, in the form that Select accepts.
func (s *Schema) Names() []string {
	list := paths(nil, s.Columns, "")
	for i := range s.Columns {
		if c := &s.Columns[i]; c.kind || c.Name == "source" {
			list = paths(list, c.Columns, "")
		}
	}
	return list
}

func paths(list []string, of []Column, around string) []string {
	for i := range of {
		list = append(list, around+of[i].Name)
		list = paths(list, of[i].Columns, around+of[i].Name+".")
	}
	return list
}

// Shown returns the columns in a list that are written.
func Shown(list []Column) (out []*Column) {
	for i := range list {
		if c := &list[i]; c.Type != Struct && !c.left || c.Type == Struct && len(Shown(c.Columns)) > 0 {
			out = append(out, c)
		}
	}
	return out
}

// String returns the schema as text: one line per column, with those in a struct indented.
func (s *Schema) String() string {
	var b strings.Builder
	var write func(list []Column, indent string)
	write = func(list []Column, indent string) {
		for _, c := range Shown(list) {
			b.WriteString(indent + c.Name + " " + c.Type.String() + "\n")
			write(c.Columns, indent+"\t")
		}
	}
	write(s.Columns, "")
	return b.String()
}

// Kinds returns the record kinds with a format and a name. Either may be empty, which matches any.
func Kinds(formatID, record string) (list []*Kind, err error) {
	for _, f := range codec.Formats() {
		if formatID != "" && f.ID != formatID {
			continue
		}
		all, err := layouts(f)
		if err != nil {
			return nil, err
		}
		for i := range f.Records {
			if r := &f.Records[i]; record == "" || r.Name == record {
				list = append(list, &Kind{Format: f, Record: r, members: all[r.Name]})
			}
		}
	}
	return list, nil
}

// Kind is a record kind with its typed columns.
type Kind struct {
	Format  *format.Format
	Record  *format.Record
	members []Column
}

// Name returns the name of the struct: "actionbase_edge_state".
func (k *Kind) Name() string { return strings.ReplaceAll(k.Format.ID+"_"+k.Record.Name, "-", "_") }

func (k *Kind) column() Column {
	list := append(clone(k.members), Column{Name: RestName, Type: JSON})
	return Column{Name: k.Name(), Type: Struct, Columns: list, kind: true}
}

func clone(list []Column) []Column {
	list = slices.Clone(list)
	for i := range list {
		list[i].Columns = clone(list[i].Columns)
	}
	return list
}
