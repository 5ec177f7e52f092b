package main

import (
	"io"
	"strconv"

	"github.com/spf13/cobra"

	"github.com/rowlens/rowlens/codec/store"
)

// whole is shared by verify and assemble, which take all rows of a database together.
type whole struct {
	reading
	json bool
	bad  int // rows that cannot be used
}

// wholeFlags adds the flags that these commands share; json describes one line of JSON. There is no --record, since rows of
// all kinds count.
func (x *whole) wholeFlags(cmd *cobra.Command, json string) {
	cmd.Flags().BoolVar(&x.json, "json", false, json)
	x.formatFlags(cmd)
	x.textFlags(cmd)
	x.storeFlags(cmd)
	x.entryFlags(cmd)
	x.threadsFlag(cmd)
}

// inputs checks the flags, finds the models, and returns the names of the dumps, by
// default standard input.
func (x *whole) inputs(args []string) ([]string, error) {
	if err := x.open(); err != nil {
		return nil, err
	}
	args, err := x.inputNames(args)
	if err != nil {
		return nil, err
	}
	names, err := x.openInputs(args)
	if err == nil && len(args) > 1 {
		x.note("note: the " + strconv.Itoa(len(args)) + " inputs are read as one dump: if several have a row, its newest version counts, " +
			"or else that of the last")
	}
	return names, err
}

// each calls add for all rows of the dumps. It reports and counts rows that cannot be read or
// that add refuses.
func (x *whole) each(names []string, add func(*store.Entry) error) error {
	defer x.progress(names, false, nil)()
	for _, name := range names {
		if err := x.eachOf(name, add); err != nil {
			return err
		}
	}
	return nil
}

func (x *whole) eachOf(name string, add func(*store.Entry) error) error {
	in, err := x.entriesOf(name)
	if err != nil {
		return unreadable(err)
	}
	defer in.Close()
	for x.ctx.Err() == nil {
		e, err := in.Next()
		if err == io.EOF {
			return nil
		}
		if where, one := bad(err); one {
			x.refuse(&where, err)
			continue
		}
		if err != nil {
			return unreadable(fileError(err))
		}
		if err := add(e); err != nil {
			if end, ok := err.(fatal); ok {
				return end.error
			}
			x.refuse(&e.Source, err)
		}
	}
	return x.ctx.Err()
}

// saidMax is how many unusable rows are reported individually.
const saidMax = 5

// refuse reports a row that cannot be used.
func (x *whole) refuse(where *store.Source, err error) {
	switch x.bad++; {
	case x.bad <= saidMax:
		x.say(place(where) + ": " + err.Error())
	case x.bad == saidMax+1:
		x.note("note: more rows cannot be used; they are counted but not named")
	}
}

// fatal is an error of add that does not concern the row: nothing more can be added.
type fatal struct{ error }
