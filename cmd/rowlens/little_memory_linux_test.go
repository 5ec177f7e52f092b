package main

import (
	"bufio"
	goflag "flag"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/rowlens/rowlens/cmd/internal/generate"
)

// soakCells is the number of cells of a table that is read in little memory.
var soakCells = goflag.Int("cells", 60_000, "cells of the table that is verified; make soak has 10 million of them")

// cellsOfSource is the number of cells per source in generate.Table.
const cellsOfSource = 54

// soakMemory is how much memory any command may use, whatever the size of the table.
const soakMemory = 256 << 20

// spilled returns a table larger than the memory that verify gets.
func spilled() *generate.Table {
	sources := *soakCells / cellsOfSource
	return &generate.Table{Sources: sources, Faults: min(sources/2/generate.FaultKinds, 1000)}
}

// tableStore returns the folder of an HFile with the cells of a table.
func tableStore(t *testing.T, table *generate.Table) (folder string) {
	t.Helper()
	folder = t.TempDir()
	store, err := os.Create(filepath.Join(folder, "0123456789abcdef0123456789abcdef"))
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	if err := table.HFile(store, t.TempDir()); err != nil {
		t.Fatal(err)
	}
	return folder
}

// littleMemory is the requirements for a run.
type littleMemory struct {
	memory string // value of the flag, for sorting
	limit  int    // bytes of memory
	tmp    string // folder in which nothing may be left
}

func inLittleMemory(t *testing.T) *littleMemory {
	t.Helper()
	if *soakCells > 1_000_000 {
		return &littleMemory{"256MiB", soakMemory, t.TempDir()}
	}
	return &littleMemory{"4MiB", 64 << 20, t.TempDir()}
}

// sorting runs a command that sorts.
func (x *littleMemory) sorting(t *testing.T, code int, look func(line []byte), args ...string) {
	t.Helper()
	x.run(t, code, look, append(args, "--memory", x.memory, "--tmp", x.tmp)...)
}

// run runs a command, and calls look for each line that it prints.
func (x *littleMemory) run(t *testing.T, code int, look func(line []byte), args ...string) {
	t.Helper()
	cmd := exec.Command(program, args...)
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	began := time.Now()
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	watched := make(chan int)
	go func() { watched <- peak(cmd.Process.Pid) }()
	lines := bufio.NewScanner(out)
	for lines.Buffer(nil, 1<<30); lines.Scan(); {
		look(lines.Bytes())
	}
	_, _ = io.Copy(io.Discard, out) // a line that is too long must not block it
	used := <-watched
	_ = cmd.Wait() // its exit code is checked
	if cmd.ProcessState.ExitCode() != code || lines.Err() != nil {
		t.Errorf("exit code %d, want %d; %v", cmd.ProcessState.ExitCode(), code, lines.Err())
	}
	t.Logf("%s: %d MiB, %s, of CPU %s", args[0], used>>20, time.Since(began).Round(time.Second/10),
		(cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()).Round(time.Second/10))
	if used == 0 || used > x.limit {
		t.Errorf("it had %d MiB in memory, at most %d are allowed", used>>20, x.limit>>20)
	}
	if left, _ := os.ReadDir(x.tmp); len(left) > 0 {
		t.Errorf("%d files are left", len(left))
	}
}

// peak returns the most memory that a process used before it ended.
func peak(pid int) (bytes int) {
	for {
		n, running := highWaterOf(pid)
		if !running {
			return bytes
		}
		bytes = n
		time.Sleep(5 * time.Millisecond)
	}
}

// highWaterOf returns the most memory that a running process has used so far.
func highWaterOf(pid int) (bytes int, ok bool) {
	status, err := os.ReadFile(filepath.Join("/proc", strconv.Itoa(pid), "status"))
	if err != nil {
		return 0, false
	}
	_, after, ok := strings.Cut(string(status), "VmHWM:")
	if !ok {
		return 0, false
	}
	kib, err := strconv.Atoi(strings.Fields(after)[0])
	return kib << 10, err == nil
}
