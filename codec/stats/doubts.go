package stats

import (
	"github.com/cespare/xxhash/v2"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/identify"
)

// The kinds of doubt, with the names that records use.
const (
	doubtLenient = iota
	doubtExtra
	doubtTie
	doubtCheck
	doubtCanonical
	doubts
)

var doubtNames = [doubts]string{"lenient", "extra", "tie", "check", "canonical"}

// undecodable is the Reason of rows that do not decode.
const undecodable = "undecodable"

func hash(b []byte) uint64 { return xxhash.Sum64(b) }

// doubt counts what is uncertain about a row.
func (s *Stats) doubt(f *format.Format, r *format.Record, d *identify.Doubt) {
	s.doubtful++
	x := &s.row
	reason := func(kind int, code, field string) {
		x.name = pack(pack(pack(pack(pack(x.name[:0], doubtNames[kind]), code), f.ID), r.Name), field)
		s.reasons.add(x.name, &Tally{Rows: 1}, x.rank)
	}
	if d.Lenient != nil {
		s.doubts[doubtLenient]++
		reason(doubtLenient, d.Lenient.Code.String(), d.Lenient.Field)
	}
	if d.Extra > 0 {
		s.doubts[doubtExtra]++
	}
	if len(d.Tie) > 0 {
		s.doubts[doubtTie]++
		for _, other := range d.Tie {
			reason(doubtTie, "", other)
		}
	}
	if len(d.Checks) > 0 {
		s.doubts[doubtCheck]++
		for i := range d.Checks {
			reason(doubtCheck, "", d.Checks[i].Field)
		}
	}
	if d.NonCanonical {
		s.doubts[doubtCanonical]++
		if d.Lenient == nil {
			reason(doubtCanonical, "", "")
		}
	}
}
