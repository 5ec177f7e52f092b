package main

import (
	"errors"
	"io"

	"golang.org/x/term"

	"github.com/rowlens/rowlens/codec/dump"
	"github.com/rowlens/rowlens/codec/file"
	"github.com/rowlens/rowlens/codec/storage"
	"github.com/rowlens/rowlens/codec/store"
)

// recordsForm is the text form in which commands that read a text as a whole get the rows of a store.
const recordsForm = "rowlens-jsonl"

// storeText is rows of a store as text, with their places.
type storeText struct {
	text    []byte
	sources []store.Source
	more    bool // there are more rows
}

// textOf reads a file that may be a store's. It reads at most the given number of rows of a store. Damage is reported,
// and whatever can be shown is shown.
func (r *reading) textOf(name string, rows int) (t *storeText, err error) {
	names, err := r.openStores([]string{name})
	if err != nil || !r.isGiven(names[0]) {
		return nil, err
	}
	if err := r.find(names); err != nil {
		return nil, err
	}
	if err := r.pickTables(); err != nil {
		return nil, err
	}
	t, in := &storeText{}, r.storedEntries(r.picks, r.asked)
	defer in.Close()
	for {
		e, err := in.Next()
		if err == io.EOF {
			break
		}
		if where, one := bad(err); one {
			r.lose(&where, err)
			continue
		}
		if err != nil {
			return nil, unreadable(fileError(err))
		}
		if len(t.sources) == rows {
			t.more = true
			break
		}
		t.text = storage.AppendRecord(t.text, e)
		t.sources = append(t.sources, e.Source)
		if len(t.text) > inputMax {
			return nil, unreadable(errors.New(name + ": its rows are longer than 64 MiB as text; --table, --start and --stop select fewer"))
		}
	}
	if len(t.sources) == 0 {
		return nil, failed(exitFailed, errors.New(name+": there are no entries in it"))
	}
	r.form = recordsForm
	return t, nil
}

// lose reports damage of a store.
func (r *reading) lose(where *store.Source, err error) {
	r.lost = true
	if what := r.pathOf(where.File) + ": damaged: " + err.Error(); r.isNew(what) {
		r.say(what)
	}
}

// orLost returns the exit code of a result that lacks rows because of damage, unless there is an error.
func (r *reading) orLost(err error) error {
	if err == nil && r.lost {
		return silently(exitFailed)
	}
	return err
}

// fileGiven returns the file that given would read, or - for standard input; "" if it would read none.
func (c *call) fileGiven(args []string, file string) string {
	switch {
	case len(args) == 0 && file != "":
		return file
	case file == "" && (len(args) == 1 && args[0] == "-" || len(args) == 0 && !term.IsTerminal(int(c.in.Fd()))):
		return "-"
	}
	return ""
}

// place assigns to rows read from the text their places in the store.
func (t *storeText) place(res *dump.Result, set []file.Store) {
	titled := *res.Form
	titled.Title = "entries of " + set[0].Kind().Title
	res.Form = &titled
	for i := range res.Rows {
		if line := res.Rows[i].Entry.Source.Line; line > 0 && line <= len(t.sources) {
			res.Rows[i].Entry.Source = t.sources[line-1]
		}
	}
}
