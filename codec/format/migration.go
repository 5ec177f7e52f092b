package format

import "github.com/rowlens/rowlens/codec/store"

// Migration turns the rows of a database into those of another layout of the same format.
type Migration struct {
	Name, Doc string
	// New returns a Migrator. It may refuse to work without a schema.
	New func(s Schema) (Migrator, error)
}

// Migrator takes the rows of a database, in any order, and says which to put and to delete.
type Migrator interface {
	// Add takes a row, which it copies if it needs it, and says whether it is one that the migration is about.
	// An error is a row that would be, but for what is wrong with it.
	Add(e *store.Entry) (taken bool, err error)
	// Rows yields the rows to put and, with Deleted, those to delete, in an order in which they can be applied.
	// The entry is valid until yield returns, whose error ends it and is returned.
	Rows(yield func(record string, e *store.Entry) error) error
}

// Migration returns the migration called name, or nil.
func (f *Format) Migration(name string) *Migration {
	for i := range f.Migrations {
		if f.Migrations[i].Name == name {
			return &f.Migrations[i]
		}
	}
	return nil
}
