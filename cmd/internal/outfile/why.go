package outfile

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
)

// Why says in a sentence why a file or a folder cannot be written and, if known, what to do about it.
func Why(name string, err error) error {
	folder := filepath.Dir(name)
	up, isDir := existing(folder)
	switch err = reason(err); {
	case up != "" && !isDir:
		return fmt.Errorf("%s: %s is a file; name a folder", name, up)
	case up != folder:
		return fmt.Errorf("%s: there is no folder %s; make it first", name, folder)
	case errors.Is(err, syscall.ENOTDIR):
		return fmt.Errorf("%s is a file; name a folder", name)
	case errors.Is(err, fs.ErrPermission):
		return fmt.Errorf("%s: not permitted to write to the folder %s", name, folder)
	}
	return fmt.Errorf("%s: %w", name, err)
}

// reason returns an error without the names of the system call and the file.
func reason(err error) error {
	var path *fs.PathError
	var link *os.LinkError
	if errors.As(err, &path) {
		return path.Err
	} else if errors.As(err, &link) {
		return link.Err
	}
	return err
}

// existing returns the folder or, if it does not exist, its nearest existing parent, which may be a file. It returns "" if
// there is none.
func existing(folder string) (up string, isDir bool) {
	for {
		if info, err := os.Stat(folder); err == nil {
			return folder, info.IsDir()
		}
		above := filepath.Dir(folder)
		if above == folder {
			return "", false
		}
		folder = above
	}
}
