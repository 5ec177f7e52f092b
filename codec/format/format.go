package format

import (
	"slices"

	"github.com/rowlens/rowlens/codec/span"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
	"github.com/rowlens/rowlens/codec/wire"
)

// Format is one format: a system and the layout of its rows.
type Format struct {
	ID    string // kebab-case, as in the vectors: "actionbase"
	Title string // "Actionbase"
	Store string // the store that holds its rows: "HBase", "RocksDB", "LMDB", "Accumulo"
	Doc   string // one paragraph

	// Records are the record kinds that are stored: rows, and values that can be inspected on their
	// own. Only these are listed to users and identified in bytes.
	Records []Record

	// Operations are further kinds that can be requested by name: derivations from rows, and
	// variants of decoding and encoding that differ only in their input. They are not stored.
	Operations []Record

	// Columns are the columns of tables made from the records (docs/columns.md): lines that name the kinds sharing the
	// same columns, then one indented line per column with the path of its member and its type. A path with a dot is
	// inside a struct. Columns are never removed and never change type.
	Columns string

	// Uncommon names members that have no column and that only some rows have, anywhere in the fields: notes of a
	// lenient reader, or data read without a schema.
	Uncommon []string

	// NamesTable reports whether the schema, or the name itself, says that the table is this format's. Nil if names say nothing.
	NamesTable func(s Schema, table string) bool

	// NamesMembers means that a schema names the members of the fields: besides those of Columns there may be any other.
	NamesMembers bool

	// TextKeys means that keys are readable text, which says more about a row than its parts do.
	TextKeys bool

	Samples  []Sample
	Examples []Example // an input for each record kind or operation that has Encode

	// Guide returns what a form for the fields of a record kind needs to know beyond the fields themselves; nil if they are enough.
	Guide func(in *Input, record string, fields value.Value) []Hint

	// Code returns the hash code under which the format stores a name; nil if it hashes no names.
	Code func(name string) int32

	// NewVerifier returns a verifier for tables that the schema describes; nil if the format has
	// none. Without a schema (nil) it returns an error, or a verifier that needs only the rows.
	NewVerifier func(s Schema, zones Zones) (Verifier, error)

	// Explain replaces the reasons of a finding by what their rows say, once package verify has found these rows. Nil if
	// the verifier says it already.
	Explain func(f *Finding)

	// Stored returns the bytes under which the format stores a code; nil if it has no codes.
	Stored func(code int32) []byte

	// NewKeySplitter returns a function that finds where row and family end in keys of a scan whose
	// separators were printed without escaping (see dump.Options.SplitKey). It learns from the keys
	// it sees, so use a new one for each text. Families are those that the user knows. Nil if the
	// format cannot tell.
	NewKeySplitter func(families []string) func(table string, key []byte) (space, colon int, ok bool)

	// ParseSchema reads what a user supplies to name and type things; nil if the bytes suffice. The
	// result is immutable and safe for concurrent use.
	ParseSchema func(v value.Value) (Schema, error)

	// SchemaLine converts a text that isn't JSON to what ParseSchema reads. It returns null for text that is not a
	// schema, and an error for a wrong schema. Nil if schemas have no such form.
	SchemaLine func(text string) (value.Value, error)

	// SchemaMembers are the members that a schema may have at its root. Nil if the format itself
	// knows the members of its schemas.
	SchemaMembers []string

	// Models handles the models that the format's databases carry themselves; nil if they carry none.
	Models *Models

	// Comparator returns how the store sorts the keys of an entry's column family, or nil for the
	// order of unsigned bytes.
	Comparator func(s Schema, e *store.Entry) *Comparator

	// TableOf returns the name of the table or model whose rows are at a place, such as a column family; empty if
	// unknown. Nil if the fields say it (span.AboutTable), or only the store does.
	TableOf func(s Schema, place *store.Source) string

	// StampsHLC means that the store's timestamps of the rows are versions of Maryk's clock, not milliseconds.
	StampsHLC bool

	// Objects describes what several rows together form; nil if every object is a single row.
	Objects *Objects

	// Migrations convert rows of older layouts to newer ones; nil if there are none.
	Migrations []Migration

	// Compare says how well a reader of one schema can read data of another; nil if the format has no such rules.
	Compare func(from, to Schema) ([]Difference, error)

	// WithOpener returns the schema with an Opener that decrypts values; nil for formats without
	// encryption.
	WithOpener func(s Schema, o Opener) Schema
}

// Schema is the result of a format's ParseSchema, opaque to everything but that format.
type Schema any

// Sample is one real entry with a sentence about it.
type Sample struct {
	What  string // what it shows, in a few words
	Text  string // the entry as people see it: a shell line, a hex key
	About string // one sentence
}

// Example prefills forms and illustrates documentation: an input for Encode.
type Example struct {
	Record string // name of the record kind
	Given  string // context that the fields need, as a JSON object (docs/testee.md); empty for nothing
	Fields string // the fields, as a JSON object
}

// Record is one record kind: a row, or a value on its own.
type Record struct {
	Name  string // kebab-case, as in the vectors: "edge-state"
	Title string // "edge state"
	Doc   string // one paragraph: what it is, when it is written

	// Parts names the parts that carry the record, in order. The decoder reads those that the entry
	// has; it needs at least one.
	Parts []string

	// Fields is the legend: what Decode may put into a tree, for docs and forms.
	Fields []*span.Field

	// Decode reads in.Entry. It records what it reads in t, unless t is nil, and on success writes
	// the fields to w as one object, unless w is nil. Errors are *wire.Error with format, record
	// and part set.
	Decode func(in *Input, t *span.Tree, w *value.Writer) error

	// Match is a quick check that refuses most entries of other kinds. It never refuses what Decode
	// would accept. Nil if the record has none.
	Match func(in *Input) bool

	// Refuses looks at the shape of an entry of unknown kind, with Given empty. It returns true
	// only if Decode refuses the entry, both strict and lenient. Identification then asks Decode
	// for the reason only if no other kind accepts the entry. Nil if the check would cost as much
	// as decoding.
	Refuses func(in *Input) bool

	// Members writes an object of further members by which rows may be chosen, such as the fields of a key that Decode
	// shows only as text; it writes nothing for a row that does not decode. Nil if the fields have everything.
	Members func(in *Input, w *value.Writer)

	// Encode appends the parts of the record that fields describe; nil if no writer produces the
	// record any longer.
	Encode func(in *Input, fields value.Value, dst *store.Entry) error

	// Scan says how scans find the rows; nil if there are no such scans.
	Scan *Scan

	// Derive writes to w what follows from in.Given and in.Entry; nil if the record has no such operation.
	Derive func(in *Input, w *value.Writer) error

	// Guess names the parts that identification takes a lone byte string for. A record without any
	// is never guessed.
	Guess []string

	// Alone marks the record as a bare value, which may be any part: its title then does not name
	// the part that lone bytes were taken for.
	Alone bool

	// Weigh judges a guess that was just decoded into t, for a record whose bytes prove less than
	// check values or tagged values do; nil for all others. It is not called if the caller named
	// the record.
	Weigh func(in *Input, t *span.Tree) Weight
}

// Weight is a format's own judgement of a guess.
type Weight struct {
	Title   string   // in place of the record's title: "2 values"; empty to keep that
	Reasons []string // why it may be: sentences for people
	Dots    int      // its worth, 1 to 3, if it re-encodes to the same bytes, otherwise an upper bound; with 0 the guess is dropped

	// KeyOnly is set if only the key was read and the other parts are kept as bytes. With the same evidence otherwise, a
	// reading that explains all parts is the better one.
	KeyOnly bool
}

// Input is the input of a decoder, encoder or derivation other than its fields. It can be reused
// from call to call.
type Input struct {
	Entry  store.Entry
	Schema Schema      // of the record's format, or nil
	Given  value.Value // everything else that the caller knows, as a JSON object

	// Schemas are all schemas defined for the format, by name, for formats whose schemas refer to
	// each other. It must not be modified.
	Schemas map[string]Schema

	// Lenient accepts what upstream's reader accepts although no writer produces it. The
	// documentation of each format lists the cases.
	Lenient bool

	// Prefix allows other bytes after the value. The fields then have the member "consumed".
	Prefix bool

	// Sole is set by callers that take the first reading and try no other: Decode then refuses a row that could also be
	// of another kind because the model is missing (see NeedsModel). Callers that name the record kind, or that show
	// ties, leave it false.
	Sole bool

	// Stored means that the entry is a cell as a store holds it, from a dump or pasted. Cells that
	// upstream skips before its decoders see them, such as its own tombstones, are then read as
	// what they are; otherwise Decode refuses what upstream's decoders refuse.
	Stored bool

	// Zones turns the name of a time zone into offsets, for formats that bucket by local date. If
	// nil, region names are refused.
	Zones Zones

	// Only names the parts to encode; nil means all. Members that only other parts need may then be
	// absent from the fields.
	Only []string

	// Room is memory for the parts that Encode makes, for a caller that is done with them before the next call; nil to allocate them.
	Room *Room

	// Unlimited lifts the size limits of upstream's writers.
	Unlimited bool

	// Fault is memory for the error of a Decode, which is then valid until the next call; nil to
	// allocate errors.
	Fault *wire.Error

	// Info is set by Derive if it has more to say than its result: it writes the members of an object.
	Info func(w *value.Writer)

	// Settled is set by a Decode that refuses the bytes without having checked Lenient, so that a
	// lenient Decode would refuse them too. Callers that use it clear it first.
	Settled bool

	// Doubtful is set by a Decode that read a check value that does not match, or a form that no
	// writer produces; its tree shows which. Held is set by a Decode that read a check value that
	// matches. Callers that use them clear them first.
	Doubtful, Held bool

	// Memory belongs to the format. It is kept from call to call so that decoding a million rows
	// allocates nothing. Callers must leave it alone.
	Memory any
}

// Try decodes in.Entry as r and writes its fields to w; on failure w is unchanged.
func (in *Input) Try(r *Record, w *value.Writer) bool {
	mark := w.Mark()
	if r.Decode(in, nil, w) == nil {
		return true
	}
	w.Back(mark)
	return false
}

// Wants reports whether the named part was requested.
func (in *Input) Wants(part string) bool {
	return in.Only == nil || slices.Contains(in.Only, part)
}

// Column returns the name of the part that names the entry's column in HBase. It is empty for the marker of a whole family, whose
// qualifier is empty and names none.
func (in *Input) Column() string {
	if in.Entry.Deleted == "DeleteFamily" || in.Entry.Deleted == "DeleteFamilyVersion" {
		if qualifier, _ := in.Entry.Part(store.Qualifier); len(qualifier) == 0 {
			return ""
		}
	}
	return store.Qualifier
}

// Zones is the time zone database of the host: carrying one would double the size of the WebAssembly.
type Zones interface {
	// Offset returns the named zone's offset at the instant, in seconds east of UTC, and whether
	// the zone is known.
	Offset(zone string, unixSeconds int64) (seconds int, ok bool)
}

// Example returns the example of a record kind, or nil.
func (f *Format) Example(record string) *Example {
	for i := range f.Examples {
		if f.Examples[i].Record == record {
			return &f.Examples[i]
		}
	}
	return nil
}

// Record returns the named record kind or operation of f, or nil.
func (f *Format) Record(name string) *Record {
	for i := range f.Kinds() {
		if r := f.Kind(i); r.Name == name {
			return r
		}
	}
	return nil
}

// Kinds returns the number of record kinds and operations of f.
func (f *Format) Kinds() int { return len(f.Records) + len(f.Operations) }

// Kind returns the record kind or operation with the number i, from 0 to Kinds()-1.
func (f *Format) Kind(i int) *Record {
	if i < len(f.Records) {
		return &f.Records[i]
	}
	return &f.Operations[i-len(f.Records)]
}
