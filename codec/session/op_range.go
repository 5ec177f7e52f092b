package session

import (
	"errors"

	"github.com/rowlens/rowlens/codec/keys"
	"github.com/rowlens/rowlens/codec/scanshell"
	"github.com/rowlens/rowlens/codec/value"
)

// opRange turns known fields into start and stop key of a scan.
func (s *Session) opRange(r *request) error {
	kind, err := r.kind()
	if err != nil {
		return err
	}
	if kind.Prefix == nil {
		return noOperation
	}
	in, err := s.input(r)
	if err != nil {
		return err
	}
	fields := r.Member("fields")
	if fields.Kind != value.Object {
		return errors.New("expected fields as an object, found " + fields.Kind.String())
	}
	k, err := keys.RangeOf(r.format, kind, in, fields)
	if err != nil {
		return err
	}
	k.Write(&s.w)
	s.w.Key("forms")
	s.w.Array()
	for _, form := range scanshell.Forms(r.format.Store) {
		s.w.Object()
		s.w.Member("name").String(form.Name)
		s.w.Member("title").String(form.Title)
		s.w.Member("shell").Bool(form.Shell)
		s.w.Member("text").String(form.Text(k.Seek))
		s.w.EndObject()
	}
	s.w.EndArray()
	return nil
}
