package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/rowlens/rowlens/cmd/internal/rows"
	"github.com/rowlens/rowlens/codec/record"
	"github.com/rowlens/rowlens/codec/stream"
)

func decodeCommand(c *call) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "decode [FILE...] [FLAGS]",
		Short: "decode dumps of any size to JSON, CSV or CBOR, a record per row",
		Long: "Reads dumps (shell scans, mdb_dump, ldb, hex lines, CSV, its own records and more) and writes one record per row, in " +
			"order, on all cores. It keeps only a few hundred rows in memory, and those of a --sample. Without FILE, or with -, it " +
			"reads standard input. On a terminal it prints a table, cut to the width; --json prints the records.\n\n" +
			"A record has format, record, parts in hex, timestamp, source and fields. A row that cannot be decoded keeps its place " +
			"and its parts, with error instead of fields; the exit code is then 1.\n\n" +
			"A record says what is not certain about it: lenient (only a lenient reader takes it), extra (bytes that belong to " +
			"nothing), check (a salt or checksum that does not match), tie (other readings with the same evidence), canonical false " +
			"(written again, it has other bytes). The first three make the exit code 1, unless --lenient is given.\n\n" +
			"With --record only rows of that kind are written, and those that cannot be decoded.\n\n" +
			"Models that a database carries (Maryk) are found in the dump if it gives the column family of each row: a file is read " +
			"twice for that; in a pipe the first 8 MiB are searched.\n\n" +
			"In CSV, a cell that a spreadsheet would run as a formula gets an apostrophe in front.",
		Example: `  # a scan to JSON Lines
  rowlens decode --model tables.json scan.txt
  # only the keys of one kind, as a table
  rowlens decode --csv --record edge-index scan.txt
  # one column family of a RocksDB database
  rowlens decode --cf table/Ware --model models.json table.ldb.txt
  # some rows
  rowlens decode --model tables.json --where 'record = edge-index and source > 100' scan.txt
  # a look: ten records, some members
  rowlens decode --limit 10 --select record,row,source.line scan.txt
  # how many there are of each kind and table
  rowlens decode --count --select record,table scan.txt
  # a pipe
  cat scan.txt | rowlens decode --cbor > records.cbor`,
	}
	fs := cmd.Flags()
	x := &decodeCall{reading: reading{call: c}}
	x.flags(cmd)
	x.layoutFlag(cmd)
	x.storeFlags(cmd)
	x.entryFlags(cmd)
	x.threadsFlag(cmd)
	x.apart = true
	x.decryptFlag(cmd)
	fs.BoolVar(&x.json, "json", false, "write JSON Lines; this is the default except on a terminal, which gets a table")
	fs.BoolVar(&x.csv, "csv", false, "write CSV with a header; fields are JSON in one cell")
	fs.BoolVar(&x.cbor, "cbor", false, "write a CBOR sequence, with native bytes and 64-bit integers")
	fs.BoolVar(&x.lenient, "lenient", false, "do not count rows as failed that have lenient, extra or check")
	fs.StringVar(&x.where, "where", "", "only rows that match `EXPRESSION`, such as: record=edge-index source>100 row^=0bc7 "+
		"(docs/inspector.md#filter)")
	completesNothing(cmd, "where")
	x.pickingFlags(cmd)
	x.columnFlags(cmd)
	cmd.RunE = c.runsPatiently(func(args []string) error {
		x.filtered, x.given = cmd.Flags().Changed("where"), cmd.Flags().Changed("parquet")
		if err := fromOne(cmd, "--count prints no records", "limit", "sample"); err != nil {
			return err
		}
		return x.run(args)
	})
	return cmd
}

type decodeCall struct {
	reading
	json, csv, cbor bool
	lenient         bool
	picking
	columned
	where    string
	filtered bool // --where was given
	remarks  []string
}

func (x *decodeCall) run(args []string) error {
	if err := x.checkColumns(); err != nil {
		return err
	}
	form, err := x.recordForm()
	if err != nil {
		return err
	}
	selection, err := x.selection(form)
	if err != nil {
		return err
	}
	where, err := x.filter()
	if err != nil {
		return err
	}
	if err := x.open(); err != nil {
		return err
	}
	args, err = x.inputNames(args)
	if err != nil {
		return err
	}
	if args, err = x.openInputs(args); err != nil {
		return err
	}
	x.hintKey()
	s := &rows.Stream{
		Inputs:  x.inputs(args),
		Text:    x.dump(),
		Family:  x.familyOf,
		Form:    form,
		Where:   where,
		Lenient: x.lenient,
		Pick:    x.pick(),
		Select:  selection,
		Threads: int(x.threads),
		Decoder: stream.Decoder{Format: x.format, Only: x.record, Schemas: x.schemas, Zones: &x.zones},
		Note:    x.remark,
	}
	err = x.runTo(s, args)
	x.count(s)
	var ended *exit
	switch {
	case errors.Is(err, rows.ErrUnreadable):
		return silently(exitUnreadable)
	case errors.Is(err, context.Canceled), errors.As(err, &ended):
		return err
	case err != nil:
		return unreadable(err)
	}
	if s.Rows.Load() == 0 && s.Words.Load() == 0 {
		x.note("note: no rows were read")
	}
	if err := errors.Join(x.checkWhere(where), x.checkSelect(s)); err != nil {
		return err
	}
	switch {
	case s.Failed.Load() > 0, s.Words.Load() > 0:
		return silently(exitFailed)
	}
	return nil
}

// runTo decodes to wherever the records go.
func (x *decodeCall) runTo(s *rows.Stream, args []string) error {
	prints := !x.picking.count && x.picking.sample == 0
	if x.columns() {
		return x.runColumns(s, args, func() func() { return x.progress(args, prints && x.arrow, s) })
	}
	stop := x.progress(args, prints, s)
	groups, out := tally{}, x.records(s.Select)
	if x.picking.count && s.Select != nil {
		out = groups
	}
	err := s.Run(x.ctx, out)
	stop()
	switch {
	case err != nil || !x.picking.count:
	case s.Select != nil:
		err = groups.print(os.Stdout)
	default:
		x.out.WriteString(strconv.FormatInt(s.Written.Load(), 10) + "\n")
	}
	return err
}

// recordForm returns how records are written.
func (x *decodeCall) recordForm() (form record.Form, err error) {
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
	switch {
	case chosen > 1:
		return form, usage("--json, --csv and --cbor exclude each other")
	case form == record.CBOR && x.outTerminal:
		return form, usage("CBOR is not for terminals: write it to a file or a pipe")
	}
	return form, nil
}

// records returns where records go: to standard output, one write per chunk; on a
// terminal to a table, unless a form was asked for.
func (x *decodeCall) records(selection *record.Selection) io.Writer {
	if !x.outTerminal || x.json || x.csv {
		return os.Stdout
	}
	table := &tableWriter{out: os.Stdout, screen: x.screen()}
	if selection != nil {
		table.members = selection.Names
	}
	return table
}

// count reports how many rows were left out, and how many have fields but count as failed.
func (x *decodeCall) count(s *rows.Stream) {
	if n := s.Others.Load(); n > 0 {
		x.note(fmt.Sprintf("note: %s left out: not of the kind %s", rowCount(n), x.record))
	}
	if n := s.Doubtful.Load(); n > 0 {
		x.note(fmt.Sprintf("note: %s not certain: lenient, extra or check in the record says why; --lenient accepts them", rowCount(n)))
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
		if x.isGiven(name) {
			in.Entries = func() (rows.Entries, error) { return x.entriesOf(name) }
		}
		list = append(list, in)
	}
	return list
}

// remark reports what a text leaves open, or why an input could not be read.
func (x *decodeCall) remark(input string, err error) {
	input = shownInput(input)
	if errors.Is(err, rows.Slow) || errors.Is(err, rows.NeedsModel) {
		x.note("note: " + err.Error())
		return
	}
	var remark rows.Remark
	var cut rows.Cut
	if errors.As(err, &cut) {
		x.once(input + ": note: " + cut.Error()) // it was searched for models earlier
		return
	}
	if x.set != nil && input != x.standsFor {
		input = x.pathOf(input) // messages from a store's cursor are about one of its files
	}
	if errors.As(err, &remark) {
		if text := remark.Error(); !slices.Contains(x.remarks, text) { // it is the same for each input
			x.remarks = append(x.remarks, text)
			x.note(input + ": note: " + text)
		}
		return
	}
	var path *fs.PathError
	if errors.As(err, &path) {
		x.say(fileError(err).Error())
		return
	}
	x.say(input + ": " + strings.TrimPrefix(err.Error(), input+": "))
}
