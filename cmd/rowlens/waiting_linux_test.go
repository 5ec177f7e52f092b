package main

import (
	"bufio"
	"bytes"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// atOnce is much more than any of this takes, and much less than forever.
const atOnce = 5 * time.Second

// exitOf waits for a program that was told to end and returns its exit code.
func exitOf(t *testing.T, what string, cmd *exec.Cmd) int {
	t.Helper()
	done := make(chan struct{})
	go func() {
		_ = cmd.Wait()
		close(done)
	}()
	select {
	case <-done:
	case <-time.After(atOnce):
		_ = cmd.Process.Kill()
		<-done
		t.Errorf("%s: does not end", what)
	}
	return cmd.ProcessState.ExitCode()
}

// signalled starts a program, gives it a moment to begin, sends one signal and
// returns the exit code. If the program had not begun yet, it tries again.
func signalled(t *testing.T, what string, sig syscall.Signal, start func() *exec.Cmd) int {
	t.Helper()
	const unhandled = -1
	for moment := 50 * time.Millisecond; ; moment *= 2 {
		cmd := start()
		time.Sleep(moment)
		if err := cmd.Process.Signal(sig); err != nil {
			t.Fatal(err)
		}
		if code := exitOf(t, what, cmd); code != unhandled || moment > atOnce {
			return code
		}
	}
}

func TestOneSignalEndsWhatWaitsForInput(t *testing.T) {
	fifo := filepath.Join(t.TempDir(), "fifo")
	if err := unix.Mkfifo(fifo, 0o600); err != nil {
		t.Fatal(err)
	}
	model := golden(modelFile)
	for _, args := range [][]string{
		{"decode"}, {"decode", fifo}, {"decode", "--model", fifo}, {"decode", "--decrypt-key", fifo}, {"decode", "--meta", fifo},
		{"decode", "--input-form", "hex"}, {"verify"}, {"verify", "--model", model}, {"verify", "--model", model, fifo},
		{"encode"}, {"encode", fifo}, {"assemble"}, {"assemble", "--model", maryk("hbase", "latest.models.json"), fifo},
		{"inspect", "-"}, {"inspect", "-f", fifo}, {"order", "-f", "-"}, {"batch"},
		{"hash", "--find", "1", "--words", fifo}, {"model", fifo},
	} {
		for sig, code := range map[syscall.Signal]int{syscall.SIGINT: exitInterrupted, syscall.SIGTERM: exitTerminated} {
			what := strings.Join(args, " ") + " at " + sig.String()
			got := signalled(t, what, sig, func() *exec.Cmd {
				cmd := exec.Command(program, args...)
				if _, err := cmd.StdinPipe(); err != nil {
					t.Fatal(err)
				}
				if err := cmd.Start(); err != nil {
					t.Fatal(err)
				}
				return cmd
			})
			if got != code {
				t.Errorf("%s: exit code %d, want %d", what, got, code)
			}
		}
	}
}

// A command ends even if nobody reads its output.
func TestOneSignalEndsWhatWaitsForItsReader(t *testing.T) {
	code := signalled(t, "decode", syscall.SIGTERM, func() *exec.Cmd {
		cmd := exec.Command(program, "decode", golden(scanFile), golden(scanFile), golden(scanFile))
		r, w, err := os.Pipe()
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { r.Close() })
		cmd.Stdout = w
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		w.Close()
		return cmd
	})
	if code != exitTerminated {
		t.Errorf("exit code %d, want %d", code, exitTerminated)
	}
}

func TestServeEndsWellAtBothSignals(t *testing.T) {
	for _, sig := range []os.Signal{os.Interrupt, syscall.SIGTERM} {
		cmd := exec.Command(program, "serve", "--addr", "127.0.0.1:0")
		out, err := cmd.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		if s := bufio.NewScanner(out); !s.Scan() {
			t.Fatal("it does not begin")
		}
		if err := cmd.Process.Signal(sig); err != nil {
			t.Fatal(err)
		}
		if code := exitOf(t, "serve", cmd); code != exitOK {
			t.Errorf("%s: exit code %d, want %d", sig, code, exitOK)
		}
	}
}

func TestARowOnAPipeIsWrittenWhateverFollows(t *testing.T) {
	implexus := lines(readFile(t, "../../golden/implexus/corrupt.dump.hex.txt"))
	for name, c := range map[string]struct {
		text string
		args []string
	}{
		"hex":      {"2c8000018f3c9be200\n", []string{"decode", "--format", "actionbase", "--record", "value"}},
		"any":      {"2c8000018f3c9be200\n", []string{"decode"}},
		"mdb_dump": {strings.Join(implexus[:12], "\n") + "\n", []string{"decode"}},
		"scan":     {" r column=f:q, timestamp=1714784409500, value=\\x2C\\x80\\x00\\x01\\x8F<\\x9B\\xE2\\x00\n", []string{"decode"}},
		"record":   {`{"parts":{"row":"00"}}` + "\n", []string{"decode"}},
		"pinned":   {"2c8000018f3c9be200\n", []string{"decode", "--input-form", "hex-lines"}},
	} {
		cmd, in, out := piped(t, c.args...)
		if _, err := io.WriteString(in, c.text); err != nil {
			t.Fatal(err)
		}
		line := make(chan string, 1)
		go func() {
			text, _ := bufio.NewReader(out).ReadString('\n')
			line <- text
		}()
		select {
		case text := <-line:
			if !strings.HasPrefix(text, "{") {
				t.Errorf("%s: %q", name, text)
			}
		case <-time.After(atOnce):
			t.Errorf("%s: nothing is written while the pipe is open", name)
		}
		in.Close()
		_, _ = io.Copy(io.Discard, out)
		_ = cmd.Wait()
	}
}

func TestATerminalIsNotWaitedForUnasked(t *testing.T) {
	for _, name := range []string{"decode", "verify", "encode", "assemble", "inspect", "order"} {
		terminal, err := os.OpenFile("/dev/ptmx", os.O_RDWR, 0)
		if err != nil {
			t.Fatal(err)
		}
		cmd := exec.Command(program, name)
		var diag bytes.Buffer
		cmd.Stdin, cmd.Stderr = terminal, &diag
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		if code := exitOf(t, name, cmd); code != exitUsage {
			t.Errorf("%s: exit code %d, want %d", name, code, exitUsage)
		}
		terminal.Close()
		if !strings.Contains(diag.String(), "there is nothing to read") {
			t.Errorf("%s: %s", name, diag.String())
		}
	}
}

func TestWhatIsReadWholeHasALimit(t *testing.T) {
	for _, args := range [][]string{
		{"decode", "--model", "/dev/zero"}, {"decode", "--decrypt-key", "/dev/zero"}, {"decode", "--meta", "/dev/zero"},
		{"inspect", "--model", "/dev/zero", "00"}, {"verify", "--model", "/dev/zero"},
	} {
		r := rowlens(t, "", args...).want(t, exitUnreadable)
		if !strings.Contains(r.err, "/dev/zero: larger than") {
			t.Errorf("%v: %s", args, r.err)
		}
	}
	words := filepath.Join(t.TempDir(), "words")
	if err := os.WriteFile(words, bytes.Repeat([]byte("x"), lineMax+100), 0o600); err != nil {
		t.Fatal(err)
	}
	if r := rowlens(t, "", "hash", "--find", "1", "--words", words).want(t, exitUnreadable); !strings.Contains(r.err, "16 MiB") {
		t.Error(r.err)
	}
	// A shell's process substitution is a pipe, which is fine.
	cmd := exec.Command("bash", "-c", `"$0" inspect --model <(cat "$1") 2c8000018f3c9be200`, program, golden(modelFile))
	finish(t, cmd).want(t, exitOK)
}
