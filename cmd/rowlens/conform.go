package main

import (
	"context"
	"errors"
	"io"
	"os/exec"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/rowlens/rowlens/codec/session"
	"github.com/rowlens/rowlens/golden/conform"
	"github.com/rowlens/rowlens/internal/zones"
)

func conformCommand(c *call) *cobra.Command {
	x := &conformCall{reading: reading{call: c}}
	cmd := &cobra.Command{
		Use:   "conform FILE... [FLAGS] [-- TESTEE [ARGUMENTS]]",
		Short: "check an implementation against conformance vectors",
		Long: "Sends every request of the vectors in the files to the testee, and compares its answers with those of the systems " +
			"themselves. A testee is any program that answers requests on standard input as `rowlens batch` does (docs/testee.md); " +
			"it is started once for each file. Without one, rowlens itself is checked.\n\n" +
			"A file may also be the conformance archive of a version of rowlens, packed as .tar.gz or unpacked as a folder. Its " +
			"vectors are then compared with the hashes in its conformance.json, all of them are checked, and its known differences " +
			"are accepted if --known names no others.\n\n" +
			"--known FILE lists checks that may fail, each with its reason; one that passes is a failure, so that the list only " +
			"shrinks. What a testee says it does not support is a failure too, unless --allow-unsupported is given. Exit code 4 " +
			"means that something failed.",
		Example: `  # rowlens itself
  rowlens conform vectors.jsonl
  # another implementation, here of the same name
  rowlens conform --only actionbase/edge-count vectors.jsonl -- rowlens batch
  # a report for a build server
  rowlens conform --junit report.xml --force vectors.jsonl`,
	}
	fs := cmd.Flags()
	fs.StringArrayVar(&x.only, "only", nil, "run only checks of `FORMAT[/RECORD[/OP]]`; may be repeated")
	fs.StringVar(&x.knownFile, "known", "", "accept the differences in `FILE`: a JSON list of objects with id and why")
	fs.BoolVar(&x.unsupported, "allow-unsupported", false, "do not fail on what the testee says it does not support")
	fs.DurationVar(&x.timeout, "timeout", 5*time.Minute, "stop the testee after a `TIME`, for each file")
	fs.IntVar(&x.shown, "failures", 10, "show the first `N` failures")
	fs.BoolVar(&x.json, "json", false, "print one verdict per line as JSON")
	fs.StringVar(&x.junit, "junit", "", "write the verdicts to `FILE` as JUnit XML")
	fs.BoolVar(&x.force, "force", false, "let --junit replace a file that exists")
	cmd.RunE = c.runsPatiently(func(args []string) error {
		if dash := cmd.ArgsLenAtDash(); dash >= 0 {
			if args, x.testee = args[:dash], args[dash:]; len(x.testee) == 0 || x.testee[0] == "" {
				return usage("no testee follows --: without --, rowlens itself is checked")
			}
		}
		return x.run(args)
	})
	return cmd
}

// conformCall is one run of conform.
type conformCall struct {
	reading
	only              []string
	knownFile, junit  string
	unsupported, json bool
	force             bool
	timeout           time.Duration
	shown             int
	testee            []string
	known             conform.Known
	report            conformReport
	members           map[string][]byte // content of archives, by displayed name
}

func (x *conformCall) run(files []string) error {
	if len(files) == 0 {
		return usage("conform needs a file of vectors, or the conformance archive that is published with each version of rowlens")
	}
	if x.force && x.junit == "" {
		return usage("--force is for --junit")
	}
	if x.timeout <= 0 {
		return usage("--timeout is %s: a testee needs some time", x.timeout)
	}
	if x.junit != "" {
		if err := x.mayReplace(&target{"--junit", x.junit, x.force}, files, [2]string{"--known", x.knownFile}); err != nil {
			return err
		}
	}
	if x.knownFile != "" {
		text, err := x.sideText(x.knownFile, modelMax)
		if err != nil {
			return err
		}
		if x.known, err = conform.ParseKnown(text); err != nil {
			return unreadable(errors.New(x.knownFile + ": " + err.Error()))
		}
	}
	files, err := x.expand(files)
	if err != nil {
		return err
	}
	for _, name := range files {
		if err := x.file(name); err != nil {
			return err
		}
	}
	if x.report.checks() == 0 && len(x.only) == 0 {
		return usage("no check was run: there is no vector in the files")
	}
	if x.report.checks() == 0 {
		return usage("no check was run: no vector in the files is for %s", strings.Join(x.only, " or "))
	}
	return x.tell()
}

// file runs the checks in one file.
func (x *conformCall) file(name string) error {
	checks, err := x.read(name)
	if err != nil || len(checks) == 0 {
		return err
	}
	answers, err := x.ask(name, checks)
	if err != nil {
		return unreadable(err)
	}
	for i := range checks {
		err := errors.New("no answer")
		if line := answers.Lines[i]; line != nil {
			err = x.known.Judge(&checks[i], line)
		}
		if err := x.take(&checks[i], answers.Lines[i], err); err != nil {
			return err
		}
	}
	for _, sentence := range answers.Trouble {
		if err := x.trouble(name, sentence); err != nil {
			return err
		}
	}
	return nil
}

// ask asks the testee, or rowlens itself.
func (x *conformCall) ask(name string, checks []conform.Check) (conform.Answers, error) {
	w := &work{what: "asking for " + strconv.Itoa(len(checks)) + " answers of " + name}
	defer x.working(w, x.json)()
	if len(x.testee) == 0 {
		a := conform.Answers{Lines: make([][]byte, len(checks))}
		s := session.Session{Zones: &zones.System{}}
		for i := range checks {
			a.Lines[i] = answerLine(&s, nil, checks[i].Request)
		}
		return a, nil
	}
	ctx, cancel := context.WithTimeout(x.ctx, x.timeout)
	defer cancel()
	testee := exec.CommandContext(ctx, x.testee[0], x.testee[1:]...)
	testee.Stderr = x.err
	a, err := conform.Ask(ctx, testee, checks)
	if x.ctx.Err() != nil {
		return a, x.ctx.Err() // the answers that are missing are no fault of the testee
	}
	if ctx.Err() == context.DeadlineExceeded {
		a.Trouble = append(a.Trouble, "the testee was stopped after "+x.timeout.String())
	}
	return a, err
}

// read returns the checks to run in a file, and all definitions, which other checks may need.
func (x *conformCall) read(name string) ([]conform.Check, error) {
	in, err := x.vectors(name)
	if err != nil {
		return nil, unreadable(fileError(err))
	}
	defer in.Close()
	var checks, wanted []conform.Check
	lines := newLineReader(in, lineMax)
	for n := 1; ; n++ {
		line, err := lines.next()
		if err == io.EOF {
			break
		}
		var of []conform.Check
		if err == nil {
			of, err = conform.ChecksOf(line)
		}
		if err != nil {
			return nil, unreadable(errors.New(name + ", line " + strconv.Itoa(n) + ": " + err.Error()))
		}
		for _, check := range of {
			chosen := x.chosen(&check)
			if chosen {
				wanted = append(wanted, check)
			}
			if chosen || check.Op == "define" {
				checks = append(checks, check)
			}
		}
	}
	if len(wanted) == 0 {
		return nil, nil
	}
	return checks, nil
}

// chosen reports whether --only selects the check.
func (x *conformCall) chosen(c *conform.Check) bool {
	if len(x.only) == 0 {
		return true
	}
	path := c.Vector.Format + "/" + c.Vector.Record + "/" + c.Op + "/"
	for _, only := range x.only {
		if strings.HasPrefix(path, strings.TrimSuffix(only, "/")+"/") {
			return true
		}
	}
	return false
}
