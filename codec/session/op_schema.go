package session

import (
	"github.com/rowlens/rowlens/codec"
	"github.com/rowlens/rowlens/codec/schema"
)

// opSchema answers with the schema that the input is or contains, and the formats that accept it.
func (s *Session) opSchema(r *request) error {
	v, err := schema.Resolve(r.Member("schema"), "")
	if err != nil {
		return err
	}
	taken, err := schema.Parse(v, "")
	if err != nil {
		return err
	}
	s.w.Member("schema").Value(v)
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
