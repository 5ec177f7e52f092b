package implexus

import (
	"bytes"
	"errors"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/internal/sorting"
	"github.com/rowlens/rowlens/codec/shuffle"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/wire"
)

// Verifier checks that the rows of a database agree: from the documents and the configurations it
// computes the children, type index, category, catalogue and index rows that must exist. Add every
// row, in any order. Then ask for Findings, for all computed rows (Rebuild), or for the changes
// that make the rows agree (Repair). A shuffle.Shuffle can do this instead; it needs only the
// memory for the configurations and one row, however many rows there are.
//
// It is cautious. A row that does not decode is reported once and never called missing or stale. A
// document is not judged where that depends on something unknown.
//
// Memory: Add keeps every row, packed and with its place. While Findings runs, each member of a set
// that must exist and each n-gram of a text takes its bytes and about 100 more. Spec:
// docs/formats/implexus.md#verify.
type Verifier struct {
	opt     VerifyOptions
	grams   int // option of opt.Grams
	added   *shuffle.Shuffle
	reading KeyReading
	own     bool // some row belongs to Implexus
	sample  sample
	passing

	known knownConfigs
	fit   gramFit
	doubt doubts

	rebuild func(k Key, r Row) // if not nil, called with each row that must exist
	change  func(c Change)     // if not nil, called with each change that mends
}

// VerifyOptions decide what the key schema leaves open. The zero options are the defaults.
type VerifyOptions struct {
	Values Options
	Grams  GramOptions
}

// Finding is one thing that is wrong with a database, or worth knowing about it.
type Finding = format.Finding

// Row is a row of the database.
type Row struct {
	Key, Value []byte
}

// Change is a row to write or, without a value, to delete.
type Change struct {
	Row
	Delete bool
}

// row is a stored row. Its kind and path are those of the reading that the known paths select.
type row struct {
	stored  []byte // key as stored
	reading KeyReading
	key     *Key
	content []byte
	value   rowValue
	failure string // why the value does not decode; empty if it does
}

// decode reads the value of a row; each row has its own memory for it.
func (r *row) decode(opt Options) error {
	reader := wire.NewReader(r.content, nil)
	r.value.decode(r.key.Kind, newDecoder(&reader, new(Value), opt), new(StringSet))
	return reader.Finish()
}

// NewVerifier returns an empty verifier.
func NewVerifier(opt VerifyOptions) *Verifier {
	v := &Verifier{opt: opt}
	for v.grams = range gramOptions {
		if gramOption(v.grams) == opt.Grams {
			break
		}
	}
	return v
}

// Add takes one row and keeps a copy. Of several rows with the same key the last wins; a deletion
// removes the row. An entry without a key, or a row without a value, is ignored. A key of another
// program does not belong to the database.
func (v *Verifier) Add(e *store.Entry) format.Taking {
	if v.added == nil {
		v.added = shuffle.New(v, nil)
	}
	return v.added.Add(e, 0)
}

// ownName returns the format's name for a decoding error.
func ownName(err error) string {
	var e *wire.Error
	if errors.As(err, &e) {
		return e.Name()
	}
	return "error"
}

func keyPart(key []byte) []store.Part { return []store.Part{{Name: store.Key, Bytes: key}} }

// Findings returns what is wrong, sorted by key, code and item. It may be called again after more
// rows were added. Rows that decide a finding have only their key, and those marked Sought may not
// be stored.
func (v *Verifier) Findings() (list []Finding) {
	if v.added == nil {
		return nil
	}
	// Sorters in memory do not fail.
	_ = v.added.Findings(func(f *Finding) bool { list = append(list, *f); return true })
	return list
}

// Rebuild returns the rows that must exist, computed only from documents and configurations, sorted
// by key. Members are sorted by their bytes. Rows that cannot be computed (see Findings) are
// omitted.
func (v *Verifier) Rebuild() (list []Row) {
	v.rebuild = func(_ Key, r Row) { list = append(list, r) }
	v.run()
	sorting.Func(list, func(a, b Row) int { return bytes.Compare(a.Key, b.Key) })
	return list
}

// Repair returns the changes that make the rows agree, sorted by key. The members that stay in a
// row keep their order. Rows and members that were not judged stay unchanged, as do empty rows and
// rows without a configuration.
func (v *Verifier) Repair() (list []Change) {
	v.change = func(c Change) { list = append(list, c) }
	v.run()
	sorting.Func(list, func(a, b Change) int { return bytes.Compare(a.Key, b.Key) })
	return list
}

// run checks all rows that were added.
func (v *Verifier) run() {
	if v.added != nil {
		_ = v.added.Run() // sorters in memory do not fail
	}
	v.rebuild, v.change = nil, nil
}

// newVerifier makes a verifier for the command. The schema, if there is one, has the options. Its
// configurations are not used, because those in the database count.
func newVerifier(s format.Schema, _ format.Zones) (format.Verifier, error) {
	return NewVerifier(schemaOf(s).VerifyOptions), nil
}
