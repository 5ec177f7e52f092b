package record

import (
	"bytes"
	"errors"
	"strings"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
)

// Encoder turns records back into entries. The bytes come from the fields; what they do not say,
// which is whatever else the store keeps, comes from the record's parts. An Encoder is for one
// thread.
type Encoder struct {
	Schemas format.SchemaSet
	Zones   format.Zones
	Part    string // the only part to encode; empty for all

	Unlimited bool // lifts the size limits of upstream's writers

	// Changed counts the entries with a part that differs from that of their record, because its
	// fields were edited or were read with another model.
	Changed int

	kept store.Entry
}

// Encode puts the row of a record into e. f and r are its format and kind. They are nil for a
// record with bytes that were not decoded, such as those of a repair, or of a kind that has no
// writer; the parts are then the row. The parts are also the row if they decode to exactly the
// record's fields although these fields alone would give other bytes or none.
func (x *Encoder) Encode(f *format.Format, r *format.Record, v value.Value, e *store.Entry) error {
	if err := outside(v); err != nil {
		return err
	}
	if err := Entry(v, &x.kept); err != nil {
		return err
	}
	fields, read := v.Get("fields")
	has := len(x.kept.Parts) > 0
	if has && (!read || r == nil) {
		*e = x.kept.Clone()
		return nil
	}
	switch {
	case f == nil || r == nil || r.Encode == nil && !has:
		return errors.New("it has neither parts nor a kind of record that can be written")
	case fields.Kind != value.Object:
		return errors.New("fields: expected an object, found " + fields.Kind.String())
	}
	in := format.Input{Zones: x.Zones, Given: value.OfMembers(), Schema: x.Schemas.For(f), Unlimited: x.Unlimited}
	in.Entry.Source.Table = x.kept.Source.Table // the row must belong where its place says
	err := errNoWriter
	same := false
	if r.Encode != nil {
		if err = format.Within("fields", format.Once(fields)); err == nil {
			err = x.fields(&in, r, fields, e)
		}
		if err == nil {
			same, err = x.merge(e)
		}
	}
	switch {
	case same || !has || len(e.Rows) > 0 || x.Part != "" && !x.keeps(x.Part):
		return err
	case x.unchanged(f, r, fields), err != nil && x.kept.Deleted != "": // a deletion has only a key
		*e = x.kept.Clone()
		return nil
	case err == nil:
		x.Changed++
	}
	return err
}

// outside refuses a record that has a member twice, except in its fields, where a row may have one twice.
func outside(v value.Value) error {
	around := make([]value.Member, v.Len())
	for i := range around {
		if around[i].Name = v.Name(i); around[i].Name != "fields" {
			around[i].Value = v.At(i)
		}
	}
	return format.Once(value.OfMembers(around...))
}

var errNoWriter = errors.New("the kind has no writer, and the fields are not those of the parts")

// fields encodes the requested parts: the one that was asked for, or else those that the record has.
func (x *Encoder) fields(in *format.Input, r *format.Record, fields value.Value, e *store.Entry) error {
	lone, isLone := x.kept.Part(store.Bytes)
	if x.Part != "" {
		in.Only = aliases(nil, x.Part)
	} else if !isLone {
		for i := range x.kept.Parts {
			in.Only = aliases(in.Only, x.kept.Parts[i].Name)
		}
	}
	e.Reset()
	err := r.Encode(in, fields, e)
	if !isLone || x.Part != "" || err == nil && len(e.Parts) == 1 {
		return err
	}
	// Bytes of unknown origin are one part, and the bytes themselves tell which.
	found := false
	for _, part := range r.Parts {
		var one store.Entry
		in.Only = []string{part}
		if r.Encode(in, fields, &one) != nil || len(one.Parts) != 1 {
			continue
		}
		if same := bytes.Equal(one.Parts[0].Bytes, lone); same || !found {
			*e, found = one, true
			if same {
				break
			}
		}
	}
	if found {
		return nil
	}
	return err
}

// aliases appends all names of a part.
func aliases(list []string, name string) []string {
	list = append(list, name)
	for short, long := range partNames {
		switch name {
		case short:
			list = append(list, long)
		case long:
			list = append(list, short)
		}
	}
	if name == store.Key {
		list = append(list, "cf") // of a pair: see standard
	}
	return list
}

// keeps reports whether the record itself has a part.
func (x *Encoder) keeps(part string) bool {
	_, has := x.kept.Part(PartName(part))
	return has
}

// unchanged reports whether the parts decode to the fields, so that nobody edited these.
func (x *Encoder) unchanged(f *format.Format, r *format.Record, fields value.Value) bool {
	if r.Decode == nil {
		return false
	}
	var want value.Writer
	want.Value(fields)
	places := []string{""}
	if _, lone := x.kept.Part(store.Bytes); lone {
		places = append(places, r.Parts...)
	}
	for _, lenient := range [...]bool{false, true} {
		for _, place := range places {
			var w, got value.Writer
			in := format.Input{Zones: x.Zones, Given: value.OfMembers(), Schema: x.Schemas.For(f), Lenient: lenient, Stored: true}
			in.Entry = x.kept.As(place, nil)
			if !in.Try(r, &w) {
				continue
			}
			if v, err := value.Parse(w.Buf); err == nil {
				if got.Value(v); bytes.Equal(got.Buf, want.Buf) {
					return true
				}
			}
		}
	}
	return false
}

// merge adds to an entry made from fields what only the record says, and reports whether both have
// the same bytes. It refuses a record whose fields are of another column family than its source.
func (x *Encoder) merge(e *store.Entry) (same bool, err error) {
	for i := range e.Rows {
		if err := x.place(&e.Rows[i]); err != nil {
			return false, err
		}
	}
	if len(e.Rows) > 0 {
		return true, nil
	}
	if err := x.place(e); err != nil {
		return false, err
	}
	same = true
	added := false
	for _, p := range x.kept.Parts {
		b, has := e.Part(p.Name)
		if !has && p.Name == store.Bytes && len(e.Parts) == 1 {
			b, has = e.Parts[0].Bytes, true
		}
		switch {
		case has:
			same = same && bytes.Equal(b, p.Bytes)
		case x.Part == "":
			e.Add(p.Name, p.Bytes)
			added = true
		}
	}
	if added {
		e.SortParts()
	}
	return same, nil
}

// place adds what the store keeps besides the bytes.
func (x *Encoder) place(e *store.Entry) error {
	standard(e)
	if e.Timestamp == "" {
		e.Timestamp = x.kept.Timestamp
	}
	e.Deleted, e.Increment = x.kept.Deleted, x.kept.Increment
	switch own := x.kept.Source.CF; {
	case e.Source.CF == "":
		e.Source.CF = own
	case own != "" && !strings.EqualFold(own, e.Source.CF):
		return format.Contradict("source.cf", "expected "+e.Source.CF+", the column family that the fields say, found "+format.Cut(own))
	}
	e.Source.Table = x.kept.Source.Table
	return nil
}
