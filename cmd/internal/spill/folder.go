package spill

import (
	"os"
	"path/filepath"
	"strings"
)

// prefix begins the names of temporary files.
const prefix = "rowlens-spill-"

// file is a temporary file.
type file struct {
	*os.File
	name string // for removing it; empty once it has been removed
}

// create makes a temporary file and, where the system allows it, unlinks it at once.
func create(folder string) (*file, error) {
	f, err := os.CreateTemp(folder, prefix+"*.tmp")
	if err != nil {
		return nil, err
	}
	x := &file{f, f.Name()}
	if err := os.Remove(x.name); err == nil || os.IsNotExist(err) {
		x.name = ""
	}
	return x, nil
}

// close frees the file. It ignores a failure to remove it: the next run will.
func (f *file) close() {
	_ = f.File.Close()
	if f.name != "" {
		_ = os.Remove(f.name)
	}
}

// Sweep removes temporary files that killed runs left in a folder, or in the system's
// folder if it is empty. Runs that are still going lose nothing: where an open file can be
// unlinked, it already has been, and elsewhere the system refuses to remove it. Sweep
// returns how many files it removed. A folder that cannot be read is reported later, when a
// file is made in it.
func Sweep(folder string) (removed int) {
	if folder == "" {
		folder = os.TempDir()
	}
	list, err := os.ReadDir(folder)
	if err != nil {
		return 0
	}
	for _, e := range list {
		name := e.Name()
		if e.Type().IsRegular() && strings.HasPrefix(name, prefix) && strings.HasSuffix(name, ".tmp") &&
			os.Remove(filepath.Join(folder, name)) == nil {
			removed++
		}
	}
	return removed
}

// Usable returns why no temporary file can be made in a folder, or in the system's folder
// if it is empty; nil if one can.
func Usable(folder string) error {
	s := New(Options{Folder: folder})
	f, err := s.create(s.folder)
	if err != nil {
		return s.failed("made", err)
	}
	f.close()
	return nil
}
