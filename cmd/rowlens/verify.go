package main

import (
	"bytes"
	"errors"
	"strconv"
	"strings"

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
		Long: "From the rows that hold the data, verify recomputes the rows that follow from them (indexes, counts, groups, caches), " +
			"and reports what is missing, stale or wrong, with the rows that decide it. What should be there is known from --model " +
			"or from the dump itself, which contains the models of Maryk and everything for Implexus and AccumuloGraph. Without " +
			"FILE, or with -, it reads standard input; several files are one dump. It never writes to a store.\n\n" +
			"The last line accounts for all rows. Exit code 4 means that there is an error among the findings, and 1 that no row was " +
			"checked, or fewer than half of them.\n\n" +
			"--repair FILE writes the rows to put and to delete, as JSON Lines, so that the others agree with those that hold the " +
			"data, which are never changed. `rowlens verify DUMP FILE` shows what would be left after that.\n\n" +
			"--known FILE accepts the findings in it, as --json writes them, so that known defects of a program do not fail a check " +
			"of its data.\n\n" +
			"There may be any number of rows: they are sorted within --memory, with temporary files in --tmp.",
		Example: `  # a scan of whole tables
  rowlens verify --model tables.json scan.txt
  # an LMDB database of Implexus, with the changes that would repair it
  rowlens verify --repair changes.jsonl dump.txt
  # for a program; this dump is sound
  cat scan.txt | rowlens verify --json --model tables.json > findings.jsonl`,
	}
	fs := cmd.Flags()
	x := &verifyCall{whole: whole{reading: reading{call: c}}}
	x.wholeFlags(cmd, "print one finding per line as JSON, and the totals in the last line")
	x.sortingFlags(cmd)
	fs.StringVar(&x.known, "known", "", "accept the findings in `FILE`, as --json writes them")
	fs.Uint32Var(&x.sample, "sample", 0, "verify only one in `N` entities, chosen by their hashes: vertices of Actionbase "+
		"with their edges, records of Maryk, rows of Implexus, vertices and edges of AccumuloGraph")
	fs.StringVar(&x.repair, "repair", "", "write the rows to put and to delete to `FILE`")
	fs.BoolVar(&x.force, "force", false, "let --repair replace a file that exists")
	cmd.RunE = c.runsPatiently(func(args []string) error {
		if err := fromOne(cmd, "without it all entities are verified", "sample"); err != nil {
			return err
		}
		return x.run(args)
	})
	return cmd
}

type verifyCall struct {
	whole
	sorting
	known  string // the file with accepted findings
	repair string // the file for changes
	force  bool   // the file may exist
	sample uint32 // check one entity in this many; 0 for all
	rows   *verify.Checker
	read   int // number of rows
}

// figureMax is the longest expected or stored value that is shown to people; the JSON has all of it.
const figureMax = 24

func orNothing(text string) string {
	if text == "" {
		return "nothing"
	}
	return text
}

func (x *verifyCall) run(args []string) error {
	if x.force && x.repair == "" {
		return usage("--force is for --repair")
	}
	names, err := x.inputs(args)
	if err != nil {
		return err
	}
	if x.repair != "" {
		if err := x.mayReplace(&target{"--repair", x.repair, x.force}, names, [2]string{"--known", x.known}); err != nil {
			return err
		}
	}
	switch x.rows, err = verify.New(x.schemas, x.format, &x.zones); {
	case err != nil && (x.model == "" || errors.Is(err, verify.ErrNoVerifier)):
		return usage("%s: give --model FILE, which says what rows there should be", err)
	case err != nil:
		return unreadable(errors.New(x.model + ": " + err.Error()))
	}
	if x.sample > 0 {
		x.rows.Sample(x.sample, 0)
	}
	if err := x.accept(); err != nil {
		return err
	}
	sorters, err := x.begin(x.ctx)
	if err != nil {
		return err
	}
	x.rows.Within(sorters)
	defer x.rows.Close()
	if err := x.each(names, x.add); err != nil {
		return sortingError(err)
	}
	for range x.bad {
		x.rows.Unread()
	}
	return x.report()
}

// knownMax is the largest size of a file of known findings.
const knownMax = 256 << 20

// accept reads the known findings.
func (x *verifyCall) accept() error {
	if x.known == "" {
		return nil
	}
	text, err := x.sideText(x.known, knownMax)
	if err != nil {
		return err
	}
	if err := x.rows.Accept(text); err != nil {
		return unreadable(errors.New(x.known + ": " + err.Error()))
	}
	return nil
}

// lookEvery is the number of rows between two checks for sorting errors and memory use.
const lookEvery = 1 << 10

// add adds a row.
func (x *verifyCall) add(e *store.Entry) error {
	x.rows.Add(e)
	if x.read++; x.read%lookEvery > 0 {
		return nil
	}
	if err := x.rows.Err(); err != nil {
		return fatal{err}
	}
	return nil
}

// report prints the findings and the totals, writes the repair, and returns the exit
// code that follows from them.
func (x *verifyCall) report() error {
	work := &work{what: "checking " + count(x.read, "row"), all: int64(x.read)}
	x.rows.Watch(&work.done)
	stop := x.working(work, false)
	t, err := x.findings(stop)
	stop()
	if err != nil {
		return sortingError(err)
	}
	incomplete := x.rows.Incomplete(t)
	for _, line := range x.rows.Gone() {
		x.note("note: " + x.known + ":" + strconv.Itoa(line) + ": the known finding no longer occurs")
	}
	if err := x.writeRepair(); err != nil {
		return err
	}
	switch {
	case incomplete != "":
		return failed(exitFailed, errors.New(incomplete))
	case t.Errors > 0:
		return silently(exitDifferences)
	case x.bad > 0:
		return failed(exitFailed, errors.New(count(x.bad, "row")+" could not be read; what was verified lacks them"))
	}
	return nil
}

// findings prints the findings and the totals, and returns the totals. It calls
// checked when the first finding is known.
func (x *verifyCall) findings(checked func()) (*verify.Totals, error) {
	s := x.screen()
	var wrote error
	err := x.rows.Each(func(f *format.Finding) bool {
		checked()
		if x.json {
			w := value.Writer{Buf: s.Buf}
			f.Write(&w)
			s.Buf = append(w.Buf, '\n')
		} else {
			findingText(s, f)
		}
		if wrote = x.show(s); wrote == nil {
			wrote = x.ctx.Err()
		}
		s.Buf = s.Buf[:0]
		return wrote == nil
	})
	if err == nil {
		err = wrote
	}
	if err != nil {
		return nil, err
	}
	t := x.rows.Totals()
	if x.json {
		w := value.Writer{Buf: s.Buf}
		t.Write(&w)
		s.Buf = append(w.Buf, '\n')
	} else {
		s.Put(screen.Plain, totalsText(&t)+"\n")
	}
	return &t, x.show(s)
}

// place returns the FILE:LINE of a row, FILE@OFFSET if the input has no lines, or as much
// of it as is known.
func place(s *store.Source) string {
	file := shownInput(s.File)
	switch {
	case s.Lineless:
		return file + "@" + strconv.FormatInt(s.Offset, 10)
	case s.Line == 0:
		return file
	}
	return file + ":" + strconv.Itoa(s.Line)
}

// findingText shows a finding: a line that begins with the place of its row, a line with the finding
// from which it follows, and a line for each row that decides it.
func findingText(s *screen.Screen, f *format.Finding) {
	if f.Source.Line > 0 || f.Source.Lineless {
		s.Put(screen.Dim, screen.Visible(place(&f.Source))+" ")
	}
	style := screen.Dim
	if f.Severity == format.Error {
		style = screen.Warn
	}
	s.Put(style, screen.Pad(f.Severity.String(), 8))
	s.Put(screen.Bold, screen.Pad(f.Code, 22))
	if row := rowText(f.Parts); row != "" {
		s.Put(screen.Plain, row+": ")
	}
	if f.Item != "" {
		s.Put(screen.Plain, screen.Visible(f.Item)+": ")
	}
	_, key, _ := (&store.Entry{Parts: f.Parts}).First(store.Row, store.Key)
	s.Put(screen.Plain, screen.Visible(strings.TrimPrefix(f.Why, "row "+string(key)+": "))) // it has already been printed
	if f.Expected != "" && len(f.Expected) <= figureMax && len(f.Stored) <= figureMax {
		s.Put(screen.Plain, ": expected "+f.Expected+", stored "+orNothing(f.Stored))
	}
	s.Line()
	if c := f.Follows; c != nil {
		s.Put(screen.Dim, "  follows from "+c.Code+": "+screen.Visible(place(&c.Source))+" "+rowText(c.Parts))
		s.Line()
	}
	shown := 0
	for i := range f.Because {
		r := &f.Because[i]
		if r.Why == f.Why {
			continue // the row itself
		}
		if shown++; shown > becauseShown {
			s.Put(screen.Dim, "  and "+count(len(f.Because)-i, "more row")+", which --json lists")
			s.Line()
			break
		}
		s.Put(screen.Dim, "  because "+screen.Visible(r.Why)+": "+screen.Visible(place(&r.Source))+" "+rowText(r.Parts))
		s.Line()
	}
}

// becauseShown is how many of the rows that decide a finding are shown to people.
const becauseShown = 3

// rowText returns the key of a row, and its column if it has one. A key of printable characters is shown as text in quotes.
func rowText(parts []store.Part) (text string) {
	e := store.Entry{Parts: parts}
	if _, key, ok := e.First(store.Row, store.Key); ok && isPlain(key) {
		text = `row "` + string(key) + `"`
	} else if ok {
		text = "row " + string(value.AppendHex(nil, key))
	}
	family, _ := e.Part(store.Family)
	qualifier, ok := e.Part(store.Qualifier)
	if ok {
		text += " " + string(value.AppendHex(nil, family)) + ":" + string(value.AppendHex(nil, qualifier))
	}
	return text
}

// isPlain reports whether bytes are text that needs no escapes in quotes.
func isPlain(b []byte) bool {
	return len(b) > 0 && !bytes.ContainsFunc(b, func(r rune) bool { return r < ' ' || r > '~' || r == '"' || r == '\\' })
}

// totalsText accounts for all rows in one sentence.
func totalsText(t *verify.Totals) string {
	text := count(t.Rows, "row") + ", " + strconv.FormatInt(t.Checked, 10) + " checked"
	for _, m := range [...]struct {
		n    int64
		what string
	}{
		{t.Undecodable, " undecodable"}, {t.Unmodeled, " without a model"}, {t.Unplaced, " of no known column family or table"},
		{t.Other - t.Unmodeled - t.Unplaced, " of another format or family"}, {t.Outside, " outside the sample"},
	} {
		if m.n > 0 {
			text += ", " + strconv.FormatInt(m.n, 10) + m.what
		}
	}
	text += "; " + count(t.Errors, "error") + ", " + count(t.Warnings, "warning") + ", " + count(t.Infos, "info")
	if t.Accepted > 0 {
		text += ", " + strconv.FormatInt(t.Accepted, 10) + " known"
	}
	return text
}
