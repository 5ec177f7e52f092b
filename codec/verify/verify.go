package verify

import (
	"errors"
	"slices"

	"github.com/rowlens/rowlens/codec"
	"github.com/rowlens/rowlens/codec/answer"
	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/identify"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
)

// ErrNoVerifier means that no format that accepts the models checks rows against each other.
var ErrNoVerifier = errors.New("no format that the models belong to can be verified")

// ErrNoRepairer means that none of the formats that accepted rows can repair them.
var ErrNoRepairer = errors.New("no format of these rows tells how to repair them")

// Checker checks that the rows of a dump agree with each other, with the verifiers of all formats
// that accept the models. Without models, those that need none verify, if the first rows are
// theirs.
type Checker struct {
	checks []check
	zones  format.Zones
	guess  bool // the format of the rows is not yet known
	seen   int  // rows that were identified
}

// check is the verifier of one format.
type check struct {
	format   *format.Format
	verifier format.Verifier
	took     int // rows
	votes    int // rows that were identified as the format's
}

// votersMax is how many rows are identified to determine their format.
const votersMax = 64

// New prepares the verifiers of all formats, or of the one with the given id. Schemas may be nil.
func New(schemas format.SchemaSet, id string, zones format.Zones) (*Checker, error) {
	v := &Checker{zones: zones}
	why := ErrNoVerifier
	for _, known := range []bool{true, false} {
		for _, f := range codec.Formats() {
			if f.NewVerifier == nil || id != "" && id != f.ID {
				continue
			}
			sc := schemas.For(f)
			if known != (sc != nil) {
				continue
			}
			one, err := f.NewVerifier(sc, zones)
			switch {
			case err == nil:
				v.checks = append(v.checks, check{format: f, verifier: one})
			case known:
				return nil, err
			case id != "":
				why = err
			}
		}
		if len(v.checks) > 0 {
			v.guess = !known && id == ""
			return v, nil
		}
	}
	return nil, why
}

// Add passes a row to every verifier whose format could have it. The entry is not retained.
func (v *Checker) Add(e *store.Entry) {
	if v.guess {
		v.vote(e)
	}
	for i := range v.checks {
		if k := &v.checks[i]; k.takes(e) {
			k.took++
			k.verifier.Add(e)
		}
	}
}

// vote identifies a row, and after votersMax rows calls elect.
func (v *Checker) vote(e *store.Entry) {
	parsed, _ := identify.Candidates(identify.Query{Entry: e, Zones: v.zones})
	for i := range v.checks {
		if len(parsed) > 0 && parsed[0].Format == v.checks[i].format {
			v.checks[i].votes++
		}
	}
	if v.seen++; v.seen == votersMax {
		v.elect()
	}
}

// elect keeps only the format that won more than half of the votes.
func (v *Checker) elect() {
	if v.guess && v.seen > 0 {
		v.guess = false
		v.checks = slices.DeleteFunc(v.checks, func(k check) bool { return 2*k.votes <= v.seen })
	}
}

// Rows returns how many rows some format accepted. If it is zero, an empty result proves nothing.
func (v *Checker) Rows() (n int) {
	v.elect()
	for i := range v.checks {
		n = max(n, v.checks[i].took)
	}
	return n
}

// Findings returns those of the formats that accepted rows.
func (v *Checker) Findings() (list []format.Finding) {
	v.elect()
	for i := range v.checks {
		if k := &v.checks[i]; k.took > 0 {
			list = append(list, k.verifier.Findings()...)
		}
	}
	return list
}

// AppendChanges appends to dst, one line of JSON each, the rows to write and to delete so that
// derived rows agree with the rows that hold the data. Lines are as `rowlens decode` writes rows,
// without fields, and can be read back: appended to the original rows they form the repaired
// database. The error is ErrNoRepairer.
func (v *Checker) AppendChanges(dst []byte) ([]byte, error) {
	v.elect()
	why := ErrNoRepairer
	for i := range v.checks {
		k := &v.checks[i]
		mender, ok := k.verifier.(format.Repairer)
		if !ok || k.took == 0 {
			continue
		}
		why = nil
		for _, e := range mender.Changes() {
			w := value.Writer{Buf: dst}
			w.Object()
			w.Member("format").String(k.format.ID)
			answer.WriteParts(&w, &e)
			if e.Deleted != "" {
				w.Member("deleted").String(e.Deleted)
			}
			w.EndObject()
			dst = append(w.Buf, '\n')
		}
	}
	return dst, why
}

// takes reports whether a row has the parts of some record of the format: models may
// be known to the formats of several stores.
func (k *check) takes(e *store.Entry) bool {
	for i := range k.format.Records {
		r := &k.format.Records[i]
		if r.Decode != nil && r.Fits(e) {
			return true
		}
	}
	return false
}
