package stores

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"

	"github.com/rowlens/rowlens/codec/dump"
	"github.com/rowlens/rowlens/codec/file"
	"github.com/rowlens/rowlens/codec/file/all"
	"github.com/rowlens/rowlens/codec/storage"
	"github.com/rowlens/rowlens/codec/value"
)

// Given is what a user gave, opened: its stores in the order of what the user named, and in each folder ordered by kind and path.
type Given struct {
	*Folder
	Set    *file.Set
	Stores []file.Store
}

// ErrNone is the error for input that contains no store.
var ErrNone = errors.New("there is no store in it that rowlens reads")

// Open finds and opens the stores in a folder. Closing the result also closes the folder.
func Open(f *Folder, opt file.Options) (*Given, error) {
	g := &Given{Folder: f}
	var err error
	if g.Set, err = file.Look(f, all.Kinds()); err == nil {
		err = g.open(opt)
	}
	if err != nil {
		g.Close()
		return nil, err
	}
	return g, nil
}

// Again opens the same input afresh, in its current state.
func (g *Given) Again(opt file.Options) error {
	for _, s := range g.Stores {
		s.Close()
	}
	g.Stores = nil
	set, err := file.Look(g.Folder, all.Kinds())
	if err != nil {
		return err
	}
	g.Set = set
	return g.open(opt)
}

// open opens the stores of the set. What cannot be read is among them, without entries, so that its loss is damage wherever that is shown.
// Of rows with one key in several stores the last one counts, so the order must be the user's.
func (g *Given) open(opt file.Options) (err error) {
	g.Stores, err = g.Set.Stores(opt)
	for _, l := range g.lost {
		if s := g.Set.Unread(l.Info, l.why); s != nil {
			g.Stores = append(g.Stores, s)
		}
	}
	slices.SortStableFunc(g.Stores, func(a, b file.Store) int { return g.rootOf(a.Path()) - g.rootOf(b.Path()) })
	return err
}

// Refused returns the files that are recognised but not supported.
func (g *Given) Refused() (list []file.Found) {
	for _, found := range g.Set.Files {
		if found.Refuse != "" {
			list = append(list, found)
		}
	}
	return list
}

// Lost says why a file or folder could not be read, beginning with where it is; for an empty path, the first one. Empty if it could be.
func (g *Given) Lost(path string) string {
	for _, l := range g.lost {
		if at := g.Shown(l.Name); path == "" || at == path {
			return at + ": " + l.why
		}
	}
	return ""
}

// Where returns the folder or file of a store, beginning with what the user gave.
func (g *Given) Where(s file.Store) string {
	if p := s.Path(); p != "" {
		return path.Clean(g.Shown(p))
	}
	return g.roots[0].path
}

// AppendTables appends the tables of all stores, one line of JSON each: see storage.WriteTable.
func (g *Given) AppendTables(dst []byte) []byte {
	for _, s := range g.Stores {
		for _, t := range s.Tables() {
			w := value.Writer{Buf: dst}
			storage.WriteTable(&w, s, &t, g.Where(s))
			dst = append(w.Buf, '\n')
		}
	}
	return dst
}

// Close closes the stores and removes decompressed files.
func (g *Given) Close() {
	for _, s := range g.Stores {
		s.Close()
	}
	g.Folder.Close()
}

// Kind determines what a file is by its bytes. It returns the zero Found if no kind of store recognises it.
func Kind(path string) (found file.Found, err error) {
	f, err := New([]string{path}, nil)
	if err != nil {
		return found, err
	}
	defer f.Close()
	return f.sole()
}

// KindOf is Kind for an open file, or for the part of a file that is available.
func KindOf(content file.File) (file.Found, error) { return Piped(content, nil).sole() }

func (f *Folder) sole() (found file.Found, err error) {
	set, err := file.Look(f, all.Kinds())
	if err != nil || len(set.Files) != 1 {
		return found, err
	}
	return set.Files[0], nil
}

// Unknown returns the first file that the user named and no kind recognises, so that it can be refused rather than
// skipped like an unknown file in a folder. found is nil if the file could not be decompressed, and path is empty if
// there is no such file. Files beside those of a store that was also named are skipped, because a shell's * names all
// files in a folder.
func (g *Given) Unknown() (path string, found *file.Found) {
	known := map[string]bool{} // folders
	for i := range g.Set.Files {
		if f := &g.Set.Files[i]; f.Kind != nil {
			known[filepath.Dir(g.paths[f.Name])] = true
		}
	}
	for _, r := range g.roots {
		if r.folder || r.file != nil {
			continue
		}
		i := slices.IndexFunc(g.Set.Files, func(f file.Found) bool { return g.paths[f.Name] == r.path })
		if i < 0 {
			return r.path, nil
		}
		if found := &g.Set.Files[i]; found.Kind == nil && !(found.Strange() && known[filepath.Dir(r.path)]) {
			return r.path, found
		}
	}
	return "", nil
}

// Foreign describes a file that needs another program's reader, and says what to do; nil for other files.
func (g *Given) Foreign(found *file.Found) *dump.StoreFile {
	what, err := storage.Foreign(g.Set, found)
	if err != nil {
		return nil
	}
	return what
}

// Other describes the first file that needs another program's reader, and says what to do; the name is empty
// if there is none.
func (g *Given) Other() (name string, what *dump.StoreFile) {
	for i := range g.Set.Files {
		found := &g.Set.Files[i]
		if what := g.Foreign(found); what != nil {
			return found.Name, what
		}
	}
	return "", nil
}

// Spool reads a stream to its end, so that it can be read at any offset: into memory, or into a temporary file
// that disappears when the program ends. done removes whatever is left.
func Spool(r io.Reader) (content file.File, done func(), err error) {
	s, err := spool(r, memoryMax)
	if err != nil {
		return nil, nil, err
	}
	return s.content, func() {
		s.content.Close()
		if s.remove != "" {
			os.Remove(s.remove)
		}
	}, nil
}

// Regular returns an open file on disk as a file.File that stays open.
func Regular(f *os.File) (file.File, error) {
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, &fs.PathError{Op: "read", Path: f.Name(), Err: errors.New("is not a file")}
	}
	return unclosed{disk{f, info.Size()}}, nil
}
