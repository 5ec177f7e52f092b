package accumulograph

import (
	"strconv"
	"unicode/utf8"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/shuffle"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
)

// Verifier checks the tables of one or more graphs, in which indexes and elements refer to each other
// across tables. Add takes every entry, in any order. A shuffle.Shuffle can do this instead; it needs
// only the memory for the metadata and for what one entry of an edge says, however many entries there
// are.
//
// Memory: Add keeps every entry, packed and with its place.
type Verifier struct {
	added    *shuffle.Shuffle
	graph    string // graph whose tables are checked; empty for those of all graphs
	sampling shuffle.Sampling
	cells    cells
	own      bool // some entry may belong to a graph
	homeless int  // number of entries of tables that no graph has
	graphs   map[string]uint64
	tables   map[string]bool // names of tables with entries
	table    string          // table of the last entry

	group    *shuffle.Group
	place    shuffle.Place // of a message
	payload  []byte        // of a message
	order    []byte        // of the finding being reported
	in       format.Input
	entry    Entry
	listed   map[metaKey]*listed
	listings []*listed                      // the same, as they came
	take     func(order []byte, f *Finding) // if not nil, gets the findings
}

// metaKey identifies one item of the metadata of a graph.
type metaKey struct {
	graph string
	listing
}

// listed is the entry of a metadata item, with its number.
type listed struct {
	metaKey
	entry  store.Entry
	number uint64
}

// NewVerifier returns a verifier. Entries must name their table.
func NewVerifier() *Verifier {
	return &Verifier{graphs: map[string]uint64{}, tables: map[string]bool{}}
}

// newVerifier is NewVerifier for callers that only know the format.Format.
func newVerifier(format.Schema, format.Zones) (format.Verifier, error) { return NewVerifier(), nil }

// Add takes an entry as part of the graph whose table it most likely is. Of several with the same
// key the newest counts, then that of the last file, then the first in it.
func (v *Verifier) Add(e *store.Entry) format.Taking {
	if v.added == nil {
		v.added = shuffle.New(v, nil)
	}
	return v.added.Add(e, 0)
}

// Findings returns what is wrong with the entries added so far, graph by graph.
func (v *Verifier) Findings() (list []format.Finding) {
	if v.added == nil {
		return nil
	}
	// Sorters in memory do not fail.
	_ = v.added.Findings(func(f *format.Finding) bool { list = append(list, *f); return true })
	return list
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
	MissingVertex:   {format.Error, "an end of the edge is not a vertex"},
	OrphanEndpoint:  {format.Error, "an end of an edge that does not exist, or does not have these ends, or in a row that is not a vertex"},
	RepeatedEdge:    {format.Warning, "two edges have this id: upstream's edge scan has only the one whose entry sorts first"},
	OtherSpelling:   {format.Info, "another JDK spelled the number: lookups by bytes miss it"},
	UnknownClass:    {format.Warning, "the metadata names a class that is neither vertices nor edges: nothing was checked against this index"},
	MissingTable: {format.Info, "the metadata lists the index, but the input has no entry of its table: " +
		"it is empty or lost, or was not given, so nothing of it was checked"},
}

// general returns the finding in the form that all formats share.
func (f *Finding) general() format.Finding {
	r := reasons[f.Kind]
	x := format.Finding{Severity: r.severity, Code: f.Kind, Item: "table " + f.Table + ", id " + show(f.ID), Why: r.why,
		Because: f.because, NoMend: f.noMend}
	if f.About != "" {
		x.Item += ", " + f.About + " " + show(f.More)
	}
	switch {
	case f.own != nil:
		x.Parts, x.Timestamp, x.Source.Table = f.own.Parts, f.own.Timestamp, f.own.Source.Table
	case f.right != nil:
		x.Parts, x.Source.Table = format.Keyed(f.right.Parts), f.right.Source.Table
	}
	switch {
	case f.right != nil:
		x.Right = f.right.Parts
		put := *f.right
		if f.own != nil {
			put.Timestamp = after(put.Timestamp, f.own.Timestamp)
		}
		if f.noMend == "" {
			x.Mend = []store.Entry{put}
		}
	case f.drop:
		x.Mend = []store.Entry{{Parts: format.Keyed(f.own.Parts), Timestamp: f.own.Timestamp, Deleted: "delete",
			Source: store.Source{Table: f.own.Source.Table}}}
	}
	return x
}

// after returns a timestamp that is not less than least and later than other.
func after(least, other string) string {
	a, _ := strconv.ParseInt(least, 10, 64)
	b, err := strconv.ParseInt(other, 10, 64)
	if err != nil || b < a {
		return least
	}
	return strconv.FormatInt(b+1, 10)
}

// show returns text in quotes, or bytes in hex.
func show(b []byte) string {
	if utf8.Valid(b) {
		return string(value.AppendQuoted(nil, string(b)))
	}
	return "0x" + string(value.AppendHex(nil, b))
}
