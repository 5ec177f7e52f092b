package session

import (
	"errors"

	"github.com/rowlens/rowlens/codec/form"
	"github.com/rowlens/rowlens/codec/value"
)

// opForm describes fields as a form that a person can fill in.
func (s *Session) opForm(r *request) error {
	kind, err := r.kind()
	if err != nil {
		return err
	}
	if kind.Encode == nil {
		return noOperation
	}
	in, err := s.input(r)
	if err != nil {
		return err
	}
	in.Only = r.only()
	fields := r.Member("fields")
	if fields.Kind != value.Object {
		return errors.New("expected fields as an object, found " + fields.Kind.String())
	}
	s.w.Key("lines")
	form.Write(&s.w, in, r.format, kind, fields)
	return nil
}
