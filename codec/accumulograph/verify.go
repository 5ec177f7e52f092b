package accumulograph

import (
	"maps"
	"slices"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
)

// Finding is one disagreement between the tables of a graph.
type Finding struct {
	Kind  string // "missing-index"
	Table string
	ID    []byte
	About string // name of its further member: key, edge, vertex, or empty
	More  []byte // value of that member
	Extra bool   // only worth knowing, not a fault

	own     *store.Entry    // the entry that it is about
	right   *store.Entry    // the entry that should be there
	drop    bool            // own should not be there
	noMend  string          // why it cannot be mended, if right and drop do not say how
	because []format.Reason // the entries that decide it
}

// reason returns an entry as the reason of a finding; nothing if own is nil.
func reason(why string, own *store.Entry) []format.Reason {
	if own == nil {
		return nil
	}
	return []format.Reason{{Why: why, Parts: own.Parts, Source: own.Source}}
}

// implied returns an entry that is derived from another and has that one's visibility and
// timestamp.
func implied(table string, e *Entry, from *store.Entry) *store.Entry {
	c, err := AppendCell(e)
	if err != nil {
		return nil
	}
	row := &store.Entry{Timestamp: from.Timestamp, Source: store.Source{Table: table}}
	row.Add(store.Row, c.Row)
	for i := range from.Parts {
		switch p := from.Parts[i]; p.Name {
		case store.Family, partFamily:
			row.Add(p.Name, c.Family)
		case store.Qualifier, partQualifier:
			row.Add(p.Name, c.Qualifier)
		case store.Visibility, partVisibility:
			row.Add(p.Name, p.Bytes)
		}
	}
	row.Add(store.Value, c.Value)
	return row
}

// The kinds of findings.
const (
	MissingIndex    = "missing-index"
	StaleIndex      = "stale-index"
	UnlistedIndex   = "unlisted-index"
	OrphanProperty  = "orphan-property"
	MissingEndpoint = "missing-endpoint"
	LabelMismatch   = "label-mismatch"
	MissingVertex   = "missing-vertex"
	OrphanEndpoint  = "orphan-endpoint"
	OtherSpelling   = "other-jdk-spelling" // an index row as another JDK spells it
	RepeatedEdge    = "repeated-edge"      // a row with several edges
	UnknownClass    = "unknown-class"      // the metadata has neither vertices nor edges
	MissingTable    = "missing-table"      // a named index that the metadata lists has no entry in the input
	Undecodable     = "undecodable"        // an entry that no writer makes, whether upstream reads it or not
	NoTable         = "no-table"           // entries of tables that no graph has; not verified
)

const (
	aboutKey    = "key"
	aboutEdge   = "edge"
	aboutVertex = "vertex"
)

// Write writes the finding as an object.
func (f *Finding) Write(w *value.Writer) {
	w.Object()
	w.Key("finding")
	w.String(f.Kind)
	w.Key("table")
	w.String(f.Table)
	writeText(w, "id", f.ID)
	if f.About != "" {
		writeText(w, f.About, f.More)
	}
	w.EndObject()
}

// Verify compares the tables of the graph: indexes with the elements, edges with the ends
// stored with vertices.
func (g *Graph) Verify() (list []Finding) {
	v := NewVerifier()
	v.graph = g.Name
	found := map[string][]Finding{}
	v.take = func(order []byte, f *Finding) { found[string(order)] = append(found[string(order)], *f) }
	for _, e := range g.entries {
		v.Add(e)
	}
	v.Findings()
	for _, order := range slices.Sorted(maps.Keys(found)) {
		list = append(list, found[order]...)
	}
	return list
}

// indexed returns the entry of a key index for a property.
func indexed(table string, id []byte, p *Property) *store.Entry {
	row := implied(table, &Entry{Kind: VertexEntry, ID: p.Raw}, p.own)
	if row == nil {
		return nil
	}
	for i := range row.Parts {
		switch row.Parts[i].Name {
		case store.Family, partFamily:
			row.Parts[i].Bytes = p.Key
		case store.Qualifier, partQualifier:
			row.Parts[i].Bytes = id
		case store.Value:
			row.Parts[i].Bytes = nil
		}
	}
	return row
}
