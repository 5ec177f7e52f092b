// Package outfile writes files that appear complete or not at all.
package outfile

import (
	"bufio"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// File is a file that appears complete or not at all: it is written under another name beside its place, and renamed
// at the end.
type File struct {
	*bufio.Writer
	name string
	file *os.File
}

// unfinished ends the names of incomplete files.
const unfinished = ".rowlens-unfinished"

// Create begins a file. It removes what killed runs left behind for this name.
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
		return nil, Why(name, err) // reported with the final name rather than the temporary one
	}
	lock(f)
	return &File{Writer: bufio.NewWriterSize(f, 1<<18), name: name, file: f}, nil
}

// Check reports why a file cannot be written, before the work of producing its content begins.
func Check(name string) error {
	f, err := Create(name)
	if err == nil {
		f.Drop()
	}
	return err
}

// removeLeft removes the files of runs that did not finish. Files that are still being written are locked.
func removeLeft(folder, base string) {
	list, _ := os.ReadDir(filepath.Clean(folder)) // files that cannot be listed are left
	for _, one := range list {
		if ok, _ := filepath.Match("."+escaped(base)+".*"+unfinished, one.Name()); !ok || !one.Type().IsRegular() {
			continue
		}
		name := filepath.Join(folder, one.Name())
		if f, err := os.Open(name); err == nil {
			if lock(f) {
				_ = os.Remove(name) // somebody else's file stays, which does no harm
			}
			_ = f.Close()
		}
	}
}

// escaped returns a name as a pattern that matches only that name.
func escaped(name string) string {
	var out []byte
	for i := range len(name) {
		switch name[i] {
		case '*', '?', '[':
			out = append(out, '[', name[i], ']')
		case '\\':
			out = append(out, '?') // backslashes do not escape on Windows
		default:
			out = append(out, name[i])
		}
	}
	return string(out)
}

// Write writes a file. If the name exists, it is an error unless replace is set.
func Write(name string, content []byte, replace bool) error {
	f, err := Create(name)
	if err != nil {
		return err
	}
	_, _ = f.Write(content) // Finish returns the error
	if replace {
		return f.Finish()
	}
	return f.finish(os.Link)
}

// Finish gives the file its name, replacing an existing file.
func (f *File) Finish() error { return f.finish(os.Rename) }

func (f *File) finish(name func(from, to string) error) error {
	err := f.Flush()
	if err == nil {
		err = f.file.Chmod(0o644)
	}
	if err == nil {
		err = f.file.Sync() // the name must not survive a crash without the content
	}
	if closed := f.file.Close(); err == nil {
		err = closed
	}
	if err == nil {
		err = name(f.file.Name(), f.name)
	}
	_ = os.Remove(f.file.Name()) // fails if it has been renamed
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

// failure adds to an error which file it is about, and what became of the file.
func (f *File) failure(err error) error {
	return fmt.Errorf("%s: %w; nothing was written", f.name, reason(err))
}

// Failure returns a write error with the name of the file, which it removes.
func (f *File) Failure(err error) error {
	f.Drop()
	return f.failure(err)
}
