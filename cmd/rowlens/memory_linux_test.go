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

// memoryMax is what decode may have in memory, whatever the size of the dump.
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
				if got == rows*9/10 { // it still has more to say than a pipe holds
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

// highWater is the most memory that a running process ever had. (What wait4 says
// of an ended one includes what its parent had when it was made.)
func highWater(t *testing.T, pid int) int {
	t.Helper()
	status := readFile(t, "/proc/"+strconv.Itoa(pid)+"/status")
	_, after, ok := strings.Cut(status, "VmHWM:")
	if !ok {
		t.Fatalf("no VmHWM in %s", status)
	}
	kib, err := strconv.Atoi(strings.Fields(after)[0])
	if err != nil {
		t.Fatal(err)
	}
	return kib << 10
}
