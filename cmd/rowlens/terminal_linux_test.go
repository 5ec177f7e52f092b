package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/sys/unix"

	"github.com/rowlens/rowlens/cmd/internal/screen"
)

// onTerminal runs the program with a terminal as standard output and returns what appears there.
func onTerminal(t *testing.T, columns uint16, env []string, args ...string) string {
	t.Helper()
	master, err := os.OpenFile("/dev/ptmx", os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer master.Close()
	fd := int(master.Fd())
	if err := unix.IoctlSetPointerInt(fd, unix.TIOCSPTLCK, 0); err != nil {
		t.Fatal(err)
	}
	n, err := unix.IoctlGetInt(fd, unix.TIOCGPTN)
	if err != nil {
		t.Fatal(err)
	}
	if err := unix.IoctlSetWinsize(fd, unix.TIOCSWINSZ, &unix.Winsize{Row: 40, Col: columns}); err != nil {
		t.Fatal(err)
	}
	slave, err := os.OpenFile("/dev/pts/"+strconv.Itoa(n), os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(program, args...)
	cmd.Env = append(append(os.Environ(), "TERM=xterm-256color", "NO_COLOR="), env...)
	var diag bytes.Buffer
	cmd.Stdout, cmd.Stderr = slave, &diag
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	slave.Close()
	var out bytes.Buffer
	_, _ = out.ReadFrom(master) // ends with an error once nobody holds the other end
	if _ = cmd.Wait(); cmd.ProcessState.ExitCode() > exitFailed {
		t.Fatalf("%s: %s%s", cmd.ProcessState, out.String(), diag.String())
	}
	return strings.ReplaceAll(out.String(), "\r\n", "\n")
}

// uncoloured removes colours.
func uncoloured(text string) string {
	var b strings.Builder
	for {
		before, rest, ok := strings.Cut(text, "\x1b[")
		b.WriteString(before)
		if !ok {
			return b.String()
		}
		_, text, _ = strings.Cut(rest, "m")
	}
}

func TestTheTerminalDecidesOnColourAndWidth(t *testing.T) {
	args := []string{"inspect", "--model", golden(modelFile), "-f", golden(scanFile), "--row", "25"}
	wide := onTerminal(t, 120, nil, args...)
	if !strings.Contains(wide, "\x1b[") {
		t.Error("a terminal gets no colours")
	}
	for _, env := range [][]string{{"NO_COLOR=1"}, {"TERM=dumb"}} {
		plain := onTerminal(t, 120, env, args...)
		if strings.Contains(plain, "\x1b") {
			t.Errorf("%s: there are colours", env)
		}
		if plain != uncoloured(wide) {
			t.Errorf("%s: the words are other ones", env)
		}
	}
	for _, columns := range []int{80, 120} {
		_, tree, _ := strings.Cut(uncoloured(onTerminal(t, uint16(columns), nil, args...)), "\nrow ")
		for _, line := range strings.Split(tree, "\n") {
			if screen.Columns(line) > columns {
				t.Errorf("%d columns: a line of %d: %s", columns, screen.Columns(line), line)
			}
		}
	}
	if piped := rowlens(t, "", args...).want(t, 0).out; strings.Contains(piped, "\x1b") {
		t.Error("a pipe gets colours")
	}
}

func TestHelpIsAsWideAsTheTerminal(t *testing.T) {
	widest := map[int]int{}
	for _, columns := range []int{40, 80, 120} {
		for _, cmd := range newRoot(&call{}).Commands() {
			text := uncoloured(onTerminal(t, uint16(columns), nil, cmd.Name(), "--help"))
			fits(t, cmd.Name(), text, columns)
			text, _, _ = strings.Cut(text, "\nExamples:\n")
			for _, line := range strings.Split(text, "\n") {
				widest[columns] = max(widest[columns], screen.Columns(line))
			}
		}
		fits(t, "help", uncoloured(onTerminal(t, uint16(columns), nil, "help")), columns)
		if widest[columns] < columns-3 {
			t.Errorf("of %d columns no help uses more than %d", columns, widest[columns])
		}
	}
}

func TestHostileBytesNeverReachATerminalRaw(t *testing.T) {
	record := rowlens(t, hostileEdge(), "encode", "--as", "record").want(t, 0).out
	for _, args := range [][]string{{"inspect", record}, {"inspect", "--all", hostile}, {"order", record, record}, {"hash", hostile}} {
		harmless(t, args[0], uncoloured(onTerminal(t, 100, nil, args...)), "")
	}
}

func TestBytesAreNotWrittenToATerminal(t *testing.T) {
	for _, args := range [][]string{{"decode", "--cbor"}, {"decode", "--arrow"}, {"encode", "--as", "raw"}} {
		cmd := unstarted("", args...)
		slave, err := os.OpenFile("/dev/ptmx", os.O_RDWR, 0) // the near end is a terminal, too
		if err != nil {
			t.Fatal(err)
		}
		cmd.Stdout = slave
		err = cmd.Run()
		slave.Close()
		if err == nil || cmd.ProcessState.ExitCode() != exitUsage {
			t.Errorf("%v: exit code %d, want %d", args, cmd.ProcessState.ExitCode(), exitUsage)
		}
	}
}

func TestTextFitsTheTerminal(t *testing.T) {
	for _, columns := range []int{40, 80} {
		for _, args := range [][]string{
			{"formats"}, {"formats", "maryk-rocksdb"}, {"formats", "--forms"},
			{"inspect", "--model", golden(modelFile), "-f", golden(scanFile), "--row", "25"},
			{"inspect", "--all", "2c8000018f3c9be200ffee"},
			{"inspect", "--oneline", "-f", golden(scanFile)},
			{"decode", golden(scanFile)},
			{"order", "2c8000018f3c9be200", "2c8000018f3c9be201"},
			{"assemble", golden("../maryk-rocksdb/latest.rows.jsonl")},
			{"stats", golden(scanFile)},
			{"stats", filepath.Join(goldenDir, "store-files", "samples", "rocksdb", "maryk")},
		} {
			text := uncoloured(onTerminal(t, uint16(columns), nil, args...))
			for _, line := range strings.Split(text, "\n") {
				if screen.Columns(line) > columns {
					t.Errorf("%v: %d columns: a line of %d: %s", args, columns, screen.Columns(line), line)
					break
				}
			}
			if text == "" {
				t.Errorf("%v prints nothing", args)
			}
		}
	}
}
