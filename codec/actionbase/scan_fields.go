package actionbase

import "github.com/rowlens/rowlens/codec/format"

// The members of a scan, for forms; scan_prefix.go reads them.

// scanVertex is for state and lock rows.
func scanVertex(t RowType) *format.Scan {
	list := []format.ScanField{
		scanTable(), vertexField("source", "the source of the edge", true), vertexField("target", "the target of the edge", false),
	}
	return &format.Scan{Fields: list, Plan: format.PlanOf(prefixVertex(t), format.InFamily("f"))}
}

// scanDirected is for rows with a direction.
func scanDirected(t RowType) *format.Scan {
	list := []format.ScanField{
		scanTable(), vertexField("directedSource", "the end of the edge that the row is keyed by", true),
		{Name: "direction", Doc: "OUT when the row is keyed by the edge's source, IN by its target",
			Choices: []string{Out.String(), In.String()}},
	}
	if name, code := directedKeys(t); name != "" {
		list = append(list, format.ScanField{Name: name, Or: code, Doc: "name of the " + name + ", or its code"})
	}
	if t == EdgeIndex {
		list = append(list, format.ScanField{
			Name: "indexValues", Doc: "the first values of the index, in its order", Types: kindNames[:],
			Orders: []string{"ASC", "DESC"}, List: true,
		}, vertexField("directedTarget", "the other end of the edge", false))
	}
	return &format.Scan{Fields: list, Plan: format.PlanOf(prefixDirected(t), format.InFamily("f"))}
}

func scanTable() format.ScanField {
	return format.ScanField{Name: "table", Or: "tableCode", Doc: "name of the table, or its code", Need: true}
}

func vertexField(name, doc string, need bool) format.ScanField {
	return format.ScanField{Name: name, Doc: doc, Types: kindNames[Null+1:], Need: need}
}
