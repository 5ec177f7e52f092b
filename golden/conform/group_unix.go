//go:build unix

package conform

import (
	"os/exec"
	"syscall"
)

// together lets a command, when it is stopped, take along what it has started: a testee is often a script.
func together(command *exec.Cmd) {
	command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	command.Cancel = func() error { return syscall.Kill(-command.Process.Pid, syscall.SIGKILL) }
}
