package storage

import (
	"github.com/rowlens/rowlens/codec/file"
	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/stream"
	"github.com/rowlens/rowlens/codec/value"
)

// Noter says in words what the entries of a block are, for file.Structure's Explain.
type Noter struct {
	Format  string // only this one; empty for all
	Schemas format.SchemaSet
	Zones   format.Zones

	summary *stream.Summarizer
}

// Note returns what an entry is, "Implexus entity: path …", or nothing if no format reads it.
func (n *Noter) Note(e *file.Entry) string {
	if n.summary == nil {
		n.summary = &stream.Summarizer{Decoder: stream.Decoder{Format: n.Format, Schemas: n.Schemas, Zones: n.Zones}}
	}
	var w value.Writer
	f, rec, err := n.summary.Decode(&e.Entry, &w)
	if err != nil {
		return ""
	}
	note := f.Title + " " + rec.Title
	if words := n.summary.Summary(); words != "" {
		note += ": " + words
	}
	return note
}
