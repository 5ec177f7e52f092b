package main

import (
	"errors"
	"flag"
	"io"
	"slices"

	"github.com/rowlens/rowlens/cmd/internal/screen"
	"github.com/rowlens/rowlens/codec"
	"github.com/rowlens/rowlens/codec/dump"
	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
)

func verifyCommand() *command {
	return &command{
		name: "verify", args: "[FILE...]", patient: true,
		summary: "check that the rows of a dump agree with each other",
		text: "Recomputes from the rows that hold the data the rows that follow from them (indexes, counts, groups, caches), and reports what is missing, stale or wrong: a finding a line. " +
			"It needs the model that tells what should be there. No FILE, or -, is standard input; several files are one dump.\n\n" +
			"It reads dumps only and never touches a store. All rows are kept in memory, two to three times the size of the dump. Exit code 4 says that there is an error among the findings.",
		examples: []example{
			{"a scan of whole tables", "rowlens verify --model tables.json scan.txt"},
			{"for a program; this dump is sound", "cat scan.txt | rowlens verify --json --model tables.json > findings.jsonl"},
		},
		setup: func(c *call, fs *flag.FlagSet) func([]string) error {
			x := &verifyCall{call: c}
			x.reading.flags(fs)
			x.reading.storeFlags(fs)
			fs.BoolVar(&x.json, "json", false, "print a finding a line as JSON")
			return x.run
		},
	}
}

type verifyCall struct {
	*call
	reading
	json   bool
	bad    int
	checks []check
}

// check is the verifier of one format that knows the model.
type check struct {
	format   *format.Format
	verifier format.Verifier
	took     int // rows
}

// takes reports whether a row has the parts of some record of the format: models may
// be known to the formats of several stores.
func (k *check) takes(e *store.Entry) bool {
	for i := range k.format.Records {
		r := &k.format.Records[i]
		if r.Decode != nil && !slices.ContainsFunc(e.Parts, func(p store.Part) bool { return !slices.Contains(r.Parts, p.Name) }) {
			return true
		}
	}
	return false
}

// figureMax is the longest expected or stored value that people are shown; the
// JSON has all.
const figureMax = 24

func orNothing(text string) string {
	if text == "" {
		return "nothing"
	}
	return text
}

func (x *verifyCall) run(args []string) error {
	if err := x.reading.open(); err != nil {
		return err
	}
	if len(args) == 0 {
		args = []string{"-"}
	}
	if err := x.find(&x.reading, args); err != nil {
		return err
	}
	if x.schema == nil {
		return usage("verify needs --model FILE, which tells what rows there should be")
	}
	if err := x.verifiers(); err != nil {
		return err
	}
	for _, name := range args {
		if err := x.read(name); err != nil {
			return err
		}
	}
	return x.report()
}

// verifiers makes those of all formats which have one and know the model.
func (x *verifyCall) verifiers() error {
	for _, f := range codec.Formats() {
		if sc := x.schema(f); f.NewVerifier != nil && sc != nil && (x.format == "" || x.format == f.ID) {
			v, err := f.NewVerifier(sc, &x.zones)
			if err != nil {
				return unreadable(errors.New(x.model + ": " + err.Error()))
			}
			x.checks = append(x.checks, check{format: f, verifier: v})
		}
	}
	if len(x.checks) == 0 {
		return usage("no format that the models belong to can be verified")
	}
	return nil
}

// findings are those of the formats that took rows.
func (x *verifyCall) findings() (list []format.Finding) {
	for i := range x.checks {
		if k := &x.checks[i]; k.took > 0 {
			list = append(list, k.verifier.Findings()...)
		}
	}
	return list
}

// read adds all rows of a dump. A row whose text cannot be read is told, and
// spoils the result.
func (x *verifyCall) read(name string) error {
	in, err := x.openInput(name)
	if err != nil {
		return unreadable(fileError(err))
	}
	defer in.Close()
	opt := x.text()
	opt.File = name
	sc, err := dump.Open(in, opt)
	if err != nil {
		return unreadable(fileError(err))
	}
	for x.ctx.Err() == nil {
		e, err := sc.Next()
		if err == io.EOF {
			return nil
		}
		var one *dump.Error
		switch {
		case errors.As(err, &one):
			x.bad++
			x.say(name + ": " + one.Error())
		case err != nil:
			return unreadable(fileError(err))
		default:
			if e.Source.CF == "" {
				e.Source.CF = x.cf
			}
			x.add(e)
		}
	}
	return x.ctx.Err()
}

func (x *verifyCall) add(e *store.Entry) {
	for i := range x.checks {
		if k := &x.checks[i]; k.takes(e) {
			k.took++
			k.verifier.Add(e)
		}
	}
}

func (x *verifyCall) report() error {
	findings := x.findings()
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
		s.Put(style, pad(f.Severity.String(), 8))
		s.Put(screen.Bold, pad(f.Code, 22))
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
