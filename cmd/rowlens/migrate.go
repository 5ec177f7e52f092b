package main

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/identify"
	"github.com/rowlens/rowlens/codec/migrate"
	"github.com/rowlens/rowlens/codec/objects"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
)

func migrateCommand(c *call) *cobra.Command {
	long := "Reads a dump of a whole database and writes the rows to put and, with \"deleted\", those to delete that turn it into another " +
		"layout of the same format, as JSON Lines in the order in which they can be applied. encode --as turns them into commands for the " +
		"store; migrate itself writes to none. Models are found as in decode. All rows that are moved are kept in memory.\n"
	for _, name := range migrate.Names("") {
		if m, f, err := migrate.Find(name, ""); err == nil {
			long += "\n" + name + " (" + f.Title + "): " + m.Doc + "\n"
		}
	}
	cmd := &cobra.Command{
		Use:   "migrate TO [FILE...] [FLAGS]",
		Short: "write the rows that turn a database into another layout",
		Long:  long,
		Example: `  # index keys of Maryk 0.11 and later, for ldb
  rowlens migrate index-format-2 --model models.json rows.jsonl | rowlens encode --as ldb > changes.sh`,
	}
	x := &whole{reading: reading{call: c}}
	x.formatFlags(cmd)
	x.textFlags(cmd)
	x.storeFlags(cmd)
	cmd.ValidArgsFunction = func(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
		if len(args) > 0 {
			return nil, cobra.ShellCompDirectiveDefault
		}
		return migrate.Names(""), cobra.ShellCompDirectiveNoFileComp
	}
	cmd.RunE = c.runsPatiently(func(args []string) error { return x.migrate(args) })
	return cmd
}

// migrate writes the rows of a migration.
func (x *whole) migrate(args []string) error {
	if len(args) == 0 {
		return unknown("migration", "", migrate.Names(x.format))
	}
	m, f, err := migrate.Find(args[0], x.format)
	if err != nil {
		return unknown("migration", args[0], migrate.Names(x.format))
	}
	names, err := x.inputs(args[1:])
	if err != nil {
		return err
	}
	to, err := m.New(x.schemas.For(f))
	if err != nil {
		return usage("%s: give --model FILE, which says what the rows are", err)
	}
	read, taken, others := 0, 0, strangers{}
	err = x.each(names, func(e *store.Entry) error {
		is, err := to.Add(e)
		read++
		if is {
			taken++
		} else {
			others.look(x.query(), e, f.ID)
		}
		return err
	})
	switch {
	case err != nil:
		return err
	case taken == 0 && others.most():
		return failed(exitFailed, errors.New("no row was migrated: the rows do not look like "+f.ID+", whose migration this is"))
	}
	written := 0
	err = to.Rows(func(record string, e *store.Entry) error {
		var w value.Writer
		(&objects.Row{Record: record, Entry: *e}).Write(&w, f.ID)
		written++
		_, err := x.out.Write(append(w.Buf, '\n'))
		return err
	})
	var refused *format.Refusal
	if errors.As(err, &refused) {
		return failed(exitFailed, err)
	}
	if err != nil {
		return err
	}
	x.note(fmt.Sprintf("note: %s read, of which the migration concerns %d; %s to put or to delete", count(read, "row"), taken, count(written, "row")))
	if x.bad > 0 {
		return silently(exitFailed)
	}
	return nil
}

// strangers counts, among the first rows that a migration does not concern, those of another format or of none. That
// nothing is to be done would be a false all-clear for them.
type strangers struct{ seen, foreign int }

func (s *strangers) look(q identify.Query, e *store.Entry, id string) {
	if s.seen == likelyRows {
		return
	}
	s.seen++
	q.Entry = e
	if parsed, _ := identify.Candidates(q); len(parsed) == 0 || parsed[0].Format.ID != id {
		s.foreign++
	}
}

func (s *strangers) most() bool { return 2*s.foreign > s.seen }
