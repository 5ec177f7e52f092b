package file

import "io"

// File is what the host gives to read one file at any offset. ReadAt follows io.ReaderAt; it may
// be called from several goroutines at once.
type File interface {
	io.ReaderAt
	io.Closer
	Size() int64 // when it was opened
}

// Folder is a set of named files: a folder with all below it, some files, or one.
type Folder interface {
	// List names the files as they are now, in the order of their names' bytes. Names are relative
	// to what the user gave, with slashes between folders.
	List() ([]Info, error)

	// Open opens a file that List named.
	Open(name string) (File, error)
}

// Info is a file's name and size in bytes.
type Info struct {
	Name string
	Size int64
}

// Dir is the folder part of a name without the last slash; "" at the top.
func Dir(name string) string {
	for i := len(name) - 1; i >= 0; i-- {
		if name[i] == '/' {
			return name[:i]
		}
	}
	return ""
}

// Base is the last part of a name.
func Base(name string) string {
	if dir := Dir(name); dir != "" || name != "" && name[0] == '/' {
		return name[len(dir)+1:]
	}
	return name
}

// ReadAll returns n bytes from offset at; fewer where the file ends before. It reserves no more
// than the file has left.
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
		err = nil // the file became shorter, or ends exactly here
	}
	return dst[:got], err
}
