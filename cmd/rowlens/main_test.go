package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// program is the command, which tests use the way users do. It is built from these
// sources, unless ROWLENS_PROGRAM names another: a test for a fixed defect must fail
// with an older program.
var program = os.Getenv("ROWLENS_PROGRAM")

func TestMain(m *testing.M) { os.Exit(testMain(m)) }

func testMain(m *testing.M) int {
	if program != "" {
		return m.Run()
	}
	dir, err := os.MkdirTemp("", "rowlens")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer os.RemoveAll(dir)
	program = filepath.Join(dir, "rowlens")
	page, err := overlay(dir)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	if out, err := exec.Command("go", "build", "-overlay", page, "-o", program, ".").CombinedOutput(); err != nil {
		fmt.Fprintf(os.Stderr, "%v\n%s", err, out)
		return 1
	}
	return m.Run()
}

// result is the outcome of one run of the program.
type result struct {
	out, err string
	code     int
}

// rowlens runs the program with text on standard input.
func rowlens(t *testing.T, stdin string, args ...string) result {
	t.Helper()
	return finish(t, unstarted(stdin, args...))
}

// unstarted returns the program, not yet started, with a plain environment.
func unstarted(stdin string, args ...string) *exec.Cmd {
	cmd := exec.Command(program, args...)
	cmd.Stdin = strings.NewReader(stdin)
	return cmd
}

func finish(t *testing.T, cmd *exec.Cmd) result {
	t.Helper()
	var out, diag bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &diag
	err := cmd.Run()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	return result{out.String(), diag.String(), cmd.ProcessState.ExitCode()}
}

// piped starts a command with pipes to its input and from its output.
func piped(t *testing.T, args ...string) (cmd *exec.Cmd, in io.WriteCloser, out io.ReadCloser) {
	t.Helper()
	cmd = exec.Command(program, args...)
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	if out, err = cmd.StdoutPipe(); err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	return cmd, in, out
}

// want fails the test unless the run ended with the code.
func (r result) want(t *testing.T, code int) result {
	t.Helper()
	if r.code != code {
		t.Fatalf("exit code %d, want %d\nout: %s\nerr: %s", r.code, code, short(r.out), short(r.err))
	}
	return r
}

func short(s string) string {
	if len(s) > 2000 {
		return s[:2000] + "…"
	}
	return s
}

// golden returns the path of a file in golden/actionbase.
func golden(name string) string {
	return filepath.Join("..", "..", "golden", "actionbase", name)
}

const (
	scanFile  = "actionbase-hbase-shell.txt"
	modelFile = "actionbase-hbase-shell.schema.json"
)

func readFile(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func lines(text string) []string {
	text = strings.TrimSuffix(text, "\n")
	if text == "" {
		return nil
	}
	return strings.Split(text, "\n")
}

func TestExitCodes(t *testing.T) {
	missing := filepath.Join(t.TempDir(), "missing")
	for _, c := range []struct {
		name  string
		stdin string
		args  []string
		code  int
		says  string // in the diagnostics
	}{
		{"nothing", "", nil, 2, "Usage"},
		{"unknown command", "", []string{"decoed"}, 2, "did you mean decode?"},
		{"unknown flag", "", []string{"decode", "--jsn"}, 2, "--help"},
		{"unknown format", "", []string{"inspect", "--format", "x", "00"}, 2, "actionbase"},
		{"unknown record", "", []string{"inspect", "--record", "x", "00"}, 2, "rowlens formats"},
		{"unknown form", "", []string{"decode", "--input-form", "x"}, 2, "--forms"},
		{"unknown zone", "", []string{"decode", "--zone", "Mars/Base"}, 2, "time zone"},
		{"two outputs", "", []string{"decode", "--csv", "--cbor"}, 2, "exclude"},
		{"no input", "", []string{"inspect"}, 1, "no bytes"},
		{"missing file", "", []string{"inspect", "-f", missing}, 3, "there is no such file"},
		{"missing dump", "", []string{"decode", missing}, 3, "there is no such file"},
		{"folder", "", []string{"decode", t.TempDir()}, 3, "is a folder"},
		{"missing model", "", []string{"inspect", "--model", missing, "00"}, 3, "there is no such file"},
		{"broken model", "", []string{"inspect", "--model", golden(scanFile), "00"}, 3, scanFile},
		{"undecodable", "", []string{"inspect", "00bd92fd346974656d2d31002b"}, 1, ""},
		{"odd hex", "", []string{"inspect", "00b"}, 1, "one more hex digit"},
		{"row out of range", "", []string{"inspect", "--row", "2", "2c8000018f3c9be200"}, 2, "the text has 1 row"},
		{"a bad row", "00bd92fd346974656d2d31002b\n", []string{"decode"}, 1, ""},
		{"refused record", `{"format":"actionbase","record":"edge-lock","fields":{}}`, []string{"encode"}, 1, "line 1"},
		{"unknown spelling", "", []string{"encode", "--as", "cobol"}, 2, "java"},
		{"range without record", "", []string{"range", "--format", "actionbase"}, 2, "edge-index"},
		{"range with a gap", "", []string{"range", "--format", "actionbase", "--record", "edge-index", "table=t",
			"directedSource:long=1", "index=i"}, 2, "direction"},
		{"code not found", "a\nb\n", []string{"hash", "--find", "1", "--words", "-"}, 1, "no line"},
		{"batch with arguments", "", []string{"batch", "x"}, 2, "standard input"},
		{"verify without rows", "", []string{"verify"}, 1, "there are no rows"},
		{"verify finds", "", []string{"verify", "--model", golden(modelFile), golden("actionbase-hbase-shell-damaged.txt")}, 4, ""},
		{"verify finds nothing", "", []string{"verify", "--model", golden(modelFile), golden(scanFile)}, 0, ""},
		{"address in use by nobody", "", []string{"serve", "--addr", "256.0.0.1:1"}, 3, "cannot listen"},
		{"help of an unknown command", "", []string{"help", "x"}, 2, "no command"},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := rowlens(t, c.stdin, c.args...).want(t, c.code)
			if !strings.Contains(r.err, c.says) {
				t.Errorf("the diagnostics lack %q:\n%s", c.says, r.err)
			}
		})
	}
}

func TestFlagsStandAnywhere(t *testing.T) {
	want := rowlens(t, "", "inspect", "--json", "2c8000018f3c9be200").want(t, 0)
	for _, args := range [][]string{
		{"inspect", "2c8000018f3c9be200", "--json"},
		{"inspect", "2c80", "--json", "00018f3c9be200"},
		{"inspect", "--json", "--", "2c8000018f3c9be200"},
	} {
		if got := rowlens(t, "", args...).want(t, 0); fields(got.out) != fields(want.out) {
			t.Errorf("%q gives another answer:\n%s", args, got.out)
		}
	}
}

// fields reduces an answer to what does not depend on the spelling.
func fields(answer string) string {
	_, rest, _ := strings.Cut(answer, `"candidates"`)
	return rest
}
