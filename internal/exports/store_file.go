//go:build !wasip1 || hosted

package exports

import (
	"fmt"
	"io"
)

// callerFile is a file that the caller reads, on the thread of the call that needs its bytes.
type callerFile struct {
	number int
	OfferedFile
	reader *Reader
}

// Size returns the size that the caller stated.
func (f *callerFile) Size() int64 { return f.OfferedFile.Size }

// Close does nothing: the caller closes its files.
func (f *callerFile) Close() error { return nil }

// ReadAt reads until p is full or the file ends.
func (f *callerFile) ReadAt(p []byte, at int64) (n int, err error) {
	if at < 0 || at >= f.OfferedFile.Size {
		return 0, io.EOF
	}
	end := false
	if left := f.OfferedFile.Size - at; int64(len(p)) > left {
		p, end = p[:left], true
	}
	for n < len(p) {
		got := f.reader.Read(f.number, at+int64(n), p[n:])
		switch {
		case got == ReadInside:
			return n, f.failed("%s: the caller's function, which is reading a file of the store, must not use the store", f.Name)
		case got < 0:
			return n, f.failed("%s: reading %d bytes at offset %d failed: the caller's function returned %d", f.Name, len(p)-n, at+int64(n), got)
		case got > int64(len(p)-n):
			return n, f.failed("%s: of %d bytes at offset %d the caller's function says that it read %d", f.Name, len(p)-n, at+int64(n), got)
		case got == 0:
			return n, io.EOF // it has shrunk
		}
		n += int(got)
	}
	if end {
		return n, io.EOF
	}
	return n, nil
}

// failed returns an error and records it in the reader, for callers that do not report what they
// could not read.
func (f *callerFile) failed(text string, values ...any) error {
	err := fmt.Errorf(text, values...)
	f.reader.failure.Store(&err)
	return err
}
