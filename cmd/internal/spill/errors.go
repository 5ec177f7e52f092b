package spill

import (
	"errors"
	"fmt"
	"io/fs"
	"syscall"
)

// Error says what failed with a temporary file, and what to do.
type Error struct {
	Folder string // of the file
	Done   string // "made", "written" or "read again"
	Size   int64  // total size of temporary files at that time
	Err    error
}

// Error returns the sentence.
func (e *Error) Error() string {
	cause := e.Err
	var at *fs.PathError
	if errors.As(cause, &at) {
		cause = at.Err // the name of the file is not helpful
	}
	text := "a temporary file in " + e.Folder + " cannot be " + e.Done + ": " + cause.Error()
	if e.Size > 0 {
		text += fmt.Sprintf(", with %.1f MB of temporary files", float64(e.Size)/1e6)
	}
	switch {
	case e.Done == "read again":
		return text + ": something else changed it, or the disk is damaged; run it again with --tmp on another disk"
	case errors.Is(cause, syscall.ENOSPC), e.Done == "written":
		return text + ": give --tmp FOLDER on a disk with more room, or more --memory"
	}
	return text + ": give a --tmp FOLDER that exists and is writable"
}

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Err }

func (s *Sorter) failed(done string, err error) error {
	return &Error{Folder: s.folder, Done: done, Size: s.disk, Err: err}
}

var (
	errClosed = errors.New("spill: the sorter is closed")
	errShort  = errors.New("spill: fewer records came back than were added")
)
