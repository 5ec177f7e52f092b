package format

import "github.com/rowlens/rowlens/codec/store"

// Migration converts the rows of a database to another layout of the same format.
type Migration struct {
	Name, Doc string
	// New returns a Migrator. It may refuse to work without a schema.
	New func(s Schema) (Migrator, error)
}

// Migrator takes the rows of a database, in any order, and says which to put and which to delete.
type Migrator interface {
	// Add takes a row, which it copies if needed, and reports whether the migration concerns it. An error means that it
	// would, but the row is damaged.
	Add(e *store.Entry) (taken bool, err error)
	// Rows yields the rows to put and, with Deleted set, those to delete, in an order in which they can be applied. The
	// entry is valid until yield returns. An error of yield stops Rows, which returns it.
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
