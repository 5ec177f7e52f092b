package verify

import (
	"errors"
	"slices"

	"github.com/rowlens/rowlens/codec"
	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/identify"
	"github.com/rowlens/rowlens/codec/store"
)

// ErrNoVerifier says that no format which knows the models checks rows against
// each other.
var ErrNoVerifier = errors.New("no format that the models belong to can be verified")

// Checker checks that the rows of a dump agree with each other, with the
// verifiers of all formats that know the models. Where no format knows any, those
// verify which need none, if the first rows are theirs.
//
// It keeps a copy of every row besides those of the verifiers, so that findings can
// say what is stored where.
type Checker struct {
	checks  []check
	schemas format.SchemaSet
	zones   format.Zones
	models  bool // some format knows the models
	guess   bool // whose the rows are is not known yet

	rows    rows
	unread  int               // rows that could not be read
	votes   map[string]int    // rows that were identified as a format's
	seen    int               // rows that were identified
	found   []format.Finding  // of the rows so far; nil when rows came since
	known   map[string][]mark // findings that are accepted
	defects map[string]*mark  // defects of which all findings are accepted
}

// check is the verifier of one format.
type check struct {
	format   *format.Format
	verifier format.Verifier
	taken    []format.Taking // by row
}

// votersMax is how many rows are identified to tell whose rows they are.
const votersMax = 64

// New readies the verifiers of all formats, or of the one with the
// given id. Schemas may be nil.
func New(schemas format.SchemaSet, id string, zones format.Zones) (*Checker, error) {
	v := &Checker{schemas: schemas, zones: zones, votes: map[string]int{}}
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
			v.models, v.guess = known, !known && id == ""
			return v, nil
		}
	}
	return nil, why
}

// Add gives a row to every verifier whose format could have it. The entry is not
// kept.
func (v *Checker) Add(e *store.Entry) {
	v.found = nil
	if v.seen < votersMax {
		v.vote(e)
	}
	v.rows.add(e)
	v.give(e)
}

// Unread counts a row that could not be read.
func (v *Checker) Unread() { v.unread++ }

func (v *Checker) give(e *store.Entry) {
	for i := range v.checks {
		k := &v.checks[i]
		taking := format.Foreign
		if k.takes(e) {
			taking = k.verifier.Add(e)
		}
		k.taken = append(k.taken, taking)
	}
}

// vote identifies a row, and after some of them leaves the format that has most of
// them.
func (v *Checker) vote(e *store.Entry) {
	parsed, _ := identify.Candidates(identify.Query{Entry: e, Zones: v.zones})
	if len(parsed) > 0 {
		v.votes[parsed[0].Format.ID]++
	}
	if v.seen++; v.seen == votersMax {
		v.elect()
	}
}

// elect leaves the format of more than half of the rows that were identified.
func (v *Checker) elect() {
	if v.guess && v.seen > 0 {
		v.guess = false
		v.checks = slices.DeleteFunc(v.checks, func(k check) bool { return 2*v.votes[k.format.ID] <= v.seen })
	}
}

// likely is the format of most of the rows that were identified; empty if none has
// half of them.
func (v *Checker) likely() string {
	for id, n := range v.votes {
		if 2*n > v.seen {
			return id
		}
	}
	return ""
}

// Findings returns those of the formats that took rows, without those that are
// accepted. Each says where its row stands and what is stored there.
func (v *Checker) Findings() []format.Finding {
	list, _ := v.judged()
	return list
}

// all returns the findings with those that are accepted.
func (v *Checker) all() []format.Finding {
	v.elect()
	if v.found != nil {
		return v.found
	}
	v.found = []format.Finding{}
	v.rows.index()
	for i := range v.checks {
		k := &v.checks[i]
		if k.took() == 0 {
			continue
		}
		from := len(v.found)
		v.found = append(v.found, k.verifier.Findings()...)
		for j := range v.found[from:] {
			f := &v.found[from+j]
			if at := v.rows.locate(f); at >= 0 && isUndecodable(f.Code) && k.taken[at] == format.Checked {
				k.taken[at] = format.Undecodable
			}
		}
	}
	return v.found
}

// isUndecodable reports whether a finding says that a row does not decode.
func isUndecodable(code string) bool {
	const prefix = "undecodable"
	return len(code) >= len(prefix) && code[:len(prefix)] == prefix
}

// took is the number of rows that the format knows to be its own.
func (k *check) took() (n int) {
	for _, t := range k.taken {
		if t != format.Foreign {
			n++
		}
	}
	return n
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
