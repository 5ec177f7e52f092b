package format

import "github.com/rowlens/rowlens/codec/store"

// Migration turns rows of an older layout into those of a newer one.
type Migration struct {
	Name, Doc string // kebab-case; one sentence
	New       func(s Schema) (Migrator, error)
}

// Migrator is one run of a Migration over the rows of a database.
type Migrator interface {
	// Add takes a row and says whether the migration is about rows of its kind; an error is one that it should be
	// about, but for what is wrong with it. It copies what it needs.
	Add(e *store.Entry) (taken bool, err error)
	// Rows yields the rows to put and, with Deleted set, those to delete. A row that stays as it is is none of them.
	// What an entry refers to is valid until yield returns, whose error ends it and is returned.
	Rows(yield func(record string, e *store.Entry) error) error
}
