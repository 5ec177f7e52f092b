package main

import (
	"context"
	"errors"
	"os"
	"runtime/debug"

	"github.com/spf13/cobra"

	"github.com/rowlens/rowlens/cmd/internal/columns"
	"github.com/rowlens/rowlens/cmd/internal/outfile"
	"github.com/rowlens/rowlens/cmd/internal/rows"
	"github.com/rowlens/rowlens/internal/typed"
)

// columned says how decode writes typed columns.
type columned struct {
	parquet string
	arrow   bool
	given   bool // --parquet was given
}

func (x *columned) columnFlags(cmd *cobra.Command) {
	fs := cmd.Flags()
	fs.StringVar(&x.parquet, "parquet", "", "write typed columns to `FILE`, as Parquet; docs/columns.md lists them")
	fs.BoolVar(&x.arrow, "arrow", false, "write typed columns as a stream of Arrow batches")
}

// columns reports whether columns are written.
func (x *columned) columns() bool { return x.given || x.arrow }

// checkColumns refuses options that cannot be combined with columns.
func (x *decodeCall) checkColumns() error {
	switch {
	case !x.columns():
		return nil
	case x.json || x.csv || x.cbor || x.given && x.arrow:
		return usage("--parquet, --arrow, --json, --csv and --cbor exclude each other")
	case x.picking.count:
		return usage("--count prints a number: --parquet and --arrow write records")
	case x.given && x.parquet == "-":
		return usage("--parquet needs the name of a file, since Parquet cannot be streamed; --arrow writes a stream")
	case x.arrow && x.outTerminal:
		return usage("Arrow batches are not for terminals: write them to a file or a pipe")
	}
	return nil
}

// columnSchema returns the columns to write. The columns of the fields depend only on --format and --record, so that
// they are the same for all inputs.
func (x *decodeCall) columnSchema(names []string) (*typed.Schema, error) {
	var kinds []*typed.Kind
	if x.format != "" || x.record != "" {
		var err error
		if kinds, err = typed.Kinds(x.format, x.record); err != nil {
			return nil, err
		}
	}
	s := typed.NewSchema(kinds)
	if len(names) == 0 {
		return s, nil
	}
	if name := s.Select(names); name != "" {
		hint := meant(name, s.Names())
		if len(kinds) == 0 && hint == "" {
			hint = "; --format or --record gives the fields columns of their own"
		}
		return nil, usage("--select: there is no column %q%s", name, hint)
	}
	return s, nil
}

// columnsMemory is the memory limit given to the garbage collector. It makes the collector run more often if values do not
// compress, so that a row group takes up all of its room.
const columnsMemory = 192 << 20

// runColumns decodes to columns. The selection then applies to columns, not to members of records.
func (x *decodeCall) runColumns(s *rows.Stream, inputs []string, progress func() (stop func())) error {
	var names []string
	if s.Select != nil {
		names, s.Select = s.Select.Names, nil
	}
	schema, err := x.columnSchema(names)
	if err != nil {
		return err
	}
	debug.SetMemoryLimit(columnsMemory)
	if !x.given {
		w := columns.NewArrow(os.Stdout, schema)
		return x.through(s, w, progress)
	}
	if err := x.mayReplace(&target{"--parquet", x.parquet, true}, inputs); err != nil {
		return err
	}
	file, err := outfile.Create(x.parquet)
	if err != nil {
		return fileError(err)
	}
	switch err = x.through(s, columns.NewParquet(file, schema), progress); {
	case errors.Is(err, context.Canceled):
		file.Drop()
	case err != nil && !errors.Is(err, rows.ErrUnreadable):
		err = file.Failure(err)
	default:
		err = errors.Join(file.Finish(), err)
	}
	return err
}

// through decodes to a writer of columns and finishes it, even if an input could not be read.
func (x *decodeCall) through(s *rows.Stream, w *columns.Writer, progress func() (stop func())) error {
	defer progress()()
	s.Tables = w
	err := s.Run(x.ctx, nil)
	if err == nil || errors.Is(err, rows.ErrUnreadable) {
		err = errors.Join(w.Close(), err)
	}
	return err
}
