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

	// Records are the record kinds that are stored: rows, and values that may be looked
	// at by themselves. Only these are listed to users and found in bytes.
	Records []Record

	// Operations are what can be asked for by name besides: what is derived from rows, and
	// readings and writings that only differ in what is given. Nothing is stored as one.
	Operations []Record

	Samples  []Sample
	Examples []Example // what to write, one for each record kind or operation that has Encode

	// Code returns the hash code under which the format stores a name; nil when it
	// hashes no names.
	Code func(name string) int32

	// NewVerifier returns a verifier for tables that the schema describes; nil when
	// the format has none. Without a schema (nil) it returns an error, or a verifier to
	// which the rows tell everything.
	NewVerifier func(s Schema, zones Zones) (Verifier, error)

	// Stored returns the bytes under which the format stores a code; nil when it
	// has no codes.
	Stored func(code int32) []byte

	// NewKeySplitter returns a function that finds the borders of row and family in
	// keys of a scan that were printed without escaping what separates them (see
	// dump.Options.SplitKey). It learns from the keys that it sees: one for each text.
	// Families are those that the user knows. Nil when the format cannot tell.
	NewKeySplitter func(families []string) func(table string, key []byte) (space, colon int, ok bool)

	// ParseSchema reads what a user supplies to name and type things; nil when
	// the bytes say everything. The result is immutable and may be shared.
	ParseSchema func(v value.Value) (Schema, error)

	// Models is what can be done with the models that databases of the format carry
	// themselves; nil when they carry none.
	Models *Models

	// Comparator returns how the store sorts the keys of the column family that an entry
	// is of, when that is not their order as unsigned bytes; else nil.
	Comparator func(s Schema, e *store.Entry) *Comparator

	// NewJoiner returns what puts the objects of a database together out of its rows;
	// nil when a row is all there is.
	NewJoiner func(s Schema) (Joiner, error)

	// WithOpener returns the schema with what decrypts values; nil for formats that
	// encrypt none.
	WithOpener func(s Schema, o Opener) Schema
}

// Schema is what a format's ParseSchema returned. Only that format looks inside.
type Schema any

// Sample is one real entry with a sentence about it.
type Sample struct {
	What  string // what it shows, in a few words
	Text  string // the entry as people meet it: a shell line, a hex key
	About string // one sentence
}

// Example is what a form starts with, and what documentation shows: something that
// Encode takes.
type Example struct {
	Record string // name of the record kind
	Given  string // what must be known besides, as a JSON object (docs/testee.md); empty for nothing
	Fields string // the fields, as a JSON object
}

// Record is one record kind: a row, or a value that stands alone.
type Record struct {
	Name  string // kebab-case, as in the vectors: "edge-state"
	Title string // "edge state"
	Doc   string // one paragraph: what it is, when it is written

	// Parts names the parts that carry the record, in order. The decoder takes
	// any of them that the entry has, at least one.
	Parts []string

	// Fields is the legend: what Decode may put into a tree, for docs and forms.
	Fields []*span.Field

	// Decode reads in.Entry. What it reads is recorded in t, if t is not nil, and
	// written to w as one object ("fields"), if w is not nil and nothing failed.
	// Errors are *wire.Error with format, record and part set.
	Decode func(in *Input, t *span.Tree, w *value.Writer) error

	// Match is a quick look that refuses most entries which are something else; nil
	// for a record that has none. It never refuses what Decode would take.
	Match func(in *Input) bool

	// Encode appends the parts of the record that fields describe; nil when
	// nobody writes the record any more.
	Encode func(in *Input, fields value.Value, dst *store.Entry) error

	// Prefix encodes the key part that a scan is bounded by, as far as its fields are
	// given, and names that part. A field after a gap is refused. Nil for a record
	// that is not scanned for.
	Prefix func(in *Input, fields value.Value) (part string, prefix []byte, err error)

	// Bounds turns a prefix and the fields that it was made of into seek keys: by the
	// store's comparator, the keys from start on and before stop are those with the
	// prefix; stop is nil when no key is behind them. Nil where keys are sorted as
	// unsigned bytes: there start is the prefix itself.
	Bounds func(in *Input, fields value.Value, prefix []byte) (start, stop []byte, err error)

	// Place says where the rows of a scan are, as far as the fields say it. Nil when the format
	// knows nothing of that.
	Place func(in *Input, fields value.Value) (Place, error)

	// Scan lists the members that Prefix takes, in the order in which they stand in the
	// key.
	Scan []ScanField

	// Derive writes to w what follows from in.Given and in.Entry; nil when the
	// record has no such operation.
	Derive func(in *Input, w *value.Writer) error

	// Guess names the parts as which a lone byte string of unknown place is
	// tried when it is identified; a record without any is never guessed.
	Guess []string

	// Alone says that the record is a bare value, which may be any part: its title
	// then does not say as which part lone bytes were read.
	Alone bool

	// Weigh judges a guess that was just decoded into t, for a record whose bytes
	// prove less than check values or tagged values do; nil for all others. It is
	// not asked when the caller said which record the bytes are.
	Weigh func(in *Input, t *span.Tree) Weight
}

// Weight is a format's own judgement of a guess.
type Weight struct {
	Title   string   // in place of the record's title: "2 values"; empty to keep that
	Reasons []string // why it may be: sentences for people
	Dots    int      // what it is worth, 1 to 3, if it re-encodes to the same bytes, else at most that; with 0 the guess is dropped
}

// Input is what a decoder, encoder or derivation is given besides its fields.
// It is reused from call to call.
type Input struct {
	Entry  store.Entry
	Schema Schema      // of the record's format, or nil
	Given  value.Value // everything else that the caller knows, as a JSON object

	// Schemas are all that were defined for the format, by name, for formats in which
	// one schema refers to others. It is not changed.
	Schemas map[string]Schema

	// Lenient accepts what upstream's reader accepts although no writer writes
	// it; each format's documentation lists it.
	Lenient bool

	// Prefix lets the value be followed by other bytes; "consumed" is then added
	// to the fields.
	Prefix bool

	// Zones turns a time zone's name into offsets. Formats that bucket by local
	// date need it; without it a region name is refused.
	Zones Zones

	// Only names the parts to encode; nil is all of them. Members that only other
	// parts need may then be absent from the fields.
	Only []string

	// Unlimited lifts size limits that upstream's writers have.
	Unlimited bool

	// Fault is memory for the error of a Decode, which is then valid until the next; nil to
	// allocate errors.
	Fault *wire.Error

	// Info is set by Derive when it has more to say than its result: it writes the members
	// of an object.
	Info func(w *value.Writer)

	// Settled is set by a Decode that refused the bytes and never asked whether to be
	// lenient: it would have refused them in the same way. Whoever wants to know clears it.
	Settled bool

	// Doubtful is set by a Decode that read a check value which does not match, or a form
	// that no writer makes: its tree says which. Held is set by one that read a check value
	// which does. Whoever wants to know clears them before.
	Doubtful, Held bool

	// Memory is the format's own, kept from call to call so that decoding a
	// million rows allocates nothing. The caller only leaves it alone.
	Memory any
}

// Try decodes in.Entry as r and writes its fields to w; on failure w is left as
// it was.
func (in *Input) Try(r *Record, w *value.Writer) bool {
	mark := w.Mark()
	if r.Decode(in, nil, w) == nil {
		return true
	}
	w.Back(mark)
	return false
}

// Wants reports whether the named part is to be encoded.
func (in *Input) Wants(part string) bool {
	return in.Only == nil || slices.Contains(in.Only, part)
}

// Zones is the time zone database: the host's, since carrying one would double
// the WebAssembly.
type Zones interface {
	// Offset returns the seconds east of UTC that the named zone has at the
	// instant, and whether the zone is known.
	Offset(zone string, unixSeconds int64) (seconds int, ok bool)
}

// Example returns the example of a record kind, nil when there is none.
func (f *Format) Example(record string) *Example {
	for i := range f.Examples {
		if f.Examples[i].Record == record {
			return &f.Examples[i]
		}
	}
	return nil
}

// Record returns the named record kind or operation of f, nil when it has none.
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
