//go:build !unix

package conform

import "os/exec"

// together does nothing, because processes have no groups here: only the command itself is stopped.
func together(*exec.Cmd) {}
