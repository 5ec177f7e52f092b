package actionbase

import "github.com/rowlens/rowlens/codec/format"

// The members of a scan, for forms. scan.go reads them.

// scanVertex returns the members for state and lock rows.
func scanVertex(t RowType) *format.Scan {
	target := vertexField("target", "the target of the edge", false)
	target.Bounds = true
	list := []format.ScanField{scanTable(), vertexField("source", "the source of the edge", true), target}
	return &format.Scan{Fields: list, Plan: planOf(t)}
}

// scanDirected returns the members for rows with a direction.
func scanDirected(t RowType) *format.Scan {
	list := []format.ScanField{
		scanTable(), vertexField("directedSource", "the end of the edge that the row is keyed by", true),
		{Name: "direction", Doc: "OUT when the row is keyed by the edge's source, IN by its target",
			Choices: []string{Out.String(), In.String()}},
	}
	scan := &format.Scan{Plan: planOf(t)}
	if name, code := directedKeys(t); name != "" {
		scan.Names = scanNames(t)
		values := format.ScanField{
			Name: listNames[-t], Doc: "the first values of the " + name + ", in its order", Types: kindNames[:],
			Orders: []string{"ASC", "DESC"}, List: true, Bounds: true,
		}
		list = append(list, format.ScanField{Name: name, Or: code, Doc: "name of the " + name + ", or its code"}, values)
	}
	if t == EdgeIndex || t == EdgeCache {
		target := vertexField("directedTarget", "the other end of the edge", false)
		target.Bounds = true
		list = append(list, target)
	}
	if t == EdgeGroup {
		list[len(list)-1].Orders = nil // always descending
	}
	scan.Fields = list
	return scan
}

// listNames are the members that list the values of a key or qualifier, by row type.
var listNames = [...]string{-EdgeIndex: "indexValues", -EdgeGroup: "groupValues", -EdgeCache: "cacheValues"}

func scanTable() format.ScanField {
	return format.ScanField{Name: "table", Or: "tableCode", Doc: "name of the table, or its code", Need: true}
}

func vertexField(name, doc string, need bool) format.ScanField {
	return format.ScanField{Name: name, Doc: doc, Types: kindNames[Null+1:], Need: need}
}

func directedKeys(t RowType) (name, code string) {
	switch t {
	case EdgeIndex:
		return "index", "indexCode"
	case EdgeGroup:
		return "group", "groupCode"
	case EdgeCache:
		return "cache", "cacheCode"
	}
	return "", ""
}
