//go:build unix

package outfile

import (
	"os"

	"golang.org/x/sys/unix"
)

// lock locks a file for as long as it is open, and reports whether nobody else has it locked.
func lock(f *os.File) bool { return unix.Flock(int(f.Fd()), unix.LOCK_EX|unix.LOCK_NB) == nil }
