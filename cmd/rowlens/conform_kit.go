package main

import (
	"archive/tar"
	"bytes"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/rowlens/rowlens/cmd/internal/input"
	"github.com/rowlens/rowlens/golden/conform"
	"github.com/rowlens/rowlens/internal/unpack"
)

// kitFileMax and kitMax limit one file of a conformance archive and the whole archive, in bytes. They are many
// times the actual sizes.
const (
	kitFileMax = 64 << 20
	kitMax     = 512 << 20
)

// expand replaces each conformance archive, packed or unpacked, by its files of vectors, and
// leaves other files unchanged. The archive's known differences apply to the run unless others are given.
func (x *conformCall) expand(names []string) ([]string, error) {
	var files []string
	for _, name := range names {
		info, err := os.Stat(name)
		var read func(file string) ([]byte, error)
		switch {
		case err == nil && info.IsDir():
			read = func(file string) ([]byte, error) {
				return input.Side(x.ctx, filepath.Join(name, filepath.FromSlash(file)), kitFileMax)
			}
		case strings.HasSuffix(name, ".tar.gz"):
			if read, err = x.unpack(name); err != nil {
				return nil, unreadable(fileError(err))
			}
		default:
			files = append(files, name)
			continue
		}
		of, err := x.kit(name, read)
		if err != nil {
			return nil, err
		}
		files = append(files, of...)
	}
	return files, nil
}

// kit checks the hashes of an archive's vectors, and returns their names.
func (x *conformCall) kit(name string, read func(file string) ([]byte, error)) (files []string, err error) {
	text, err := read(conform.KitFile)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, unreadable(errors.New(name + " is not a conformance archive: it has no " + conform.KitFile))
	} else if err != nil {
		return nil, unreadable(fileError(err))
	}
	kit, err := conform.ParseKit(text)
	if err != nil {
		return nil, unreadable(errors.New(name + ": " + err.Error()))
	}
	for i := range kit.Files {
		f := &kit.Files[i]
		if f.Vectors == 0 && f.Path != conform.KnownFile {
			continue
		}
		text, err := read(f.Path)
		if err != nil {
			return nil, unreadable(fileError(err))
		}
		if err := f.Check(text); err != nil {
			return nil, unreadable(errors.New(name + ": " + err.Error() + "; fetch the archive again"))
		}
		if f.Path == conform.KnownFile {
			if x.knownFile == "" {
				if x.known, err = conform.ParseKnown(text); err != nil {
					return nil, unreadable(errors.New(name + ": " + err.Error()))
				}
			}
			continue
		}
		shown := filepath.Join(name, filepath.FromSlash(f.Path))
		if x.members == nil {
			x.members = map[string][]byte{}
		}
		x.members[shown] = text
		files = append(files, shown)
	}
	return files, nil
}

// unpack reads a packed archive into memory, and returns a function to read one of its files.
// All files are in one folder, which is named after the version.
func (x *conformCall) unpack(name string) (func(file string) ([]byte, error), error) {
	in, err := input.OpenRaw(x.ctx, name)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	plain, err := unpack.All(in)
	if err != nil {
		return nil, errors.New(name + ": " + err.Error())
	}
	members := map[string][]byte{}
	for r, left := tar.NewReader(plain), int64(kitMax); ; {
		head, err := r.Next()
		if err == io.EOF {
			break
		}
		if err != nil {
			return nil, errors.New(name + " is not a whole archive: " + err.Error())
		}
		_, file, ok := strings.Cut(head.Name, "/")
		if head.Typeflag != tar.TypeReg || !ok {
			continue
		}
		if left -= head.Size; head.Size > kitFileMax || left < 0 {
			return nil, errors.New(name + ": " + head.Name + " is larger than in any conformance archive")
		}
		if members[file], err = io.ReadAll(r); err != nil {
			return nil, errors.New(name + " is not a whole archive: " + err.Error())
		}
	}
	return func(file string) ([]byte, error) {
		if text, ok := members[file]; ok {
			return text, nil
		}
		return nil, &fs.PathError{Op: "open", Path: filepath.Join(name, filepath.FromSlash(file)), Err: fs.ErrNotExist}
	}, nil
}

// vectors opens a file of vectors, or one in an archive.
func (x *conformCall) vectors(name string) (io.ReadCloser, error) {
	text, ok := x.members[name]
	if !ok {
		return x.openRead(name)
	}
	plain, err := unpack.All(bytes.NewReader(text))
	if err != nil {
		return nil, errors.New(name + ": " + err.Error())
	}
	return io.NopCloser(plain), nil
}
