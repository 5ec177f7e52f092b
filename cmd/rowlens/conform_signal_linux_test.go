package main

import (
	"bufio"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"syscall"
	"testing"
)

// A signal to conform ends the testee too, which has a process group of its own that Ctrl-C does not reach.
func TestASignalEndsTheTestee(t *testing.T) {
	file := writeVectors(t, t.TempDir(), "implexus.jsonl.gz")
	for signal, code := range map[os.Signal]int{os.Interrupt: exitInterrupted, syscall.SIGTERM: exitTerminated} {
		cmd := exec.Command(program, "conform", "--quiet", file, "--", "sh", "-c", "echo $$ >&2; exec sleep 600")
		said, err := cmd.StderrPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		line, _ := bufio.NewReader(said).ReadString('\n')
		testee, err := strconv.Atoi(strings.TrimSpace(line))
		if err != nil {
			t.Fatal(err)
		}
		if err := cmd.Process.Signal(signal); err != nil {
			t.Fatal(err)
		}
		_ = cmd.Wait()
		if got := cmd.ProcessState.ExitCode(); got != code {
			t.Errorf("%s: exit code %d, want %d", signal, got, code)
		}
		if err := syscall.Kill(testee, 0); err != syscall.ESRCH {
			t.Errorf("%s: the testee is still there: %v", signal, err)
			_ = syscall.Kill(testee, syscall.SIGKILL)
		}
	}
}
