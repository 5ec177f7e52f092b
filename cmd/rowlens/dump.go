package main

import (
	"errors"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"github.com/rowlens/rowlens/cmd/internal/screen"
	"github.com/rowlens/rowlens/codec/file"
	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/schema"
	"github.com/rowlens/rowlens/codec/storage"
)

func dumpCommand(c *call) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "dump PATH... [FLAGS]",
		Short: "print the entries in a store's files, not decoded",
		Long: "Reads the files of RocksDB, LMDB, HBase and Accumulo without the database: a folder with everything below it, a file, " +
			"or several of one store, such as a folder and a write-ahead log. `rowlens formats` lists the kinds. It writes nothing " +
			"and takes no lock. Files in gzip or Zstandard are unpacked; - is standard input.\n\n" +
			"Entries come in the order of the store. By default they are what readers of the store see: the newest versions, " +
			"deletions applied, all files merged. --stored shows every version and tombstone.\n\n" +
			"In a pipe it prints JSON Lines: the members that the kind of store has, and source, which says where the entry is: " +
			"file, offset of the block, at (in the unpacked block), level, sequence. On a terminal it prints the parts of an entry " +
			"in hex. Damage is a line {\"damage\":{file, code, offset, expected, found, lost, after, before}} in the place of the " +
			"missing entries, and the exit code is 1; a remark, which is not a loss, does not change it. In the other forms damage " +
			"is described on standard error.\n\n" +
			"--as mdb prints what mdb_load loads, --as ldb what `ldb load --hex` loads, one column family at a time; hbase-shell and " +
			"accumulo are commands of those shells. An entry that they cannot load ends the text, with exit code 1.",
		Example: `  # the entries of a database, one a line
  rowlens dump store/lmdb
  # one database of an environment as mdb_load reads it
  rowlens dump --as mdb store/lmdb/data.mdb
  # a range of keys in hex
  rowlens dump --as hex --start cat --stop cau store/lmdb`,
	}
	x := &dumpCall{call: c}
	fs := cmd.Flags()
	x.entryFlags(cmd)
	x.threadsFlag(cmd)
	fs.Uint64Var(&x.at, "at", 0, "show the state at `N`: a sequence number (RocksDB) or a timestamp")
	fs.IntVar(&x.asked.Versions, "versions", 0, "show up to `N` versions of a cell (HBase, Accumulo)")
	fs.StringVar(&x.as, "as", "", "print `FORM`: "+strings.Join(dumpForms(), ", ")+" (default jsonl, on a terminal hex)")
	fs.StringArrayVar(&x.auths, "auths", nil, "show what a reader with these `LABELS`, separated by commas, sees (Accumulo); may be repeated")
	undefaulted(cmd, "at", "versions", "auths")
	completes(cmd, "as", completeNames(dumpForms()...))
	completesNothing(cmd, "at", "versions", "auths")
	cmd.RunE = c.runsPatiently(func(args []string) error {
		x.asked.HasAt, x.asked.HasLabels = cmd.Flags().Changed("at"), cmd.Flags().Changed("auths")
		if cmd.Flags().Changed("versions") && x.asked.Versions < 1 {
			return usage("--versions counts from 1")
		}
		return x.run(args)
	})
	return cmd
}

// dumpForms returns the values that --as accepts.
func dumpForms() []string { return append([]string{"jsonl"}, storage.Texts()...) }

type dumpCall struct {
	*call
	storing
	as    string
	auths []string
	at    uint64

	lines   *storage.Lines
	text    *storage.Text
	buf     []byte
	flushed bool // some of the output has been written
	damaged int
	said    []string // remarks made so far
}

// dumpBuffer is how much output is collected before it is written.
const dumpBuffer = 256 << 10

func (x *dumpCall) run(args []string) error {
	switch {
	case len(args) == 0:
		return failed(exitUsage, errors.New("there is nothing to read: name a store's files or folders, or write - to read one from standard input"))
	case x.as == "" && x.outTerminal:
		x.as = "hex"
	case x.as == "":
		x.as = "jsonl"
	case !slices.Contains(dumpForms(), x.as):
		return unknown("form of a dump", x.as, dumpForms())
	}
	if err := x.bounds(); err != nil {
		return err
	}
	if x.asked.At = x.at; x.asked.HasLabels {
		x.asked.Labels = slices.DeleteFunc(strings.Split(strings.Join(x.auths, ","), ","), func(label string) bool { return label == "" })
	}
	if err := x.openPaths(args); err != nil {
		return err
	}
	if err := x.means(); err != nil {
		return err
	}
	x.expect(args)
	stop := x.ticking(true, func(since time.Duration) string { return x.meter.line(nil, since) })
	defer stop()
	for try := 1; ; try++ {
		err := x.scan()
		if err == nil {
			break
		}
		if !changed(err) || x.flushed || try == triesMax {
			stop()
			return x.failed(err)
		}
		if err := x.set.Again(x.options()); err != nil {
			return x.failed(err)
		}
	}
	stop()
	return x.end()
}

// means refuses flags that have no meaning for any of the stores.
func (x *dumpCall) means() error {
	versions, labels := x.asked.Versions == 0, !x.asked.HasLabels
	for _, s := range x.set.Stores {
		versions, labels = versions || s.Kind().Versions, labels || s.Kind().Labels
	}
	switch {
	case !versions:
		return usage("--versions does not apply to %s, whose entries have one version: --stored shows what is left of others", x.standsFor)
	case !labels:
		return usage("--auths does not apply to %s, whose entries have no labels", x.standsFor)
	}
	x.checkBounds(x.call)
	return nil
}

// triesMax is how often a store that changes while it is read is read again from the beginning.
const triesMax = 5

// changed reports whether an error means that a store changed while it was read.
func changed(err error) bool { return errors.Is(err, file.ErrMoved) }

func (x *dumpCall) options() file.Options { return file.Options{Compare: storage.Comparer{}.Compare} }

// openPathsOf opens the given paths and finds the tables.
func (x *storing) openPathsOf(c *call, args []string, opt file.Options) error {
	r := reading{call: c}
	var err error
	if slices.Equal(args, []string{"-"}) {
		is, err := r.stdinIsStore()
		if err != nil {
			return err
		}
		if !is {
			return unreadable(errors.New("standard input: is not a store file; `rowlens decode` reads dumps"))
		}
		x.piped = r.piped
	}
	x.standsFor = args[0]
	if x.set, err = c.openSet(args, x.piped, opt); err != nil {
		return err
	}
	known := sync.OnceValue(func() format.SchemaSet {
		models, _ := storage.Models(x.set.Set, x.set.Stores, "")
		return models
	})
	x.picks, err = pickTables(x.set.Stores, x.tables, func(name string) string {
		cf, err := schema.Family(name, "", nil)
		if err != nil && strings.Contains(name, "/") { // TYPE/NAME, from a model in the store
			cf, err = schema.Family(name, "", known())
		}
		if err != nil {
			return ""
		}
		return cf
	})
	return err
}

func (x *dumpCall) openPaths(args []string) error { return x.openPathsOf(x.call, args, x.options()) }

// scan prints all entries. After an error it writes nothing more.
func (x *dumpCall) scan() error {
	x.buf, x.damaged, x.said = x.buf[:0], 0, nil
	x.lines, x.text = &storage.Lines{Stored: x.stored}, storage.NewText(x.as)
	s := storage.Scan{Stores: x.set.Stores, Tables: x.picks, Query: x.asked, Open: x.scanner()}
	s.Apart = x.text != nil && x.text.Apart()
	defer s.Close()
	var e file.Entry
	for n := 0; s.Next(&e); n++ {
		if e.Damage != nil {
			x.damage(e.Damage)
		}
		var err error
		switch {
		case x.text == nil:
			x.buf = x.lines.Append(x.buf, &s, &e)
		case e.Damage == nil:
			if x.buf, err = x.text.Append(x.buf, &s, &e); err != nil {
				return &unwritable{x.place(&e), err}
			}
		}
		if e.Error != "" && e.Damage == nil {
			x.damaged++
		}
		if len(x.buf) >= dumpBuffer || n%4096 == 0 && x.ctx.Err() != nil {
			if err := x.flush(); err != nil {
				return err
			}
		}
	}
	return s.Err()
}

// unwritable is an entry that cannot be written in a text form.
type unwritable struct {
	place string
	why   error
}

// Error says which entry, and why.
func (u *unwritable) Error() string { return u.place + ": " + u.why.Error() }

func (x *dumpCall) place(e *file.Entry) string {
	return x.set.Shown(e.Source.File) + "@" + strconv.FormatInt(e.Block, 10)
}

// damage counts damage, and reports it if the text has no place for it.
func (x *dumpCall) damage(d *file.Damage) {
	if !d.Remark {
		x.damaged++
	}
	if x.text == nil {
		return
	}
	const most = 20
	sentence := x.set.Shown(d.File) + ": "
	if d.Remark {
		sentence += "note: "
	}
	if sentence += (&storage.Damage{Damage: *d}).Error() + " (" + d.Code + ")"; len(x.said) <= most {
		x.said = append(x.said, sentence)
	}
	if len(x.said) > most {
		x.said[most] = "there is more damage; --as jsonl has all of it"
	}
}

// flush writes the collected output.
func (x *dumpCall) flush() error {
	if err := x.ctx.Err(); err != nil {
		return err
	}
	var err error
	if len(x.buf) > 0 {
		x.flushed = true
		_, err = x.stdout().Write(x.buf)
	}
	x.buf = x.buf[:0]
	return err
}

// stdout returns the output; on a terminal, lines are cut to its width.
func (x *dumpCall) stdout() io.Writer {
	if x.outTerminal && x.as == "hex" {
		return fitted{os.Stdout, x.width}
	}
	return os.Stdout
}

// fitted cuts lines to the width of a terminal.
type fitted struct {
	out   io.Writer
	width int
}

// Write writes whole lines.
func (f fitted) Write(b []byte) (int, error) {
	_, err := f.out.Write(screen.Fit(b, f.width))
	return len(b), err
}

// end writes the rest, and returns an exit code that says whether there was damage.
func (x *dumpCall) end() error {
	if x.text != nil {
		x.buf = x.text.End(x.buf)
	}
	if err := x.flush(); err != nil {
		return x.failed(err)
	}
	for _, sentence := range x.said {
		x.say(sentence)
	}
	x.assumed(x.set.Stores)
	if x.damaged > 0 {
		return silently(exitFailed)
	}
	return nil
}

// failed returns the error that ends a dump, after writing what can be written.
func (x *dumpCall) failed(err error) error {
	if x.ctx.Err() != nil {
		return x.ctx.Err()
	}
	var one *unwritable
	if errors.As(err, &one) {
		if flushed := x.flush(); flushed != nil {
			return unreadable(flushed)
		}
		return failed(exitFailed, errors.New(one.Error()+"; --as jsonl prints it"))
	}
	if changed(err) {
		return unreadable(errors.New(x.standsFor + ": " + err.Error() + "; copy the files, or try again"))
	}
	if flushed := x.flush(); flushed != nil {
		err = flushed
	}
	return unreadable(fileError(err))
}
