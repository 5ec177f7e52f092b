package session

import (
	"errors"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/objects"
)

// opDisassemble turns an object into its rows or, with from, into the rows that change.
func (s *Session) opDisassemble(r *request) error {
	name, _ := r.Member("object").Text()
	if r.format == nil {
		return errors.New("expected a format")
	}
	kind := r.format.ObjectKind(name)
	if kind == nil {
		return format.RefuseUnknown("object", "object", name, r.format.ObjectKinds())
	}
	if r.format.Objects.Rows == nil {
		return noOperation
	}
	in, err := s.input(r)
	if err != nil {
		return err
	}
	var list []objects.Row
	if from, change := r.Get("from"); change {
		list, err = objects.Changes(r.format, in, name, from, r.Member("fields"))
	} else {
		list, err = objects.Rows(r.format, in, name, r.Member("fields"))
	}
	if err != nil {
		return err
	}
	s.w.Key("rows")
	s.w.Array()
	for i := range list {
		list[i].Write(&s.w, r.format.ID)
	}
	s.w.EndArray()
	return nil
}
