package accumulograph

import (
	"strconv"
	"unicode/utf8"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
)

// Verifier checks the tables of one or more graphs. It keeps all entries: indexes
// and elements refer to each other across tables.
type Verifier struct {
	graphs   []*Graph
	homeless int // entries of tables that no graph has
}

// NewVerifier returns a verifier. Entries must name their table.
func NewVerifier() *Verifier { return new(Verifier) }

// newVerifier is NewVerifier for callers that only know the format.Format.
func newVerifier(format.Schema, format.Zones) (format.Verifier, error) { return NewVerifier(), nil }

// Add takes an entry of the graph whose table it most likely is.
func (v *Verifier) Add(e *store.Entry) {
	list := Tables(e.Source.Table)
	if len(list) == 0 {
		v.homeless++
		return
	}
	v.graph(list[0].Graph).Add(e)
}

func (v *Verifier) graph(name string) *Graph {
	for _, g := range v.graphs {
		if g.Name == name {
			return g
		}
	}
	g := NewGraph(name)
	v.graphs = append(v.graphs, g)
	return g
}

// reasons explain each kind of finding.
var reasons = map[string]struct {
	severity format.Severity
	why      string
}{
	MissingIndex:    {format.Error, "the metadata lists an index of this key, and the property has no entry in it"},
	StaleIndex:      {format.Error, "the index has an entry for which no element has the value"},
	UnlistedIndex:   {format.Warning, "the index has entries, but the metadata does not list it; they were not checked"},
	OrphanProperty:  {format.Warning, "a property of no element: removing an edge leaves its properties behind, and a later edge of that id has them"},
	MissingEndpoint: {format.Error, "the vertex does not have this end of the edge"},
	LabelMismatch:   {format.Error, "the vertex has another label for the edge than the edge itself"},
	MissingVertex:   {format.Error, "an end of the edge is no vertex"},
	OrphanEndpoint:  {format.Error, "an end of an edge that does not exist, or does not have these ends, or in a row that is no vertex"},
	OtherSpelling:   {format.Info, "another JDK spelled the number: lookups by bytes miss it"},
	UnknownClass:    {format.Warning, "the metadata names a class that is neither vertices nor edges"},
}

// Findings returns what is wrong with the entries added so far, graph by graph.
func (v *Verifier) Findings() []format.Finding {
	var all []format.Finding
	for _, g := range v.graphs {
		for _, b := range g.Broken {
			all = append(all, format.Finding{Severity: format.Error, Code: "undecodable", Parts: b.Entry.Parts, Item: "table " + b.Entry.Source.Table, Why: b.Err.Error()})
		}
		g.Resolve()
		for _, f := range g.Verify() {
			r := reasons[f.Kind]
			item := "table " + f.Table + ", id " + show(f.ID)
			if f.About != "" {
				item += ", " + f.About + " " + show(f.More)
			}
			all = append(all, format.Finding{Severity: r.severity, Code: f.Kind, Item: item, Why: r.why})
		}
	}
	if v.homeless > 0 {
		all = append(all, format.Finding{Severity: format.Info, Code: "no-table", Item: strconv.Itoa(v.homeless) + " entries", Why: "their table's name is not that of a graph's table, so they were not checked"})
	}
	return all
}

// show is text in quotes, or bytes as hex.
func show(b []byte) string {
	if utf8.Valid(b) {
		return string(value.AppendQuoted(nil, string(b)))
	}
	return "0x" + string(value.AppendHex(nil, b))
}
