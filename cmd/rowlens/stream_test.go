package main

import (
	"bufio"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rowlens/rowlens/cmd/internal/generate"
)

// generated writes a dump to a file and returns its name.
func generated(t *testing.T, write func(w io.Writer) error) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "dump.txt")
	f, err := os.Create(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if err := write(f); err != nil {
		t.Fatal(err)
	}
	return name
}

// The answer for each row is the same, however many workers there are.
func TestAnswersDoNotDependOnTheNumberOfCores(t *testing.T) {
	dump := generated(t, func(w io.Writer) error { return generate.HexKeys(w, 3000, 2) })
	mixed := readFile(t, dump) + readFile(t, golden(scanFile)) + readFile(t, dump) + "\n00\nff\n2c8000018f3c9be200\n"
	want := ""
	for _, cores := range []string{"1", "2", "7"} {
		cmd := unstarted(mixed, "decode", "--input-form", "hex-lines")
		cmd.Env = append(os.Environ(), "GOMAXPROCS="+cores)
		got := finish(t, cmd).want(t, 1).out
		if want == "" {
			want = got
		}
		if got != want {
			t.Errorf("with %s cores the answer is another one", cores)
		}
	}
}

// An interrupted run has written complete records, and exits with 130.
func TestInterruptedDecodeEndsWithAWholeRecord(t *testing.T) {
	in, feed := io.Pipe()
	cmd, stdin, out := piped(t, "decode")
	go func() { // feeds until nobody reads
		_, _ = io.Copy(stdin, in)
		in.Close()
	}()
	go func() {
		for seed := uint64(0); generate.Scan(feed, 10_000, seed) == nil; seed++ {
		}
	}()
	records := bufio.NewReaderSize(out, 1<<20)
	for n := 0; ; n++ {
		line, err := records.ReadString('\n')
		if err == io.EOF {
			if line != "" || n < 1000 {
				t.Errorf("after %d records it ends with %q", n, line)
			}
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		if !json.Valid([]byte(line)) {
			t.Fatalf("record %d is %s", n+1, line)
		}
		if n == 1000 {
			if err := cmd.Process.Signal(os.Interrupt); err != nil {
				t.Fatal(err)
			}
		}
	}
	_ = cmd.Wait()
	if code := cmd.ProcessState.ExitCode(); code != exitInterrupted {
		t.Errorf("exit code %d, want %d", code, exitInterrupted)
	}
	feed.Close()
}

// Rows are answered as they arrive, not when the input ends.
func TestDecodeDoesNotWaitForTheEndOfASlowInput(t *testing.T) {
	cmd, in, out := piped(t, "decode", "--input-form", "hex-lines")
	// More than is read ahead to detect the form.
	if _, err := io.WriteString(in, strings.Repeat("2c8000018f3c9be200\n", 5000)); err != nil {
		t.Fatal(err)
	}
	s := bufio.NewScanner(out)
	for range 3000 {
		if !s.Scan() {
			t.Fatal("the records end early")
		}
	}
	in.Close()
	n := 3000
	for s.Scan() {
		n++
	}
	if err := cmd.Wait(); err != nil || n != 5000 {
		t.Errorf("%d records, %v", n, err)
	}
}
