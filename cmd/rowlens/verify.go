package main

import (
	"bytes"
	"errors"
	"os"
	"slices"

	"github.com/spf13/cobra"

	"github.com/rowlens/rowlens/cmd/internal/screen"
	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
	"github.com/rowlens/rowlens/codec/verify"
)

func verifyCommand(c *call) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "verify [FILE...] [FLAGS]",
		Short: "check that the rows of a dump agree with each other",
		Long: "Recomputes from the rows that hold the data the rows that follow from them (indexes, counts, groups, caches), " +
			"and reports what is missing, stale or wrong: a finding a line. " +
			"What should be there is known from --model, or from the dump itself: the models of Maryk and all of Implexus and " +
			"AccumuloGraph are in it. Without FILE, or with -, it reads standard input; several files are one dump.\n\n" +
			"--repair FILE writes the rows to put and to delete so that the others agree with those that hold the data, as " +
			"JSON Lines; what holds the data is never changed. `rowlens verify DUMP FILE` shows what is left after that.\n\n" +
			"It reads dumps only and never touches a store. All rows are kept in memory, two to three times the size of the " +
			"dump. Exit code 4 says that there is an error among the findings.",
		Example: `  # a scan of whole tables
  rowlens verify --model tables.json scan.txt
  # an LMDB database of Implexus, with what would repair it
  rowlens verify --repair changes.jsonl dump.txt
  # for a program; this dump is sound
  cat scan.txt | rowlens verify --json --model tables.json > findings.jsonl`,
	}
	fs := cmd.Flags()
	x := &verifyCall{whole: whole{reading: reading{call: c}}}
	x.wholeFlags(cmd, "print a finding a line as JSON")
	fs.StringVar(&x.repair, "repair", "", "write the rows to put and to delete to `FILE`")
	cmd.RunE = c.runsPatiently(x.run)
	return cmd
}

type verifyCall struct {
	whole
	repair string // the file for changes
	rows   *verify.Checker
}

// figureMax is the longest expected or stored value that is shown to people; the JSON has all of
// it.
const figureMax = 24

func orNothing(text string) string {
	if text == "" {
		return "nothing"
	}
	return text
}

func (x *verifyCall) run(args []string) error {
	names, err := x.inputs(args)
	if err != nil {
		return err
	}
	if x.repair != "" && slices.Contains(names, x.repair) {
		return usage("--repair %s would overwrite the dump; give the name of another file", x.repair)
	}
	switch x.rows, err = verify.New(x.schemas, x.format, &x.zones); {
	case err != nil && (x.model == "" || errors.Is(err, verify.ErrNoVerifier)):
		return usage("%s: give --model FILE, which says what rows there should be", err)
	case err != nil:
		return unreadable(errors.New(x.model + ": " + err.Error()))
	}
	if err := x.each(names, func(e *store.Entry) error { x.rows.Add(e); return nil }); err != nil {
		return err
	}
	if x.rows.Rows() == 0 && x.model == "" {
		return usage("no row says what rows there should be: give --model FILE, which does")
	}
	if err := x.writeRepair(); err != nil {
		return err
	}
	return x.report()
}

// writeRepair writes the file with the changes, if requested.
func (x *verifyCall) writeRepair() error {
	if x.repair == "" {
		return nil
	}
	changes, err := x.rows.AppendChanges(nil)
	if err != nil {
		return usage("--repair: %s", err)
	}
	if err := os.WriteFile(x.repair, changes, 0o644); err != nil {
		return unreadable(fileError(err))
	}
	x.say("note: " + count(bytes.Count(changes, []byte("\n")), "change") + " to " + x.repair)
	return nil
}

func (x *verifyCall) report() error {
	findings := x.rows.Findings()
	s := x.screen()
	wrong := 0
	for i := range findings {
		f := &findings[i]
		if f.Severity == format.Error {
			wrong++
		}
		if x.json {
			w := value.Writer{Buf: s.Buf}
			f.Write(&w)
			s.Buf = append(w.Buf, '\n')
			continue
		}
		style := screen.Dim
		if f.Severity == format.Error {
			style = screen.Warn
		}
		s.Put(style, screen.Pad(f.Severity.String(), 8))
		s.Put(screen.Bold, screen.Pad(f.Code, 22))
		if f.Item != "" {
			s.Put(screen.Plain, screen.Visible(f.Item)+": ")
		}
		s.Put(screen.Plain, screen.Visible(f.Why))
		if f.Expected != "" && len(f.Expected) <= figureMax && len(f.Stored) <= figureMax {
			s.Put(screen.Plain, ": expected "+f.Expected+", stored "+orNothing(f.Stored))
		}
		s.Line()
	}
	if !x.json {
		s.Put(screen.Plain, count(wrong, "error")+", "+count(len(findings)-wrong, "other finding")+"\n")
	}
	if err := x.show(s); err != nil {
		return err
	}
	switch {
	case wrong > 0:
		return silently(exitDifferences)
	case x.bad > 0:
		return failed(exitFailed, errors.New(count(x.bad, "row")+" could not be read; what was verified lacks them"))
	}
	return nil
}
