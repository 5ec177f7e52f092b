// Package ondisk gives the readers of stores access to folders and files on disk, for
// tests and measurements. The command has its own implementation, which follows a store that changes.
package ondisk

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/rowlens/rowlens/codec/file"
)

// Dir is a folder with everything below it, as a file.Folder.
type Dir string

// List names the files.
func (d Dir) List() ([]file.Info, error) {
	var all []file.Info
	err := filepath.WalkDir(string(d), func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		info, err := e.Info()
		if errors.Is(err, fs.ErrNotExist) {
			return nil // a writer removed it meanwhile
		}
		if err != nil {
			return err
		}
		name, err := filepath.Rel(string(d), path)
		all = append(all, file.Info{Name: filepath.ToSlash(name), Size: info.Size()})
		return err
	})
	return all, err
}

// Open opens a file.
func (d Dir) Open(name string) (file.File, error) {
	return open(filepath.Join(string(d), filepath.FromSlash(name)))
}

// File is a single file, as a file.Folder.
type File string

// List names the file.
func (f File) List() ([]file.Info, error) {
	info, err := os.Stat(string(f))
	if err != nil {
		return nil, err
	}
	return []file.Info{{Name: info.Name(), Size: info.Size()}}, nil
}

// Open opens the file.
func (f File) Open(string) (file.File, error) { return open(string(f)) }

type opened struct {
	*os.File
	size int64
}

func (f opened) Size() int64 { return f.size }

func open(path string) (file.File, error) {
	f, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, file.ErrNotThere
	}
	if err != nil {
		return nil, err
	}
	info, err := f.Stat()
	if err != nil {
		f.Close()
		return nil, err
	}
	return opened{f, info.Size()}, nil
}
