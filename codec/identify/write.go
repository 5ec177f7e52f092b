package identify

import (
	"github.com/rowlens/rowlens/codec/answer"
	"github.com/rowlens/rowlens/codec/value"
)

// Write writes a candidate as described in docs/tree.md, with or without its tree.
func (c *Candidate) Write(w *value.Writer, tree bool) {
	w.Object()
	w.Member("format").String(c.Format.ID)
	w.Member("record").String(c.Record.Name)
	w.Member("title").String(c.Title())
	if c.Part != "" {
		w.Member("part").String(c.Part)
	}
	w.Member("covered").Int(int64(c.Covered))
	w.Member("total").Int(int64(c.Total))
	if c.Err != nil {
		w.Member("near").Bool(c.near)
		answer.WriteError(w.Member("error"), c.Err)
	} else {
		c.writeEvidence(w)
		w.Member("fields").JSON(c.Fields)
	}
	if tree {
		w.Key("tree")
		c.Tree.Write(w, c.Format.ID, c.Record.Name)
	}
	w.EndObject()
}

func (c *Candidate) writeEvidence(w *value.Writer) {
	w.Member("dots").Int(int64(c.Dots))
	w.Member("tie").Bool(c.Tie)
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
		w.Member("kind").String(e.Kind)
		w.Member("text").String(e.Text)
		w.EndObject()
	}
	w.EndArray()
}
