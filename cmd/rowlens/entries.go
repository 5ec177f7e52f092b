package main

import (
	"errors"
	"io"

	"github.com/rowlens/rowlens/cmd/internal/rows"
	"github.com/rowlens/rowlens/codec/dump"
	"github.com/rowlens/rowlens/codec/file"
	"github.com/rowlens/rowlens/codec/storage"
	"github.com/rowlens/rowlens/codec/store"
)

// entries reads the rows of one input: a text or stores.
type entries struct {
	call *call
	name string

	in io.Closer // for a text
	sc *dump.Scanner
	cf string // column family, if the text does not say it

	stored *storage.Rows
}

// misread is an error that concerns one entry; others may follow.
type misread struct {
	store.Source
	why error
}

// Error returns the reason.
func (m *misread) Error() string { return m.why.Error() }

// isGiven reports whether an input is the one for the stores.
func (r *reading) isGiven(name string) bool { return r.set != nil && name == r.standsFor }

// entriesOf opens an input to read its rows.
func (r *reading) entriesOf(name string) (*entries, error) {
	if r.isGiven(name) {
		x := r.storedEntries(r.picks, r.asked)
		x.stored.Scan.Open = r.scanner()
		return x, nil
	}
	in, err := r.openInput(name)
	if err != nil {
		return nil, fileError(err)
	}
	x, err := r.scanned(in, name)
	if err != nil {
		in.Close()
		return nil, fileError(err)
	}
	x.in = in
	return x, nil
}

// scanned returns the rows of a text.
func (r *reading) scanned(in io.Reader, name string) (*entries, error) {
	opt := r.dump()
	opt.File = name
	sc, err := dump.Open(in, opt)
	if err != nil {
		return nil, err
	}
	return &entries{call: r.call, name: name, sc: sc, cf: r.familyOf(name, sc.Form())}, nil
}

// storedEntries returns the rows of the stores.
func (r *reading) storedEntries(picks []storage.Pick, q file.Query) *entries {
	x := &entries{call: r.call, name: r.standsFor}
	x.stored = &storage.Rows{Scan: storage.Scan{Stores: r.set.Stores, Tables: picks, Query: q}, Remark: r.remarked}
	return x
}

// remarked notes, once, something that loses nothing.
func (r *reading) remarked(d *storage.Damage) { r.once(r.pathOf(d.File) + ": note: " + d.Error()) }

// assumed notes, once, what had to be assumed for rows that were read.
func (c *call) assumed(stores []file.Store) {
	for _, sentence := range storage.Assumed(stores) {
		c.once("note: " + sentence)
	}
}

// pathOf returns the path of a file in the stores, for messages.
func (r *reading) pathOf(name string) string {
	if name == "" || r.piped != nil {
		return r.standsFor
	}
	return r.set.Shown(name)
}

// Next returns the next row, which is valid until the next call; io.EOF after the last one; or a *misread or
// storage.Damage in place of a row. Any other error ends the input.
func (x *entries) Next() (*store.Entry, error) {
	if err := x.call.ctx.Err(); err != nil {
		return nil, err
	}
	if x.stored != nil {
		e, err := x.stored.Next()
		if err == io.EOF {
			x.call.assumed(x.stored.Scan.Stores)
		}
		return e, err
	}
	e, err := x.sc.Next()
	var one *dump.Error
	switch {
	case errors.As(err, &one):
		return nil, &misread{one.Source(x.name), errors.New(one.Error())}
	case err == nil && e.Source.CF == "":
		e.Source.CF = x.cf
	case err == io.EOF && x.sc.Cut() != "":
		x.call.once(shownInput(x.name) + ": note: " + x.sc.Cut())
	}
	return e, err
}

// Note says what had to be assumed for the last entry; "" if nothing.
func (x *entries) Note() string {
	if x.stored == nil {
		return ""
	}
	return x.stored.Note()
}

// Close ends the reading.
func (x *entries) Close() error {
	if x.stored != nil {
		x.stored.Scan.Close()
	}
	if x.in != nil {
		return x.in.Close()
	}
	return nil
}

// bad returns the place of an error that concerns only one row.
func bad(err error) (where store.Source, one bool) {
	var m *misread
	var lost rows.Lost
	switch {
	case errors.As(err, &m):
		return m.Source, true
	case errors.As(err, &lost):
		return lost.Source(), true
	}
	return where, false
}
