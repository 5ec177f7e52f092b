package session

import (
	"errors"

	"github.com/rowlens/rowlens/codec/dump"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/writeshell"
)

// opPrint spells bytes as text: a lone part, or several under their names; or it writes what the tool of a store
// reads to store them.
func (s *Session) opPrint(r *request) error {
	as, _ := r.Member("as").Text()
	var e store.Entry
	if err := addParts(&e, r.Member("bytes")); err != nil {
		return err
	}
	if len(e.Parts) == 0 {
		return errors.New("expected bytes")
	}
	if w := writeshell.New(as); w != nil {
		e.Source.CF, _ = r.Member("cf").Text()
		e.Source.Table, _ = r.Member("table").Text()
		e.Timestamp, _ = r.Member("timestamp").Text()
		text, err := w.Append(nil, &e)
		if err != nil {
			return err
		}
		s.w.Member("text").Text(w.End(text))
		return nil
	}
	for _, p := range dump.Printers() {
		if p.ID == as || p.Name == as {
			s.w.Member("text").Text(p.AppendParts(nil, e.Parts))
			return nil
		}
	}
	return errors.New("there is no spelling called " + as)
}
