package main

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/rowlens/rowlens/cmd/internal/outfile"
	"github.com/rowlens/rowlens/cmd/internal/screen"
	"github.com/rowlens/rowlens/codec"
	"github.com/rowlens/rowlens/inspector"
)

// writePage writes the page to a file or a folder.
func (c *call) writePage(name string, force bool) error {
	var err error
	if filepath.Ext(name) == ".html" {
		err = writeSingle(name, force)
	} else {
		err = inspector.WriteStatic(name, codec.Formats(), force)
	}
	switch {
	case errors.Is(err, inspector.ErrForeign):
		err = errors.New(name + ": " + err.Error() + "; --force writes to it anyway")
	case err == nil:
		_, err := c.out.WriteString("wrote " + screen.Visible(name) + "\n")
		return err
	}
	var path *fs.PathError
	if errors.As(err, &path) && strings.HasPrefix(filepath.Clean(path.Path), filepath.Clean(name)) {
		err = outfile.Why(path.Path, err)
	}
	return failed(exitUnreadable, err)
}

func writeSingle(name string, force bool) error {
	if _, err := os.Lstat(name); err == nil && !force {
		return errors.New(name + " exists already; --force overwrites it")
	}
	var page bytes.Buffer
	if err := inspector.WriteSingle(&page, codec.Formats()); err != nil {
		return err
	}
	return inspector.Replace(name, page.Bytes())
}
