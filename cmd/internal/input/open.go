// Package input opens what the command reads: files and standard input. Reading
// waits only as long as the command runs, and yields uncompressed UTF-8.
package input

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"

	"github.com/rowlens/rowlens/internal/unpack"
)

// Open opens a file, possibly a named pipe to which nobody writes yet. It returns an
// error with advice for what no command reads: folders and the files of stores. For
// guessed see Text.
func Open(ctx context.Context, name string, guessed func(sentence string)) (io.ReadCloser, error) {
	info, err := os.Stat(name)
	if err != nil {
		return nil, err
	}
	if info.IsDir() {
		return nil, refuse(name, folderAdvice(name))
	}
	f, err := OpenRaw(ctx, name)
	if err != nil {
		return nil, err
	}
	if file, ok := f.(*os.File); ok {
		if advice := fileAdvice(name, file); advice != "" {
			f.Close()
			return nil, refuse(name, advice)
		}
	}
	text, err := unpack.Text(f, guessed)
	if err != nil {
		f.Close()
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		return nil, refuse(name, err.Error())
	}
	return closing{text, f}, nil
}

// OpenRaw opens a file to read its bytes unchanged.
func OpenRaw(ctx context.Context, name string) (io.ReadCloser, error) {
	info, err := os.Stat(name)
	if err != nil {
		return nil, err
	}
	if info.IsDir() {
		return nil, refuse(name, "is a folder")
	}
	if info.Mode().IsRegular() {
		return os.Open(name)
	}
	type opened struct {
		f   *os.File
		err error
	}
	done := make(chan opened, 1)
	go func() { // opening a named pipe may have to wait
		f, err := os.Open(name)
		done <- opened{f, err}
	}()
	select {
	case o := <-done:
		if o.err != nil {
			return nil, o.err
		}
		return closing{NewLive(ctx, o.f), o.f}, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// Stdin reads standard input: a regular file directly, anything else through Live.
func Stdin(ctx context.Context, f *os.File) io.Reader {
	if Regular(f) {
		return f
	}
	return NewLive(ctx, f)
}

// Regular reports whether an open file is a regular file on disk.
func Regular(f *os.File) bool {
	info, err := f.Stat()
	return err == nil && info.Mode().IsRegular()
}

func refuse(name, why string) error {
	return &fs.PathError{Op: "read", Path: name, Err: errors.New(why)}
}

// closing is a reader with the file to close.
type closing struct {
	io.Reader
	file io.Closer
}

// Close closes the file.
func (c closing) Close() error { return c.file.Close() }

// Paused reports whether the reader is paused.
func (c closing) Paused() bool { return unpack.Paused(c.Reader) }

// Unclosed is a reader that stays open, like standard input.
type Unclosed struct{ io.Reader }

// Close does nothing.
func (Unclosed) Close() error { return nil }

// Paused reports whether the reader is paused.
func (u Unclosed) Paused() bool { return unpack.Paused(u.Reader) }
