package session

import (
	"errors"
	"slices"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/identify"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
)

func (s *Session) opDecode(r *request) error {
	kind, err := r.kind()
	if err != nil {
		return err
	}
	if kind.Decode == nil {
		return noOperation
	}
	in, err := s.input(r)
	if err != nil {
		return err
	}
	s.w.Key("fields")
	if err := kind.Decode(in, nil, &s.w); err != nil || !in.Lenient && !in.Doubtful {
		return err
	}
	if d := identify.Examine(r.format, kind, in); d.Any() {
		s.w.Key("info")
		s.w.Object()
		d.Write(&s.w)
		s.w.EndObject()
	}
	return nil
}

// toEncode returns what a request says about a record to write: its kind, the input and the fields.
func (s *Session) toEncode(r *request) (kind *format.Record, in *format.Input, fields value.Value, err error) {
	if kind, err = r.kind(); err != nil {
		return nil, nil, fields, err
	}
	if kind.Encode == nil {
		return nil, nil, fields, noOperation
	}
	if in, err = s.input(r); err != nil {
		return nil, nil, fields, err
	}
	if in.Only, err = r.only(); err != nil {
		return nil, nil, fields, err
	}
	fields = r.Member("fields")
	if fields.Kind != value.Object {
		err = errors.New("expected fields as an object, found " + fields.Kind.String())
	}
	return kind, in, fields, err
}

func (s *Session) opEncode(r *request) error {
	kind, in, fields, err := s.toEncode(r)
	if err != nil {
		return err
	}
	var out store.Entry
	if err := kind.Encode(in, fields, &out); err != nil {
		return err
	}
	s.writeBytes(&out)
	return nil
}

// only returns the names of the parts to write, nil for all.
func (r *request) only() (names []string, err error) {
	list, err := format.List(r.Value, "parts")
	for _, p := range list {
		name, is := p.Text()
		if !is {
			return nil, format.Expect(false, "parts", "a list of names", p)
		}
		names = append(names, name)
	}
	return names, err
}

// writeBytes writes the parts of an entry; parts of the same name become a list.
func (s *Session) writeBytes(out *store.Entry) {
	s.w.Key("bytes")
	s.w.Object()
	for _, p := range out.Parts {
		if !slices.Contains(out.Lists, p.Name) {
			s.w.AnyKey(p.Name)
			s.w.Hex(p.Bytes)
		}
	}
	for _, name := range out.Lists {
		s.w.AnyKey(name)
		s.w.Array()
		for _, p := range out.Parts {
			if p.Name == name {
				s.w.Hex(p.Bytes)
			}
		}
		s.w.EndArray()
	}
	if out.RowsName != "" {
		s.w.AnyKey(out.RowsName)
		s.writeRows(out.Rows)
	}
	s.w.EndObject()
}

func (s *Session) opDerive(r *request) error {
	kind, err := r.kind()
	if err != nil {
		return err
	}
	if kind.Derive == nil {
		return noOperation
	}
	in, err := s.input(r)
	if err != nil {
		return err
	}
	in.Info = nil
	s.w.Key("result")
	if err := kind.Derive(in, &s.w); err != nil || in.Info == nil {
		return err
	}
	s.w.Key("info")
	s.w.Object()
	in.Info(&s.w)
	s.w.EndObject()
	return nil
}
