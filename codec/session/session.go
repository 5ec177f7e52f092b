// Package session answers requests as JSON: it is the conformance testee
// (docs/testee.md), the inspection of the page, and the "call" of every binding.
package session

import (
	"errors"
	"slices"

	"github.com/rowlens/rowlens/codec"
	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
	"github.com/rowlens/rowlens/codec/wire"
)

// Session answers requests one after the other and keeps what they define. A Session
// is not safe for concurrent use; make one for each thread.
type Session struct {
	// Zones is the host's time zone database; may be nil.
	Zones format.Zones

	// Opener decrypts values that Inspect explains; may be nil.
	Opener format.Opener

	defined map[*format.Format]map[string]format.Schema // by name
	inline  map[*format.Format]*inlineSchema
	inputs  map[*format.Format]*format.Input
	w       value.Writer
}

// Answer answers one request line and appends the answer, one line without its
// line feed, to dst. It never fails: a broken request gets an answer that says
// so.
func (s *Session) Answer(dst, line []byte) []byte {
	s.w.Reset()
	s.w.Buf, s.w.CBOR = dst, false
	req, err := value.Parse(line)
	if err == nil && req.Kind != value.Object {
		err = errors.New("expected a request as a JSON object, found " + req.Kind.String())
	}
	if err != nil {
		s.w.Object()
		s.w.Key("id")
		s.w.Null()
		s.fail(err)
		s.w.EndObject()
		return s.w.Buf
	}
	s.w.Object()
	s.w.Key("id")
	s.w.Value(req.Member("id"))
	asked := s.w.Mark()
	if err := s.do(req); err != nil {
		s.w.Back(asked)
		if err == errUnsupported {
			s.w.Key("unsupported")
			s.w.Bool(true)
		} else {
			s.fail(err)
		}
	}
	s.w.EndObject()
	return s.w.Buf
}

// errUnsupported is for a format, record or operation that is not there.
var errUnsupported = errors.New("not supported")

// fail writes why a request was refused.
func (s *Session) fail(err error) {
	s.w.Key("error")
	s.w.String(err.Error())
	var e *wire.Error
	var model *format.Refusal
	switch {
	case errors.As(err, &e):
		s.w.Key("code")
		s.w.String(e.Name())
		s.w.Key("offset")
		s.w.Int(int64(e.Offset))
	case errors.As(err, &model):
		s.w.Key("code")
		s.w.String("refused")
		if model.Field != "" {
			s.w.Key("field")
			s.w.String(model.Field)
		}
	}
}

func (s *Session) do(req value.Value) error {
	op, ok := req.Member("op").Text()
	if answer := s.operation(op); answer != nil {
		return answer(req)
	}
	id, _ := req.Member("format").Text()
	f := codec.Find(id)
	if f == nil {
		return errUnsupported
	}
	if !ok {
		return errors.New("expected an op: decode, encode, derive or define")
	}
	in, err := s.input(f, req)
	if err != nil {
		return err
	}
	if op == "define" {
		return s.define(f, in)
	}
	name, _ := req.Member("record").Text()
	r := f.Record(name)
	if r == nil {
		return errUnsupported
	}
	switch op {
	case "decode":
		return s.decode(r, in)
	case "encode":
		for _, p := range req.Member("parts").Items() {
			name, _ := p.Text()
			in.Only = append(in.Only, name)
		}
		return s.encode(r, in, req.Member("fields"))
	case "derive":
		return s.derive(r, in)
	}
	return errors.New("expected the op decode, encode, derive or define, found " + op)
}

// input reads given and bytes of a request.
func (s *Session) input(f *format.Format, req value.Value) (*format.Input, error) {
	in := s.inputs[f]
	if in == nil {
		if s.inputs == nil {
			s.inputs = map[*format.Format]*format.Input{}
		}
		in = new(format.Input)
		s.inputs[f] = in
	}
	*in = format.Input{Entry: in.Entry, Memory: in.Memory, Zones: s.Zones}
	in.Entry.Reset()
	in.Given = req.Member("given")
	in.Lenient, _ = in.Given.Member("lenient").Bool()
	in.Prefix, _ = in.Given.Member("prefix").Bool()
	in.Unlimited, _ = in.Given.Member("unlimited").Bool()
	if err := addParts(&in.Entry, req.Member("bytes")); err != nil {
		return nil, err
	}
	op, _ := req.Member("op").Text()
	return in, s.schema(f, in, op)
}

// addParts reads named parts of hex. A list is several parts of one name.
func addParts(e *store.Entry, parts value.Value) error {
	for i, p := range parts.Items() {
		if parts.Kind != value.Object {
			return errors.New("expected bytes as an object of named parts")
		}
		list := []value.Value{p}
		if p.Kind == value.Array {
			list = p.Items()
			if len(list) > 0 && list[0].Kind == value.Object {
				if err := addRows(e, parts.Name(i), list); err != nil {
					return err
				}
				continue
			}
			e.Lists = append(e.Lists, parts.Name(i))
		}
		for _, p := range list {
			b, ok := p.Hex()
			if !ok {
				return errors.New("bytes." + parts.Name(i) + ": expected an even number of hex digits")
			}
			e.Add(parts.Name(i), b)
		}
	}
	return nil
}

// addRows reads the entries of a record that is made of several: objects with parts
// in hex, and what else is known of an entry as text.
func addRows(e *store.Entry, name string, list []value.Value) error {
	e.RowsName = name
	for _, row := range list {
		if row.Kind != value.Object {
			return errors.New("bytes." + name + ": expected objects with named parts")
		}
		var in store.Entry
		for i, p := range row.Items() {
			text, _ := p.Text()
			switch member := row.Name(i); member {
			case "table":
				in.Source.Table = text
			case "timestamp":
				in.Timestamp = text
			case "cellType":
				if text != "Put" {
					in.Deleted = text
				}
			default:
				b, ok := p.Hex()
				if !ok {
					return errors.New("bytes." + name + "." + member + ": expected an even number of hex digits")
				}
				in.Add(member, b)
			}
		}
		e.Rows = append(e.Rows, in)
	}
	return nil
}

// writeRows writes the entries of a record that is made of several.
func (s *Session) writeRows(rows []store.Entry) {
	s.w.Array()
	for i := range rows {
		s.w.Object()
		if table := rows[i].Source.Table; table != "" {
			s.w.Key("table")
			s.w.String(table)
		}
		for _, p := range rows[i].Parts {
			s.w.AnyKey(p.Name)
			s.w.Hex(p.Bytes)
		}
		s.w.EndObject()
	}
	s.w.EndArray()
}

func (s *Session) define(f *format.Format, in *format.Input) error {
	name, ok := in.Given.Member("name").Text()
	if !ok || f.ParseSchema == nil {
		return errors.New("define needs given.name, and a format that takes a schema")
	}
	def, err := parseSchema(f, in)
	if err != nil {
		return err
	}
	s.Define(f, name, def)
	s.w.Key("ok")
	s.w.Bool(true)
	return nil
}

// Define makes a schema known by a name, as op define does.
func (s *Session) Define(f *format.Format, name string, def format.Schema) {
	if s.defined == nil {
		s.defined = map[*format.Format]map[string]format.Schema{}
	}
	if s.defined[f] == nil {
		s.defined[f] = map[string]format.Schema{}
	}
	if _, again := s.defined[f][name]; again {
		delete(s.inputs, f) // the format's memory may hold what it made of the old one
	}
	s.defined[f][name] = def
}

// parseSchema reads what is defined: given, with the stored bytes of the schema,
// where there are any, as its member "bytes".
func parseSchema(f *format.Format, in *format.Input) (format.Schema, error) {
	if len(in.Entry.Parts) == 0 {
		return f.ParseSchema(in.Given)
	}
	var parts []value.Member
	for _, p := range in.Entry.Parts {
		parts = append(parts, value.Member{Name: p.Name, Value: value.Of(string(value.AppendHex(nil, p.Bytes)))})
	}
	all := []value.Member{{Name: "bytes", Value: value.OfMembers(parts...)}}
	for i := range in.Given.Len() {
		all = append(all, value.Member{Name: in.Given.Name(i), Value: in.Given.At(i)})
	}
	return f.ParseSchema(value.OfMembers(all...))
}

func (s *Session) decode(r *format.Record, in *format.Input) error {
	if r.Decode == nil {
		return errUnsupported
	}
	s.w.Key("fields")
	return r.Decode(in, nil, &s.w)
}

func (s *Session) encode(r *format.Record, in *format.Input, fields value.Value) error {
	if r.Encode == nil {
		return errUnsupported
	}
	if fields.Kind != value.Object {
		return errors.New("expected fields as an object, found " + fields.Kind.String())
	}
	var out store.Entry
	if err := r.Encode(in, fields, &out); err != nil {
		return err
	}
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
	return nil
}

func (s *Session) derive(r *format.Record, in *format.Input) error {
	if r.Derive == nil {
		return errUnsupported
	}
	s.w.Key("result")
	return r.Derive(in, &s.w)
}
