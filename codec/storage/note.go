package storage

import (
	"bytes"

	"github.com/rowlens/rowlens/codec/answer"
	"github.com/rowlens/rowlens/codec/file"
	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/identify"
	"github.com/rowlens/rowlens/codec/span"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/stream"
	"github.com/rowlens/rowlens/codec/value"
)

// Noter says in words what the entries of a block are, for file.Structure's Explain, and explains one of them.
type Noter struct {
	Format  string // the only format to try; empty for all
	Schemas format.SchemaSet
	Zones   format.Zones
	Within  int // number of the entry to explain, from 1; 0 for none

	summary *stream.Summarizer
	entries []noted
	chosen  store.Entry // the entry that Within asks for
}

// noted is an entry in a block.
type noted struct {
	node, at int
	words    file.Words
}

// Note returns what an entry is, "Implexus entity: path …", or nothing if no format reads it.
func (n *Noter) Note(e *file.Entry, node int) string {
	words := e.Words()
	words.As = n.read(e)
	if node >= 0 {
		if n.entries = append(n.entries, noted{node, e.At, words}); len(n.entries) == n.Within {
			n.keep(&e.Entry)
		}
	}
	return words.As
}

// read returns what an entry is, or nothing if no format reads it.
func (n *Noter) read(e *file.Entry) string {
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

// keep copies the chosen entry, because its bytes are valid only now.
func (n *Noter) keep(e *store.Entry) {
	n.chosen = *e
	n.chosen.Parts = nil
	for _, p := range e.Parts {
		n.chosen.Add(p.Name, bytes.Clone(p.Bytes))
	}
}

// Explain writes the tree of a block, which includes the fields of the entry chosen by Within, and the members
//
//	"entries": [{"node","at"}]    where entries are in the tree and in the unpacked block; if the names of their nodes
//	                              do not say their keys, also "key", and "does" and "as" unless empty: see file.Words
//	"reading": title              what the entry was read as
//	"problem": {…}                why no format reads it
func (n *Noter) Explain(w *value.Writer, t *span.Tree, format, record string) {
	var best *identify.Candidate
	if n.Within > 0 && n.Within <= len(n.entries) {
		best = identify.Best(identify.Query{Entry: &n.chosen, Format: n.Format, Schemas: n.Schemas, Zones: n.Zones})
	}
	var moved []int32
	if best != nil && best.Err == nil {
		moved = t.Graft(n.entries[n.Within-1].node, &best.Tree)
	}
	w.Object()
	t.WriteMembers(w, format, record)
	w.Key("entries")
	w.Array()
	for _, e := range n.entries {
		if moved != nil {
			e.node = int(moved[e.node])
		}
		w.Object()
		w.Member("node").Int(int64(e.node))
		w.Member("at").Int(int64(e.at))
		if t.Nodes[e.node].Label == "" {
			w.Member("key").String(e.words.Key)
			w.Optional("does", e.words.Does)
			w.Optional("as", e.words.As)
		}
		w.EndObject()
	}
	w.EndArray()
	switch {
	case best == nil:
	case best.Err == nil:
		w.Member("reading").String(best.Title())
	default:
		answer.WriteError(w.Member("problem"), best.Err)
	}
	w.EndObject()
}
