package stream

import (
	"unicode/utf8"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/identify"
	"github.com/rowlens/rowlens/codec/span"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
	"github.com/rowlens/rowlens/codec/wire"
)

// Summarizer decodes a list of entries for people. It is a Decoder for one thread that learns the
// format as it goes and summarizes each entry in a few words.
type Summarizer struct {
	Decoder

	tree   span.Tree
	entry  *store.Entry
	format *format.Format
	record *format.Record
}

// Decode is like Decoder.Decode but also learns from the entry, and keeps it for Summary.
func (s *Summarizer) Decode(e *store.Entry, w *value.Writer) (*format.Format, *format.Record, *wire.Error) {
	s.eager = true
	f, r, err := s.Decoder.Decode(e, w)
	s.entry, s.format, s.record = e, f, r
	return f, r, err
}

// Summary returns the last decoded entry in a few words: its identities, sort values and targets
// or, if keys are text, its key.
func (s *Summarizer) Summary() string {
	if s.record == nil {
		return ""
	}
	if _, key, ok := s.entry.First(store.Row, store.Key); ok && s.format.TextKeys && utf8.Valid(key) {
		return string(key)
	}
	in := format.Input{Entry: *s.entry, Schema: s.Schemas.For(s.format), Zones: s.Zones, Lenient: true}
	if len(s.record.Guess) > 0 {
		in.Entry = s.entry.As(s.record.Guess[0], nil)
	}
	if identify.Explain(s.record, &in, &s.tree, nil) != nil {
		return ""
	}
	var b []byte
	for i := range s.tree.Nodes {
		n := &s.tree.Nodes[i]
		if n.Parent < 0 || s.tree.Nodes[n.Parent].Parent >= 0 {
			continue
		}
		switch n.Field.Role {
		case span.RoleIdentity, span.RoleSort, span.RoleTarget:
			if len(b) > 0 {
				b = append(b, " · "...)
			}
			b = n.AppendText(b)
		}
	}
	return string(b)
}
