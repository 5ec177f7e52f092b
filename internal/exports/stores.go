//go:build !wasip1

package exports

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/rowlens/rowlens/codec/file"
	"github.com/rowlens/rowlens/codec/file/all"
	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/storage"
	"github.com/rowlens/rowlens/codec/value"
)

// openedStores is the stores below a path, and which of their rows are wanted.
type openedStores struct {
	stores []file.Store
	asked  storage.Request
	tables []storage.Pick
}

// openStores opens the stores that the member store names, and reads the models that are in them.
func openStores(req value.Value, id string) (s openedStores, known format.SchemaSet, err error) {
	if s.asked, err = storage.ReadRequest(req); err != nil {
		return s, nil, err
	}
	path, ok := req.Member("store").Text()
	if !ok {
		return s, nil, errors.New("store: expected the path of a folder or file")
	}
	set, err := file.Look(folder(path), all.Kinds())
	if err != nil {
		return s, nil, err
	}
	s.stores, err = set.Stores(file.Options{Compare: storage.Comparer{}.Compare})
	if err == nil && len(s.stores) == 0 {
		err = errors.New("store: there is no store in the files")
	}
	if err == nil {
		s.tables, err = s.asked.Tables(s.stores)
	}
	if err != nil {
		s.close()
		return s, nil, err
	}
	known, _ = storage.Models(set, s.stores, id)
	return s, known, nil
}

// scan is the rows that a query finds.
func (s *openedStores) scan(q file.Query) storage.Rows {
	return storage.Rows{Scan: storage.Scan{Stores: s.stores, Tables: s.tables, Query: q}}
}

func (s *openedStores) close() {
	for _, st := range s.stores {
		st.Close()
	}
}

// withSchemas is the schemas of given, and those of more for formats that it has none of.
func withSchemas(given, more format.SchemaSet) format.SchemaSet {
	known := format.SchemaSet{}
	for _, set := range [...]format.SchemaSet{more, given} {
		for f, s := range set {
			known[f] = s
		}
	}
	return known
}

// folder is the path of a folder, or of one file, as a file.Folder. Nothing is written, and no lock is taken.
type folder string

// List names the files as they are now. Links are followed for files only.
func (f folder) List() ([]file.Info, error) {
	info, err := os.Stat(string(f))
	if err != nil {
		return nil, err
	}
	if !info.IsDir() {
		return []file.Info{{Name: info.Name(), Size: info.Size()}}, nil
	}
	var list []file.Info
	err = filepath.WalkDir(string(f), func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		info, err := os.Stat(path)
		if err != nil || !info.Mode().IsRegular() {
			return nil // gone since, a link to nothing, a socket
		}
		name, err := filepath.Rel(string(f), path)
		list = append(list, file.Info{Name: filepath.ToSlash(name), Size: info.Size()})
		return err
	})
	slices.SortFunc(list, func(a, b file.Info) int { return strings.Compare(a.Name, b.Name) })
	return list, err
}

// Open opens a file that List named.
func (f folder) Open(name string) (file.File, error) {
	path := string(f)
	if info, err := os.Stat(path); err != nil || info.IsDir() {
		path = filepath.Join(path, filepath.FromSlash(name))
	}
	opened, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, file.ErrNotThere
	}
	if err != nil {
		return nil, err
	}
	info, err := opened.Stat()
	if err != nil {
		opened.Close()
		return nil, err
	}
	return openFile{opened, info.Size()}, nil
}

// openFile is a file with its size when it was opened.
type openFile struct {
	*os.File
	size int64
}

// Size is that of when it was opened.
func (f openFile) Size() int64 { return f.size }

// hostNow is the present, in milliseconds.
func hostNow() int64 { return time.Now().UnixMilli() }
