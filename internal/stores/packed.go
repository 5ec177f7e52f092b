package stores

import (
	"bytes"
	"errors"
	"io"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/rowlens/rowlens/codec/file"
	"github.com/rowlens/rowlens/internal/unpack"
)

// packed keeps the decompressed content of files compressed with gzip or Zstandard: in memory as far as
// memoryMax allows, and beyond that in temporary files.
type packed struct {
	known map[string]*unpackedFile
	used  int64 // bytes in memory
}

// memoryMax is how many decompressed bytes are kept in memory.
const memoryMax = 64 << 20

// unpackedFile is a decompressed file. Its content is nil if the file is not compressed.
type unpackedFile struct {
	size    int64 // of the compressed file
	changed time.Time
	content file.File
	err     error
	remove  string // the temporary file, if it could not be removed at once
}

// brokenError says why a compressed file cannot be decompressed. Other errors are those of the disk or of whoever reads the file.
type brokenError struct{ error }

// look reports whether a file is compressed and may belong to a store, and its decompressed size. The
// error says why it could not be decompressed.
func (x *packed) look(p string, stored int64, changed time.Time, open func() (io.ReadCloser, error)) (size int64, ok bool, err error) {
	u := x.find(p, stored, changed, open)
	switch {
	case u == nil:
		return 0, false, nil
	case u.err != nil:
		return 0, false, u.err
	case u.content == nil:
		return 0, false, nil
	}
	return u.content.Size(), true, nil
}

// open returns the decompressed file, or nil if the file is not compressed.
func (x *packed) open(p string) file.File {
	u := x.known[p]
	if u == nil || u.content == nil {
		return nil
	}
	return unclosed{u.content}
}

func (x *packed) find(p string, size int64, changed time.Time, open func() (io.ReadCloser, error)) *unpackedFile {
	if u := x.known[p]; u != nil && u.size == size && u.changed.Equal(changed) {
		return u
	}
	if x.known == nil {
		x.known = map[string]*unpackedFile{}
	}
	delete(x.known, p)
	f, err := open()
	if err != nil {
		return nil
	}
	defer f.Close()
	all := &failing{Reader: f}
	head := make([]byte, 4)
	n, _ := io.ReadFull(all, head)
	if head = head[:n]; !unpack.Is(head) {
		return nil
	}
	u := &unpackedFile{size: size, changed: changed}
	x.known[p] = u
	u.err = x.unpack(u, io.MultiReader(bytes.NewReader(head), all))
	if all.err != nil {
		u.err = all.err // it may be sound
	}
	return u
}

// textHead is how many bytes at the start of a compressed file must be text for it not to be a store's.
const textHead = 4 << 10

// unpack decompresses a file unless it contains text, which no store's file does.
func (x *packed) unpack(u *unpackedFile, packed io.Reader) error {
	all, err := unpack.All(packed)
	if err != nil {
		return &brokenError{err}
	}
	plain := &failing{Reader: all}
	head := make([]byte, textHead)
	n, err := io.ReadFull(plain, head)
	if err != nil && err != io.EOF && !errors.Is(err, io.ErrUnexpectedEOF) {
		return &brokenError{err}
	}
	if head = head[:n]; !Binary(head) {
		return nil
	}
	s, err := spool(io.MultiReader(bytes.NewReader(head), plain), memoryMax-x.used)
	if plain.err != nil {
		return &brokenError{plain.err}
	}
	if err != nil {
		return err
	}
	u.content, u.remove = s.content, s.remove
	if m, ok := s.content.(file.Memory); ok {
		x.used += m.Size()
	}
	return nil
}

// failing is a reader that keeps its error, which io.Copy does not tell from that of the writer.
type failing struct {
	io.Reader
	err error
}

// Read reads, and keeps the error.
func (f *failing) Read(p []byte) (int, error) {
	n, err := f.Reader.Read(p)
	if err != io.EOF {
		f.err = err
	}
	return n, err
}

// close removes the temporary files.
func (x *packed) close() {
	for _, u := range x.known {
		if u.content != nil {
			u.content.Close()
		}
		if u.remove != "" {
			os.Remove(u.remove)
		}
	}
	x.known = nil
}

// Binary reports whether the start of a file has a byte that no text has.
func Binary(head []byte) bool { return bytes.IndexByte(head, 0) >= 0 }

// spooled is a stream that was read to its end.
type spooled struct {
	content file.File
	remove  string
}

// spool reads a stream to its end: into memory if it has at most most bytes, else into a temporary file.
// Where the system allows it, the file is unlinked at once, so that nothing is left whatever happens.
func spool(r io.Reader, most int64) (s spooled, err error) {
	var memory bytes.Buffer
	n, err := io.CopyN(&memory, r, max(most, 0)+1)
	if err == io.EOF {
		return spooled{content: file.Memory(memory.Bytes())}, nil
	}
	if err != nil {
		return s, err
	}
	f, err := os.CreateTemp("", "rowlens-*")
	if err != nil {
		return s, err
	}
	if os.Remove(f.Name()) != nil {
		s.remove = f.Name()
	}
	if _, err = f.Write(memory.Bytes()); err == nil {
		var more int64
		more, err = io.Copy(f, r)
		n += more
	}
	if err != nil {
		f.Close()
		if s.remove != "" {
			os.Remove(s.remove)
		}
		return spooled{}, err
	}
	s.content = disk{f, n}
	return s, nil
}

// unpackedName returns a name without the ending of a compression.
func unpackedName(name string) string {
	for _, ending := range [...]string{".gz", ".zst", ".zstd"} {
		if short, ok := strings.CutSuffix(name, ending); ok && file.Base(short) != "" {
			return short
		}
	}
	return name
}

func itoa(n int) string { return strconv.Itoa(n) }
