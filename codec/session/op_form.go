package session

import "github.com/rowlens/rowlens/codec/form"

// opForm describes fields as a form for people to fill in.
func (s *Session) opForm(r *request) error {
	kind, in, fields, err := s.toEncode(r)
	if err != nil {
		return err
	}
	s.w.Key("lines")
	form.Write(&s.w, in, r.format, kind, fields)
	return nil
}
