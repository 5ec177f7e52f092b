package session

import (
	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/moment"
)

// opMoment reads a version or time in any form and writes all forms. A date without a zone is in the zone of the member timezone.
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
	if zone, ok := r.Member("timezone").Text(); ok {
		if o.Zone = zoneOf(r.zones, zone); o.Zone == nil {
			return format.Refuse("timezone", "there is no time zone called "+zone)
		}
	}
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

// readings lists every way to read a text as a time. The members from and to are the known times, in milliseconds.
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

// zoneOf returns a function that gives the offset at a local time in a zone, or nil if the zone is unknown. For a local
// time that occurs twice it gives the first offset, for one that is skipped the offset before the change.
func zoneOf(zones format.Zones, name string) func(int64) int64 {
	if zones == nil {
		return nil
	}
	if _, ok := zones.Offset(name, 0); !ok {
		return nil
	}
	const day = 86400
	return func(localMillis int64) int64 {
		local := localMillis / 1000
		before, _ := zones.Offset(name, local-day)
		after, _ := zones.Offset(name, local+day)
		for _, offset := range []int{before, after} {
			if is, _ := zones.Offset(name, local-int64(offset)); is == offset {
				return int64(offset)
			}
		}
		return int64(before)
	}
}
