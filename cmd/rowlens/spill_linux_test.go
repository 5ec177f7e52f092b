package main

import (
	"bytes"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/rowlens/rowlens/cmd/internal/generate"
)

// spilling returns a run of a command with little memory.
func spilling(command, tmp, dump, model string) *exec.Cmd {
	return unstarted("", command, "--json", "--memory", "1MiB", "--tmp", tmp, "--model", model, dump)
}

// ofSpilling runs a test for each command that makes such files for any format.
func ofSpilling(t *testing.T, test func(t *testing.T, command string)) {
	t.Helper()
	for _, command := range []string{"verify", "assemble"} {
		t.Run(command, func(t *testing.T) { test(t, command) })
	}
}

func TestTemporaryFilesThatCannotBeWrittenAreNamed(t *testing.T) {
	dump, model := spillingDump(t)
	ofSpilling(t, func(t *testing.T, command string) {
		none := filepath.Join(t.TempDir(), "none")
		for _, folder := range []string{none, "/proc"} {
			got := finish(t, spilling(command, folder, dump, model)).want(t, exitUnreadable)
			if want := "rowlens " + command + ": a temporary file in " + folder +
				" cannot be made: no such file or directory: give a --tmp FOLDER that exists and is writable\n"; got.err != want || got.out != "" {
				t.Errorf("got %q and %q, want %q", got.err, got.out, want)
			}
		}
		// Limiting the size of files simulates a full disk.
		tmp := t.TempDir()
		cmd := spilling(command, tmp, dump, model)
		cmd.Args = append([]string{"sh", "-c", `ulimit -f 40; exec "$0" "$@"`}, cmd.Args...)
		cmd.Path = "/bin/sh"
		got := finish(t, cmd).want(t, exitUnreadable)
		if !strings.HasPrefix(got.err, "rowlens "+command+": a temporary file in "+tmp+" cannot be written: file too large") ||
			!strings.HasSuffix(got.err, "give --tmp FOLDER on a disk with more room, or more --memory\n") || got.out != "" {
			t.Errorf("got %q and %q", got.err, got.out)
		}
		if left, _ := os.ReadDir(tmp); len(left) > 0 {
			t.Errorf("%d files are left", len(left))
		}
	})
}

// begun waits until a run has a temporary file open.
func begun(t *testing.T, pid int, tmp string) {
	t.Helper()
	for end := time.Now().Add(time.Minute); time.Now().Before(end); time.Sleep(time.Millisecond) {
		links, _ := filepath.Glob("/proc/" + strconv.Itoa(pid) + "/fd/*")
		for _, link := range links {
			if to, err := os.Readlink(link); err == nil && strings.HasPrefix(to, tmp+"/") {
				return
			}
		}
	}
	t.Fatal("it makes no temporary file")
}

// halfRead starts a run that reads a dump from a pipe, and calls a function when the first half of it has made
// a temporary file.
func halfRead(t *testing.T, cmd *exec.Cmd, tmp, dump string, happens func() error) (out, diag string, code int) {
	t.Helper()
	var printed, said bytes.Buffer
	cmd.Stdin, cmd.Stdout, cmd.Stderr = nil, &printed, &said
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	text := []byte(readFile(t, dump))
	if _, err := in.Write(text[:len(text)/2]); err != nil {
		t.Fatal(err)
	}
	begun(t, cmd.Process.Pid, tmp)
	if err := happens(); err != nil {
		t.Fatal(err)
	}
	_, _ = in.Write(text[len(text)/2:]) // it may end before everything is read
	in.Close()
	_ = cmd.Wait()
	return printed.String(), said.String(), cmd.ProcessState.ExitCode()
}

func TestAFolderThatVanishesIsNamed(t *testing.T) {
	dump, model := spillingDump(t)
	ofSpilling(t, func(t *testing.T, command string) {
		tmp := filepath.Join(t.TempDir(), "tmp")
		if err := os.Mkdir(tmp, 0o700); err != nil {
			t.Fatal(err)
		}
		// The files in the folder have no names, so only new ones are affected.
		out, diag, code := halfRead(t, spilling(command, tmp, "-", model), tmp, dump, func() error { return os.RemoveAll(tmp) })
		want := "rowlens " + command + ": a temporary file in " + tmp + " cannot be made: no such file or directory"
		if code != exitUnreadable || !strings.HasPrefix(diag, want) || out != "" {
			t.Errorf("exit code %d, %q and %q, want %q", code, diag, out, want)
		}
	})
}

func TestADumpThatVanishesIsNamed(t *testing.T) {
	dump, model := spillingDump(t)
	ofSpilling(t, func(t *testing.T, command string) {
		tmp, next := t.TempDir(), writeFile(t, readFile(t, dump))
		cmd := spilling(command, tmp, "-", model)
		cmd.Args = append(cmd.Args, next)
		out, diag, code := halfRead(t, cmd, tmp, dump, func() error { return os.Remove(next) })
		want := "rowlens " + command + ": " + next + ": there is no such file"
		if code != exitUnreadable || !strings.Contains(diag, want) || out != "" {
			t.Errorf("exit code %d, %q and %q, want %q", code, diag, out, want)
		}
		if left, _ := os.ReadDir(tmp); len(left) > 0 {
			t.Errorf("%d files are left", len(left))
		}
	})
}

func TestCtrlCLeavesNoTemporaryFile(t *testing.T) {
	dump, model := spillingDump(t)
	ofSpilling(t, func(t *testing.T, command string) {
		tmp := t.TempDir()
		cmd := spilling(command, tmp, dump, model)
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		begun(t, cmd.Process.Pid, tmp)
		if err := cmd.Process.Signal(os.Interrupt); err != nil {
			t.Fatal(err)
		}
		if err := cmd.Wait(); cmd.ProcessState.ExitCode() != exitInterrupted {
			t.Errorf("%v, want exit code %d", err, exitInterrupted)
		}
		if left, _ := os.ReadDir(tmp); len(left) > 0 {
			t.Errorf("%d files are left", len(left))
		}
	})
}

// The output of killed runs is cut at most in a last line without a line feed. Their temporary files are gone after
// the next run, which finds everything.
func TestKilledRunsLeaveNothingThatTheNextOneDoesNotRemove(t *testing.T) {
	kills, sources := 3, 400
	if *soakCells > 1_000_000 {
		kills, sources = 50, 8000
	}
	dump, model := spillingTable(t, sources)
	later := generated(t, (&generate.Table{Sources: sources, Faults: 10}).Write)
	r := rand.New(rand.NewPCG(15, 16))
	killed := func(t *testing.T, command string, code int, more ...string) {
		run := func(tmp string) *exec.Cmd {
			cmd := spilling(command, tmp, dump, model)
			cmd.Args = append(cmd.Args, more...)
			return cmd
		}
		began := time.Now()
		whole := finish(t, run(t.TempDir())).want(t, code)
		took := time.Since(began)
		tmp := t.TempDir()
		for range kills {
			out := cutShort(t, run(tmp), code, time.Duration(r.Int64N(int64(took))))
			if !strings.HasPrefix(whole.out, out) {
				t.Errorf("a killed run printed %s", short(out))
			}
		}
		left := filepath.Join(tmp, "rowlens-spill-1234.tmp") // of a run that was killed while its file had a name
		if err := os.WriteFile(left, []byte("x"), 0o600); err != nil {
			t.Fatal(err)
		}
		if got := finish(t, run(tmp)).want(t, code); got != whole {
			t.Errorf("got %s and %q, want %s", short(got.out), got.err, short(whole.out))
		}
		if left, err := os.ReadDir(tmp); err != nil || len(left) > 0 {
			t.Errorf("%v are left, %v", left, err)
		}
	}
	ofSpilling(t, func(t *testing.T, command string) { killed(t, command, exitOK) })
	t.Run("diff", func(t *testing.T) { killed(t, "diff", exitDifferences, later) })
}

// cutShort runs a command, kills it after a time, and returns the lines that it printed. code is the exit code of a run that
// finishes.
func cutShort(t *testing.T, cmd *exec.Cmd, code int, after time.Duration) (lines string) {
	t.Helper()
	var out bytes.Buffer
	cmd.Stdout = &out
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	time.Sleep(after)
	_ = cmd.Process.Signal(syscall.SIGKILL) // unless it has ended
	_ = cmd.Wait()                          // its exit code is checked
	killed := cmd.ProcessState.ExitCode() != code
	lines = out.String()
	if whole := strings.LastIndexByte(lines, '\n') + 1; killed {
		lines = lines[:whole]
	} else if whole != len(lines) {
		t.Errorf("what it printed ends with %q", lines[whole:])
	}
	return lines
}
