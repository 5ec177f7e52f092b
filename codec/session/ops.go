package session

import (
	"errors"
	"strconv"

	"github.com/rowlens/rowlens/codec"
	"github.com/rowlens/rowlens/codec/answer"
	"github.com/rowlens/rowlens/codec/dump"
	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/identify"
	"github.com/rowlens/rowlens/codec/keys"
	"github.com/rowlens/rowlens/codec/moment"
	"github.com/rowlens/rowlens/codec/scanshell"
	"github.com/rowlens/rowlens/codec/schema"
	"github.com/rowlens/rowlens/codec/value"
)

// operation is what a session answers besides the operations on one record of one
// format (docs/testee.md, "More operations").
func (s *Session) operation(op string) func(req value.Value) error {
	switch op {
	case "formats":
		return s.formats
	case "print":
		return s.print
	case "schema":
		return s.resolve
	case "order":
		return s.order
	case "range":
		return s.scanRange
	case "hlc":
		return s.moment
	}
	return nil
}

// formats writes the legends: of one format, or of all.
func (s *Session) formats(req value.Value) error {
	id, one := req.Member("format").Text()
	if one && codec.Find(id) == nil {
		return errUnsupported
	}
	s.w.Key("formats")
	s.w.Array()
	for _, f := range codec.Formats() {
		if !one || f.ID == id {
			answer.WriteFormat(&s.w, f)
		}
	}
	s.w.EndArray()
	return nil
}

// query reads what a request knows besides bytes: format, record, and the schema. That
// is the schema itself, or what given has: names, or the name of a defined one.
func (s *Session) query(req value.Value) (identify.Query, error) {
	q := identify.Query{Zones: s.Zones}
	q.Format, _ = req.Member("format").Text()
	q.Record, _ = req.Member("record").Text()
	if q.Format != "" && codec.Find(q.Format) == nil {
		return q, errors.New("there is no format called " + q.Format)
	}
	v, given := req.Member("schema"), req.Member("given")
	if names, ok := given.Get("names"); ok {
		v = value.OfMembers(value.Member{Name: "names", Value: names})
	}
	if name, ok := given.Member("schema").Text(); ok {
		q.Schemas = format.SchemaSet{}
		for f, known := range s.defined {
			if sc := known[name]; sc != nil {
				q.Schemas[f] = sc
			}
		}
		return q, nil
	}
	if own := given.Member("schema"); own.Kind == value.Object {
		v = own
	}
	if own := given.Member("schema"); own.Kind == value.Object {
		v = own
	}
	if v.Kind != value.Object { // a number is the handle of an opened one, which given names
		return q, nil
	}
	var err error
	if q.Schemas, err = schema.Parse(v, q.Format); err != nil {
		return q, err
	}
	if f := codec.Find(q.Format); f != nil {
		q.Named = named(v, q.Schemas.For(f), nil)
	}
	return q, nil
}

// keysMax is how many keys an answer sorts; leaving some out would be a wrong order.
const keysMax = 1000

// order sorts the keys of a text, or entries, and says what decides between neighbours.
func (s *Session) order(req value.Value) error {
	q, err := s.query(req)
	if err != nil {
		return err
	}
	list, err := s.keys(req, q.Format)
	if err != nil || list == nil {
		return err
	}
	if name, ok := req.Member("cf").Text(); ok {
		cf, err := schema.Family(name, q.Format, q.Schemas)
		if err != nil {
			return format.Refuse("cf", "no such column family: "+err.Error())
		}
		for i := range list {
			if source := &list[i].Entry.Source; source.CF == "" {
				source.CF = cf
			}
		}
	}
	o := keys.Sort(q, list)
	readings, limited := req.Member("readings").Int()
	w := &s.w
	w.Key("order")
	o.Write(w, list)
	w.Key("keys")
	w.Array()
	for i := range list {
		var why *keys.Reason
		if i > 0 {
			why = o.Reason(&list[i-1], &list[i])
		}
		w.Object()
		list[i].Write(w, i+1, why)
		if best := list[i].Best; best != nil && (!limited || int64(i) < readings) {
			w.Key("reading")
			best.Write(w, true)
		}
		w.EndObject()
	}
	w.EndArray()
	return nil
}

// keys reads the keys of a request; none when the text waits for a digit.
func (s *Session) keys(req value.Value, id string) ([]keys.SortedKey, error) {
	var out []keys.SortedKey
	if list, ok := req.Get("entries"); ok {
		for _, item := range list.Items() {
			k := keys.SortedKey{Input: len(out) + 1}
			if err := addParts(&k.Entry, item.Member("parts")); err != nil {
				return nil, err
			}
			k.Entry.Timestamp, _ = item.Member("timestamp").Text()
			k.Entry.Deleted, _ = item.Member("deleted").Text()
			k.Entry.Source.CF, _ = item.Member("cf").Text()
			out = append(out, k)
		}
		return out, tooMany(len(out))
	}
	text, ok := req.Member("text").Text()
	if !ok {
		return nil, errors.New("expected text, or entries with parts as hex")
	}
	spelling, _ := req.Member("spelling").Text()
	res, err := dump.ParseText([]byte(text), dump.Options{Form: spelling, Rows: keysMax, SplitKey: schema.KeySplitter(id, nil)})
	if err != nil {
		return nil, err
	}
	answer.WriteSpelling(&s.w, res)
	if err := tooMany(res.RowCount); err != nil || res.Waiting != "" {
		return nil, err
	}
	for i := range res.Rows {
		if err := res.Rows[i].Err; err != nil {
			return nil, err
		}
		out = append(out, keys.SortedKey{Input: i + 1, Entry: res.Rows[i].Entry})
	}
	return out, nil
}

func tooMany(n int) error {
	if n <= keysMax {
		return nil
	}
	return errors.New("expected at most " + strconv.Itoa(keysMax) + " keys, found " + strconv.Itoa(n) + "; `rowlens order` on the command line sorts any number")
}

// scanRange turns known fields into start and stop key of a scan.
func (s *Session) scanRange(req value.Value) error {
	id, _ := req.Member("format").Text()
	f := codec.Find(id)
	if f == nil {
		return errUnsupported
	}
	name, _ := req.Member("record").Text()
	r, _ := keys.ScannableRecord(f, name)
	if r == nil {
		return errUnsupported
	}
	in, err := s.input(f, req)
	if err != nil {
		return err
	}
	if v := req.Member("schema"); in.Schema == nil && v.Kind == value.Object {
		// What is kept for other formats too may be no schema of this one.
		schemas, err := schema.Parse(v, "")
		if err != nil {
			return err
		}
		in.Schema = schemas.For(f)
	}
	fields := req.Member("fields")
	if fields.Kind != value.Object {
		return errors.New("expected fields as an object, found " + fields.Kind.String())
	}
	k, err := keys.RangeOf(r, in, fields)
	if err != nil {
		return err
	}
	k.Write(&s.w)
	s.w.Key("forms")
	s.w.Array()
	for _, form := range scanshell.Forms(f.Store) {
		s.w.Object()
		s.w.Key("name")
		s.w.String(form.Name)
		s.w.Key("title")
		s.w.String(form.Title)
		s.w.Key("shell")
		s.w.Bool(form.Shell)
		s.w.Key("text")
		s.w.String(form.Text(k.Seek))
		s.w.EndObject()
	}
	s.w.EndArray()
	return nil
}

// moment reads a version or time in any form and writes all of them.
func (s *Session) moment(req value.Value) error {
	text, ok := req.Member("text").Text()
	if !ok {
		s.w.Key("layouts")
		s.w.Array()
		for _, l := range moment.Layouts() {
			s.w.Object()
			s.w.Key("layout")
			s.w.String(l.Name)
			s.w.Key("title")
			s.w.String(l.Title)
			s.w.EndObject()
		}
		s.w.EndArray()
		return nil
	}
	var o moment.Options
	o.Layout, _ = req.Member("layout").Text()
	o.Form, _ = req.Member("form").Text()
	m, err := moment.Parse(text, o)
	if err != nil {
		return err
	}
	m.Write(&s.w, "")
	return nil
}
