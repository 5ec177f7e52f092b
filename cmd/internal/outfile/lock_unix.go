//go:build unix

package outfile

import (
	"os"

	"golang.org/x/sys/unix"
)

// lock locks a file for as long as it is open. It returns false if somebody else has locked it.
func lock(f *os.File) bool { return unix.Flock(int(f.Fd()), unix.LOCK_EX|unix.LOCK_NB) == nil }
