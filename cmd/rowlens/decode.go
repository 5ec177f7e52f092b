package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"github.com/spf13/cobra"

	"github.com/rowlens/rowlens/cmd/internal/rows"
	"github.com/rowlens/rowlens/codec/filter"
	"github.com/rowlens/rowlens/codec/record"
	"github.com/rowlens/rowlens/codec/stream"
)

func decodeCommand(c *call) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "decode [FILE...] [FLAGS]",
		Short: "decode a dump of any size: a record a row, as JSON, CSV or CBOR",
		Long: "Reads dumps (shell scans, mdb_dump, ldb, hex lines, CSV, its own records and more) and writes a record a row, " +
			"in order, on all cores and with the memory of a few hundred rows. " +
			"Without FILE, or with -, it reads standard input.\n\n" +
			"A record has format, record, parts as hex, timestamp, source and fields. A row that cannot be decoded keeps its " +
			"place and its parts, with error in place of fields; the exit code is then 1. A record says what is not sure of it: " +
			"lenient (only a lenient reader takes it), extra (bytes that belong to nothing), tie (other readings with the same " +
			"evidence), check (a salt or checksum that does not match), canonical false (written again, it has other bytes). " +
			"For the first two and check the exit code is 1 as well, unless --lenient is given.\n\n" +
			"With --record only rows of that kind are written; a row that cannot be decoded still is.\n\n" +
			"Models that a database carries (Maryk) are found in the dump, if it says which column family a row is of: a file " +
			"is read twice for that, of a pipe the first 8 MiB are looked at.\n\n" +
			"In CSV a cell that a spreadsheet would run as a formula has an apostrophe in front.",
		Example: `  # a scan to JSON Lines
  rowlens decode --model tables.json scan.txt
  # only the keys of one kind, as a table
  rowlens decode --csv --record edge-index scan.txt
  # one column family of a RocksDB database
  rowlens decode --cf table/Ware --model models.json table.ldb.txt
  # some rows
  rowlens decode --model tables.json --where 'record = edge-index and source > 100' scan.txt
  # a pipe
  cat scan.txt | rowlens decode --cbor > records.cbor`,
	}
	fs := cmd.Flags()
	x := &decodeCall{reading: reading{call: c}}
	x.flags(cmd)
	x.storeFlags(cmd)
	x.decryptFlag(cmd)
	fs.BoolVar(&x.json, "json", false, "write JSON Lines, which is what it does anyway")
	fs.BoolVar(&x.csv, "csv", false, "write CSV with a header; fields are JSON in one cell")
	fs.BoolVar(&x.cbor, "cbor", false, "write a CBOR sequence; bytes and 64-bit integers are CBOR's own")
	fs.BoolVar(&x.lenient, "lenient", false, "rows that only a lenient reader takes, or whose check value does not match, do not count as failed")
	fs.StringVar(&x.where, "where", "", "only rows that the `EXPRESSION` takes, as in: record=edge-index source>100 text~foo")
	completesNothing(cmd, "where")
	cmd.RunE = c.runsPatiently(x.run)
	return cmd
}

type decodeCall struct {
	reading
	json, csv, cbor bool
	lenient         bool
	where           string
}

func (x *decodeCall) run(args []string) error {
	form := record.JSON
	chosen := 0
	for _, k := range [...]struct {
		on   bool
		form record.Form
	}{{x.json, record.JSON}, {x.csv, record.CSV}, {x.cbor, record.CBOR}} {
		if k.on {
			form = k.form
			chosen++
		}
	}
	if chosen > 1 {
		return usage("--json, --csv and --cbor exclude each other")
	}
	if form == record.CBOR && x.outTerminal {
		return usage("CBOR is not for terminals: write it to a file or a pipe")
	}
	where, err := filter.Parse(x.where)
	if err != nil {
		return usage("--where: %s", err)
	}
	if err := x.open(); err != nil {
		return err
	}
	args, err = x.inputNames(args)
	if err != nil {
		return err
	}
	if err := x.find(args); err != nil {
		return err
	}
	x.hintKey()
	s := &rows.Stream{
		Inputs:  x.inputs(args),
		Text:    x.dump(),
		CF:      x.cf,
		Form:    form,
		Where:   where,
		Lenient: x.lenient,
		Decoder: stream.Decoder{Format: x.format, Only: x.record, Schemas: x.schemas, Zones: &x.zones},
		Note:    x.note,
	}
	stop := x.progress(s)
	err = s.Run(x.ctx, os.Stdout) // a chunk is one write, at once
	stop()
	x.count(s)
	switch {
	case errors.Is(err, rows.ErrUnreadable):
		return silently(exitUnreadable)
	case errors.Is(err, context.Canceled):
		return err
	case err != nil:
		return unreadable(err)
	case s.Failed.Load() > 0, s.Words.Load() > 0:
		return silently(exitFailed)
	}
	return nil
}

// count reports how many rows were skipped, and how many count as failed although they have fields.
func (x *decodeCall) count(s *rows.Stream) {
	if n := s.Others.Load(); n > 0 {
		x.say(fmt.Sprintf("note: %s left out, of other kinds than %s", rowCount(n), x.record))
	}
	if n := s.Doubtful.Load(); n > 0 {
		x.say(fmt.Sprintf("note: %s not sure: lenient, extra or check in the record says why; --lenient accepts them", rowCount(n)))
	}
}

func rowCount(n int64) string {
	if n == 1 {
		return "1 row is"
	}
	return fmt.Sprintf("%d rows are", n)
}

// lineMax bounds a line, and the text of a single value, and thereby memory.
const lineMax = 16 << 20

func (x *decodeCall) inputs(args []string) []rows.Input {
	var list []rows.Input
	for _, name := range args {
		in := rows.Input{Name: name, Open: func() (io.ReadCloser, error) { return x.openInput(name) }}
		if name == "-" {
			in.Name = ""
		}
		list = append(list, in)
	}
	return list
}

// note reports what a text leaves open, or why an input could not be read.
func (x *decodeCall) note(input string, err error) {
	if input == "" {
		input = "standard input"
	}
	var remark rows.Remark
	if errors.As(err, &remark) {
		x.say(input + ": note: " + remark.Error())
		return
	}
	var path *fs.PathError
	if errors.As(err, &path) {
		x.say(fileError(err).Error())
		return
	}
	x.say(input + ": " + err.Error())
}
