//go:build wasip1

package main

import (
	"encoding/binary"
	"errors"
	"slices"
	"strings"
	"unsafe"

	"github.com/rowlens/rowlens/codec/file"
)

// Limits of a listing. A folder that links to itself is left at depthMax. A table of HBase is
// six levels below the root folder.
const (
	depthMax   = 32
	listMax    = 1 << 18 // number of names
	listBuffer = 16 << 10
)

var (
	errTooMany = errors.New("the folder has more than 262144 files, or contains itself; give a folder inside it")
	errTooDeep = errors.New("folders are nested deeper than 32; give a folder inside it")
)

// List names the files in all folders of the host.
func (hostFolder) List() ([]file.Info, error) {
	w := listing{buf: make([]byte, listBuffer)}
	if err := w.dir(rootFD, "", 0); err != nil {
		return nil, err
	}
	slices.SortFunc(w.all, func(a, b file.Info) int { return strings.Compare(a.Name, b.Name) })
	return w.all, nil
}

type listing struct {
	all  []file.Info
	seen int // number of names, including those of folders
	buf  []byte
}

// found is an entry of a folder.
type found struct {
	name string
	kind byte
}

// dir lists an open folder. It leaves out whatever has disappeared meanwhile.
func (w *listing) dir(fd uint32, path string, depth int) error {
	list, err := w.entries(fd)
	if err != nil {
		return &hostError{pathOrRoot(path), err}
	}
	for _, e := range list {
		name := e.name
		if path != "" {
			name = path + "/" + e.name
		}
		err := error(nil)
		switch e.kind {
		case typeFile:
			err = w.file(name)
		case typeDirectory:
			err = w.folder(name, depth+1)
		default: // a link, or the host does not say
			if err = w.file(name); errors.Is(err, errNoFile) {
				err = w.folder(name, depth+1)
			}
			if code := errno(0); errors.As(err, &code) && code == errnoNotDir || errors.Is(err, errNoFile) {
				err = nil // neither file nor folder: a socket, a device
			}
		}
		if err != nil && !errors.Is(err, file.ErrNotThere) {
			return err
		}
	}
	return nil
}

func pathOrRoot(path string) string {
	if path == "" {
		return "the folder"
	}
	return path
}

func (w *listing) file(name string) error {
	f, err := openHost(name)
	if err != nil {
		return &hostError{name, err}
	}
	w.all = append(w.all, file.Info{Name: name, Size: f.size})
	return f.Close()
}

func (w *listing) folder(name string, depth int) error {
	if depth > depthMax {
		return &hostError{name, errTooDeep}
	}
	fd, err := openAt(name, openDirectory, rightReaddir|rightStat)
	if err != nil {
		return &hostError{name, err}
	}
	defer fdClose(fd)
	return w.dir(fd, name, depth)
}

// entries reads a whole folder. An entry has the cookie of the next one (8 bytes), the inode number
// (8), the length of its name (4), its type (1), 3 bytes of padding, and the name. The last entry in a
// full buffer may be cut, and is returned again.
func (w *listing) entries(fd uint32) ([]found, error) {
	const head = 24
	var list []found
	for cookie := uint64(0); ; {
		var size uint32
		code := fdReaddir(fd, unsafe.Pointer(unsafe.SliceData(w.buf)), uint32(len(w.buf)), cookie, &size)
		if code != 0 {
			return nil, errno(code)
		}
		if size > uint32(len(w.buf)) {
			return nil, errHost
		}
		b, whole := w.buf[:size], false
		for len(b) >= head {
			n := binary.LittleEndian.Uint32(b[16:])
			if n > uint32(len(b)-head) {
				break
			}
			name := string(b[head : head+n])
			whole, cookie = true, binary.LittleEndian.Uint64(b)
			if w.seen++; w.seen > listMax {
				return nil, errTooMany
			}
			if name != "." && name != ".." {
				if name == "" || strings.ContainsAny(name, "/\x00") {
					return nil, errHost
				}
				list = append(list, found{name, b[20]})
			}
			b = b[head+n:]
		}
		switch {
		case int(size) < len(w.buf):
			return list, nil
		case !whole:
			return nil, errHost // a name longer than any system allows
		}
	}
}
