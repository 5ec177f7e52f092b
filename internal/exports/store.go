//go:build !wasip1 || hosted

package exports

import (
	"errors"
	"math"
	"strconv"
	"strings"
	"sync/atomic"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/storage"
	"github.com/rowlens/rowlens/codec/value"
	"github.com/rowlens/rowlens/internal/stores"
	"github.com/rowlens/rowlens/internal/stores/parts"
)

// openStore is what a handle of StoreOpen and the streams of its rows have in common. It is closed when none is left.
type openStore struct {
	given  *stores.Given
	parts  parts.Stores
	reader *Reader // of the caller's files; nil for none

	users atomic.Int32                // the handle, and streams: what reads a file may end one of those
	known map[string]format.SchemaSet // models among the rows, by the format that they were searched for
}

var openStoresByHandle = registry[openStore]{name: "store", bit: 1 << 59}

// StoreOpen opens the stores in files that the caller offers, or at a path. The options, all optional:
//
//	{"store":path or [path,…]}   folders and files; not with files of the caller's
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

// retain keeps the files open for one more user.
func (s *openStore) retain() { s.users.Add(1) }

// drop ends the use of the files, and closes them after the last one.
func (s *openStore) drop() {
	if s.users.Add(-1) > 0 {
		return
	}
	s.given.Close()
	if s.reader != nil && s.reader.Release != nil {
		s.reader.Release()
	}
}

// models are those that are among the rows, for all formats or for one. It is called by the one call that uses the store.
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

// whole runs work that takes what it cannot read for damage or for nothing, and returns why the caller's files could not be read
// meanwhile. Models that were not read would leave all rows without names, in silence.
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

// StoreTables lists the tables of stores, as `rowlens tables --json` does.
func StoreTables(handle int64, out []byte, e *Error) (result int64) {
	defer caught(e, &result)
	return openStoresByHandle.use(handle, e, func(s *openStore) int64 {
		return deliver(out, s.given.AppendTables(nil), e)
	})
}

// StoreClose forgets a handle. Streams of its rows go on, and the files are closed after the last of them.
func StoreClose(handle int64) int64 {
	return openStoresByHandle.close(handle, (*openStore).drop)
}

// OfferedFile is a file that the caller reads.
type OfferedFile struct {
	Name string
	Size int64
}

// Reader reads the files of a caller.
type Reader struct {
	// Read reads bytes of a file from an offset on, fewer than wanted or all, and returns how many; none at the end of the
	// file, and a negative number for what failed.
	Read func(file int, at int64, p []byte) int64

	// Release is called when nothing will be read any more; nil for none.
	Release func()

	failure atomic.Pointer[error] // the last time that Read failed
}

// ReadInside is what Read returns where a caller's function reads a file of the store whose file it is reading.
const ReadInside = math.MinInt64

// FileNameMax is the greatest length of an offered file's name, FilesMax the greatest number of files.
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
