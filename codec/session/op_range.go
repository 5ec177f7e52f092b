package session

import (
	"errors"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/keys"
	"github.com/rowlens/rowlens/codec/scanshell"
	"github.com/rowlens/rowlens/codec/value"
)

// opRange plans a scan for rows of a kind or, for a kind of object, the scans for all rows of one object.
func (s *Session) opRange(r *request) error {
	if name, ok := r.Member("object").Text(); ok {
		return s.objectRanges(r, name)
	}
	kind, err := r.kind()
	if err != nil {
		return err
	}
	if kind.Scan == nil {
		return noOperation
	}
	in, err := s.input(r)
	if err != nil {
		return err
	}
	q, err := r.scan()
	if err != nil {
		return err
	}
	k, err := keys.RangeOf(r.format, kind, in, q)
	if err != nil {
		return err
	}
	s.writeRange(r.format, &k)
	return nil
}

// objectRanges writes where all rows of an object are.
func (s *Session) objectRanges(r *request, name string) error {
	if r.format == nil {
		return errors.New("expected a format")
	}
	kind := r.format.ObjectKind(name)
	if kind == nil || r.format.Objects.Scans == nil {
		return noOperation
	}
	in, err := s.input(r)
	if err != nil {
		return err
	}
	list, err := keys.ObjectRanges(r.format, kind, in, r.Member("fields"))
	if err != nil {
		return err
	}
	s.w.Key("ranges")
	s.w.Array()
	for i := range list {
		s.w.Object()
		s.w.Member("record").String(list[i].Record)
		s.writeRange(r.format, &list[i].Range)
		s.w.EndObject()
	}
	s.w.EndArray()
	return nil
}

func (s *Session) writeRange(f *format.Format, k *keys.Range) {
	k.Write(&s.w)
	s.w.Key("forms")
	s.w.Array()
	for _, form := range scanshell.Forms(f.Store) {
		s.w.Object()
		s.w.Member("name").String(form.Name)
		s.w.Member("title").String(form.Title)
		s.w.Member("shell").Bool(form.Shell)
		s.w.Member("text").String(form.Text(k.Seek))
		s.w.EndObject()
	}
	s.w.EndArray()
}

// scan reads what a scan should find.
func (r *request) scan() (*format.Query, error) {
	q := &format.Query{Fields: r.Member("fields")}
	if q.Fields.Kind != value.Object {
		return nil, errors.New("expected fields as an object, found " + q.Fields.Kind.String())
	}
	bounds, err := format.List(r.Value, "bounds")
	if err != nil {
		return nil, err
	}
	for _, b := range bounds {
		name, _ := b.Member("field").Text()
		op, _ := b.Member("op").Text()
		o, ok := format.ParseOp(op)
		if name == "" || !ok {
			return nil, format.Refuse("bounds", `expected objects {"field","op","value"}, with op one of > >= < <= ^=`)
		}
		q.Bounds = append(q.Bounds, format.Bound{Name: name, Op: o, Value: b.Member("value")})
	}
	q.At, _ = r.Member("at").Text()
	q.Since, _ = r.Member("since").Text()
	q.Offset, _ = r.Member("offset").Text()
	if n, given := r.Member("limit").Int(); given {
		if n < 0 || n > 1<<31-1 {
			return nil, format.Refuse("limit", "expected a number of rows")
		}
		q.Limit = int(n)
	}
	return q, nil
}
