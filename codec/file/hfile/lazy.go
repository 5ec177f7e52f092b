package hfile

import "github.com/rowlens/rowlens/codec/file"

// lazy is a file that is open only while it is read: a table may have thousands of files.
type lazy struct {
	around *around
	path   string
	size   int64
	file   file.File // nil while closed
}

func (l *lazy) ReadAt(p []byte, at int64) (int, error) {
	if l.file == nil {
		f, err := l.around.open(l.path)
		if err != nil {
			return 0, err
		}
		l.file = f
	}
	return l.file.ReadAt(p, at)
}

func (l *lazy) Size() int64 { return l.size }

// Close closes the file until the next read.
func (l *lazy) Close() error {
	if l.file == nil {
		return nil
	}
	f := l.file
	l.file = nil
	return f.Close()
}

// again returns the same HFile with its own handle, for one scan.
func (f *hfile) again() *hfile {
	own := *f
	if l, ok := f.file.(*lazy); ok {
		own.file = &lazy{around: l.around, path: l.path, size: l.size}
	}
	return &own
}
