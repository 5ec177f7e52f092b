package actionbase

import (
	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/order"
	"github.com/rowlens/rowlens/codec/span"
	"github.com/rowlens/rowlens/codec/store"
)

// Format is how the rest of rowlens sees this package.
var Format = format.Format{
	ID:            formatID,
	Title:         "Actionbase",
	Store:         "HBase",
	Doc:           "Edges with typed properties on HBase: salted row keys of self-describing ordered values.",
	Code:          Code,
	Guide:         guide,
	Stored:        func(code int32) []byte { return appendFixed32(nil, hdrInt, order.Int32(code)) },
	NewVerifier:   newVerifier,
	ParseSchema:   ParseSchema,
	SchemaMembers: []string{"names", "tables"},
	Records:       records,
	Columns:       columns,
	Uncommon:      uncommon,
	Operations:    operations,
	Samples:       samples,
	Examples:      examples,
	Objects:       &objects,
	Compare:       compareSchemas,
}

// newVerifier is NewVerifier for a schema whose type the caller does not know.
func newVerifier(s format.Schema, zones format.Zones) (format.Verifier, error) {
	sc, ok := s.(*Schema)
	if !ok || len(sc.Tables) == 0 {
		return nil, refuse("schema", "verifying needs a schema with tables")
	}
	return NewVerifier(sc, zones)
}

var (
	cellParts = []string{store.Row, store.Family, store.Qualifier, store.Value}
	rowOnly   = []string{store.Row}
	wideGuess = []string{store.Row, store.Qualifier}
)

var records = []format.Record{
	{
		Name: "edge-state", Title: "edge state", Parts: cellParts, Guess: []string{store.Row, store.Value},
		Doc: "The current state of one edge: active or not, its version, and each property with the version at which it was written.",
		Fields: []*span.Field{&fSalt, &fSource, &fTable, &fRowType, &fTarget, &fActive, &fVersion, &fProperty, &fPropertyCode,
			&fPropertyValue, &fPropVersion, &fCreatedAt, &fDeletedAt},
		Decode: decodeState, Encode: encodeState, Match: match(EdgeState), Refuses: noSource, Scan: scanVertex(EdgeState),
	},
	{
		Name: "edge-index", Title: "edge index", Parts: cellParts, Guess: []string{store.Row, store.Value},
		Doc: "One edge in one index and direction. The last value of the key is the target, all before it are index values.",
		Fields: []*span.Field{&fSalt, &fDirSource, &fTable, &fRowType, &fDirection, &fIndex, &fIndexValue, &fDirTarget, &fVersion,
			&fProperty, &fPropertyCode, &fPropertyValue},
		Decode: decodeIndex, Encode: encodeIndex, Match: match(EdgeIndex), Refuses: noSource, Scan: scanDirected(EdgeIndex),
	},
	{
		Name: "edge-count", Title: "edge count", Parts: cellParts, Guess: rowOnly,
		Doc:    "The number of active edges of one vertex in one direction, kept by HBase Increment.",
		Fields: []*span.Field{&fSalt, &fDirSource, &fTable, &fRowType, &fDirection, &fCount},
		Decode: decodeCount, Encode: encodeCount, Match: match(EdgeCount), Refuses: noSource, Scan: scanDirected(EdgeCount),
	},
	{
		Name: "edge-lock", Title: "edge lock", Parts: cellParts, Guess: rowOnly,
		Doc:    "The lock that a mutation holds on one edge; a crash leaves a stale one.",
		Fields: []*span.Field{&fSalt, &fSource, &fTable, &fRowType, &fTarget, &fLockedAt},
		Decode: decodeLock, Encode: encodeLock, Match: match(EdgeLock), Refuses: noSource, Scan: scanVertex(EdgeLock),
	},
	{
		Name: "edge-group", Title: "edge group", Parts: cellParts, Guess: wideGuess,
		Doc:    "A wide row with one counter for each combination of group values.",
		Fields: []*span.Field{&fSalt, &fDirSource, &fTable, &fRowType, &fDirection, &fGroup, &fGroupValue, &fSum, &fTombstone},
		Decode: decodeGroup, Encode: encodeGroup, Match: match(EdgeGroup), Refuses: noSource, Scan: scanDirected(EdgeGroup),
	},
	{
		Name: "edge-cache", Title: "edge cache", Parts: cellParts, Guess: wideGuess,
		Doc: "A wide row with one cell per edge, ordered by the cache's fields.",
		Fields: []*span.Field{&fSalt, &fDirSource, &fTable, &fRowType, &fDirection, &fCache, &fCacheValue, &fDirTarget, &fVersion,
			&fProperty, &fPropertyCode, &fPropertyValue, &fTombstone},
		Decode: decodeCache, Encode: encodeCache, Match: match(EdgeCache), Refuses: noSource, Scan: scanDirected(EdgeCache),
	},
	{
		Name: "metastore-row", Title: "metastore row", Parts: []string{partK, partV}, Guess: []string{partK},
		Doc:     "A schema object, stored as an edge state in the text columns k and v of a SQL table.",
		Fields:  []*span.Field{&fMetaKey, &fMetaVal},
		Refuses: noBase64(partK), Decode: decodeMetastore, Encode: encodeMetastore,
	},
	{
		Name: "edge-id", Title: "edge id", Parts: []string{partText}, Guess: []string{partText},
		Doc:     "A text cursor that names an edge by its two ends.",
		Fields:  []*span.Field{&fMasked, &fSource, &fTarget},
		Refuses: noBase64(partText), Decode: decodeEdgeID, Encode: encodeEdgeID,
	},
	{
		Name: "value", Title: "ordered value", Parts: []string{store.Value}, Guess: []string{store.Value},
		Doc:    "One typed value, ascending or descending.",
		Fields: []*span.Field{&fValue, &fHeader, &fBody, &fText, &fTerminator},
		Decode: decodeTyped("value"), Encode: encodeTyped,
	},
	{
		Name: "v0-value", Title: "v0 state value", Parts: []string{store.Value}, Guess: []string{store.Value},
		Doc:    "The cell of the oldest generation, which is only read, never written.",
		Fields: []*span.Field{&fV0Time, &fV0Target, &fProperty, &fV0Name, &fPropertyValue},
		Decode: decodeV0,
	},
}

var operations = []format.Record{
	{
		Name: "row-type", Title: "row type", Parts: rowOnly,
		Doc:    "Only the common start of a row key, up to its type.",
		Fields: []*span.Field{&fSalt, &fSource, &fTable, &fRowType},
		Decode: decodeRowType,
	},
	{Name: "json-text", Title: "JSON value", Parts: []string{store.Value}, Doc: "An ordered value that is JSON.",
		Decode: decodeTyped("json-text")},
	{Name: "value-from-bits", Title: "float from bits", Parts: []string{store.Value},
		Doc: "A float or double given by its IEEE 754 bits.", Encode: format.Only(encodeBits, "order", "type", "bits")},
	{Name: "value-from-utf16", Title: "string from UTF-16", Parts: []string{store.Value},
		Doc: "A string given by its UTF-16 code units.", Encode: format.Only(encodeUTF16, "order", "utf16")},
	{Name: "string-hash", Title: "code of a name", Doc: "XXH32 of a name as a signed code.", Derive: deriveCode},
	{Name: "xxhash32", Title: "XXH32", Parts: []string{"input"}, Doc: "XXH32 of bytes with a seed.", Derive: deriveHash},
	{Name: "offset", Title: "scan offset", Parts: rowOnly, Doc: "The text cursor from which a scan continues after a row.", Derive: deriveOffset},
	{Name: "mutation", Title: "mutation", Doc: "The rows that one change of an edge writes.", Derive: deriveMutation},
	{Name: "state-transition", Title: "state transition", Doc: "The states of an edge after a list of events.", Derive: deriveTransition},
	{Name: "bulk-load", Title: "bulk load", Doc: "The records that the second generation's bulk loader makes of an edge.",
		Derive: deriveBulkLoad},
	{Name: "order", Title: "scan order", Doc: "Values or rows in the order in which HBase keeps them.", Derive: deriveOrder},
}
