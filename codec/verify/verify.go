package verify

import (
	"errors"
	"slices"
	"sync/atomic"

	"github.com/rowlens/rowlens/codec"
	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/identify"
	"github.com/rowlens/rowlens/codec/shuffle"
	"github.com/rowlens/rowlens/codec/store"
)

// ErrNoVerifier means that no format that accepts the models checks rows against each other.
var ErrNoVerifier = errors.New("no format that the models belong to can be verified")

// Checker checks that the rows of a dump agree with each other, with the verifiers of all formats
// that know the models. If no format knows any, it uses verifiers that need no models, if the first
// rows are of their format.
//
// Rows that must be compared are brought together by sorting, in memory or as Within says. The
// Checker keeps the rows that findings are about, to report what is stored where.
type Checker struct {
	checks  []check
	schemas format.SchemaSet
	zones   format.Zones
	models  bool // some format knows the models
	guess   bool // the format of the rows is not known yet
	open    func() shuffle.Sorter

	waiting []store.Entry     // rows that came before their format was known
	counts  [takings]int64    // rows by what became of them
	outside int64             // rows outside the sample
	unread  int64             // rows that could not be read
	votes   map[string]int    // rows identified, by format
	seen    int               // rows identified in all
	takings []format.Taking   // of the row being added
	known   map[string][]mark // accepted findings
	defects map[string]*mark  // defects whose findings are all accepted

	summed  bool // totals are up to date with all rows and known findings
	totals  Totals
	changes [takings]int64 // to counts, because of findings
	located shuffle.Sorter // rows that findings are about; nil if they must be looked up
	mending bool           // rows that changes delete are among them
	there   []store.Entry  // rows that the changes of the current finding delete
	err     error
}

// takings is the number of values of format.Taking.
const takings = int(format.Foreign) + 1

// check is the verifier of one format.
type check struct {
	format   *format.Format
	rows     *shuffle.Shuffle
	verifier shuffle.Sampled
	took     int // rows that the format recognized as its own
}

// votersMax is how many rows are identified to determine their format.
const votersMax = 64

// New prepares the verifiers of all formats, or only of the one with the given id. Schemas may be nil.
func New(schemas format.SchemaSet, id string, zones format.Zones) (*Checker, error) {
	v := &Checker{schemas: schemas, zones: zones, votes: map[string]int{}, open: shuffle.NewSorter}
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
			by, ok := one.(shuffle.Sampled)
			switch {
			case err == nil && ok:
				v.use(f, by)
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

func (v *Checker) use(f *format.Format, by shuffle.Sampled) {
	rows := shuffle.New(by, func() shuffle.Sorter { return v.open() })
	v.checks = append(v.checks, check{format: f, verifier: by, rows: rows})
}

// Within makes the Checker sort rows and findings with sorters that open returns, which may use
// files. Call it before adding rows. Err returns what fails in the sorters.
func (v *Checker) Within(open func() shuffle.Sorter) { v.open = open }

// Sample makes the Checker verify a sample: the entities of the database whose hash modulo n is part. For them it finds
// exactly what a full check finds. Call it before adding rows. The entities are
//
//   - for Actionbase vertices, with their outgoing edges, counts and groups;
//   - for Maryk records;
//   - for AccumuloGraph vertices and edges;
//   - for Implexus rows.
func (v *Checker) Sample(n, part uint32) {
	for i := range v.checks {
		v.checks[i].verifier.Sample(n, part)
	}
}

// Err says why the check is incomplete: the first error of a sorter.
func (v *Checker) Err() error {
	for i := range v.checks {
		if err := v.checks[i].rows.Err(); err != nil {
			return err
		}
	}
	return v.err
}

// Close frees what the sorters hold.
func (v *Checker) Close() {
	for i := range v.checks {
		v.checks[i].rows.Close()
	}
	v.forget()
}

// Watch makes done count the rows as they are checked. In the end it is the number of rows that were taken.
func (v *Checker) Watch(done *atomic.Int64) {
	for i := range v.checks {
		v.checks[i].rows.Watch(done)
	}
}

// Add passes a row to every verifier whose format could have it. The entry is not retained.
func (v *Checker) Add(e *store.Entry) {
	v.forget()
	if v.seen < votersMax {
		v.vote(e)
	}
	if v.guess {
		v.waiting = append(v.waiting, e.Clone())
		if v.seen == votersMax {
			v.elect()
		}
		return
	}
	v.give(e)
}

// forget drops the findings, because rows are added.
func (v *Checker) forget() {
	v.summed = false
	if v.located != nil {
		v.located.Close()
		v.located = nil
	}
}

// Unread counts a row that could not be read.
func (v *Checker) Unread() { v.unread++; v.summed = false }

func (v *Checker) give(e *store.Entry) {
	v.takings = v.takings[:0]
	best, skipped := format.Foreign, false
	for i := range v.checks {
		k := &v.checks[i]
		taking := format.Foreign
		if k.takes(e) {
			if taking = k.rows.Placed(e); taking != format.Foreign && k.rows.Skips() {
				taking, skipped = format.Foreign, true
				k.took++
			}
		}
		v.takings = append(v.takings, taking)
		best = min(best, taking)
	}
	for i, taking := range v.takings {
		k := &v.checks[i]
		if taking != format.Foreign {
			k.took++
		} else if !k.rows.Keeps() || !k.takes(e) { // a verifier may report a row that it did not recognize as its own
			continue
		}
		others := format.Foreign
		for j, other := range v.takings {
			if j != i {
				others = min(others, other)
			}
		}
		k.rows.Keep(e, markOf(taking, others))
	}
	if best == format.Foreign && skipped {
		v.outside++
		return
	}
	v.counts[best]++
}

// markOf returns the byte kept with a row: what its own format took it as, and what other formats did.
func markOf(own, others format.Taking) byte { return byte(own)<<4 | byte(others) }

// vote identifies a row.
func (v *Checker) vote(e *store.Entry) {
	parsed, _ := identify.Candidates(identify.Query{Entry: e, Zones: v.zones})
	if len(parsed) > 0 {
		v.votes[parsed[0].Format.ID]++
	}
	v.seen++
}

// elect keeps only the format that won more than half of the votes, and gives it the waiting rows.
func (v *Checker) elect() {
	if !v.guess || v.seen == 0 {
		return
	}
	v.guess = false
	v.checks = slices.DeleteFunc(v.checks, func(k check) bool { return 2*v.votes[k.format.ID] <= v.seen })
	for i := range v.waiting {
		v.give(&v.waiting[i])
	}
	v.waiting = nil
}

// likely returns the format of most of the identified rows; empty if none has more than half of them.
func (v *Checker) likely() string {
	for id, n := range v.votes {
		if 2*n > v.seen {
			return id
		}
	}
	return ""
}

// Findings returns the findings of the formats that took rows, without accepted ones. Each says
// where its row was read and what is stored there.
func (v *Checker) Findings() (list []format.Finding) {
	v.Each(func(f *format.Finding) bool { list = append(list, *f); return true })
	return list
}

// Each yields the findings that Findings returns one at a time, and returns the same error as Err.
func (v *Checker) Each(yield func(*format.Finding) bool) error {
	v.each(func(f *format.Finding, _ *check, accepted bool) bool { return accepted || yield(f) })
	return v.Err()
}

// isUndecodable reports whether a finding says that a row does not decode.
func isUndecodable(code string) bool {
	const prefix = "undecodable"
	return len(code) >= len(prefix) && code[:len(prefix)] == prefix
}

// takes reports whether a row has the parts of some record of the format: formats of several stores
// may know the models.
func (k *check) takes(e *store.Entry) bool { return k.format.Takes(e) }
