package typed

import (
	"fmt"
	"slices"
	"strings"

	"github.com/rowlens/rowlens/codec/format"
)

// layouts are the typed columns that a format declares, by record kind.
func layouts(f *format.Format) (map[string][]Column, error) {
	all := map[string][]Column{}
	var kinds []string
	named := false // the line before has names of kinds
	for line := range strings.Lines(f.Columns) {
		line = strings.TrimRight(line, "\n")
		switch {
		case line == "":
		case line[0] != '\t':
			if !named {
				kinds = nil
			}
			for kind := range strings.FieldsSeq(line) {
				if _, twice := all[kind]; twice {
					return nil, fmt.Errorf("columns of %s: %s is there twice", f.ID, kind)
				}
				all[kind], kinds = nil, append(kinds, kind)
			}
			named = true
		default:
			path, name, _ := strings.Cut(line[1:], " ")
			t := slices.Index(typeNames[:Struct], name)
			if t < 0 || kinds == nil {
				return nil, fmt.Errorf("columns of %s: expected a member and its type, found %q", f.ID, line)
			}
			for _, kind := range kinds {
				all[kind] = add(all[kind], path, Type(t))
			}
			named = false
		}
	}
	return all, nil
}

// add adds the column at a path, and the structs on the way.
func add(list []Column, path string, t Type) []Column {
	name, rest, deeper := strings.Cut(path, ".")
	if !deeper {
		return append(list, Column{Name: name, Type: t})
	}
	at := slices.IndexFunc(list, func(c Column) bool { return c.Name == name })
	if at < 0 {
		at = len(list)
		list = append(list, Column{Name: name, Type: Struct})
	}
	list[at].Columns = add(list[at].Columns, rest, t)
	return list
}
