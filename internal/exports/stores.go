//go:build !wasip1 || hosted

package exports

import (
	"errors"
	"time"

	"github.com/rowlens/rowlens/codec/file"
	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/storage"
	"github.com/rowlens/rowlens/codec/value"
	"github.com/rowlens/rowlens/internal/stores"
)

// openedStores is the stores below a path, and which of their rows are wanted.
type openedStores struct {
	given  *stores.Given
	stores []file.Store
	asked  storage.Request
	tables []storage.Pick
}

// openStores opens the stores named by the member store, and reads the models in them.
func openStores(req value.Value, id string) (s openedStores, known format.SchemaSet, err error) {
	if s.asked, err = storage.ReadRequest(req); err != nil {
		return s, nil, err
	}
	paths, err := storePaths(req)
	if err != nil {
		return s, nil, err
	}
	folder, err := stores.New(paths, nil)
	if err != nil {
		return s, nil, err
	}
	if s.given, err = openGiven(folder, storage.Comparer{}); err != nil {
		return s, nil, err
	}
	s.stores = s.given.Stores
	if s.tables, err = s.asked.Tables(s.stores); err != nil {
		s.close()
		return s, nil, err
	}
	known, _ = storage.Models(s.given.Set, s.stores, id)
	return s, known, nil
}

// storePaths reads the member store: a path, or a list of paths.
func storePaths(req value.Value) (paths []string, err error) {
	v := req.Member("store")
	list := v.Items()
	if v.Kind != value.Array {
		list = []value.Value{v}
	}
	for _, item := range list {
		path, ok := item.Text()
		if !ok || path == "" {
			return nil, errors.New("store: expected the path of a folder or file, or a list of them")
		}
		paths = append(paths, path)
	}
	if len(paths) == 0 {
		return nil, errors.New("store: there is no path in the list")
	}
	return paths, nil
}

// openGiven opens the stores of a folder. There must be at least one.
func openGiven(folder *stores.Folder, compare storage.Comparer) (*stores.Given, error) {
	given, err := stores.Open(folder, file.Options{Compare: compare.Compare})
	if err != nil {
		return nil, err
	}
	if len(given.Stores) > 0 {
		return given, nil
	}
	defer given.Close()
	for _, found := range given.Refused() {
		return nil, errors.New("store: " + given.Shown(found.Name) + " is " + found.Title + ": " + found.Why)
	}
	if lost := given.Lost(""); lost != "" {
		return nil, errors.New("store: there is no store in the files that can be read; " + lost)
	}
	return nil, errors.New("store: there is no store in the files")
}

// scan returns the rows that a query finds.
func (s *openedStores) scan(q file.Query) storage.Rows {
	return storage.Rows{Scan: storage.Scan{Stores: s.stores, Tables: s.tables, Query: q}}
}

func (s *openedStores) close() {
	if s.given != nil {
		s.given.Close()
	}
}

// withSchemas returns the schemas in given, plus those in more for formats that given lacks.
func withSchemas(given, more format.SchemaSet) format.SchemaSet {
	known := format.SchemaSet{}
	for _, set := range [...]format.SchemaSet{more, given} {
		for f, s := range set {
			known[f] = s
		}
	}
	return known
}

// hostNow returns the current time in milliseconds.
func hostNow() int64 { return time.Now().UnixMilli() }
