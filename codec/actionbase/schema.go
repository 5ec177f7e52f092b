package actionbase

import (
	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/order"
	"github.com/rowlens/rowlens/codec/value"
)

// Schema is what a user may supply: tables with their indexes, groups and caches, or only a list of
// names. It turns codes into names and assigns index values to fields. A nil *Schema is valid and
// empty. A Schema is immutable and safe for concurrent use.
type Schema struct {
	Tables []Table

	names  map[int32]string
	tables map[int32]*Table
}

// Table is one table's definition. The JSON shape is that of
// golden/actionbase/actionbase-hbase-shell.schema.json.
type Table struct {
	Name       string // "database.table"; empty when only its parts are known
	Code       int32
	Multi      bool        // MULTI_EDGE: rows are keyed by the edge's id
	Vertex     bool        // VERTEX: state rows only
	Directions []Direction // BOTH is OUT, then IN
	Source     string      // types of the source, the target and, for a multi-edge, the id; empty if not known
	Target     string
	ID         string
	Properties []Property
	Indexes    []Index
	Groups     []Group
	Caches     []Cache
}

// Property is one declared property.
type Property struct {
	Name     string
	Type     string
	Nullable bool
	Required bool // the schema says that it is not nullable; false also if it says nothing
}

// IndexField is one field of an index or cache: version, source, target or a property, and its
// order.
type IndexField struct {
	Name  string
	Order order.Order
}

// Index is one declared index.
type Index struct {
	Name   string
	Fields []IndexField
}

// Cache is one declared cache.
type Cache struct {
	Name   string
	Fields []IndexField
}

// Group is one declared group: a count, or a sum of ValueField.
type Group struct {
	Name       string
	Sum        bool
	ValueField string
	Directions []Direction
	Fields     []GroupField
}

// GroupField is one field of a group; Bucket may be nil.
type GroupField struct {
	Name   string
	Bucket *Bucket
}

// Name returns the name with the given code, or "" if it is unknown.
func (s *Schema) Name(code int32) string {
	if s == nil {
		return ""
	}
	return s.names[code]
}

// Table returns the table with the given code, or nil if it is unknown.
func (s *Schema) Table(code int32) *Table {
	if s == nil {
		return nil
	}
	return s.tables[code]
}

// indexFields returns the fields of an index, or nil if it is unknown.
func (s *Schema) indexFields(table, index int32) []IndexField {
	if t := s.Table(table); t != nil {
		for i := range t.Indexes {
			if Code(t.Indexes[i].Name) == index {
				return t.Indexes[i].Fields
			}
		}
	}
	return nil
}

func (s *Schema) cacheFields(table, cache int32) []IndexField {
	if t := s.Table(table); t != nil {
		for i := range t.Caches {
			if Code(t.Caches[i].Name) == cache {
				return t.Caches[i].Fields
			}
		}
	}
	return nil
}

func (s *Schema) groupFields(table, group int32) []GroupField {
	if t := s.Table(table); t != nil {
		for i := range t.Groups {
			if Code(t.Groups[i].Name) == group {
				return t.Groups[i].Fields
			}
		}
	}
	return nil
}

// add registers a name. If two names share a code, the first wins.
func (s *Schema) add(name string) {
	if c := Code(name); s.names[c] == "" {
		s.names[c] = name
	}
}

// Collisions lists the pairs of names that share a code. Upstream does not check for this, and the
// stored bytes cannot tell such names apart.
func Collisions(names []string) [][2]string {
	first := make(map[int32]string, len(names))
	var pairs [][2]string
	for _, n := range names {
		if other, ok := first[Code(n)]; ok && other != n {
			pairs = append(pairs, [2]string{other, n})
			continue
		}
		first[Code(n)] = n
	}
	return pairs
}

// ParseSchema reads a schema: {"tables":[…]}, {"names":[…]}, both, or a bare list
// of names.
func ParseSchema(v value.Value) (format.Schema, error) {
	s := &Schema{names: map[int32]string{}, tables: map[int32]*Table{}}
	for _, n := range [...]string{"__InsertTs__", "__DeleteTs__", "_source", "_target"} {
		s.add(n)
	}
	names, tables := v.Member("names"), v.Member("tables")
	switch {
	case v.Kind == value.Array:
		names = v
	case names.IsNull() && tables.IsNull():
		return nil, refuse("", "expected tables, or names of tables, indexes and properties")
	}
	if err := s.parseNames(names); err != nil {
		return nil, err
	}
	if tables.Kind != value.Array && !tables.IsNull() {
		return nil, refuse("tables", "expected a list, found "+tables.Kind.String())
	}
	s.Tables = make([]Table, tables.Len())
	for i, t := range tables.Items() {
		err := s.Tables[i].parse(t)
		if _, coded := t.Get("tableCode"); err == nil && s.Tables[i].Name == "" && !coded {
			err = refuse("table", "expected the name of the table, as \"database.table\", or tableCode")
		}
		if err != nil {
			return nil, within(itemName("tables", i), err)
		}
		// If the member is misspelt, all that remains is a table that has no rows.
		if s.Tables[i].Name == "" && t.Member("tableCode").IsNull() {
			return nil, refuse(itemName("tables", i)+".table", "expected the name of the table, or its code as tableCode")
		}
		s.Tables[i].addNames(s)
		s.tables[s.Tables[i].Code] = &s.Tables[i]
	}
	return s, nil
}

func (s *Schema) parseNames(v value.Value) error {
	if v.IsNull() {
		return nil
	}
	if v.Kind != value.Array {
		return refuse("names", "expected a list of names, found "+v.Kind.String())
	}
	for i, n := range v.Items() {
		name, ok := n.Text()
		if !ok {
			return refuse(itemName("names", i), "expected text, found "+n.Kind.String())
		}
		s.add(name)
	}
	return nil
}

func (t *Table) addNames(s *Schema) {
	s.add(t.Name)
	for i := range t.Properties {
		s.add(t.Properties[i].Name)
	}
	for i := range t.Indexes {
		s.add(t.Indexes[i].Name)
	}
	for i := range t.Groups {
		s.add(t.Groups[i].Name)
	}
	for i := range t.Caches {
		s.add(t.Caches[i].Name)
	}
}
