package accumulograph

import (
	"slices"
	"strconv"
	"unicode/utf8"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
)

// Verifier checks the tables of one or more graphs. It keeps all entries: indexes
// and elements refer to each other across tables.
type Verifier struct {
	rows     []*row
	removed  []*row
	file     string // of the last entry
	files    int    // of which entries came, one after the other
	homeless int    // entries of tables that no graph has
}

// row is an entry, or the removal of one, with the number of its file.
type row struct {
	store.Entry
	file int
}

// NewVerifier returns a verifier. Entries must name their table.
func NewVerifier() *Verifier { return new(Verifier) }

// newVerifier is NewVerifier for callers that only know the format.Format.
func newVerifier(format.Schema, format.Zones) (format.Verifier, error) { return NewVerifier(), nil }

// Add takes an entry of the graph whose table it most likely is. Of several with one
// key the newest counts, then that of the last file, then the first in it.
func (v *Verifier) Add(e *store.Entry) format.Taking {
	if len(Tables(e.Source.Table)) == 0 {
		v.homeless++
		if e.Source.Table == "" {
			return format.Unplaced
		}
		return format.Foreign
	}
	if v.files == 0 || v.file != e.Source.File {
		v.file = e.Source.File
		v.files++
	}
	r := &row{e.Clone(), v.files}
	if e.Deleted != "" {
		v.removed = append(v.removed, r)
	} else {
		v.rows = append(v.rows, r)
	}
	return format.Checked
}

// key is what identifies an entry.
func (r *row) key() string {
	text := []byte(r.Source.Table)
	for _, p := range r.Parts {
		if p.Name != store.Value {
			text = strconv.AppendInt(append(text, 0), int64(len(p.Bytes)), 10)
			text = append(append(text, 0), p.Bytes...)
		}
	}
	return string(text)
}

// time is the timestamp of an entry, 0 where it has none.
func (r *row) time() int64 {
	at, _ := strconv.ParseInt(r.Timestamp, 10, 64)
	return at
}

// hides reports whether a removal hides an entry with the same key.
func (r *row) hides(e *row) bool {
	if r.Timestamp != "" && e.Timestamp != "" {
		return r.time() >= e.time()
	}
	return r.file >= e.file
}

// live returns the entries that a scan of the tables shows.
func (v *Verifier) live() (list []*row) {
	removed := map[string][]*row{}
	for _, r := range v.removed {
		removed[r.key()] = append(removed[r.key()], r)
	}
	at := map[string]int{}
	for _, r := range v.rows {
		key := r.key()
		if slices.ContainsFunc(removed[key], func(g *row) bool { return g.hides(r) }) {
			continue
		}
		i, twice := at[key]
		switch {
		case !twice:
			at[key] = len(list)
			list = append(list, r)
		case r.time() > list[i].time() || r.time() == list[i].time() && r.file > list[i].file:
			list[i] = r
		}
	}
	return list
}

// joined returns the graphs of the entries, in the order of their first one.
func (v *Verifier) joined() (list []*Graph) {
	graphs := map[string]*Graph{}
	for _, r := range v.live() {
		name := Tables(r.Source.Table)[0].Graph
		g := graphs[name]
		if g == nil {
			g = NewGraph(name)
			graphs[name] = g
			list = append(list, g)
		}
		g.take(&r.Entry)
	}
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
	MissingVertex:   {format.Error, "an end of the edge is no vertex"},
	OrphanEndpoint:  {format.Error, "an end of an edge that does not exist, or does not have these ends, or in a row that is no vertex"},
	OtherSpelling:   {format.Info, "another JDK spelled the number: lookups by bytes miss it"},
	UnknownClass:    {format.Warning, "the metadata names a class that is neither vertices nor edges"},
}

// Findings returns what is wrong with the entries added so far, graph by graph.
func (v *Verifier) Findings() []format.Finding {
	var all []format.Finding
	for _, g := range v.joined() {
		for _, b := range g.Broken {
			all = append(all, format.Finding{Severity: format.Error, Code: "undecodable", Parts: b.Entry.Parts, Timestamp: b.Entry.Timestamp,
				Item: "table " + b.Entry.Source.Table, Source: store.Source{Table: b.Entry.Source.Table}, Why: b.Err.Error(),
				NoMend: "the bytes do not say what the entry was"})
		}
		g.Resolve()
		for _, f := range g.Verify() {
			all = append(all, f.general())
		}
	}
	if v.homeless > 0 {
		all = append(all, format.Finding{Severity: format.Info, Code: "no-table", Item: strconv.Itoa(v.homeless) + " entries",
			Why: "their table's name is not that of a graph's table, so they were not checked", NoMend: "nothing says what the entries should be"})
	}
	return all
}

// general is the finding as all formats have it.
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
		x.Mend = []store.Entry{put}
	case f.drop:
		x.Mend = []store.Entry{{Parts: format.Keyed(f.own.Parts), Timestamp: f.own.Timestamp, Deleted: "delete",
			Source: store.Source{Table: f.own.Source.Table}}}
	}
	return x
}

// after is a timestamp that is at least one and later than another one.
func after(least, other string) string {
	a, _ := strconv.ParseInt(least, 10, 64)
	b, err := strconv.ParseInt(other, 10, 64)
	if err != nil || b < a {
		return least
	}
	return strconv.FormatInt(b+1, 10)
}

// show is text in quotes, or bytes as hex.
func show(b []byte) string {
	if utf8.Valid(b) {
		return string(value.AppendQuoted(nil, string(b)))
	}
	return "0x" + string(value.AppendHex(nil, b))
}
