package accumulograph

import (
	"errors"
	"slices"

	"github.com/rowlens/rowlens/codec/format"
)

// entryRecord is the record kind of all rows.
const entryRecord = "entry"

// compare says which index entries have to be made or deleted when the metadata of a graph changes.
// Elements do not depend on it.
func compare(from, to format.Schema) (list []format.Difference, err error) {
	a, ok := from.(*Schema)
	b, also := to.(*Schema)
	if !ok || !also {
		return nil, errors.New("expected two schemas of AccumuloGraph")
	}
	if a.Graph != "" && b.Graph != "" && a.Graph != b.Graph {
		list = append(list, format.Difference{Path: "graph", From: a.Graph, To: b.Graph, Effect: format.Breaks,
			Why: "the names of all tables begin with that of the graph: another graph has other tables"})
	}
	if a.Auto != b.Auto {
		list = append(list, autoIndexed(b.Auto))
	}
	for _, x := range a.Indexes {
		if !slices.Contains(b.Indexes, x) {
			list = append(list, x.gone(b))
		}
	}
	for _, x := range b.Indexes {
		if !slices.Contains(a.Indexes, x) && !(x.Name != "" && a.named(x.Name)) {
			list = append(list, x.added(a))
		}
	}
	return list, nil
}

func autoIndexed(on bool) format.Difference {
	d := format.Difference{Path: "autoIndex", Effect: format.Migrate, Rebuild: []string{entryRecord}}
	if on {
		d.To, d.Why = "every property is indexed", "properties that were written before have no entries in the key indexes"
		return d
	}
	d.From, d.Why = "every property is indexed", "entries of keys that the metadata does not list are not kept up to date any longer: delete them"
	return d
}

func (s *Schema) named(name string) bool {
	return slices.ContainsFunc(s.Indexes, func(x Index) bool { return x.Name == name })
}

// gone returns the difference of an index that only the old model has.
func (x Index) gone(now *Schema) format.Difference {
	d := format.Difference{Path: x.words(), From: "of " + x.elements(), Effect: format.Breaks}
	switch {
	case x.Name != "" && now.named(x.Name):
		d.To, d.Why = "of "+x.other().elements(), "its entries hold the ids of elements of the other class, and nothing says what they should be"
	case x.Name != "":
		d.Why = "what was put into a named index follows from nothing else: it is lost when its table is dropped"
	case now.Auto:
		d.Effect, d.Why = format.Compatible, "every property is indexed anyway"
	default:
		d.Effect, d.Rebuild = format.Migrate, []string{entryRecord}
		d.Why = "the entries of the key in " + x.table("G").Name() + " are not kept up to date any longer: delete them, as dropKeyIndex does"
	}
	return d
}

// added returns the difference of an index that only the new model has.
func (x Index) added(was *Schema) format.Difference {
	d := format.Difference{Path: x.words(), To: "of " + x.elements(), Effect: format.Compatible}
	switch {
	case x.Name != "":
		d.Why = "a named index begins empty: it holds what is put into it"
	case was.Auto:
		d.Why = "every property was indexed before"
	default:
		d.Effect, d.Rebuild = format.Migrate, []string{entryRecord}
		d.Why = "elements that have the key need entries in " + x.table("G").Name() + ", as createKeyIndex writes them"
	}
	return d
}

func (x Index) other() Index {
	if x.Element == vertexElement {
		return Index{Element: edgeElement}
	}
	return Index{Element: vertexElement}
}

func (x Index) elements() string {
	if x.Element == vertexElement {
		return "vertices"
	}
	return "edges"
}
