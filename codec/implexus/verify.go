package implexus

import (
	"bytes"
	"cmp"
	"errors"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/internal/sorting"
	"github.com/rowlens/rowlens/codec/store"
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
// of a value takes 80 bytes and each character of an indexed text about 40. Spec:
// docs/formats/implexus.md#verify.
type Verifier struct {
	opt     VerifyOptions
	entries map[string]*row    // by stored key
	broken  map[string]Finding // invalid keys
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
	return &Verifier{opt: opt, entries: map[string]*row{}, broken: map[string]Finding{}}
}

// Add takes one row and keeps a copy. Of several with one key the last one wins, and a deletion
// removes the row. An entry without a key, or a row without a value, is ignored. A key of another
// program is none of the database's.
func (v *Verifier) Add(e *store.Entry) format.Taking {
	key, hasKey := e.Part(store.Key)
	content, hasValue := e.Part(store.Value)
	switch {
	case hasKey && e.Deleted != "":
		delete(v.entries, string(key))
		delete(v.broken, string(key))
		return format.Checked
	case !hasKey || !hasValue:
		return format.Undecodable
	}
	r := &row{stored: bytes.Clone(key), content: bytes.Clone(content)}
	if err := DecodeKey(r.stored, &r.reading); err != nil {
		f := Finding{Severity: format.Error, Code: UndecodableKey, Parts: keyPart(r.stored), Item: ownName(err),
			Why: inRow(r.stored) + err.Error()}
		f.NoMend = "the bytes do not say which row it was"
		taking := format.Undecodable
		if f.Item == "unknown-prefix" {
			f.Severity, f.NoMend, taking = format.Warning, "the row may be another program's", format.Foreign
		}
		v.broken[string(key)] = f
		return taking
	}
	v.entries[string(key)] = r
	return format.Checked
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
	c.mend()
	sorting.Stable(c.findings, func(a, b Finding) int {
		return cmp.Or(bytes.Compare(a.Parts[0].Bytes, b.Parts[0].Bytes), cmp.Compare(a.Code, b.Code), cmp.Compare(a.Item, b.Item))
	})
	v.fitGrams(c)
	return c.findings
}

// Rebuild returns the rows that must exist, computed from documents and
// configurations alone, sorted by key. Members are sorted by their bytes.
// Rows that cannot be computed (see Findings) are omitted.
func (v *Verifier) Rebuild() []Row {
	c := v.check(v.opt)
	sorting.Func(c.rebuilt, func(a, b Row) int { return bytes.Compare(a.Key, b.Key) })
	return c.rebuilt
}

// Repair returns the changes after which the rows agree, sorted by key. Rows keep
// the order of the members that stay; unjudged rows and members stay unchanged, as do empty rows
// and rows without a configuration.
func (v *Verifier) Repair() []Change {
	c := v.check(v.opt)
	sorting.Func(c.changes, func(a, b Change) int { return bytes.Compare(a.Key, b.Key) })
	return c.changes
}

// mend gives the findings about a row the change that mends them, or says why there is
// none.
func (c *check) mend() {
	changes := map[string]*Change{}
	for i := range c.changes {
		changes[string(c.changes[i].Key)] = &c.changes[i]
	}
	for i := range c.findings {
		f := &c.findings[i]
		ch := changes[string(f.Parts[0].Bytes)]
		f.Because = c.because(f, ch)
		reason, never := reasonsNotToMend[f.Code]
		switch {
		case ch == nil || never:
			if f.NoMend == "" {
				f.NoMend = reason
			}
			if f.NoMend == "" {
				f.NoMend = "what is known of the documents does not say what the row should be"
			}
			continue
		case !ch.Delete:
			f.Right = format.WithValue(f.Parts, ch.Value)
		}
		e := store.Entry{Parts: f.Right}
		if ch.Delete {
			e = store.Entry{Parts: f.Parts, Deleted: "delete"}
		}
		f.Mend = []store.Entry{e}
	}
}

// newVerifier makes a verifier for the command: the schema, if there is one, holds
// the options. Its configurations are not used, for those in the database decide.
func newVerifier(s format.Schema, _ format.Zones) (format.Verifier, error) {
	return NewVerifier(schemaOf(s).VerifyOptions), nil
}
