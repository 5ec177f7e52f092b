// Package migrate finds the migrations that formats have: rows of one layout turned into rows of another.
//
//	m, f, err := migrate.Find("index-format-2", "")
//	if err != nil {
//		return err
//	}
//	to, err := m.New(schemas.For(f))
//
// What a Migrator yields is applied in its order: rows to put, and with Deleted rows to delete.
//
// Not promised: it serves the command and the answers to requests.
package migrate

import (
	"slices"

	"github.com/rowlens/rowlens/codec"
	"github.com/rowlens/rowlens/codec/format"
)

// Find returns the migration called name and its format: the one with the id, or any for an empty id. A name
// that none has is a *format.Unknown.
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

// Names are the names of all migrations, or of those of the format with the id.
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
