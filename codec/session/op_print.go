package session

import (
	"errors"

	"github.com/rowlens/rowlens/codec/dump"
	"github.com/rowlens/rowlens/codec/store"
)

// opPrint spells bytes as text: a lone part, or several under their names.
func (s *Session) opPrint(r *request) error {
	as, _ := r.Member("as").Text()
	var e store.Entry
	if err := addParts(&e, r.Member("bytes")); err != nil {
		return err
	}
	if len(e.Parts) == 0 {
		return errors.New("expected bytes")
	}
	for _, p := range dump.Printers() {
		if p.ID == as || p.Name == as {
			s.w.Member("text").Text(p.AppendParts(nil, e.Parts))
			return nil
		}
	}
	return errors.New("there is no spelling called " + as)
}
