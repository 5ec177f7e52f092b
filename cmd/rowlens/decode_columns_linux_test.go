package main

import (
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

func TestColumnsRefuseWhatDoesNotGoTogether(t *testing.T) {
	folder := t.TempDir()
	scan := filepath.Join(folder, "scan.txt")
	if err := os.WriteFile(scan, []byte(readFile(t, golden(scanFile))), 0o600); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(folder, "rows.parquet")
	for _, c := range []struct {
		want string
		code int
		args []string
	}{
		{"exclude each other", exitUsage, []string{"--parquet", file, "--arrow"}},
		{"exclude each other", exitUsage, []string{"--parquet", file, "--csv"}},
		{"exclude each other", exitUsage, []string{"--arrow", "--cbor"}},
		{"--arrow writes a stream", exitUsage, []string{"--parquet", "-"}},
		{"--parquet has an empty value", exitUsage, []string{"--parquet", ""}},
		{"--count prints a number", exitUsage, []string{"--arrow", "--count"}},
		{"would overwrite the dump", exitUsage, []string{"--parquet", scan}},
		{"would overwrite the file of --model", exitUsage, []string{"--parquet", golden(modelFile), "--model", golden(modelFile)}},
		{"is a folder", exitUsage, []string{"--parquet", folder}},
		{"there is no folder", exitUnreadable, []string{"--parquet", filepath.Join(folder, "none", "rows.parquet")}},
		{"did you mean record?", exitUsage, []string{"--arrow", "--select", "recod"}},
		{"--format or --record gives", exitUsage, []string{"--arrow", "--select", "actionbase_edge_state.version"}},
	} {
		if r := rowlens(t, "", append([]string{"decode", scan}, c.args...)...).want(t, c.code); !strings.Contains(r.err, c.want) || r.out != "" {
			t.Errorf("%v: %s", c.args, r.err)
		}
	}
	onlyFile(t, folder, "scan.txt")
}

func onlyFile(t *testing.T, folder string, want ...string) {
	t.Helper()
	var names []string
	list, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	for _, one := range list {
		names = append(names, one.Name())
	}
	if strings.Join(names, " ") != strings.Join(want, " ") {
		t.Errorf("the folder has %q, expected %q", names, want)
	}
}

// The file is replaced by a complete one. The exit code is the same as for JSON Lines, and all rows of readable inputs are
// written.
func TestAParquetFileIsReplaced(t *testing.T) {
	folder := t.TempDir()
	file := filepath.Join(folder, "rows.parquet")
	if err := os.WriteFile(file, []byte("old"), 0o600); err != nil {
		t.Fatal(err)
	}
	r := rowlens(t, "", "decode", "--parquet", file, golden(scanFile)).want(t, 0)
	whole := readFile(t, file)
	if r.out != "" || !strings.HasPrefix(whole, "PAR1") || !strings.HasSuffix(whole, "PAR1") {
		t.Errorf("%d bytes, and on standard output %q", len(whole), r.out)
	}
	rowlens(t, "", "decode", "--parquet", file, golden(scanFile), filepath.Join(folder, "missing")).want(t, exitUnreadable)
	if readFile(t, file) != whole {
		t.Error("an input that is not there changes the rows of the other one")
	}
	rowlens(t, "zz\n", "decode", "--parquet", file, "--format", "actionbase").want(t, exitFailed)
	onlyFile(t, folder, "rows.parquet")
}

func TestNoPartOfAParquetFileIsLeft(t *testing.T) {
	for _, c := range []struct {
		signal syscall.Signal
		code   int
		left   int
	}{{os.Interrupt.(syscall.Signal), exitInterrupted, 0}, {syscall.SIGTERM, exitTerminated, 0}, {syscall.SIGKILL, -1, 1}} {
		folder := t.TempDir()
		file := filepath.Join(folder, "rows.parquet")
		cmd := exec.Command(program, "decode", "--parquet", file)
		in, err := cmd.StdinPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		_, _ = io.WriteString(in, readFile(t, golden(scanFile)))
		for begin := time.Now(); time.Since(begin) < 20*time.Second; time.Sleep(10 * time.Millisecond) {
			if list, _ := os.ReadDir(folder); len(list) > 0 {
				break
			}
		}
		if err := cmd.Process.Signal(c.signal); err != nil {
			t.Fatal(err)
		}
		_ = cmd.Wait() // its exit code is checked
		in.Close()
		if list, _ := os.ReadDir(folder); cmd.ProcessState.ExitCode() != c.code || len(list) != c.left {
			t.Errorf("%v: exit code %d, %d files", c.signal, cmd.ProcessState.ExitCode(), len(list))
		}
		rowlens(t, "", "decode", "--parquet", file, golden(scanFile)).want(t, 0)
		onlyFile(t, folder, "rows.parquet")
	}
}

func TestAFullDiskLeavesTheOldFile(t *testing.T) {
	folder := t.TempDir()
	file := filepath.Join(folder, "rows.parquet")
	if err := os.WriteFile(file, []byte("old"), 0o600); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("sh", "-c", `ulimit -f 8 && exec "$@"`, "sh", program, "decode", "--parquet", file, golden(scanFile))
	r := finish(t, cmd).want(t, exitUnreadable)
	if !strings.Contains(r.err, "rows.parquet: file too large; nothing was written") {
		t.Error(r.err)
	}
	if readFile(t, file) != "old" {
		t.Error("the old file is gone")
	}
	onlyFile(t, folder, "rows.parquet")
}
