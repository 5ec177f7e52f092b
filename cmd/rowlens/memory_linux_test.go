package main

import (
	"bufio"
	"io"
	"os/exec"
	"strconv"
	"strings"
	"testing"

	"github.com/rowlens/rowlens/cmd/internal/generate"
)

// memoryMax is how much memory decode may use, whatever the size of the dump.
const memoryMax = 128 << 20

func TestALongDumpIsDecodedInOrderInBoundedMemory(t *testing.T) {
	const rows = 200_000
	for name, write := range map[string]func(io.Writer) error{
		"hex lines":  func(w io.Writer) error { return generate.HexKeys(w, rows, 1) },
		"shell scan": func(w io.Writer) error { return generate.Scan(w, rows, 1) },
	} {
		t.Run(name, func(t *testing.T) {
			cmd := exec.Command(program, "decode", generated(t, write))
			out, err := cmd.StdoutPipe()
			if err != nil {
				t.Fatal(err)
			}
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			got, last, used := 0, 0, 0
			for s := bufio.NewScanner(out); s.Scan(); got++ {
				line := s.Text()
				_, after, _ := strings.Cut(line, `"line":`)
				n, err := strconv.Atoi(after[:strings.IndexByte(after, '}')])
				if err != nil || n <= last || !strings.HasPrefix(line, `{"format":"actionbase","record":"edge-index",`) ||
					!strings.HasSuffix(line, "}}") {
					t.Fatalf("record %d behind line %d is %s", got+1, last, line)
				}
				last = n
				if got == rows*9/10 { // it still has to print more than a pipe holds
					used = highWater(t, cmd.Process.Pid)
				}
			}
			if err := cmd.Wait(); err != nil {
				t.Fatal(err)
			}
			if got != rows {
				t.Errorf("%d records, want %d", got, rows)
			}
			if used > memoryMax {
				t.Errorf("it had %d MiB in memory, at most %d are allowed", used>>20, memoryMax>>20)
			}
		})
	}
}

// highWater returns the most memory that a running process has used. (The value
// that wait4 gives for an ended process includes what its parent used when it was started.)
func highWater(t *testing.T, pid int) int {
	t.Helper()
	n, ok := highWaterOf(pid)
	if !ok {
		t.Fatal("the process does not run")
	}
	return n
}

// A dump with more entities than are counted exactly is counted in bounded memory.
func TestALongDumpIsCountedInBoundedMemory(t *testing.T) {
	const rows = 300_000
	file := generated(t, func(w io.Writer) error { return generate.Scan(w, rows, 1) })
	cmd := exec.Command(program, "stats", "--json", "--top", "10000", file) // enough output to fill a pipe
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	begin := make([]byte, len(`{"rows":300000,`))
	if _, err := io.ReadFull(out, begin); err != nil || string(begin) != `{"rows":300000,` {
		t.Fatalf("it prints %q: %v", begin, err)
	}
	used := highWater(t, cmd.Process.Pid)
	rest, err := io.ReadAll(out)
	if err == nil {
		err = cmd.Wait()
	}
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(rest), `"rowsError":`) || strings.Contains(string(rest), `"rowsError":0,`) {
		t.Errorf("the biggest entities are said to be exact: %s", short(string(rest)))
	}
	t.Logf("%d MiB in memory", used>>20)
	if used > 2*memoryMax {
		t.Errorf("it had %d MiB in memory, at most %d are allowed", used>>20, 2*memoryMax>>20)
	}
}
