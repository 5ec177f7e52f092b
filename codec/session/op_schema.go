package session

import (
	"github.com/rowlens/rowlens/codec"
	"github.com/rowlens/rowlens/codec/schema"
	"github.com/rowlens/rowlens/codec/value"
)

// resolve answers with the schema that something given is or holds, and which formats
// take it.
func (s *Session) resolve(req value.Value) error {
	v, err := schema.Resolve(req.Member("schema"))
	if err != nil {
		return err
	}
	taken, err := schema.Parse(v, "")
	if err != nil {
		return err
	}
	s.w.Key("schema")
	s.w.Value(v)
	s.w.Key("formats")
	s.w.Array()
	for _, f := range codec.Formats() {
		if taken.For(f) != nil {
			s.w.String(f.ID)
		}
	}
	s.w.EndArray()
	return nil
}
