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
	Store string // what holds its rows: "HBase", "RocksDB", "LMDB", "Accumulo"
	Doc   string // one paragraph

	// Records are the record kinds that are stored: rows, and values that may be inspected on
	// their own. Only these are listed to users and identified in bytes.
	Records []Record

	// Operations are further kinds that can be requested by name: derivations from rows, and
	// variants of decoding and encoding that differ only in their input. None is stored.
	Operations []Record

	// Columns are the columns that tables have for the fields of the records: lines with the names of kinds that have the
	// same ones, then a line for each column, indented, with the path of a member and its type (docs/columns.md).
	// What has a path with a dot is inside of a struct. Columns that were there stay, with their types.
	Columns string

	// Uncommon are names of members without a column that some rows have, wherever in the fields: what a lenient reader
	// says, what was read without a schema.
	Uncommon []string

	// NamesTable reports whether a table is the format's by its name, as far as the schema, or the name itself, says it.
	// Nil if names say nothing.
	NamesTable func(s Schema, table string) bool

	// NamesMembers says that a schema names the members of the fields: any may be there, beside those of Columns.
	NamesMembers bool

	// TextKeys says that keys are text that people read as it is: it says what a row is better than its parts do.
	TextKeys bool

	Samples  []Sample
	Examples []Example // an input for each record kind or operation that has Encode

	// Guide returns what a form for fields of a record kind needs to know beside them; nil for a format of
	// which the fields say it all.
	Guide func(in *Input, record string, fields value.Value) []Hint

	// Code returns the hash code under which the format stores a name; nil if it hashes no names.
	Code func(name string) int32

	// NewVerifier returns a verifier for tables that the schema describes; nil if the format has
	// none. Without a schema (nil) it returns an error, or a verifier that needs only the rows.
	NewVerifier func(s Schema, zones Zones) (Verifier, error)

	// Stored returns the bytes under which the format stores a code; nil if it has no codes.
	Stored func(code int32) []byte

	// NewKeySplitter returns a function that finds the borders of row and family in
	// keys of a scan that were printed without escaping what separates them (see
	// dump.Options.SplitKey). It learns from the keys that it sees, so each text needs its own.
	// Families are those that the user knows. Nil if the format cannot find the borders.
	NewKeySplitter func(families []string) func(table string, key []byte) (space, colon int, ok bool)

	// ParseSchema reads what a user supplies to name and type things; nil if the bytes suffice.
	// The result is immutable and safe for concurrent use.
	ParseSchema func(v value.Value) (Schema, error)

	// SchemaLine returns a text that isn't JSON as what ParseSchema reads: null if it is another text, and an error if it is
	// meant as a schema and is wrong. Nil if schemas have no such form.
	SchemaLine func(text string) (value.Value, error)

	// SchemaMembers are the members that a schema may have at its root. Nil if a schema is a
	// description of which the format itself knows the members.
	SchemaMembers []string

	// Models handles the models that the format's databases themselves carry; nil if they carry
	// none.
	Models *Models

	// Comparator returns how the store sorts the keys of an entry's column family, or nil for the
	// order of unsigned bytes.
	Comparator func(s Schema, e *store.Entry) *Comparator

	// TableOf returns the name of the table or model of the rows at a place, such as a column family;
	// empty if that is not known. Nil where the fields say it (span.AboutTable), or only the store does.
	TableOf func(s Schema, place *store.Source) string

	// StampsHLC says that the store's timestamps of the rows are versions of Maryk's clock, not
	// milliseconds.
	StampsHLC bool

	// Objects says what rows make together; nil if every object is a single row.
	Objects *Objects

	// Migrations turn rows of older layouts into those of newer ones; nil if there are none.
	Migrations []Migration

	// Compare says what a reader of one schema can do with data of another; nil if the format has no
	// such rules.
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

	// Parts names the parts that carry the record, in order. The decoder reads any of them
	// present in the entry, at least one.
	Parts []string

	// Fields is the legend: what Decode may put into a tree, for docs and forms.
	Fields []*span.Field

	// Decode reads in.Entry. What it reads is recorded in t, if t is not nil, and
	// written to w as one object ("fields"), if w is not nil and nothing failed.
	// Errors are *wire.Error with format, record and part set.
	Decode func(in *Input, t *span.Tree, w *value.Writer) error

	// Match is a quick check that refuses most entries of other kinds; nil for a record without
	// one. It never refuses what Decode would accept.
	Match func(in *Input) bool

	// Refuses looks at the shape of an entry of unknown kind, with Given empty: true only if Decode
	// refuses it, strict and lenient. Identification then asks Decode why only if no other kind takes
	// the entry. Nil where that costs as much as decoding.
	Refuses func(in *Input) bool

	// Members writes an object of what rows may be chosen by besides the fields, such as what a key says of
	// which the fields have the text only; nothing for a row that does not decode. Nil if the fields have all.
	Members func(in *Input, w *value.Writer)

	// Encode appends the parts of the record that fields describe; nil if no writer produces the
	// record any longer.
	Encode func(in *Input, fields value.Value, dst *store.Entry) error

	// Scan says how scans find the rows; nil for a record that scans do not look for.
	Scan *Scan

	// Derive writes to w what follows from in.Given and in.Entry; nil if the record has no such
	// operation.
	Derive func(in *Input, w *value.Writer) error

	// Guess names the parts as which identification tries a lone byte string of unknown origin; a
	// record without any is never guessed.
	Guess []string

	// Alone marks the record as a bare value, which may be any part: its title then does not name
	// the part as which lone bytes were read.
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

// Input is the input of a decoder, encoder or derivation other than its fields. It is reused from
// call to call.
type Input struct {
	Entry  store.Entry
	Schema Schema      // of the record's format, or nil
	Given  value.Value // everything else that the caller knows, as a JSON object

	// Schemas are all schemas defined for the format, by name, for formats whose schemas refer to
	// each other. It must not be modified.
	Schemas map[string]Schema

	// Lenient accepts what upstream's reader accepts although no writer produces it; each
	// format's documentation lists the cases.
	Lenient bool

	// Prefix lets the value be followed by other bytes; "consumed" is then added
	// to the fields.
	Prefix bool

	// Sole is set by callers that take one reading and look at no other: Decode then refuses a row that
	// is as well one of another kind, for want of the model (see NeedsModel). It is not set for a record
	// kind that the caller named, nor where ties are shown.
	Sole bool

	// Stored says that the entry is a cell as a store holds it, of a dump or pasted: one that
	// upstream skips before its decoders see it, such as a tombstone of its own, is read as what it
	// is. Otherwise Decode refuses what those refuse.
	Stored bool

	// Zones turns a time zone's name into offsets. Formats that bucket by local
	// date need it; without it a region name is refused.
	Zones Zones

	// Only names the parts to encode; nil is all of them. Members that only other
	// parts need may then be absent from the fields.
	Only []string

	// Room is memory for the parts that Encode makes, of a caller that is done with them before the next
	// one; nil to allocate them.
	Room *Room

	// Unlimited lifts size limits that upstream's writers have.
	Unlimited bool

	// Fault is memory for the error of a Decode, which is then valid until the next; nil to
	// allocate errors.
	Fault *wire.Error

	// Info is set by Derive when it has more to say than its result: it writes the members
	// of an object.
	Info func(w *value.Writer)

	// Settled is set by a Decode that refused the bytes without checking Lenient: a lenient one
	// would refuse them too. Callers that use it clear it first.
	Settled bool

	// Doubtful is set by a Decode that read a check value that does not match, or a form that no
	// writer produces: its tree shows which. Held is set by one that read a check value that
	// matches. Callers that use them clear them first.
	Doubtful, Held bool

	// Memory belongs to the format, kept from call to call so that decoding a million rows
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

// Zones is the time zone database: the host's, since carrying one would double
// the WebAssembly.
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

// Kinds is how many record kinds and operations f has.
func (f *Format) Kinds() int { return len(f.Records) + len(f.Operations) }

// Kind returns the record kind or operation with a number below Kinds.
func (f *Format) Kind(i int) *Record {
	if i < len(f.Records) {
		return &f.Records[i]
	}
	return &f.Operations[i-len(f.Records)]
}
