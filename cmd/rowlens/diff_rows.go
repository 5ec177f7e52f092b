package main

import (
	"bytes"
	"errors"
	"io"
	"slices"
	"strconv"

	"github.com/rowlens/rowlens/codec/diff"
	"github.com/rowlens/rowlens/codec/file"
	"github.com/rowlens/rowlens/codec/storage"
	"github.com/rowlens/rowlens/codec/store"
)

// diffEntries reads the rows of a side, or of one of its tables. It reports and skips what cannot be read.
type diffEntries struct {
	side  *diffSide
	in    *entries
	table string // for a store
	ahead *store.Entry
}

// openText opens the rows of a text.
func (s *diffSide) openText() (*diffEntries, error) {
	in, err := s.entriesOf(s.name)
	if err != nil {
		return nil, unreadable(err)
	}
	s.ends = append(s.ends, in)
	return &diffEntries{side: s, in: in}, nil
}

// openTable opens the rows of a table.
func (s *diffSide) openTable(t diffTable) *diffEntries {
	in := s.storedEntries([]storage.Pick{t.Pick}, s.asked)
	in.stored.Values = !s.stored
	in.stored.Scan.Stores = slices.Clone(in.stored.Scan.Stores)
	in.stored.Scan.Stores[t.Store] = opened{in.stored.Scan.Stores[t.Store]}
	scan := s.scanner()
	in.stored.Scan.Open = func(st file.Store, table int, q file.Query) (file.Cursor, error) {
		if of, ok := st.(opened); ok {
			st = of.Store
		}
		return scan(st, table, q)
	}
	s.ends = append(s.ends, in)
	return &diffEntries{side: s, in: in, table: t.name}
}

// opened is a store whose damage on opening has been reported.
type opened struct{ file.Store }

// Damage returns nothing, because it has been reported.
func (opened) Damage() []file.Damage { return nil }

// Next implements diff.Entries.
func (x *diffEntries) Next() (*store.Entry, string, error) {
	if e := x.ahead; e != nil {
		x.ahead = nil
		return e, diff.TableOf(e), nil
	}
	for {
		e, err := x.in.Next()
		if where, one := bad(err); one {
			x.side.refuse(&where, err)
			continue
		}
		if err != nil {
			return nil, "", x.ended(err)
		}
		if x.in.stored != nil {
			x.more(e)
			return e, x.table, nil
		}
		if x.side.takes(e) {
			if n, err := strconv.ParseUint(x.in.sc.Detail().Seq, 10, 64); err == nil {
				e.Source.Sequence = n
			}
			if d := x.in.sc.Detail(); !d.Exact && d.Note != "" {
				x.side.once(x.side.name + ": note: " + d.Note)
			}
			return e, diff.TableOf(e), nil
		}
	}
}

// ended returns the error after the last row.
func (x *diffEntries) ended(err error) error {
	switch {
	case err == io.EOF || x.side.ctx.Err() != nil:
		return err
	case changed(err):
		return unreadable(errors.New(x.side.name + ": " + err.Error() + "; copy the files, or try again"))
	}
	return unreadable(fileError(err))
}

// more adds what an entry of a store has besides its parts: wide columns and, if everything stored counts, the
// tags of a cell. A dump does not have them.
func (x *diffEntries) more(e *store.Entry) {
	if !x.side.columns {
		return
	}
	tags := diff.Tags
	if !x.side.stored {
		tags = ""
	}
	x.in.stored.AddMore(e, diff.Columns, tags)
}

// takes reports whether a row of a text is in the range and in one of the tables asked for.
func (s *diffSide) takes(e *store.Entry) bool {
	if _, key, ok := e.First(store.Row, store.Key); ok &&
		(bytes.Compare(key, s.asked.Start) < 0 || s.asked.Stop != nil && bytes.Compare(key, s.asked.Stop) >= 0) {
		return false
	}
	if len(s.storing.tables) == 0 || e.Source.Table == "" && e.Source.CF == "" {
		return true
	}
	return slices.ContainsFunc(s.storing.tables, func(name string) bool {
		return name == e.Source.Table || name == e.Source.CF || name == "0x"+e.Source.CF || name == diff.TableOf(e)
	})
}

// peek opens a text that is in order, and reads its first row.
func (s *diffSide) peek() (err error) {
	if s.in, err = s.openText(); err != nil {
		return err
	}
	e, table, err := s.in.Next()
	if err == io.EOF {
		return nil
	}
	if err != nil {
		return err
	}
	copied := e.Clone()
	s.in.ahead, s.names = &copied, []string{table}
	return nil
}

// textOrder checks that a text is in order and, where that is assumed, that its rows are of one table.
type textOrder struct {
	diff.InOrder
	side *diffSide
}

// Next implements diff.Sequence.
func (x *textOrder) Next(r *diff.Row) error {
	err := x.InOrder.Next(r)
	var late *diff.OrderError
	if errors.As(err, &late) {
		return x.side.errUnsorted(late)
	}
	if err == nil && x.Keys.NoTable && diff.TableOf(r.Entry) != x.side.names[0] {
		return unreadable(errors.New(x.side.name + ": " + r.Entry.Source.Spot() +
			": the rows are of several tables; leave out --sorted, or name one with --table"))
	}
	return err
}

// tableRows reads the tables of a store: tables with the same name are merged, and names come one after another.
type tableRows struct {
	side *diffSide
	keys diff.Keys
	left []diffTable
	from diff.Sequence
}

// Next implements diff.Sequence.
func (x *tableRows) Next(r *diff.Row) error {
	for {
		if x.from == nil && len(x.left) == 0 {
			return io.EOF
		}
		if x.from == nil {
			x.open()
		}
		err := x.from.Next(r)
		var late *diff.OrderError
		switch {
		case errors.As(err, &late):
			return x.side.errUnsorted(late)
		case err != io.EOF:
			return err
		}
		x.from = nil
		for _, in := range x.side.ends {
			in.Close()
		}
		x.side.ends = nil
	}
}

// open opens the tables of the next name.
func (x *tableRows) open() {
	name := x.left[0].name
	var all diff.Together
	for len(x.left) > 0 && x.left[0].name == name {
		all.From = append(all.From, &diff.InOrder{Entries: x.side.openTable(x.left[0]), Keys: x.keys})
		x.left = x.left[1:]
	}
	if x.from = &all; len(all.From) == 1 {
		x.from = all.From[0]
	}
}
