package shuffle

import (
	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/store"
)

// Check checks the rows of a table a group at a time, so that a table of any size needs the
// memory of one group. Each row has a place: the round and the group in which it is
// checked. A group sees all of its rows, and the messages that groups of earlier rounds sent
// it. Groups of a round come in the order of their keys.
//
// An example, indexes and counts of edges: a row of an index belongs to the edge that its key
// says, so that each edge meets what is derived from it in the first round. What it adds
// to a count it sends to the group of that count, which is in the second round, together with the
// row that is stored.
type Check interface {
	// Rounds is how many rounds there are.
	Rounds() int
	// Place says where a row is checked, and as what it is taken. The place of a row that is
	// Foreign matters only with Keep. Group and Order are appended to, so that their memory is reused.
	Place(e *store.Entry, p *Place) format.Taking
	// Check checks a group.
	Check(g *Group)
	// AppendOrder appends bytes that sort as the findings do.
	AppendOrder(dst []byte, f *format.Finding) []byte
}

// Sampled is a Check that can check a sample: of the entities of the database those whose hash
// modulo n is part. What it finds of these is what it finds of them when all are checked. It is
// called before rows are placed.
type Sampled interface {
	Check
	Sample(n, part uint32)
}

// Starter is a Check that has to know when the groups are checked, from the first on, which may be
// more than once.
type Starter interface {
	Check
	Start()
}

// Finisher is a Check that has findings when all groups were checked: about a whole table, or about rows
// that nothing checks. The group is one of no rows.
type Finisher interface {
	Check
	Finish(g *Group)
}

// Place is where a row or a message belongs.
type Place struct {
	Round int    // from 0 on
	Group []byte // rows and messages of equal groups are checked together
	Skip  bool   // the row is not needed for the sample that is checked
	Keep  bool   // the row is checked although it is Foreign
	Order []byte // of the row or message in its group; of equal ones rows come first, as they were added
}

// reset empties a place and keeps its memory.
func (p *Place) reset() { *p = Place{Group: p.Group[:0], Order: p.Order[:0]} }

// Sorter sorts records by the bytes of their keys; those with equal keys stay in the order
// in which they were added. It keeps copies.
type Sorter interface {
	Add(key, payload []byte) error
	// Sort returns all records from the first on. It may be called again, and records may be
	// added, when what it returned before is no longer used.
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
	Key   []byte // valid while the group is

	shuffle *Shuffle
	merged  *merged
	record  Record
	begun   bool
}

// Record is a row, or a message. It is valid until the next one.
type Record struct {
	Entry   *store.Entry // nil for a message
	Message []byte
	Order   []byte // of its place
}

// Next returns the next row or message; nil after the last one. What a check does not take is
// skipped.
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

// End ends the run: what other groups have to say is not wanted.
func (g *Group) End() { g.shuffle.ended = true }

// Report reports a finding.
func (g *Group) Report(f *format.Finding) {
	s := g.shuffle
	s.key = s.check.AppendOrder(s.key[:0], f)
	s.packed = appendFinding(s.packed[:0], f)
	s.fail(s.into(&s.findings).Add(s.key, s.packed))
}

// AppendEscaped appends bytes so that what follows them does not matter for the order: a
// zero byte as 00 ff, and 00 01 at the end.
func AppendEscaped(dst, b []byte) []byte {
	for _, c := range b {
		if dst = append(dst, c); c == 0 {
			dst = append(dst, 0xFF)
		}
	}
	return append(dst, 0, 1)
}

// ReadEscaped appends what AppendEscaped took to dst, and returns what is after it in b.
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
