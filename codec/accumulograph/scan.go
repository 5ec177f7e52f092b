package accumulograph

import (
	"slices"
	"strings"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/order"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
)

// entryScan finds entries: by row first, then by family within the row, then by qualifier within
// the family.
var entryScan = format.Scan{
	Fields: []format.ScanField{
		{Name: "graph", Doc: "name of the graph, with which the names of its tables begin"},
		{Name: "kind", Doc: "what the entries are; without it all entries of an element", Choices: entryWords[:]},
		{Name: "element", Doc: "whether of vertices or of edges, if the kind does not say", Choices: []string{vertexElement, edgeElement}},
		{Name: "index", Doc: "name of the named index; without it index values are those of the key index"},
		{Name: "id", Doc: "id of the element", Bounds: true},
		{Name: "value", Doc: "the indexed value", Types: kindNames[:Serializable], Bounds: true},
		{Name: "key", Doc: "key of a property", Bounds: true},
		{Name: "name", Doc: "name of a named index", Bounds: true},
		{Name: "in", Doc: "for edges: the vertex at the head"}, {Name: "out", Doc: "for edges: the vertex at the tail"},
		{Name: "other", Doc: "for the ends of edges: the other vertex"}, {Name: "edge", Doc: "for the ends of edges: the edge"},
		{Name: "label", Doc: "the label of an edge"},
	},
	Plan: planEntries,
}

// noKind stands for all entries of an element.
const noKind = entryKinds

// members are the members in the key of each kind of entry, with that of the row first.
var members = [entryKinds + 1][]string{
	VertexEntry: {"id"}, EdgeEntry: {"id", "in", "out", "label"}, InEdgeEntry: {"id", "other", "edge", "label"},
	OutEdgeEntry: {"id", "other", "edge", "label"}, PropertyEntry: {"id", "key", "element"}, IndexValueEntry: {"value", "key", "id", "element", "index"},
	IndexKeyEntry: {"key", "element"}, IndexNameEntry: {"name", "element"}, noKind: {"id", "element"},
}

// scan is a query while its plan is made.
type scan struct {
	q    *format.Query
	kind EntryKind
	table
	plan  format.Plan
	where []string // terms of the expression, joined by and
}

// table is the table that a scan is for.
type table struct {
	Table
	element string
}

// planEntries says where entries are. Rows and families are exact. The shell accepts a qualifier but
// no range of them, and the label is in the value. What a scan of the shell shows in addition is in
// Meets.
func planEntries(in *format.Input, q *format.Query) (format.Plan, error) {
	if err := q.NoVersions(); err != nil {
		return format.Plan{}, err
	}
	if err := q.NoOffset(); err != nil {
		return format.Plan{}, err
	}
	s := scan{q: q, kind: noKind}
	s.plan.Part = store.Row
	for _, step := range [...]func(*format.Input) error{s.readKind, s.readTable, s.check, s.row, s.column} {
		if err := step(in); err != nil {
			return format.Plan{}, err
		}
	}
	s.plan.Where = strings.Join(s.where, " and ")
	return s.plan, nil
}

func (s *scan) text(name string) string {
	text, _ := s.q.Fields.Member(name).Text()
	return text
}

func (s *scan) has(name string) bool {
	_, has := s.q.Fields.Get(name)
	return has
}

func (s *scan) readKind(*format.Input) error {
	if !s.has("kind") {
		return nil
	}
	i := slices.Index(entryWords[:], s.text("kind"))
	if i < 0 {
		return format.RefuseUnknown("kind", "kind of entry", s.text("kind"), entryWords[:])
	}
	s.kind = EntryKind(i)
	return nil
}

// readTable finds the table: its kind by the kind of entry and the class of the element; its graph by
// name, from a schema, or from the table that the user names.
func (s *scan) readTable(in *format.Input) error {
	s.Graph = schemaOf(in).Graph
	if s.has("graph") {
		if s.Graph = s.text("graph"); !graphName(s.Graph) {
			return refuse("graph", "expected the name of a graph: letters, digits and underscores")
		}
	}
	if s.element = s.text("element"); s.has("element") && s.element != vertexElement && s.element != edgeElement {
		return format.RefuseUnknown("element", "class of elements", s.element, []string{vertexElement, edgeElement})
	}
	name, _ := in.Given.Member("table").Text()
	named := Tables(name)
	if len(named) > 0 && s.element == "" && !s.has("index") {
		s.of(named[0])
	}
	if err := s.place(); err != nil {
		return err
	}
	if len(named) == 0 {
		if s.Graph == "" && name == "" {
			s.plan.Lacks = "the name of the table is that of the graph and " + Table{Kind: s.Kind, Index: s.Index}.Name() +
				": give graph=NAME, or --table"
		} else if s.Graph != "" {
			s.plan.Table = s.Table.Name()
		}
		return nil
	}
	for _, t := range named {
		if t.Kind == s.Kind && t.Index == s.Index && (s.Graph == "" || t.Graph == s.Graph) {
			s.Graph, s.plan.Table = t.Graph, name
			return nil
		}
	}
	return format.Contradict("table", name+" is the "+words(named[0])+" of graph "+named[0].Graph+"; these entries are in the "+words(s.Table))
}

// of takes what the name of a table tells.
func (s *scan) of(t Table) {
	switch t.Kind {
	case VertexTable, VertexKeyIndex:
		s.element = vertexElement
	case EdgeTable, EdgeKeyIndex:
		s.element = edgeElement
	case NamedIndex:
		s.Index = t.Index
	}
	if s.kind == noKind && (t.Kind == NamedIndex || t.Kind == VertexKeyIndex || t.Kind == EdgeKeyIndex) {
		s.kind = IndexValueEntry
	}
}

// place decides the kind of the table.
func (s *scan) place() error {
	need := func(of string) error {
		return format.Refuse("element", "expected vertex or edge: "+of)
	}
	if s.has("index") {
		if s.kind == noKind {
			s.kind = IndexValueEntry
		}
		s.Index = s.text("index")
	}
	switch s.kind {
	case VertexEntry, InEdgeEntry, OutEdgeEntry:
		s.Kind = VertexTable
	case EdgeEntry:
		s.Kind = EdgeTable
	case IndexKeyEntry, IndexNameEntry:
		s.Kind, s.Index = IndexMetadata, ""
	case IndexValueEntry:
		switch {
		case s.Index != "" || s.has("index"):
			s.Kind = NamedIndex
		case s.element == "":
			return need("each has a key index of its own")
		default:
			s.Table = Index{Element: s.element}.table(s.Graph)
		}
	default:
		if s.element == "" {
			return need("each has a table of its own")
		}
		if s.Kind = VertexTable; s.element == edgeElement {
			s.Kind = EdgeTable
		}
	}
	if s.Kind != NamedIndex {
		s.Index = ""
	}
	return nil
}

// check refuses members that entries of the kind do not have.
func (s *scan) check(*format.Input) error {
	known := members[s.kind]
	refuse := func(name string) error {
		what := "entries of the kind " + s.kind.String()
		if s.kind == noKind {
			what = "a scan for all entries of elements"
		}
		return format.Contradict(name, what+" are not found by it; what finds them: "+strings.Join(known, ", "))
	}
	for i := range s.q.Fields.Len() {
		if name := s.q.Fields.Name(i); name != "graph" && name != "kind" && !slices.Contains(known, name) {
			return refuse(name)
		}
	}
	for _, b := range s.q.Bounds {
		switch {
		case !slices.Contains(known, b.Name):
			return refuse(b.Name)
		case b.Name == known[0]:
		case b.Name == "label" || b.Name == "element" || b.Name == "index" || b.Name == "key":
			return format.Contradict(b.Name, "cannot be bounded here: what can is "+known[0])
		case b.Op != format.Begins:
			return format.Contradict(b.Name, "cannot be bounded with "+b.Op.String()+": the delimiter follows the id, so that qualifiers do not sort as ids do; ^= says how it begins")
		}
	}
	if s.kind == EdgeEntry && s.has("in") && !s.has("id") {
		return format.Contradict("in", "the row of an edge is its id; the edges of a vertex are found by kind=in-edge id=VERTEX, and kind=out-edge")
	}
	return nil
}

// row narrows the plan to rows.
func (s *scan) row(*format.Input) error {
	name := members[s.kind][0]
	if name == "value" {
		return s.valueRow()
	}
	if s.has(name) {
		row, err := parseText(s.q.Fields, name)
		s.exactly(row)
		return err
	}
	for _, b := range s.q.Bounds {
		if b.Name != name {
			continue
		}
		text, err := boundText(b)
		if err != nil {
			return err
		}
		s.bound(b.Op, text)
	}
	return nil
}

// boundText reads the text of a bound.
func boundText(b format.Bound) ([]byte, error) {
	return parseText(value.OfMembers(value.Member{Name: b.Name, Value: b.Value}), b.Name)
}

// exactly narrows the plan to one row.
func (s *scan) exactly(row []byte) {
	s.plan.Prefix, s.plan.Start, s.plan.Stop = row, row, behind(row)
}

// behind returns the first key after key.
func behind(key []byte) []byte { return append(slices.Clip(key), 0) }

// bound narrows the plan to rows that compare with a text.
func (s *scan) bound(op format.Op, row []byte) {
	k := format.Keys{First: row, Next: behind(row)}
	if op == format.Begins {
		s.plan.Prefix, k.Next = row, order.After(row)
	}
	s.plan.Bound(op, k, order.Asc)
}
