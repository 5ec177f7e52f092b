// Package outfile writes files that are there whole or not at all.
package outfile

import (
	"bufio"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// File is a file that is there whole or not at all: it is written beside its place under another name, which it loses
// at the end.
type File struct {
	*bufio.Writer
	name string
	file *os.File
}

// unfinished is what the names of files end with that are not whole.
const unfinished = ".rowlens-unfinished"

// Create begins a file. What a run that was killed left behind of one with this name is removed.
func Create(name string) (*File, error) {
	if to, err := filepath.EvalSymlinks(name); err == nil {
		name = to
	}
	if info, err := os.Stat(name); err == nil && !info.Mode().IsRegular() {
		return nil, &fs.PathError{Op: "open", Path: name, Err: errors.New("expected a file, found a folder or a device")}
	}
	folder, base := filepath.Split(name)
	if base == "" {
		return nil, &fs.PathError{Op: "open", Path: name, Err: errors.New("expected the name of a file, found that of a folder")}
	}
	removeLeft(folder, base)
	f, err := os.CreateTemp(filepath.Clean(folder), "."+base+".*"+unfinished)
	if err != nil {
		return nil, Why(name, err) // and not the name that it has until it is whole
	}
	lock(f)
	return &File{Writer: bufio.NewWriterSize(f, 1<<18), name: name, file: f}, nil
}

// Check says why a file cannot be written, before the work of making what is to be in it.
func Check(name string) error {
	f, err := Create(name)
	if err == nil {
		f.Drop()
	}
	return err
}

// removeLeft removes the files of runs that did not come to their end. Those of runs that still write are locked.
func removeLeft(folder, base string) {
	list, _ := os.ReadDir(filepath.Clean(folder)) // what cannot be listed stays
	for _, one := range list {
		if ok, _ := filepath.Match("."+escaped(base)+".*"+unfinished, one.Name()); !ok || !one.Type().IsRegular() {
			continue
		}
		name := filepath.Join(folder, one.Name())
		if f, err := os.Open(name); err == nil {
			if lock(f) {
				_ = os.Remove(name) // somebody else's stays, and harms nobody
			}
			_ = f.Close()
		}
	}
}

// escaped is a name as a pattern that matches only that name.
func escaped(name string) string {
	var out []byte
	for i := range len(name) {
		switch name[i] {
		case '*', '?', '[':
			out = append(out, '[', name[i], ']')
		case '\\':
			out = append(out, '?') // an escape on Windows is none
		default:
			out = append(out, name[i])
		}
	}
	return string(out)
}

// Write writes a file. One that has the name is an error unless it is replaced.
func Write(name string, content []byte, replace bool) error {
	f, err := Create(name)
	if err != nil {
		return err
	}
	_, _ = f.Write(content) // an error comes again
	if replace {
		return f.Finish()
	}
	return f.finish(os.Link)
}

// Finish gives the file its name. A file that had it is replaced.
func (f *File) Finish() error { return f.finish(os.Rename) }

func (f *File) finish(name func(from, to string) error) error {
	err := f.Flush()
	if err == nil {
		err = f.file.Chmod(0o644)
	}
	if err == nil {
		err = f.file.Sync() // a name without content must not outlive a crash
	}
	if closed := f.file.Close(); err == nil {
		err = closed
	}
	if err == nil {
		err = name(f.file.Name(), f.name)
	}
	_ = os.Remove(f.file.Name()) // unless it has been renamed
	if err != nil {
		return f.failure(err)
	}
	return nil
}

// Drop removes what was written.
func (f *File) Drop() {
	_ = f.file.Close()
	_ = os.Remove(f.file.Name())
}

// failure says of which file an error is, and what became of it.
func (f *File) failure(err error) error {
	return fmt.Errorf("%s: %w; nothing was written", f.name, reason(err))
}

// Failure is an error of writing with the name of the file, which is dropped.
func (f *File) Failure(err error) error {
	f.Drop()
	return f.failure(err)
}
