//go:build wasip1

package main

import (
	"errors"
	"io"
	"strconv"
	"unsafe"

	"github.com/rowlens/rowlens/codec/file"
)

// The host's files, through WASI preview 1: everything below its preopened directory 3. The module
// imports only these five functions, none of which writes.

//go:wasmimport wasi_snapshot_preview1 path_open
//go:noescape
func pathOpen(dir, lookup uint32, path unsafe.Pointer, pathLen, how uint32, rights, inherited uint64, flags uint32, fd *uint32) uint32

//go:wasmimport wasi_snapshot_preview1 fd_pread
//go:noescape
func fdPread(fd uint32, vectors unsafe.Pointer, count uint32, offset uint64, size *uint32) uint32

//go:wasmimport wasi_snapshot_preview1 fd_filestat_get
//go:noescape
func fdFilestatGet(fd uint32, stat unsafe.Pointer) uint32

//go:wasmimport wasi_snapshot_preview1 fd_readdir
//go:noescape
func fdReaddir(fd uint32, buf unsafe.Pointer, bufLen uint32, cookie uint64, size *uint32) uint32

//go:wasmimport wasi_snapshot_preview1 fd_close
//go:noescape
func fdClose(fd uint32) uint32

// Arguments and results of these functions, as numbered by WASI.
const (
	rootFD        = 3
	followLinks   = 1
	openDirectory = 2 // fail unless it is a directory

	rightRead    = 1 << 1
	rightSeek    = 1 << 2 // without it, no offset is accepted
	rightReaddir = 1 << 14
	rightStat    = 1 << 21

	typeDirectory = 3
	typeFile      = 4
)

// errno is the host's reason for refusing.
type errno uint32

const (
	errnoAccess errno = 2
	errnoBadFD  errno = 8
	errnoIO     errno = 29
	errnoIsDir  errno = 31
	errnoNoEnt  errno = 44
	errnoNotDir errno = 54
	errnoPerm   errno = 63
	errnoRights errno = 76
)

// Error returns the reason in words, if there are helpful ones for the host's number.
func (e errno) Error() string {
	switch e {
	case errnoAccess, errnoPerm, errnoRights:
		return "the host does not permit it"
	case errnoBadFD:
		return "the host gave no files"
	case errnoIO:
		return "the host could not read it"
	case errnoNoEnt:
		return file.ErrNotThere.Error()
	case errnoNotDir:
		return "it is no folder"
	}
	return "the host answered error " + strconv.Itoa(int(e))
}

// Is makes a missing file equal to file.ErrNotThere.
func (e errno) Is(target error) bool { return e == errnoNoEnt && target == file.ErrNotThere }

// vector is a stretch of memory, like ciovec and iovec.
type vector struct{ at, size uint32 }

// filestat has 64 bytes, of which type and size are used.
type filestat struct {
	_    [2]uint64
	kind uint8
	_    [7]uint8
	_    uint64
	size uint64
	_    [3]uint64
}

// hostFolder is a file.Folder of the host's files.
type hostFolder struct{}

// errHost is the error for an answer that WASI does not allow.
var errHost = errors.New("the host's answer is none that WASI allows")

// Open opens a file that List named.
func (hostFolder) Open(name string) (file.File, error) {
	f, err := openHost(name)
	if err != nil {
		return nil, &hostError{name, err}
	}
	return f, nil
}

// hostError adds the name of the file to an error.
type hostError struct {
	name string
	why  error
}

func (e *hostError) Error() string { return e.name + ": " + e.why.Error() }

// Unwrap returns the reason without the name.
func (e *hostError) Unwrap() error { return e.why }

func openAt(name string, how uint32, rights uint64) (uint32, error) {
	if name == "" {
		return 0, errnoNoEnt
	}
	var fd uint32
	code := pathOpen(rootFD, followLinks, unsafe.Pointer(unsafe.StringData(name)), uint32(len(name)), how, rights, rights, 0, &fd)
	if code != 0 {
		return 0, errno(code)
	}
	return fd, nil
}

func openHost(name string) (*hostFile, error) {
	fd, err := openAt(name, 0, rightRead|rightSeek|rightStat)
	if err == errnoIsDir {
		return nil, errNoFile
	}
	if err != nil {
		return nil, err
	}
	f := &hostFile{name: name, fd: fd}
	var stat filestat
	code := fdFilestatGet(fd, unsafe.Pointer(&stat))
	switch {
	case code != 0:
		err = errno(code)
	case stat.kind != typeFile:
		err = errNoFile
	case stat.size > 1<<62:
		err = errHost
	}
	if err != nil {
		f.Close()
		return nil, err
	}
	f.size = int64(stat.size)
	return f, nil
}

var errNoFile = errors.New("it is no file")

// hostFile is an open file of the host's.
type hostFile struct {
	name string
	fd   uint32
	size int64
	shut bool
}

// ReadAt reads until p is full or the file ends.
func (f *hostFile) ReadAt(p []byte, at int64) (int, error) {
	if at < 0 || f.shut {
		return 0, &hostError{f.name, errnoBadFD}
	}
	n := 0
	for n < len(p) {
		// p is on the heap, because it comes through an interface, and does not move.
		v := vector{uint32(uintptr(unsafe.Pointer(&p[n]))), uint32(len(p) - n)}
		var got uint32
		if code := fdPread(f.fd, unsafe.Pointer(&v), 1, uint64(at)+uint64(n), &got); code != 0 {
			return n, &hostError{f.name, errno(code)}
		}
		if got > v.size {
			return n, &hostError{f.name, errHost}
		}
		if got == 0 {
			return n, io.EOF
		}
		n += int(got)
	}
	return n, nil
}

// Size returns the size that the file had when it was opened.
func (f *hostFile) Size() int64 { return f.size }

// Close closes the host's file.
func (f *hostFile) Close() error {
	if !f.shut {
		f.shut = true
		fdClose(f.fd)
	}
	return nil
}
