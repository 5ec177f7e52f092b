package shuffle

import (
	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/store"
)

// Check checks the rows of a table one group at a time, so that a table of any size needs only the
// memory of one group. Each row has a place: the round and the group in which it is checked. A
// group receives all of its rows, and the messages that groups of earlier rounds sent to it. The
// groups of a round come in the order of their keys.
//
// For example, take indexes and counts of edges: a row of an index belongs to the edge that its key
// names, so that in the first round each edge meets what is derived from it. What the edge adds to
// a count it sends to the group of that count in the second round, which also has the stored row.
type Check interface {
	// Rounds returns the number of rounds.
	Rounds() int
	// Place says where a row is checked, and what it is taken as. The place of a row that is Foreign matters only with
	// Keep. Group and Order are appended to, so that their memory is reused.
	Place(e *store.Entry, p *Place) format.Taking
	// Check checks a group.
	Check(g *Group)
	// AppendOrder appends bytes that sort as the findings do.
	AppendOrder(dst []byte, f *format.Finding) []byte
}

// Sampled is a Check that can check a sample: the entities of the database whose hash modulo n is
// part. For these it finds exactly what a full check finds. Sample is called before rows are
// placed.
type Sampled interface {
	Check
	Sample(n, part uint32)
}

// Starter is a Check that must know when a run over the groups starts. There may be several runs.
type Starter interface {
	Check
	Start()
}

// Finisher is a Check that reports findings after all groups have been checked: about a whole table, or about rows that
// nothing checks. Its group has no rows.
type Finisher interface {
	Check
	Finish(g *Group)
}

// Place is where a row or a message belongs.
type Place struct {
	Round int    // from 0 on
	Group []byte // rows and messages with equal groups are checked together
	Skip  bool   // the row is not needed for the sample being checked
	Keep  bool   // the row is checked although it is Foreign
	Order []byte // sorts records in their group; among equal ones rows come first, in the order of Add
}

// reset empties a place and keeps its memory.
func (p *Place) reset() { *p = Place{Group: p.Group[:0], Order: p.Order[:0]} }

// Sorter sorts records by the bytes of their keys. Records with equal keys stay in the order in
// which they were added. It keeps copies.
type Sorter interface {
	Add(key, payload []byte) error
	// Sort returns all records from the first on. Once that result is no longer used, records may
	// be added and Sort may be called again.
	Sort() (Sorted, error)
	Close()
}

// Sorted are the records of a Sorter.
type Sorted interface {
	// Next returns the next record, valid until the next call, or io.EOF after the last one.
	Next() (key, payload []byte, err error)
}

// Group is what a Check checks: the rows and messages of one key.
type Group struct {
	Round int
	Key   []byte // valid as long as the group

	shuffle *Shuffle
	merged  *merged
	record  Record
	begun   bool
}

// Record is a row, or a message. It is valid until the next one.
type Record struct {
	Entry   *store.Entry // nil for a message
	Message []byte
	Order   []byte // Order of its place
}

// Next returns the next row or message; nil after the last one. Records that a check does not take are skipped.
func (g *Group) Next() *Record {
	m := g.merged
	switch {
	case m.ended:
		return nil
	case !g.begun:
		g.begun = true
	case !m.next() || string(m.group) != string(g.Key):
		m.ended = true
		return nil
	}
	g.record = Record{Order: m.order}
	if m.isRow {
		g.shuffle.Unpack(m.payload, &g.shuffle.row)
		g.record.Entry = &g.shuffle.row.Entry
		if g.shuffle.done != nil {
			g.shuffle.done.Add(1)
		}
	} else {
		g.record.Message = m.payload
	}
	return &g.record
}

// Send sends a message to a group of a later round.
func (g *Group) Send(p *Place, message []byte) {
	s := g.shuffle
	if p.Round <= g.Round || p.Round >= s.check.Rounds() {
		s.fail(errRound)
		return
	}
	s.put(&s.sent[p.Round], p, message)
}

// End ends the run: other groups are no longer wanted.
func (g *Group) End() { g.shuffle.ended = true }

// Report reports a finding.
func (g *Group) Report(f *format.Finding) {
	s := g.shuffle
	s.key = s.check.AppendOrder(s.key[:0], f)
	s.packed = appendFinding(s.packed[:0], f)
	s.fail(s.into(&s.findings).Add(s.key, s.packed))
}

// AppendEscaped appends bytes in such a way that what follows them does not affect their order: a
// zero byte becomes 00 ff, and the end is 00 01.
func AppendEscaped(dst, b []byte) []byte {
	for _, c := range b {
		if dst = append(dst, c); c == 0 {
			dst = append(dst, 0xFF)
		}
	}
	return append(dst, 0, 1)
}

// ReadEscaped appends to dst the bytes that AppendEscaped was given, and returns what follows them in b.
func ReadEscaped(dst, b []byte) (unescaped, rest []byte) {
	for i := 0; i+1 < len(b); i++ {
		if b[i] != 0 {
			dst = append(dst, b[i])
			continue
		}
		i++
		if b[i] == 1 {
			return dst, b[i+1:]
		}
		dst = append(dst, 0)
	}
	return dst, nil
}
