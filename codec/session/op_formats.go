package session

import (
	"github.com/rowlens/rowlens/codec"
	"github.com/rowlens/rowlens/codec/answer"
)

// opFormats writes the legends of one format, or of all.
func (s *Session) opFormats(r *request) error {
	s.w.Key("formats")
	s.w.Array()
	for _, f := range codec.Formats() {
		if r.format == nil || r.format == f {
			answer.WriteFormat(&s.w, f)
		}
	}
	s.w.EndArray()
	return nil
}
