package session

import (
	"errors"

	"github.com/rowlens/rowlens/codec/dump"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
)

// print spells bytes as text: a lone part, or several under their names.
func (s *Session) print(req value.Value) error {
	as, _ := req.Member("as").Text()
	var e store.Entry
	if err := addParts(&e, req.Member("bytes")); err != nil {
		return err
	}
	if len(e.Parts) == 0 {
		return errors.New("expected bytes")
	}
	for _, p := range dump.Printers() {
		if p.ID == as || p.Name == as {
			s.w.Key("text")
			s.w.Text(p.AppendParts(nil, e.Parts))
			return nil
		}
	}
	return errors.New("there is no spelling called " + as)
}
