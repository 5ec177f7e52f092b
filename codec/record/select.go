package record

import (
	"strings"
	"sync/atomic"

	"github.com/rowlens/rowlens/codec/stream"
	"github.com/rowlens/rowlens/codec/value"
)

// Selection lists the members of records to write, in this order. It may be shared.
//
// A member is a path with dots, from the record (source.line, parts.row) or from its fields
// (directedSource.value), or the name of a part or of a member of source.
type Selection struct {
	Names []string
	met   []atomic.Bool
}

// NewSelection returns the selection of the members.
func NewSelection(names []string) *Selection {
	return &Selection{Names: names, met: make([]atomic.Bool, len(names))}
}

// Unmet returns the members that no record has had so far.
func (s *Selection) Unmet() (names []string) {
	for i, name := range s.Names {
		if !s.met[i].Load() {
			names = append(names, name)
		}
	}
	return names
}

// CSVHeader returns the first line of records as CSV: the constant CSVHeader if there is no selection.
func (s *Selection) CSVHeader() []byte {
	if s == nil {
		return []byte(CSVHeader)
	}
	var line []byte
	for i, name := range s.Names {
		if i > 0 {
			line = append(line, ',')
		}
		line = appendCell(line, name)
	}
	return append(line, "\r\n"...)
}

// find returns a member of a record, and false if the record lacks it.
func (s *Selection) find(i int, record value.Value) (value.Value, bool) {
	name := s.Names[i]
	for _, from := range [...]value.Value{record, record.Member("fields"), record.Member("parts"), record.Member("source")} {
		v, there := from, true
		for part := range strings.SplitSeq(name, ".") {
			if v, there = v.Get(part); !there {
				break
			}
		}
		if there {
			s.met[i].Store(true)
			return v, true
		}
	}
	return value.Value{}, false
}

// selected appends the selected members of a row's record.
func (x *Writer) selected(dst []byte, r *stream.Row) (out []byte, ok bool) {
	x.w.Reset()
	x.w.Buf, x.w.CBOR = x.whole[:0], false
	form := x.Form
	x.Form = JSON
	if r.Bad != nil {
		x.unreadable(r)
	} else {
		ok = x.row(r)
	}
	x.Form = form
	x.whole, x.w.Buf = x.w.Buf, nil
	record, err := value.Parse(x.whole)
	if len(x.whole) == 0 || err != nil { // not of the wanted kind
		return dst, ok
	}
	if form == CSV {
		return x.selectedCells(dst, record), ok
	}
	x.w.Reset()
	x.w.Buf, x.w.CBOR = dst, form == CBOR
	x.w.Object()
	for i, name := range x.Select.Names {
		if v, there := x.Select.find(i, record); there {
			x.w.Member(name).Value(v)
		}
	}
	x.w.EndObject()
	if out, x.w.Buf = x.w.Buf, nil; form == JSON {
		out = append(out, '\n')
	}
	return out, ok
}

func (x *Writer) selectedCells(dst []byte, record value.Value) []byte {
	for i := range x.Select.Names {
		if i > 0 {
			dst = append(dst, ',')
		}
		v, there := x.Select.find(i, record)
		text, isText := v.Text()
		if there && !isText {
			x.cells.Reset()
			x.cells.Value(v)
			text = string(x.cells.Buf)
		}
		dst = appendCell(dst, text)
	}
	return append(dst, "\r\n"...)
}
