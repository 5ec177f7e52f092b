package stores

import (
	"errors"
	"io/fs"
	"os"
	"syscall"
)

// openQuietly opens a file so that reading does not change its access time. Only the file's owner may do that.
func openQuietly(path string) (*os.File, error) {
	f, err := os.OpenFile(path, os.O_RDONLY|syscall.O_NOATIME|syscall.O_NONBLOCK, 0)
	if errors.Is(err, fs.ErrPermission) {
		return os.OpenFile(path, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	}
	return f, err
}
