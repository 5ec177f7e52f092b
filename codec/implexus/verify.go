package implexus

import (
	"bytes"
	"cmp"
	"errors"
	"slices"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
	"github.com/rowlens/rowlens/codec/wire"
)

// Verifier checks that the rows of a database agree: from the documents and the
// configurations it computes the children, type index, category, catalogue and
// index rows that must exist. Add every row, in any order; then ask for Findings,
// for all computed rows (Rebuild) or for the changes that make the rows agree
// (Repair).
//
// It is cautious: a row that does not decode is reported once and never called missing or stale,
// and a document is not judged where that depends on something unknown.
//
// Memory: every row is kept, at its size plus about 600 bytes; while Findings runs, each element
// of a value takes 80 bytes and each character of an indexed text about 40.
// Spec: docs/formats/implexus.md#verify.
type Verifier struct {
	opt     VerifyOptions
	entries map[string]*row // by stored key
	broken  []Finding       // invalid keys
}

// VerifyOptions decide what the key schema leaves open. The zero options are the
// default ones.
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

// NewVerifier returns an empty verifier.
func NewVerifier(opt VerifyOptions) *Verifier {
	return &Verifier{opt: opt, entries: map[string]*row{}}
}

// Add takes one row and keeps a copy. Of several with one key the last one wins, and a deletion
// removes the row. An entry without a key, or a row without a value, is ignored.
func (v *Verifier) Add(e *store.Entry) {
	key, hasKey := e.Part(store.Key)
	content, hasValue := e.Part(store.Value)
	if hasKey && e.Deleted != "" {
		delete(v.entries, string(key))
	}
	if !hasKey || !hasValue || e.Deleted != "" {
		return
	}
	r := &row{stored: bytes.Clone(key), content: bytes.Clone(content)}
	if err := DecodeKey(r.stored, &r.reading); err != nil {
		f := Finding{Severity: format.Error, Code: UndecodableKey, Parts: keyPart(r.stored), Item: ownName(err), Why: inRow(r.stored) + err.Error()}
		if f.Item == "unknown-prefix" {
			f.Severity = format.Warning
		}
		v.broken = append(v.broken, f)
		return
	}
	v.entries[string(key)] = r
}

// ownName is the format's word for a decoding error.
func ownName(err error) string {
	var e *wire.Error
	if errors.As(err, &e) {
		return e.Name()
	}
	return "error"
}

func keyPart(key []byte) []store.Part { return []store.Part{{Name: store.Key, Bytes: key}} }

// Findings returns what is wrong, sorted by key, code and item. It may be called
// again after more rows were added.
func (v *Verifier) Findings() []Finding {
	c := v.check(v.opt)
	v.fitGrams(c)
	slices.SortStableFunc(c.findings, func(a, b Finding) int {
		return cmp.Or(bytes.Compare(a.Parts[0].Bytes, b.Parts[0].Bytes), cmp.Compare(a.Code, b.Code), cmp.Compare(a.Item, b.Item))
	})
	return c.findings
}

// Rebuild returns the rows that must exist, computed from documents and
// configurations alone, sorted by key. Members are sorted by their bytes.
// Rows that cannot be computed (see Findings) are omitted.
func (v *Verifier) Rebuild() []Row {
	c := v.check(v.opt)
	slices.SortFunc(c.rebuilt, func(a, b Row) int { return bytes.Compare(a.Key, b.Key) })
	return c.rebuilt
}

// Repair returns the changes after which the rows agree, sorted by key. Rows keep
// the order of the members that stay; unjudged rows and members stay unchanged, as do empty rows
// and rows without a configuration.
func (v *Verifier) Repair() []Change {
	c := v.check(v.opt)
	slices.SortFunc(c.changes, func(a, b Change) int { return bytes.Compare(a.Key, b.Key) })
	return c.changes
}

// Changes returns Repair as entries, for the command.
func (v *Verifier) Changes() []store.Entry {
	var list []store.Entry
	for _, c := range v.Repair() {
		var e store.Entry
		e.Add(store.Key, c.Key)
		if c.Delete {
			e.Deleted = "delete"
		} else {
			e.Add(store.Value, c.Value)
		}
		list = append(list, e)
	}
	return list
}

// newVerifier makes a verifier for the command: the schema, if there is one, holds
// the options.
func newVerifier(s format.Schema, _ format.Zones) (format.Verifier, error) {
	opt, _ := s.(*VerifyOptions)
	if opt == nil {
		opt = new(VerifyOptions)
	}
	return NewVerifier(*opt), nil
}

// parseSchema reads the options of verifying: {"ngrams":{"fold","split",
// "bigram_rows"},"double_order","key_encoding"}. The bytes contain all names, so a list of names
// is accepted but not needed.
func parseSchema(v value.Value) (format.Schema, error) {
	if err := format.Known(v, "names", "name", "format", "ngrams", "double_order", "key_encoding", "depth_max"); err != nil {
		return nil, err
	}
	values, err := optionsOf(&format.Input{Given: v})
	if err != nil {
		return nil, err
	}
	grams, err := parseGramOptions(v.Member("ngrams"))
	if err != nil {
		return nil, err
	}
	return &VerifyOptions{values, grams}, nil
}
