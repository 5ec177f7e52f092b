package file

import (
	"errors"
	"io"
	"math"
	"strconv"
)

// File is how the host lets one file be read at any offset. ReadAt follows io.ReaderAt; several
// goroutines may call it at once.
type File interface {
	io.ReaderAt
	io.Closer
	Size() int64 // when the file was opened
}

// Folder is a set of named files: a folder with everything below it, several files, or a single one.
type Folder interface {
	// List names the files as they are now, sorted by the bytes of their names. Names are relative
	// to what the user gave; slashes separate folders.
	List() ([]Info, error)

	// Open opens a file that List named.
	Open(name string) (File, error)
}

// Info is a file's name and size in bytes.
type Info struct {
	Name string
	Size int64
}

// Dir returns the folder part of a name without its final slash; "" at the top.
func Dir(name string) string {
	for i := len(name) - 1; i >= 0; i-- {
		if name[i] == '/' {
			return name[:i]
		}
	}
	return ""
}

// Base returns the last part of a name.
func Base(name string) string {
	if dir := Dir(name); dir != "" || name != "" && name[0] == '/' {
		return name[len(dir)+1:]
	}
	return name
}

// ReadAll returns n bytes from offset at, or fewer if the file ends before that. It reserves no
// more memory than the file has bytes left.
func ReadAll(f File, dst []byte, at int64, n int) ([]byte, error) {
	if at < 0 || at >= f.Size() || n <= 0 {
		return dst[:0], nil
	}
	n = int(min(int64(n), f.Size()-at))
	if cap(dst) < n {
		dst = make([]byte, n)
	}
	got, err := f.ReadAt(dst[:n], at)
	if err == io.EOF {
		err = nil // the file has shrunk, or ends exactly here
	}
	return dst[:got], err
}

// ReadLong is ReadAll for a number that may be more than memory can hold where int has 32 bits. That is an error: what was
// not read must not seem to be damaged or absent.
func ReadLong(f File, dst []byte, at, n int64) ([]byte, error) {
	if n > math.MaxInt {
		return dst[:0], errors.New(strconv.FormatInt(n, 10) + " bytes are more than the memory of this program can hold")
	}
	return ReadAll(f, dst, at, int(n))
}
