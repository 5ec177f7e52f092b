//go:build unix

package conform

import (
	"os/exec"
	"syscall"
)

// together makes stopping a command also stop the processes that it has started, because a testee is often a script.
func together(command *exec.Cmd) {
	command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	command.Cancel = func() error { return syscall.Kill(-command.Process.Pid, syscall.SIGKILL) }
}
