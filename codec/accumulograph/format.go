package accumulograph

import (
	"slices"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/store"
)

// Format is how the rest of rowlens sees this package.
var Format = format.Format{
	ID:         formatID,
	Title:      "AccumuloGraph",
	Store:      "Accumulo",
	Doc:        "A property graph on Accumulo: vertices, edges and indexes in tables of their own, values as a tag and text.",
	Records:    records(),
	Columns:    columns,
	NamesTable: func(_ format.Schema, table string) bool { return len(Tables(table)) > 0 },
	Uncommon:   uncommon,
	Operations: operations(),
	Samples:    samples,
	Examples:   examples,
	Guide:      guide,

	ParseSchema: ParseSchema, SchemaMembers: schemaMembers,
	Compare: compare,
	Objects: &objects,

	NewVerifier:    newVerifier,
	NewKeySplitter: NewKeySplitter,
}

func records() []format.Record {
	typed := slices.Concat(valueLegend, streamLegend)
	return []format.Record{
		{
			Name: "entry", Title: "entry", Parts: entryParts, Guess: []string{store.Row}, Fields: slices.Concat(entryLegend, typed),
			Doc:    "One entry of a graph's tables: a vertex, an edge, an end of an edge, a property, an index entry or an index.",
			Decode: decodeEntry, Encode: encodeEntry, Match: matchEntry, Refuses: homeless, Weigh: weighEntry, Scan: &entryScan,
		},
		{
			Name: "vertex-group", Title: "vertex", Parts: entryParts, Fields: slices.Concat(entryLegend, typed),
			Doc:    "All entries of one vertex: its properties and the ends of its edges.",
			Decode: decodeGroup("vertex-group", VertexTable),
		},
		{
			Name: "edge-group", Title: "edge", Parts: entryParts, Fields: slices.Concat(entryLegend, typed),
			Doc:    "All entries of one edge: its ends, label and properties.",
			Decode: decodeGroup("edge-group", EdgeTable),
		},
		{
			Name: "value", Title: "typed value", Parts: valuePart, Guess: valuePart, Fields: typed, Alone: true,
			Doc:    "One typed value: a tag, then text or a Java object stream.",
			Decode: decodeTyped("value"), Encode: encodeTyped, Weigh: weighValue,
		},
	}
}

func operations() []format.Record {
	typed := slices.Concat(valueLegend, streamLegend)
	return []format.Record{
		{Name: "delimiter-case", Title: "entries of an edge", Doc: "The entries that make an edge and its two vertices.", Encode: encodeEdge},
		{Name: "graph", Title: "graph", Doc: "Elements joined from entries, and what disagrees between tables and indexes.",
			Derive: deriveGraph},
		{Name: "value-jdk", Title: "float of a JDK", Parts: valuePart, Fields: typed,
			Doc: "A float or double as one generation of JDKs prints it.", Decode: decodeTyped("value-jdk"), Encode: encodeTyped},
		{Name: "value-lossy", Title: "text of UTF-16", Parts: valuePart, Fields: typed,
			Doc: "A string given by its UTF-16 units; half of a surrogate pair is lost.", Decode: decodeTyped("value-lossy"), Encode: encodeTyped},
		{Name: "value-decode", Title: "value read as upstream does", Parts: valuePart, Fields: typed,
			Doc: "What upstream's reader accepts and refuses.", Decode: decodeTyped("value-decode")},
		{Name: "value-encode-refused", Title: "value that is refused", Parts: valuePart,
			Doc: "An object that upstream cannot store.", Encode: encodeTyped},
		{Name: "table-names", Title: "names of tables", Doc: "The names of a graph's tables.", Derive: deriveTableNames},
		{Name: "table-names-refused", Title: "names of tables, refused", Doc: "Names that no graph may have.", Derive: deriveTableNames},
		{Name: "table-name", Title: "readings of a table's name",
			Doc: "Which table of which graph a name may be, the likeliest first.", Derive: deriveTable},
		{Name: "shell-print", Title: "line of a scan", Parts: entryParts,
			Doc: "The line that the Accumulo shell prints for an entry.", Derive: derivePrint},
		{Name: "shell-parse", Title: "entry of a line", Doc: "The entry of a line that the Accumulo shell printed.", Derive: deriveParse},
		{Name: "order", Title: "scan order", Doc: "Values in the order in which Accumulo keeps them.", Derive: deriveOrder},
	}
}
