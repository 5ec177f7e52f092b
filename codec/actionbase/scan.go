package actionbase

import (
	"slices"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/order"
	"github.com/rowlens/rowlens/codec/store"
)

// A scan is planned along the row key: a fixed start as far as its members are known, then bounds for the next
// member. The salt covers source and table, so a scan needs at least these two. Group and cache rows are wide: the
// row is a single key, and the values bound its qualifiers.

// planOf returns the planner of scans for rows of one type.
func planOf(t RowType) func(*format.Input, *format.Query) (format.Plan, error) {
	return func(in *format.Input, q *format.Query) (p format.Plan, err error) {
		p.Part, p.Family = store.Row, []byte("f")
		if err = q.NoVersions(); err != nil {
			return p, err
		}
		table, err := parseCode(q.Fields, "table", "tableCode")
		if err != nil {
			return p, err
		}
		s := scan{query: q, kind: t}
		if err = s.modelled(in, table); err != nil {
			return p, err
		}
		name := "directedSource"
		if t == EdgeState || t == EdgeLock {
			name = "source"
		}
		var source Value
		if err = source.parse(s.fields.Member(name), name); err != nil {
			return p, err
		}
		row, err := AppendPrefix(nil, &source, table, t)
		if err == nil && name == "source" {
			err = s.follow(&p, row)
		} else if err == nil {
			err = s.directed(&p, row)
		}
		return p, err
	}
}

// directed plans what follows the row type in a row with a direction.
func (s *scan) directed(p *format.Plan, row []byte) (err error) {
	name, code := directedKeys(s.kind)
	if !s.has("direction") {
		p.Seek(row)
		if s.has(name) || s.has(code) {
			return format.Contradict("direction", "must be given before "+name)
		}
		return s.stop("direction")
	}
	d, err := parseDirection(s.fields)
	if err != nil {
		return err
	}
	row = append(row, hdrByte, order.Int8(int8(d)))
	if name == "" {
		seekRow(p, row)
		return s.stop("")
	}
	if !s.has(name) && !s.has(code) {
		p.Seek(row)
		return s.stop(name)
	}
	n, err := parseCode(s.fields, name, code)
	if err != nil {
		return err
	}
	row = appendFixed32(row, hdrInt, order.Int32(n))
	if s.kind == EdgeIndex {
		return s.follow(p, row)
	}
	seekRow(p, row)
	var columns format.Plan
	if err = s.follow(&columns, nil); err != nil {
		return err
	}
	if p.Notes = columns.Notes; s.query.Limit > 0 {
		p.Notes = append(p.Notes, "a limit counts rows, and this is one row, however many cells it has")
	}
	if len(columns.Start) > 0 || columns.Stop != nil {
		if columns.Empty() {
			return format.Contradict(s.query.Bounds[0].Name, "no value is within these bounds")
		}
		p.Columns = &format.Columns{Start: columns.Start, Stop: columns.Stop}
	}
	return nil
}

// seekRow makes the plan seek one row, or one qualifier.
func seekRow(p *format.Plan, row []byte) {
	p.Prefix, p.Start, p.Stop = row, row, append(slices.Clip(row), 0)
}

// stop refuses members, bounds and a cursor that come after a missing member, which next names; next is
// empty if the key has no more members.
func (s *scan) stop(next string) error {
	if s.has(listNames[-s.kind]) || s.has("directedTarget") {
		return format.Contradict(next, "must be given before its values")
	}
	if b := s.query.Bounds; len(b) > 0 {
		if next == "" {
			return format.Contradict(b[0].Name, "cannot be bounded")
		}
		return format.Contradict(b[0].Name, next+" must be given, and what may be bounded comes after it")
	}
	if next != "" && s.query.Offset != "" {
		return format.Contradict("offset", "a cursor is one of a whole scan: "+next+" must be given")
	}
	return s.query.NoOffset()
}
