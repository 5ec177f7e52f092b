package session

import "github.com/rowlens/rowlens/codec/moment"

// opMoment reads a version or time in any form and writes all of them.
func (s *Session) opMoment(r *request) error {
	text, ok := r.Member("text").Text()
	if !ok {
		s.w.Key("layouts")
		s.w.Array()
		for _, l := range moment.Layouts() {
			s.w.Object()
			s.w.Member("layout").String(l.Name)
			s.w.Member("title").String(l.Title)
			s.w.EndObject()
		}
		s.w.EndArray()
		return nil
	}
	var o moment.Options
	o.Layout, _ = r.Member("layout").Text()
	o.Form, _ = r.Member("form").Text()
	o.Now, _ = r.Member("now").Int()
	m, err := moment.Parse(text, o)
	if err != nil {
		return err
	}
	m.Write(&s.w, "")
	return nil
}
