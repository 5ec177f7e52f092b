package session

import (
	"errors"

	"github.com/rowlens/rowlens/codec/dump"
	"github.com/rowlens/rowlens/codec/record"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/writeshell"
)

// opPrint writes bytes as text: a lone part, or several with their names. Or it writes the input with which a store's
// tool stores a record.
func (s *Session) opPrint(r *request) error {
	as, _ := r.Member("as").Text()
	if w := writeshell.New(as); w != nil {
		return s.printFor(w, r)
	}
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

func (s *Session) printFor(tool *writeshell.Writer, r *request) error {
	var e store.Entry
	if err := record.Entry(r.Value, &e); err != nil {
		return err
	}
	text, err := tool.Append(nil, &e)
	if err != nil {
		return err
	}
	s.w.Member("text").Text(tool.End(text))
	return nil
}
