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
	if all, _ := r.Member("readings").Bool(); all {
		return s.readings(r, text, o)
	}
	m, err := moment.Parse(text, o)
	if err != nil {
		return err
	}
	m.Write(&s.w, "")
	return nil
}

// readings lists every way to read a text as a time. The members from and to are the times that are known, in
// milliseconds.
func (s *Session) readings(r *request, text string, o moment.Options) error {
	known := moment.Known{Last: -1}
	if to, ok := r.Member("to").Int(); ok {
		known.First, _ = r.Member("from").Int()
		known.Last = to
	}
	list, err := moment.Readings(text, o, known)
	if err != nil {
		return err
	}
	s.w.Key("readings")
	s.w.Array()
	for i := range list {
		list[i].Write(&s.w)
	}
	s.w.EndArray()
	return nil
}
