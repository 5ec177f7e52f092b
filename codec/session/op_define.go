package session

import (
	"errors"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/value"
)

func (s *Session) opDefine(r *request) error {
	f := r.format
	if f == nil {
		return unknown("format in the request")
	}
	in, err := s.input(r)
	if err != nil {
		return err
	}
	name, ok := in.Given.Member("name").Text()
	if !ok || f.ParseSchema == nil {
		return errors.New("define needs given.name, and a format that takes a schema")
	}
	def, err := parseSchema(f, in)
	if err != nil {
		return err
	}
	s.Define(f, name, def)
	s.w.Member("ok").Bool(true)
	return nil
}

// Define defines a schema under a name, as the operation define does.
func (s *Session) Define(f *format.Format, name string, def format.Schema) {
	if s.defined == nil {
		s.defined = map[*format.Format]map[string]format.Schema{}
	}
	if s.defined[f] == nil {
		s.defined[f] = map[string]format.Schema{}
	}
	if _, again := s.defined[f][name]; again {
		delete(s.inputs, f) // the format's memory may depend on the old schema
	}
	s.defined[f][name] = def
}

// parseSchema reads a definition. The stored bytes of the schema, if any, are added to given as its
// member "bytes".
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
