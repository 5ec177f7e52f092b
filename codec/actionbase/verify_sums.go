package actionbase

import (
	"bytes"
	"encoding/binary"
	"slices"
	"strconv"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/shuffle"
	"github.com/rowlens/rowlens/codec/store"
)

// How messages are ordered within a group of roundSum: why the row may be changing, its tombstones,
// and then, by qualifier, the stored cell and what edges add to it in either generation.
const (
	sumContended = iota
	sumGrave
	sumCell // followed by the escaped qualifier and one of these

	sumStored = iota - 3
	sumAdded
	sumDirected
)

func appendSumOrder(b, qualifier []byte, kind byte) []byte {
	return append(shuffle.AppendEscaped(append(b, sumCell), qualifier), kind)
}

// add sends what the edge being checked adds to a cell.
func (c *check) add(kind byte, row, qualifier []byte, delta int64) {
	if !c.sample.hasRow(row) {
		return
	}
	p := &c.place
	p.Round, p.Group = roundSum, append(p.Group[:0], row...)
	p.Order = append(appendSumOrder(p.Order[:0], qualifier, kind), c.origin...)
	s := c.cells[-EdgeState][c.edge]
	b := append(binary.AppendVarint(nil, delta), 0)
	if s != nil {
		b[len(b)-1] = 1
		b = binary.AppendVarint(binary.AppendVarint(b, s.timestamp), c.version)
	}
	c.group.Send(p, append(b, c.edge...))
}

// sum is the number expected in a cell.
type sum struct {
	n     int64
	edges []format.Reason // state rows of the edges that count, up to becauseMax
	count int             // of all edges that count
	after int64           // the newest of these state rows
}

// becauseMax limits how many of the edges that make up a sum are named.
const becauseMax = 100

// take takes what an edge adds.
func (s *sum) take(message []byte) *sum {
	if s == nil {
		s = new(sum)
	}
	delta, size := binary.Varint(message)
	b := bytes.Clone(message[max(size, 0):])
	s.n += delta
	if s.count++; s.count > becauseMax || len(b) == 0 || b[0] == 0 {
		return s
	}
	at, size := binary.Varint(b[1:])
	b = b[1+max(size, 0):]
	version, size := binary.Varint(b)
	s.after = max(s.after, at)
	s.edges = append(s.edges, reason(b[max(size, 0):], whyEdge(true, version)))
	return s
}

// value returns the sum, or 0 if none is expected.
func (s *sum) value() int64 {
	if s == nil {
		return 0
	}
	return s.n
}

// sums are those of one count or group row.
type sums struct {
	*check
	row       []byte
	kind      RowType
	contended string          // why the row may be changing
	doubts    []format.Reason // state rows that do not decode, whose edges may count; up to becauseMax
	doubtful  int64           // of all of them

	qualifier      []byte // of the cell being gathered
	want, directed *sum   // of it

	known  bool // some cell is stored, or expected
	other  bool // the second generation expects some cell
	third  bool // some cell differs from the third generation's
	second bool // the same for the second
	some   *cell
	wrong  []wrongCell
}

// wrongCell is a cell with a wrong number.
type wrongCell struct {
	qualifier []byte
	stored    *cell // nil for none
	n         int64 // the stored number
	want      *sum
	after     int64 // least timestamp of what replaces it
}

// checkSums compares a count row with the number of active edges, or the cells of a group row with
// sums over them. It keeps only those edges in memory that make up wrong cells.
func (v *Verifier) checkSums(g *shuffle.Group) {
	v.held.empty()
	x := sums{check: newCheck(v, g), row: bytes.Clone(g.Key), kind: typeOfRow(g.Key)}
	for r := g.Next(); r != nil; r = g.Next() {
		if r.Order[0] != sumCell {
			if r.Entry != nil {
				v.hold(r.Entry)
			} else {
				x.contend(bytes.Clone(r.Message))
			}
			continue
		}
		qualifier, kind := shuffle.ReadEscaped(nil, r.Order[1:])
		if !bytes.Equal(qualifier, x.qualifier) {
			x.flush()
			x.qualifier = qualifier
		}
		switch {
		case r.Entry != nil:
			v.hold(r.Entry)
		case kind[0] == sumAdded:
			x.want = x.want.take(r.Message)
		default:
			x.directed = x.directed.take(r.Message)
		}
	}
	x.flush()
	if x.kind == EdgeCount {
		x.compareCount()
	} else {
		x.compareGroup()
	}
	x.done()
}

// contend takes what check.contend sends.
func (x *sums) contend(message []byte) {
	why, state := shuffle.ReadField(message)
	if x.contended == "" {
		x.contended = string(why)
	}
	if len(state) == 0 {
		return
	}
	if x.doubtful++; x.doubtful <= becauseMax {
		x.doubts = append(x.doubts, unreadableState(state))
	}
}

// flush compares a cell once everything about it is gathered.
func (x *sums) flush() {
	h := &x.held
	x.findStrays()
	h.strays = nil
	newest := h.cells[-x.kind][string(x.row)+string(x.qualifier)]
	live := newest
	for live != nil && h.buried(live.row, live.column(), live.timestamp) {
		live = live.older
	}
	w := wrongCell{qualifier: x.qualifier, stored: live, want: x.want}
	if live != nil {
		var err error
		if w.n, err = DecodeCounter(live.value); err != nil {
			w.stored = nil // a tombstone
		}
	}
	if x.some == nil {
		x.some = live
	}
	x.known = x.known || w.stored != nil || x.want != nil
	x.other = x.other || x.directed != nil
	x.third = x.third || w.n != x.want.value()
	x.second = x.second || w.n != x.directed.value()
	if w.n != x.want.value() || x.kind == EdgeCount {
		w.after = h.afterOthers(x.row, x.column())
		if newest != nil {
			w.after = max(w.after, newest.after())
		}
		x.wrong = append(x.wrong, w)
	}
	x.want, x.directed = nil, nil
	clear(h.cells[-x.kind])
}

// column returns the qualifier of the cell being gathered.
func (x *sums) column() []byte {
	if x.kind == EdgeCount {
		return narrowQualifier
	}
	return x.qualifier
}

// compareCount compares a count row with the number of active edges. A missing row means 0; a row
// may also hold 0.
func (x *sums) compareCount() {
	var k EdgeCountKey
	if DecodeEdgeCountKey(x.row, &k) != nil {
		return
	}
	for i := range x.wrong {
		w := &x.wrong[i]
		op := Op{Row: x.row, Qualifier: narrowQualifier}
		f := Finding{Severity: Error, Code: WrongCount, Parts: op.parts(), Item: k.brief(x.schema), Stored: strconv.FormatInt(w.n, 10),
			Why: "there are active edges but no count row, which is read as 0"}
		switch {
		case w.stored != nil && x.schema.Table(k.Table) == nil:
			x.phase = append([]byte{phaseCounts}, x.row...)
			x.note(UnknownTable, k.Table, 0, w.stored)
			continue
		case w.n == w.want.value():
			continue
		case w.stored != nil:
			f.Parts, f.Why = w.stored.parts(), "the count is not the number of active edges"
		}
		x.blame(w)
		x.wrongSum(f, w)
	}
}

// blame marks the state rows that do not decode as the cause of a wrong count if their edges may be
// those that it has too many.
func (x *sums) blame(w *wrongCell) {
	more := w.n - w.want.value()
	for i := range x.doubts {
		x.doubts[i].Faulty = 0 < more && more <= x.doubtful
	}
}

func (k *EdgeCountKey) brief(s *Schema) string {
	return s.brief(k.Table) + " " + k.Source.brief() + " " + k.Direction.String()
}

// wrongSum reports a count or group cell with the edges that make up the right sum and, unless
// something else may explain the difference, with the cell as it should be.
func (x *sums) wrongSum(f Finding, w *wrongCell) {
	n, after := w.want.value(), w.after
	f.Expected, f.Right = strconv.FormatInt(n, 10), format.WithValue(f.Parts, AppendCounter(nil, n))
	f.Because = x.doubts
	if w.want != nil {
		f.Because = slices.Concat(x.doubts, w.want.edges)
		after = max(after, w.want.after)
		if more := w.want.count - min(w.want.count, becauseMax); more > 0 {
			f.Why += "; of the edges that count " + strconv.Itoa(more) + " more are not listed"
		}
	}
	if f.NoMend == "" {
		f.Mend = []store.Entry{{Parts: f.Right, Timestamp: timeText(after)}}
	}
	x.report(f, x.contended)
}

// compareGroup reports the wrong cells of a group row. A row whose cells match the second
// generation's derivation is accepted too.
func (x *sums) compareGroup() {
	var k EdgeGroupKey
	if !x.known || DecodeEdgeGroupKey(x.row, &k) != nil {
		return
	}
	some := x.some
	if some == nil {
		some = &cell{row: x.row, qualifier: []byte{}}
	}
	x.phase = append([]byte{phaseGroups}, x.row...)
	t := x.schema.Table(k.Table)
	switch {
	case t == nil:
		x.note(UnknownTable, k.Table, 0, some)
		return
	case !slices.ContainsFunc(t.Groups, func(g Group) bool { return Code(g.Name) == k.Group }):
		x.note(UnknownGroup, k.Table, k.Group, some)
		return
	case x.other && x.third && !x.second:
		x.note(OtherGeneration, k.Table, k.Group, some)
		return
	}
	for i := range x.wrong {
		x.compareGroupCell(&k, &x.wrong[i])
	}
}

func (x *sums) compareGroupCell(k *EdgeGroupKey, w *wrongCell) {
	op := Op{Row: x.row, Qualifier: w.qualifier}
	f := Finding{Severity: Error, Code: WrongGroup, Parts: op.parts(), Stored: strconv.FormatInt(w.n, 10),
		Item: x.schema.brief(k.Table) + "/" + x.schema.brief(k.Group) + " " + k.Source.brief() + " " + k.Direction.String(),
		Why:  "the cell is not the sum over the active edges"}
	if w.stored == nil {
		f.Severity, f.Code, f.Stored = Warning, MissingGroupCell, ""
		f.Why = "active edges belong to this cell, but it is missing; a time to live may have removed it"
		f.NoMend = "a time to live may have removed the cell"
	}
	x.wrongSum(f, w)
}
