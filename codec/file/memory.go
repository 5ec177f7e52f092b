package file

import (
	"errors"
	"io"
	"strings"

	"github.com/rowlens/rowlens/codec/internal/sorting"
)

// Memory is a File in memory, for samples, tests and unpacked data.
type Memory []byte

// ReadAt copies bytes from offset at on.
func (m Memory) ReadAt(p []byte, at int64) (int, error) {
	if at < 0 || at >= int64(len(m)) {
		return 0, io.EOF
	}
	n := copy(p, m[at:])
	if n < len(p) {
		return n, io.EOF
	}
	return n, nil
}

// Size returns the number of bytes.
func (m Memory) Size() int64 { return int64(len(m)) }

// Close does nothing.
func (Memory) Close() error { return nil }

// Files is a Folder in memory. It maps names to contents.
type Files map[string][]byte

// List returns the names in order.
func (f Files) List() ([]Info, error) {
	var all []Info
	for name, b := range f {
		all = append(all, Info{name, int64(len(b))})
	}
	sorting.Func(all, func(a, b Info) int { return strings.Compare(a.Name, b.Name) })
	return all, nil
}

// Open returns the content of a name.
func (f Files) Open(name string) (File, error) {
	b, ok := f[name]
	if !ok {
		return nil, ErrNotThere
	}
	return Memory(b), nil
}

// ErrNotThere is the error for a file that a folder does not have, or no longer has.
var ErrNotThere = errors.New("there is no such file")

// ErrMoved is what errors.Is finds in the error of a store or cursor whose files changed to a
// newer state while they were read, so that entries of two states might be mixed. Callers that
// have not yet passed on any entry may reopen the store and start again; others report it.
var ErrMoved = errors.New("the files changed while they were read")
