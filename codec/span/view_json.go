package span

import "github.com/rowlens/rowlens/codec/value"

// Write writes the tree as tree JSON v1 (docs/tree.md), without the members that only a failed decode has.
func (t *Tree) Write(w *value.Writer, format, record string) {
	w.Object()
	t.WriteMembers(w, format, record)
	w.EndObject()
}

// WriteMembers is Write without the braces, for callers that add members.
func (t *Tree) WriteMembers(w *value.Writer, format, record string) {
	w.Key("v")
	w.Int(1)
	w.Key("format")
	w.String(format)
	w.Key("record")
	w.String(record)
	w.Key("parts")
	w.Array()
	for i := range t.Sources {
		s := &t.Sources[i]
		w.Object()
		w.Key("name")
		w.String(s.Name)
		w.Key("hex")
		w.Hex(s.Bytes)
		if s.Node >= 0 {
			w.Key("node")
			w.Int(int64(s.Node))
		}
		w.EndObject()
	}
	w.EndArray()
	w.Key("nodes")
	w.Array()
	paths := t.Paths()
	for i := range t.Nodes {
		t.writeNode(w, i, paths)
	}
	w.EndArray()
}

func (t *Tree) writeNode(w *value.Writer, i int, paths *Paths) {
	n := &t.Nodes[i]
	w.Object()
	w.Key("parent")
	w.Int(int64(n.Parent))
	w.Key("part")
	w.Int(int64(n.Src))
	w.Key("start")
	w.Int(int64(n.Start))
	w.Key("end")
	w.Int(int64(n.End))
	w.Key("name")
	w.String(n.Name())
	if n.Label != "" {
		w.Optional("field", n.Field.Name)
	} else {
		w.Optional("title", n.Field.Title)
	}
	w.Optional("short", n.Field.Short)
	w.Key("type")
	w.String(n.TypeOf())
	w.Key("role")
	w.String(n.Field.Role.String())
	w.Key("kind")
	w.String(n.Value.Kind.String())
	writePath(w, "path", paths.Of(i))
	writePath(w, "namePath", paths.OfName(i))
	if n.Value.Kind != None {
		w.Key("text")
		w.Text(n.AppendText(nil))
	}
	if raw, ok := n.Raw(); ok {
		w.Key("raw")
		w.String(raw)
	}
	if ms, ok := n.Time(); ok {
		w.Key("time")
		w.Text(AppendTime(nil, ms))
	}
	n.writeFlags(w)
	if b := t.Expected(i); b != nil {
		w.Key("expected")
		w.Hex(b)
	}
	w.Optional("note", n.Note)
	w.Optional("unit", n.Field.Unit)
	if steps := t.Steps(n); steps != nil {
		w.Key("steps")
		w.Array()
		for _, s := range steps {
			w.Object()
			w.Key("op")
			w.String(s.Op)
			w.Key("text")
			w.String(s.Text)
			w.EndObject()
		}
		w.EndArray()
	}
	w.EndObject()
}

func (n *Node) writeFlags(w *value.Writer) {
	switch {
	case n.Flags&Descending != 0:
		w.Key("order")
		w.String("desc")
	case n.Flags&Ascending != 0:
		w.Key("order")
		w.String("asc")
	}
	switch {
	case n.Flags&Checked != 0:
		w.Key("check")
		w.String("ok")
	case n.Flags&Mismatch != 0:
		w.Key("check")
		w.String("bad")
	}
	if n.Flags&NonCanonical != 0 {
		w.Key("canonical")
		w.Bool(false)
	}
}
