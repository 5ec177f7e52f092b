// Package migrate finds the migrations of formats, which turn rows of one layout into rows of another.
//
//	m, f, err := migrate.Find("index-format-2", "")
//	if err != nil {
//		return err
//	}
//	to, err := m.New(schemas.For(f))
//
// Apply what a Migrator yields in order: rows to put and, with Deleted, rows to delete.
//
// Not promised: it serves the command and the answers to requests.
package migrate

import (
	"slices"

	"github.com/rowlens/rowlens/codec"
	"github.com/rowlens/rowlens/codec/format"
)

// Find returns the migration called name and its format: only the format with the id, or any format if id is empty. For
// a name that no migration has, the error is a *format.Unknown.
func Find(name, id string) (*format.Migration, *format.Format, error) {
	for _, f := range codec.Formats() {
		if id != "" && id != f.ID {
			continue
		}
		if m := f.Migration(name); m != nil {
			return m, f, nil
		}
	}
	return nil, nil, format.RefuseUnknown("", "migration", name, Names(id))
}

// Names returns the names of all migrations, or of those of the format with the id.
func Names(id string) (names []string) {
	for _, f := range codec.Formats() {
		if id != "" && id != f.ID {
			continue
		}
		for i := range f.Migrations {
			names = append(names, f.Migrations[i].Name)
		}
	}
	slices.Sort(names)
	return names
}
