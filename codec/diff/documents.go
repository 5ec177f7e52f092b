package diff

import (
	"bytes"
	"errors"
	"io"
	"slices"
	"strings"

	"github.com/rowlens/rowlens/codec/internal/sorting"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/stream"
	"github.com/rowlens/rowlens/codec/value"
)

// The sides of Documents.
const (
	OldSide = iota
	NewSide
)

// Documents compares two documents whose rows are held in memory, in any order. Besides its own bytes a row takes about 400 bytes.
//
//	d := diff.Documents{Comparer: c}
//	d.Add(diff.OldSide, row) …
//	for done := false; !done; {
//		lines, done, err = d.Append(lines, 1000)
//	}
type Documents struct {
	Comparer Comparer
	Stored   bool  // each version and tombstone is a row, not only what readers see
	Visible  bool  // timestamps do not count
	Match    Match // which rows count as the same
	Limit    int64 // maximum number of differences to write; 0 for all
	Memory   int64 // roughly the memory that the rows may take; 0 for no limit

	// Placed adds members to the end of lines: rows and lines, [old, new] with null for a side without the row,
	// summary, and table. rows are the numbers of the row among those added to its side, from 0; lines its lines, if
	// known; summary its summary. table is the name of its table, if models or fields give one, where source has the
	// store's own name.
	Placed bool

	held   int64 // memory that the rows take
	sides  [2]document
	merge  *Merge
	shown  int64
	unread int64
	done   bool
}

// document holds the rows of one side.
type document struct {
	rows   []heldRow
	given  int      // number of rows, including those that could not be read
	tables []string // tables of its rows; two are enough
	shapes shapes   // of the keys of its rows
	at     int
	cut    bool // keys begin with a table that does not count
	whole  bool // tails are those of matched rows
}

// heldRow is a row with its sort keys.
type heldRow struct {
	key, tail []byte
	entry     store.Entry
}

var (
	errBegun  = errors.New("the comparison has begun")
	errMemory = errors.New("the rows of both documents take more than the memory that is given")
	errTables = errors.New("one document does not say of which table its rows are, and the other has several")
)

// Add adds a row to a side. It does not keep the row's memory.
func (d *Documents) Add(side int, r *stream.Row) error {
	if d.merge != nil {
		return errBegun
	}
	h := &d.sides[side]
	h.given++
	if r.Bad != nil {
		d.unread++
		return nil
	}
	e := h.copied(r.Entry)
	if d.Placed {
		e.Source.At = h.given - 1 // number of the row; At has no other use here
	}
	table := TableOf(&e)
	if len(h.tables) < 2 && !slices.Contains(h.tables, table) {
		h.tables = append(h.tables, table)
	}
	h.shapes |= shapeOf(&e)
	row := heldRow{Keys{Stored: d.Stored}.Append(nil, table, &e), AppendTail(nil, &e), e}
	h.rows = append(h.rows, row)
	if d.held += row.memory(); d.Memory > 0 && d.held > d.Memory {
		return errMemory
	}
	return nil
}

// rowMemory is what a row takes besides its bytes.
const rowMemory = 400

// memory returns roughly how much memory the row takes.
func (r *heldRow) memory() int64 {
	n := rowMemory + len(r.key) + len(r.tail)
	for i := range r.entry.Parts {
		n += len(r.entry.Parts[i].Bytes)
	}
	return int64(n)
}

// Append appends up to most lines, as `rowlens diff --json` prints them, and reports whether they were the last ones.
// The last line has the totals.
func (d *Documents) Append(dst []byte, most int) (lines []byte, done bool, err error) {
	if d.done {
		return dst, true, nil
	}
	if d.merge == nil {
		if err := d.begin(); err != nil {
			return dst, false, err
		}
	}
	for range most {
		p, err := d.Comparer.Next(d.merge)
		if err == io.EOF {
			d.done = true
			return d.appendTotals(dst), true, nil
		}
		if err != nil {
			return dst, false, err
		}
		d.Comparer.Brief = d.Limit > 0 && d.shown >= d.Limit
		if found := d.Comparer.Compare(p); found != nil && !d.Comparer.Brief {
			d.shown++
			w := value.Writer{Buf: dst}
			w.Object()
			found.writeMembers(&w)
			if d.Placed {
				found.writePlace(&w)
			}
			w.EndObject()
			dst = append(w.Buf, '\n')
		}
	}
	return dst, false, nil
}

// begin sorts both sides.
func (d *Documents) begin() error {
	a, b := &d.sides[OldSide], &d.sides[NewSide]
	alone := len(a.tables) < 2 && len(b.tables) < 2
	if !alone && (a.unnamed() && len(b.tables) > 1 || b.unnamed() && len(a.tables) > 1) {
		return errTables
	}
	if d.Match != ByEntity {
		if err := differentShapes(a.shapes, b.shapes); err != nil {
			return err
		}
	}
	d.merge = &Merge{Times: !d.Visible, Whole: d.Match != ByKey}
	for i, to := range [...]*Sequence{&d.merge.Old, &d.merge.New} {
		h := &d.sides[i]
		h.cut = alone
		sorting.Func(h.rows, func(a, b heldRow) int {
			if order := bytes.Compare(a.key, b.key); order != 0 {
				return order
			}
			return bytes.Compare(a.tail, b.tail)
		})
		if *to = h; !d.Stored {
			*to = &Visible{From: h}
		}
		if d.Match == ByKey {
			continue
		}
		m := &Matcher{Match: d.Match, Keys: Keys{Stored: d.Stored, NoTable: alone}, Decoder: &d.summarizer(i).Decoder}
		if err := h.rematch(*to, m); err != nil {
			return err
		}
		*to = h
	}
	return nil
}

func (d *Documents) summarizer(side int) *stream.Summarizer {
	if side == OldSide {
		return d.Comparer.Old
	}
	return d.Comparer.New
}

// copied returns a copy of a row that shares no memory with it. Texts equal to those of the previous row are shared with that.
func (h *document) copied(from *store.Entry) store.Entry {
	e := from.Clone()
	before := &store.Entry{}
	if len(h.rows) > 0 {
		before = &h.rows[len(h.rows)-1].entry
	}
	for i := range e.Parts {
		if i < len(before.Parts) && e.Parts[i].Name == before.Parts[i].Name {
			e.Parts[i].Name = before.Parts[i].Name
		} else {
			e.Parts[i].Name = strings.Clone(e.Parts[i].Name)
		}
	}
	for _, x := range [...]struct {
		text *string
		old  string
	}{
		{&e.Timestamp, before.Timestamp}, {&e.Deleted, before.Deleted}, {&e.Source.File, before.Source.File},
		{&e.Source.Table, before.Source.Table}, {&e.Source.CF, before.Source.CF}, {&e.Source.Group, before.Source.Group},
	} {
		if *x.text == x.old {
			*x.text = x.old
		} else {
			*x.text = strings.Clone(*x.text)
		}
	}
	return e
}

func (h *document) unnamed() bool { return len(h.tables) == 1 && h.tables[0] == "" }

// Next implements Sequence.
func (h *document) Next(r *Row) error {
	if h.at == len(h.rows) {
		return io.EOF
	}
	x := &h.rows[h.at]
	h.at++
	r.Key, r.Entry = x.key, &x.entry
	if h.cut {
		r.Key = CutTable(x.key)
	}
	if h.whole {
		r.Whole = x.tail
	}
	return nil
}

func (d *Documents) appendTotals(dst []byte) []byte {
	w := value.Writer{Buf: dst}
	w.Object()
	w.Key("totals")
	w.Object()
	d.Comparer.Totals.Write(&w)
	w.Member("unread").Int(d.unread)
	w.EndObject()
	w.EndObject()
	return append(w.Buf, '\n')
}
