package spill

import (
	"os"
	"path/filepath"
	"strings"
)

// prefix is how the names of temporary files begin.
const prefix = "rowlens-spill-"

// file is a temporary file.
type file struct {
	*os.File
	name string // by which it is removed; empty if it has been
}

// create makes a temporary file, and takes its name from it where the system allows that.
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

// close frees the file. That it cannot be removed is no failure: the next run does so.
func (f *file) close() {
	_ = f.File.Close()
	if f.name != "" {
		_ = os.Remove(f.name)
	}
}

// Sweep removes temporary files that killed runs left in a folder, that of the system if it
// is empty. Those of runs that go on are not lost: where an open file can lose its name, it
// needs none, and elsewhere the system refuses to remove it. It returns how many were
// removed. A folder that cannot be read is reported when a file is made in it.
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

// Usable reports why no temporary file can be made in a folder, that of the system if it is
// empty; nil if one can.
func Usable(folder string) error {
	s := New(Options{Folder: folder})
	f, err := s.create(s.folder)
	if err != nil {
		return s.failed("made", err)
	}
	f.close()
	return nil
}
