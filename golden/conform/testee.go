package conform

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os/exec"
)

const (
	answerMax = 16 << 20 // size of an answer
	noiseMax  = 100      // lines that are not answers, after which a testee is given up
)

// Answers holds a testee's answers, in the order of the checks; nil for checks that it did not answer.
type Answers struct {
	Lines   [][]byte
	Trouble []string // faults of the testee itself, in sentences
}

// Ask starts a testee, sends it all requests, and collects its answers. It returns when the testee has ended, or ctx, which is also the
// command's, is done. Processes that the testee started, and that are not stopped with it, may still hold its output; Ask does not wait
// for them.
func Ask(ctx context.Context, testee *exec.Cmd, checks []Check) (Answers, error) {
	a := Answers{Lines: make([][]byte, len(checks))}
	in, err := testee.StdinPipe()
	if err != nil {
		return a, err
	}
	out, err := testee.StdoutPipe()
	if err != nil {
		return a, err
	}
	together(testee)
	if err := testee.Start(); err != nil {
		return a, fmt.Errorf("the testee cannot be started: %w", err)
	}
	go func() {
		w := bufio.NewWriter(in)
		for i := range checks {
			_, _ = w.Write(append(checks[i].Request, '\n')) // that a testee has ended shows in its answers
		}
		_ = w.Flush()
		_ = in.Close()
	}()
	defer context.AfterFunc(ctx, func() { _ = out.Close() })()
	heard := a.read(out, checks)
	if !heard {
		_ = testee.Cancel()
	}
	var ended *exec.ExitError
	switch err := testee.Wait(); {
	case !heard || ctx.Err() != nil: // it was stopped
	case errors.As(err, &ended):
		a.trouble("the testee ended with %s", ended)
	case err != nil:
		a.trouble("the testee: %s", err)
	}
	return a, nil
}

func (a *Answers) trouble(form string, args ...any) {
	a.Trouble = append(a.Trouble, fmt.Sprintf(form, args...))
}

// read reads the answers, which must be in the order of the checks. It returns false for a testee whose further output
// should be ignored.
func (a *Answers) read(out io.Reader, checks []Check) bool {
	at := make(map[string]int, len(checks))
	for i := range checks {
		at[checks[i].ID] = i
	}
	lines := bufio.NewScanner(out)
	lines.Buffer(nil, answerMax)
	next, noise := 0, 0
	for lines.Scan() {
		line := bytes.TrimSpace(lines.Bytes())
		if len(line) == 0 {
			continue
		}
		var answer struct{ ID string }
		err := json.Unmarshal(line, &answer)
		i, known := at[answer.ID]
		switch {
		case err != nil || !known:
			if noise++; noise == noiseMax {
				a.trouble("%d lines answer no request; the testee was stopped", noise)
				return false
			}
			if noise <= 3 {
				a.trouble("a line answers no request: %.80s", line)
			}
		case a.Lines[i] != nil:
			a.trouble("answered twice: %s", answer.ID)
		case i < next:
			a.trouble("answered out of order: %s", answer.ID)
		default:
			a.Lines[i], next = bytes.Clone(line), i+1
		}
	}
	switch err := lines.Err(); {
	case err == nil:
		return true
	case errors.Is(err, bufio.ErrTooLong):
		a.trouble("a line is longer than %d MiB; the testee was stopped", answerMax>>20)
	case !errors.Is(err, fs.ErrClosed):
		a.trouble("its output could not be read to the end: %s", err)
	}
	return false
}
