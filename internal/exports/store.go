//go:build !wasip1 || hosted

package exports

import (
	"errors"
	"math"
	"strconv"
	"strings"
	"sync/atomic"

	"github.com/rowlens/rowlens/codec/format"
	models "github.com/rowlens/rowlens/codec/schema"
	"github.com/rowlens/rowlens/codec/storage"
	"github.com/rowlens/rowlens/codec/value"
	"github.com/rowlens/rowlens/internal/stores"
	"github.com/rowlens/rowlens/internal/stores/parts"
)

// openStore is shared by a handle from StoreOpen and the streams of its rows. It is closed when none of them is left.
type openStore struct {
	given  *stores.Given
	parts  parts.Stores
	reader *Reader // of the caller's files; may be nil

	users atomic.Int32                // the handle and the streams: a function that reads a file may close one of them
	known map[string]format.SchemaSet // models found in the rows, by the format for which they were searched
}

var openStoresByHandle = registry[openStore]{name: "store", bit: 1 << 59}

// StoreOpen opens the stores in files that the caller offers, or at a path. The options, all optional:
//
//	{"store":path or [path,…]}   folders and files; not together with the caller's files
//	{"meta","numbering"}         see storage.Comparer
func StoreOpen(options []byte, files []OfferedFile, reader *Reader, e *Error) (result int64) {
	defer caught(e, &result)
	provoke(options)
	s, err := readStore(options, files, reader)
	if err != nil {
		return e.from(err)
	}
	return openStoresByHandle.add(s)
}

func readStore(options []byte, files []OfferedFile, reader *Reader) (*openStore, error) {
	req, err := readMembers(options, openOptions)
	if err != nil {
		return nil, err
	}
	var compare storage.Comparer
	compare.Meta, _ = req.Member("meta").Text()
	compare.Numbering, _ = req.Member("numbering").Text()
	s := &openStore{known: map[string]format.SchemaSet{}}
	s.retain()
	var folder *stores.Folder
	if reader != nil {
		if !req.Member("store").IsNull() {
			return nil, errors.New("store: expected no path beside files of the caller's")
		}
		s.reader = reader
		folder, err = offer(files, reader)
	} else if len(files) > 0 {
		return nil, errors.New("reader: expected what reads the files")
	} else {
		var paths []string
		if paths, err = storePaths(req); err == nil {
			folder, err = stores.New(paths, nil)
		}
	}
	if err == nil {
		s.given, err = openGiven(folder, compare)
	}
	if err == nil {
		s.parts = parts.Stores{Set: s.given.Set, List: s.given.Stores}
	}
	return s, err
}

// readObject reads options: an object, or nothing.
func readObject(text []byte) (value.Value, error) {
	if len(text) == 0 {
		return value.Value{}, nil
	}
	req, err := value.Parse(text)
	if err == nil && req.Kind != value.Object {
		err = errors.New("options: expected an object")
	}
	return req, err
}

// retain adds a user of the files.
func (s *openStore) retain() { s.users.Add(1) }

// drop removes a user of the files, and closes them after the last one.
func (s *openStore) drop() {
	if s.users.Add(-1) > 0 {
		return
	}
	s.given.Close()
	if s.reader != nil && s.reader.Release != nil {
		s.reader.Release()
	}
}

// models returns the models in the rows, for all formats or for one. Only the one call that uses the store calls it.
func (s *openStore) models(id string) (known format.SchemaSet, err error) {
	known, ok := s.known[id]
	if ok {
		return known, nil
	}
	err = s.whole(func() { known, _ = storage.Models(s.given.Set, s.given.Stores, id) })
	if err == nil {
		s.known[id] = known
	}
	return known, err
}

// found returns the models in the rows with their texts.
func (s *openStore) found(id string) (known []models.Usable) {
	known, _ = storage.FindModels(s.given.Set, s.given.Stores, id)
	return known
}

// whole runs work that treats unreadable data as damage or as absent, and returns the error if the caller's files could not be
// read meanwhile. Otherwise, models that were not read would silently leave all rows without names.
func (s *openStore) whole(work func()) error {
	if s.reader == nil {
		work()
		return nil
	}
	s.reader.failure.Store(nil)
	work()
	if err := s.reader.failure.Load(); err != nil {
		return *err
	}
	return nil
}

// StoreTables lists the tables of stores, like `rowlens tables --json`.
func StoreTables(handle int64, out []byte, e *Error) (result int64) {
	defer caught(e, &result)
	return openStoresByHandle.use(handle, e, func(s *openStore) int64 {
		return deliver(out, s.given.AppendTables(nil), e)
	})
}

// StoreClose closes a handle. Streams of its rows continue; the files are closed after the last of them.
func StoreClose(handle int64) int64 {
	return openStoresByHandle.close(handle, (*openStore).drop)
}

// OfferedFile is a file that the caller reads for us.
type OfferedFile struct {
	Name string
	Size int64
}

// Reader reads the files of a caller.
type Reader struct {
	// Read reads bytes of a file from an offset on, possibly fewer than wanted. It returns how many: 0 at the end of the
	// file, and a negative number on failure.
	Read func(file int, at int64, p []byte) int64

	// Release, if not nil, is called when nothing more will be read.
	Release func()

	failure atomic.Pointer[error] // the last failure of Read
}

// ReadInside is the result of Read when a caller's function, in the middle of reading a file, reads from the
// same store.
const ReadInside = math.MinInt64

// FileNameMax is the largest length of an offered file's name, in bytes, and FilesMax the largest
// number of files.
const (
	FileNameMax = 4096
	FilesMax    = 1 << 20
)

func offer(files []OfferedFile, reader *Reader) (*stores.Folder, error) {
	list, taken := make([]stores.Offered, len(files)), map[string]bool{}
	for i, f := range files {
		switch {
		case f.Name == "" || strings.HasPrefix(f.Name, "/"):
			return nil, errors.New("files: expected a name, without a slash in front, found " + strconv.Quote(f.Name))
		case taken[f.Name]:
			return nil, errors.New("files: two are called " + strconv.Quote(f.Name))
		case f.Size < 0:
			return nil, errors.New("files: " + strconv.Quote(f.Name) + " has a negative size")
		}
		taken[f.Name] = true
		list[i] = stores.Offered{Name: f.Name, File: &callerFile{i, f, reader}}
	}
	return stores.Offer(list), nil
}
