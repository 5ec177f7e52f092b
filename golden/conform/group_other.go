//go:build !unix

package conform

import "os/exec"

// together does nothing where processes have no groups: only the command itself is stopped.
func together(*exec.Cmd) {}
