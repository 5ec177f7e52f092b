package rfile

import (
	"io"

	"github.com/rowlens/rowlens/codec/file"
)

// reads is a file that remembers why a read failed: what could not be read is not damaged, and may be read the next time.
// It serves one goroutine.
type reads struct {
	file.File
	err error
}

func (r *reads) ReadAt(p []byte, at int64) (int, error) {
	n, err := r.File.ReadAt(p, at)
	if err != nil && err != io.EOF && r.err == nil {
		r.err = err
	}
	return n, err
}

// noted returns the file as a scan of its own reads it, and what remembers its failed reads.
func (f *rfile) noted() (*rfile, *reads) {
	own, c, r := *f, *f.container, &reads{File: f.f}
	c.f, own.container = r, &c
	return &own, r
}

// failed returns why one of the files could not be read.
func failed(list []*reads) error {
	for _, r := range list {
		if r.err != nil {
			return r.err
		}
	}
	return nil
}
