package session

import (
	"bytes"
	"errors"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/value"
)

// inlineSchema is a schema that came with a request, and its text: a form sends the
// same one with every key that is pressed.
type inlineSchema struct {
	text   []byte
	parsed format.Schema
}

// schema finds what given names: a schema that was defined, one that stands there
// itself, or a list of names. Records with an op derive have schemas of their own.
func (s *Session) schema(f *format.Format, in *format.Input, op string) error {
	if f.ParseSchema == nil {
		return nil
	}
	in.Schemas = s.defined[f]
	given := in.Given.Member("schema")
	if name, ok := given.Text(); ok {
		def, ok := in.Schemas[name]
		if !ok {
			return errors.New("no schema called " + name + " was defined")
		}
		in.Schema = def
		return nil
	}
	var err error
	if given.Kind == value.Object && op != "derive" {
		in.Schema, err = s.inlineSchema(f, given)
		in.Schemas = named(given, in.Schema, in.Schemas)
	} else if names, ok := in.Given.Get("names"); ok {
		in.Schema, err = f.ParseSchema(value.OfMembers(value.Member{Name: "names", Value: names}))
	}
	return err
}

// inlineSchema reads a schema, or returns what it read when the last one was the same.
func (s *Session) inlineSchema(f *format.Format, given value.Value) (format.Schema, error) {
	var w value.Writer
	w.Value(given)
	last := s.inline[f]
	if last == nil || !bytes.Equal(last.text, w.Buf) {
		parsed, err := f.ParseSchema(given)
		if err != nil {
			return nil, format.Refuse("schema", err.Error())
		}
		last = &inlineSchema{text: w.Buf, parsed: parsed}
		if s.inline == nil {
			s.inline = map[*format.Format]*inlineSchema{}
		}
		s.inline[f] = last
	}
	if s.Opener != nil && f.WithOpener != nil {
		return f.WithOpener(last.parsed, s.Opener), nil
	}
	return last.parsed, nil
}

// named returns the schemas that are known beside one that came with a request: that
// one too, if it has a name, since other members may refer to it.
func named(given value.Value, parsed format.Schema, known map[string]format.Schema) map[string]format.Schema {
	name, ok := given.Member("name").Text()
	if !ok || parsed == nil {
		return known
	}
	all := map[string]format.Schema{name: parsed}
	for n, s := range known {
		if n != name {
			all[n] = s
		}
	}
	return all
}
