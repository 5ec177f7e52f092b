package identify

import (
	"github.com/rowlens/rowlens/codec/answer"
	"github.com/rowlens/rowlens/codec/value"
)

// Write writes a candidate as in docs/tree.md, with or without its tree.
func (c *Candidate) Write(w *value.Writer, tree bool) {
	w.Object()
	w.Key("format")
	w.String(c.Format.ID)
	w.Key("record")
	w.String(c.Record.Name)
	w.Key("title")
	w.String(c.Title())
	if c.Part != "" {
		w.Key("part")
		w.String(c.Part)
	}
	w.Key("covered")
	w.Int(int64(c.Covered))
	w.Key("total")
	w.Int(int64(c.Total))
	if c.Err != nil {
		w.Key("error")
		answer.WriteError(w, c.Err)
	} else {
		c.writeEvidence(w)
		w.Key("fields")
		w.JSON(c.Fields)
	}
	if tree {
		w.Key("tree")
		c.Tree.Write(w, c.Format.ID, c.Record.Name)
	}
	w.EndObject()
}

func (c *Candidate) writeEvidence(w *value.Writer) {
	w.Key("dots")
	w.Int(int64(c.Dots))
	w.Key("tie")
	w.Bool(c.Tie)
	w.Key("canonical")
	switch c.Canonical {
	case Same:
		w.Bool(true)
	case Different:
		w.Bool(false)
	default:
		w.Null()
	}
	w.Key("evidence")
	w.Array()
	for _, e := range c.Evidence {
		w.Object()
		w.Key("kind")
		w.String(e.Kind)
		w.Key("text")
		w.String(e.Text)
		w.EndObject()
	}
	w.EndArray()
}
