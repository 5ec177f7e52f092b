package main

import (
	"errors"
	"slices"
	"strconv"

	"github.com/rowlens/rowlens/codec/answer"
	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/record"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
	"github.com/rowlens/rowlens/codec/writeshell"
)

// encodeSpellings returns all values that encode --as accepts.
func encodeSpellings() []string {
	list := append(spellings(), "raw", "record")
	for _, name := range writeshell.Names() {
		if !slices.Contains(list, name) {
			list = append(list, name)
		}
	}
	return list
}

// write prints one entry.
func (x *encodeCall) write(e *store.Entry, r *format.Record) error {
	if x.shell != nil && !x.alone(e) {
		return x.command(e)
	}
	if x.part != "" {
		return x.onePart(e, r)
	}
	if e.Deleted != "" {
		return errors.New("deleted: " + x.as + " spells bytes and cannot say that a row is deleted; " +
			"--as record and the forms for stores can")
	}
	if e.Timestamp != "" {
		x.untimed++
	}
	if e.Source.CF != "" {
		x.unplaced++
	}
	return x.parts(e)
}

// alone reports whether the Accumulo shell's form was asked for something that is not a row. What
// is meant then is its spelling of bytes, which has the same name.
func (x *encodeCall) alone(e *store.Entry) bool {
	_, row := e.Part(store.Row)
	return x.printer != nil && !row && len(e.Parts) == 1
}

func (x *encodeCall) command(e *store.Entry) error {
	if x.changes != nil {
		return x.changes.add(e)
	}
	out, err := x.shell.Append(nil, e)
	if err != nil {
		return err
	}
	_, err = x.out.Write(out)
	return err
}

// onePart prints the part that was asked for.
func (x *encodeCall) onePart(e *store.Entry, r *format.Record) error {
	for i := range e.Parts {
		if record.PartName(e.Parts[i].Name) == record.PartName(x.part) {
			out := x.spell(nil, e.Parts[i].Bytes)
			if x.as != "raw" {
				out = append(out, '\n')
			}
			_, err := x.out.Write(out)
			return err
		}
	}
	title := "row"
	if r != nil {
		title = r.Title
	}
	return errors.New("a record of the kind " + title + " has no part " + strconv.Quote(x.part))
}

// parts prints all parts: under their names if the spelling has names, otherwise separated by
// tabs in store order, which tells them apart.
func (x *encodeCall) parts(e *store.Entry) error {
	var out []byte
	switch {
	case x.as == "raw":
		for i := range e.Parts {
			out = x.spell(out, e.Parts[i].Bytes)
		}
	case x.as == "c": // literals on several lines would be read as one
		out = append(x.printer.AppendNamed(nil, e.Parts), "\n\n"...)
	case len(e.Parts) == 1 || x.printer.Names():
		out = append(x.printer.AppendParts(nil, e.Parts), '\n')
		if len(e.Parts) > 1 && !x.printer.Lines() {
			out = append(out, '\n') // a blank line ends an entry
		}
	case !inOrder(e.Parts):
		return errors.New("as " + x.as + " its parts have no names and would be taken for others; " +
			"use --as record, json or a literal of a language, or --part")
	default:
		for i := range e.Parts {
			if i > 0 {
				out = append(out, '\t')
			}
			out = x.spell(out, e.Parts[i].Bytes)
		}
		out = append(out, '\n')
	}
	_, err := x.out.Write(out)
	return err
}

// inOrder reports whether parts are the ones that a table without a header is assumed to have.
func inOrder(parts []store.Part) bool {
	for _, names := range [...][]string{
		{store.Key, store.Value},
		{store.Row, store.Family, store.Qualifier, store.Value},
		{store.Row, store.Family, store.Qualifier, store.Visibility, store.Value},
	} {
		if slices.EqualFunc(parts, names, func(p store.Part, name string) bool { return p.Name == name }) {
			return true
		}
	}
	return false
}

// whole prints a record in the form of decode.
func (x *encodeCall) whole(f *format.Format, r *format.Record, v value.Value) error {
	var w value.Writer
	w.Object()
	if f != nil {
		w.Member("format").String(f.ID)
	}
	if r != nil {
		w.Member("record").String(r.Name)
	}
	answer.WriteParts(&w, &x.entry)
	if x.entry.Deleted != "" {
		w.Member("deleted").String(x.entry.Deleted)
	}
	for _, name := range [...]string{"source", "fields", "error"} {
		if m, ok := v.Get(name); ok {
			w.Member(name).Value(m)
		}
	}
	w.EndObject()
	_, err := x.out.Write(append(w.Buf, '\n'))
	return err
}

// finish writes what follows the last record, and reports what the spelling could not express.
func (x *encodeCall) finish() error {
	if x.changes != nil {
		if err := x.apply(); err != nil {
			return err
		}
	}
	if x.shell != nil {
		if _, err := x.out.Write(x.shell.End(nil)); err != nil {
			return err
		}
	}
	for _, left := range [...]struct {
		n    int
		what string
	}{{x.untimed, "timestamp"}, {x.unplaced, "column family"}} {
		if left.n > 0 {
			x.note("note: " + x.as + " spells parts only: the " + left.what + " of " + count(left.n, "row") +
				" is left out; --as record and the forms for stores keep it")
		}
	}
	if x.encoder.Changed > 0 {
		x.note("note: the bytes of " + count(x.encoder.Changed, "row") +
			" are not those of the record's parts: fields were edited, or read with another --model")
	}
	return nil
}
