package stores

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"github.com/rowlens/rowlens/codec/file"
	"github.com/rowlens/rowlens/codec/file/all"
)

// Folder is a file.Folder of what the user named: the files of a single folder by their names in it,
// a single file by its name, or several files and folders, prefixed with their last names.
type Folder struct {
	// Read counts the bytes read from files.
	Read *atomic.Int64

	roots  []root
	packed packed
	paths  map[string]string // of the listed files, by name
	lost   []lost
}

// lost is a file or folder that the last List could not read.
type lost struct {
	file.Info
	why string
}

// root is one thing that the user named.
type root struct {
	path   string
	name   string // prefix of its files' names; empty for a single folder
	folder bool

	file    file.File // used instead of a path
	offered bool      // the file was offered rather than piped
}

// New returns the folder for some paths. The error says which of them cannot be read.
func New(paths []string, read *atomic.Int64) (*Folder, error) {
	f := &Folder{Read: read}
	taken := map[string]bool{}
	for _, p := range paths {
		info, err := os.Stat(p)
		if err != nil {
			return nil, err
		}
		if !info.IsDir() && !info.Mode().IsRegular() {
			return nil, &fs.PathError{Op: "read", Path: p, Err: errors.New("is neither a file nor a folder")}
		}
		r := root{path: p, folder: info.IsDir()}
		if len(paths) > 1 || !r.folder {
			r.name = unique(taken, nameOf(p))
		}
		f.roots = append(f.roots, r)
	}
	return f, nil
}

// Piped returns a folder with one file that has no path.
func Piped(content file.File, read *atomic.Int64) *Folder {
	return &Folder{Read: read, roots: []root{{path: "-", name: "standard input", file: content}}}
}

// Offered is a file that somebody reads for the folder, with its name there.
type Offered struct {
	Name string
	file.File
}

// Offer returns a folder of files without paths, whose names must differ. Compressed files are decompressed, like those
// on disk.
func Offer(files []Offered) *Folder {
	f := &Folder{}
	for _, o := range files {
		f.roots = append(f.roots, root{name: o.Name, file: o.File, offered: true})
	}
	return f
}

// IsFolder reports whether one of the paths is a folder.
func (f *Folder) IsFolder() bool {
	return slices.ContainsFunc(f.roots, func(r root) bool { return r.folder })
}

// nameOf returns the last element of a path; for "." and ".." that of the folder they stand for.
func nameOf(p string) string {
	if base := filepath.Base(p); base != "." && base != ".." && base != string(filepath.Separator) {
		return filepath.ToSlash(base)
	}
	if full, err := filepath.Abs(p); err == nil {
		return filepath.ToSlash(filepath.Base(full))
	}
	return "folder"
}

// unique returns a name that is not taken: the name itself, or the name in a numbered folder.
func unique(taken map[string]bool, name string) string {
	for n := 2; taken[name]; n++ {
		name = itoa(n) + "/" + path.Base(name)
	}
	taken[name] = true
	return name
}

// Path returns the full path of a file, with slashes: see file.Beyond. Files without paths have their names.
func (f *Folder) Path(name string) string {
	if slices.ContainsFunc(f.roots, func(r root) bool { return r.file != nil }) {
		return name
	}
	full, err := filepath.Abs(f.Shown(name))
	if err != nil {
		return name
	}
	return filepath.ToSlash(full)
}

// OpenPath opens a file by its full path.
func (f *Folder) OpenPath(p string) (file.File, error) {
	if slices.ContainsFunc(f.roots, func(r root) bool { return r.file != nil }) {
		return nil, file.ErrNotThere // it came without a path, so nothing is beside it
	}
	p = filepath.FromSlash(p)
	if info, err := os.Stat(p); err != nil || !info.Mode().IsRegular() {
		return nil, file.ErrNotThere
	}
	return f.opened(p)
}

// Shown returns where a file of the folder is, beginning with what the user named.
func (f *Folder) Shown(name string) string {
	if p := f.paths[name]; p != "" {
		return p
	}
	for _, r := range f.roots {
		switch {
		case r.folder && r.name == "":
			return filepath.Join(r.path, filepath.FromSlash(name))
		case r.name == name:
			return r.path
		case r.folder && strings.HasPrefix(name, r.name+"/"):
			return filepath.Join(r.path, filepath.FromSlash(name[len(r.name)+1:]))
		}
	}
	return name
}

// rootOf returns which of the things that the user named has a file or folder; -1 for the whole, of which all are parts. Files that
// are offered are the files of one whole, in no order.
func (f *Folder) rootOf(name string) int {
	return slices.IndexFunc(f.roots, func(r root) bool { return !r.offered && (r.name == name || strings.HasPrefix(name, r.name+"/")) })
}

// List names the files as they are now. What cannot be read is in lost instead: see Given.open.
func (f *Folder) List() ([]file.Info, error) {
	w := walk{folder: f, paths: map[string]string{}}
	for _, r := range f.roots {
		switch {
		case r.offered:
			w.offer(r)
		case r.file != nil:
			w.all = append(w.all, file.Info{Name: r.name, Size: r.file.Size()})
		case r.folder:
			w.dir(r.path, r.name, nil)
		default:
			info, err := os.Stat(r.path)
			if err != nil {
				return nil, err
			}
			w.add(r.path, r.name, info)
		}
	}
	if w.err != nil {
		return nil, w.err
	}
	slices.SortFunc(w.all, func(a, b file.Info) int { return strings.Compare(a.Name, b.Name) })
	f.paths, f.lost = w.paths, w.lost
	return w.all, nil
}

// Open opens a file that List named.
func (f *Folder) Open(name string) (file.File, error) {
	for _, r := range f.roots {
		if r.file != nil && r.name == name && !r.offered {
			return counted{unclosed{r.file}, f.Read}, nil
		}
	}
	p, ok := f.paths[name]
	if !ok {
		return nil, fmt.Errorf("%s: %w", f.Shown(name), file.ErrNotThere)
	}
	if content := f.packed.open(p); content != nil {
		return counted{content, f.Read}, nil
	}
	for _, r := range f.roots {
		if r.offered && r.name == p {
			return unclosed{r.file}, nil
		}
	}
	return f.opened(p)
}

func (f *Folder) opened(p string) (file.File, error) {
	content, err := openFile(p)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%s: %w", p, file.ErrNotThere)
	}
	if err != nil {
		return nil, err
	}
	return counted{content, f.Read}, nil
}

// Close removes the decompressed files.
func (f *Folder) Close() { f.packed.close() }

// depthMax is how deep folders are searched. A table of HBase is six levels below the root folder.
const depthMax = 32

// walk lists files.
type walk struct {
	folder *Folder
	all    []file.Info
	paths  map[string]string
	lost   []lost
	err    error
}

// dir lists a folder and those below it. It does not follow a link to a folder that contains the link.
func (w *walk) dir(at, name string, above []fs.FileInfo) {
	info, err := os.Stat(at)
	if err == nil && slices.ContainsFunc(above, func(other fs.FileInfo) bool { return os.SameFile(info, other) }) {
		return
	}
	if err == nil && len(above) >= depthMax {
		err = errors.New("it is " + itoa(depthMax) + " folders deep; name a folder inside to read what is there")
	}
	var list []fs.DirEntry
	if err == nil {
		list, err = os.ReadDir(at)
	}
	if err != nil {
		if len(above) == 0 {
			w.err = err
		} else if !errors.Is(err, fs.ErrNotExist) {
			w.lose(name, 0, err)
		}
		return
	}
	above = append(slices.Clip(above), info)
	for _, entry := range list {
		w.entry(entry, filepath.Join(at, entry.Name()), path.Join(name, entry.Name()), above)
	}
}

// entry lists what is in a folder under one name. An active database removes files meanwhile, which lose nothing.
func (w *walk) entry(e fs.DirEntry, p, name string, above []fs.FileInfo) {
	info, err := os.Stat(p) // for a link, this is its target
	switch {
	case errors.Is(err, fs.ErrNotExist):
		if _, err := os.Lstat(p); err == nil && e.Type()&fs.ModeSymlink != 0 {
			w.lose(name, 0, errors.New("it is a link to a file or folder that is not there"))
		}
	case err != nil:
		w.lose(name, 0, err)
	case info.IsDir():
		w.dir(p, name, above)
	case info.Mode().IsRegular():
		w.add(p, name, info)
	case isNamed(e.Name()):
		w.lose(name, 0, errors.New("it is neither a file nor a folder"))
	}
}

// isNamed reports whether a name is that of a store's file. Anything else that is no file, such as a program's socket, has no entries.
func isNamed(name string) bool {
	k, _ := file.Named(all.Kinds(), name)
	return k != nil
}

// lose notes a file or folder that cannot be read. Its name says where it is, so the reason need not.
func (w *walk) lose(name string, size int64, err error) {
	var at *fs.PathError
	if errors.As(err, &at) {
		err = at.Err
	}
	w.lost = append(w.lost, lost{file.Info{Name: name, Size: size}, err.Error()})
}

// add lists a file, under its decompressed name.
func (w *walk) add(p, name string, info fs.FileInfo) {
	w.addPacked(p, name, info.Size(), info.ModTime(), func() (io.ReadCloser, error) { return openQuietly(p) })
}

// offer lists an offered file.
func (w *walk) offer(r root) {
	w.addPacked(r.name, r.name, r.file.Size(), time.Time{}, func() (io.ReadCloser, error) {
		return io.NopCloser(io.NewSectionReader(r.file, 0, r.file.Size())), nil
	})
}

func (w *walk) addPacked(p, name string, size int64, changed time.Time, open func() (io.ReadCloser, error)) {
	plain, ok, err := w.folder.packed.look(p, size, changed, open)
	var broken *brokenError
	switch {
	case errors.As(err, &broken):
		w.lose(name, size, broken)
		return
	case err != nil:
		w.err = err
		return
	}
	if ok {
		size = plain
		if short := unpackedName(name); w.paths[short] == "" {
			name = short
		}
	}
	w.paths[name] = p
	w.all = append(w.all, file.Info{Name: name, Size: size})
}

// disk is a file.File of the operating system.
type disk struct {
	*os.File
	size int64
}

// Size returns the size that the file had when it was opened.
func (d disk) Size() int64 { return d.size }

func openFile(p string) (file.File, error) {
	f, err := openQuietly(p)
	if err != nil {
		return nil, err
	}
	info, err := f.Stat()
	if err == nil && !info.Mode().IsRegular() {
		err = &fs.PathError{Op: "read", Path: p, Err: errors.New("is no longer a file")}
	}
	if err != nil {
		f.Close()
		return nil, err
	}
	return disk{f, info.Size()}, nil
}

// counted is a file whose reads are counted.
type counted struct {
	file.File
	read *atomic.Int64
}

// ReadAt reads and counts.
func (c counted) ReadAt(p []byte, at int64) (int, error) {
	n, err := c.File.ReadAt(p, at)
	if c.read != nil {
		c.read.Add(int64(n))
	}
	return n, err
}

// unclosed is a file that Close leaves open.
type unclosed struct{ file.File }

// Close does nothing.
func (unclosed) Close() error { return nil }

var _ io.ReaderAt = disk{}
