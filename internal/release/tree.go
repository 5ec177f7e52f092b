package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// entry is a file in an archive, a symbolic link if it has a target, or, if its mode is that of a folder,
// a folder into which everybody may write.
type entry struct {
	name   string // with slashes
	data   []byte
	target string
	mode   fs.FileMode
}

// tree is the content of an archive.
type tree []entry

func file(name string, data []byte) entry    { return entry{name: name, data: data, mode: 0o644} }
func program(name string, data []byte) entry { return entry{name: name, data: data, mode: 0o755} }

// below returns the tree inside a folder.
func (t tree) below(folder string) tree {
	moved := slices.Clone(t)
	for i := range moved {
		moved[i].name = folder + "/" + moved[i].name
	}
	return moved
}

// sorted returns the entries ordered by name, as in archives.
func (t tree) sorted() tree {
	return slices.SortedFunc(slices.Values(t), func(a, b entry) int { return strings.Compare(a.name, b.name) })
}

// folders returns the folders that hold the entries, each before its content.
func (t tree) folders() (list []string) {
	seen := map[string]bool{}
	for _, e := range t {
		for at, c := range e.name {
			if c == '/' && !seen[e.name[:at]] {
				seen[e.name[:at]] = true
				list = append(list, e.name[:at])
			}
		}
	}
	slices.Sort(list)
	return list
}

// read returns the files below a folder, named relative to it. Modes are 0644, or 0755 for
// executables, whatever the umask was.
func read(folder string) (tree, error) {
	var t tree
	err := filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		rel, err := filepath.Rel(folder, path)
		if err != nil {
			return err
		}
		e := file(filepath.ToSlash(rel), nil)
		if d.Type()&fs.ModeSymlink != 0 {
			e.target, err = os.Readlink(path)
		} else {
			e.data, err = os.ReadFile(path)
		}
		if err != nil {
			return err
		}
		info, err := os.Stat(path)
		if err == nil && info.Mode()&0o111 != 0 {
			e.mode = 0o755
		}
		t = append(t, e)
		return err
	})
	return t, err
}

// tar returns the tree as a tar file in which owners and groups are 0.
func (t tree) tar(when time.Time) ([]byte, error) {
	var b bytes.Buffer
	w := tar.NewWriter(&b)
	for _, folder := range t.folders() {
		head := &tar.Header{Typeflag: tar.TypeDir, Name: folder + "/", Mode: 0o755, ModTime: when, Format: tar.FormatPAX}
		if err := w.WriteHeader(head); err != nil {
			return nil, err
		}
	}
	for _, e := range t.sorted() {
		head := &tar.Header{Typeflag: tar.TypeReg, Name: e.name, Size: int64(len(e.data)), Mode: int64(e.mode)}
		head.ModTime, head.Format = when, tar.FormatPAX
		switch {
		case e.target != "":
			head.Typeflag, head.Linkname, head.Mode = tar.TypeSymlink, e.target, 0o777
		case e.mode.IsDir():
			head.Typeflag, head.Name, head.Mode = tar.TypeDir, e.name+"/", int64(e.mode.Perm())|0o1000
		}
		if err := w.WriteHeader(head); err != nil {
			return nil, err
		}
		if _, err := w.Write(e.data); err != nil {
			return nil, err
		}
	}
	err := w.Close()
	return b.Bytes(), err
}

// tarGz returns the tree as a compressed tar file.
func (t tree) tarGz(when time.Time) ([]byte, error) {
	plain, err := t.tar(when)
	if err != nil {
		return nil, err
	}
	return gzipped(plain)
}

// gzipped compresses without a name and a time.
func gzipped(plain []byte) ([]byte, error) {
	var b bytes.Buffer
	w, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	if _, err := w.Write(plain); err != nil {
		return nil, err
	}
	err = w.Close()
	return b.Bytes(), err
}

// zip returns the tree as a zip file.
func (t tree) zip(when time.Time) ([]byte, error) {
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for _, e := range t.sorted() {
		head := &zip.FileHeader{Name: e.name, Method: zip.Deflate, Modified: when}
		head.SetMode(e.mode)
		f, err := w.CreateHeader(head)
		if err != nil {
			return nil, err
		}
		if _, err := f.Write(e.data); err != nil {
			return nil, err
		}
	}
	err := w.Close()
	return b.Bytes(), err
}
