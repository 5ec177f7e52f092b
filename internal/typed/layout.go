package typed

import (
	"fmt"
	"slices"
	"strings"

	"github.com/rowlens/rowlens/codec/format"
)

// layouts returns the typed columns that a format declares, by record kind.
func layouts(f *format.Format) (map[string][]Column, error) {
	all := map[string][]Column{}
	var err error
	f.EachColumn(func(kinds, path, typ string) {
		t := slices.Index(typeNames[:Struct], typ)
		if t < 0 || kinds == "" {
			err = fmt.Errorf("columns of %s: expected a member and its type, found %s %s", f.ID, path, typ)
			return
		}
		for kind := range strings.FieldsSeq(kinds) {
			all[kind] = add(all[kind], path, Type(t))
		}
	})
	return all, err
}

// add adds the column at a path, and the structs above it.
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
