package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/rowlens/rowlens/cmd/internal/screen"
	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/layout"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
)

func (r *reading) layoutFlag(cmd *cobra.Command) {
	cmd.Flags().StringVar(&r.layout, "layout", "",
		"read keys by this layout: a `LINE` such as 'id:long! rest:str', the name of one in --model, or @FILE (docs/layouts.md)")
	group(cmd, inputFlags, "layout")
	completesNothing(cmd, "layout")
}

// withLayout adds the layout given by --layout to models, which may be null.
func (r *reading) withLayout(models value.Value) (value.Value, error) {
	if r.format != "" && r.format != layout.Format.ID {
		return models, usage("--layout goes without --format, or with --format %s", layout.Format.ID)
	}
	r.format = layout.Format.ID
	line := r.layout
	if name, isFile := strings.CutPrefix(line, "@"); isFile {
		text, err := r.sideText(name, modelMax)
		if err != nil {
			return models, err
		}
		line = string(text)
	}
	if named, ok := models.Member("layouts").Get(line); ok {
		one := value.OfMembers(value.Member{Name: line, Value: named})
		return value.OfMembers(value.Member{Name: "layouts", Value: one}), nil
	}
	if _, err := layout.Parse(line); err != nil {
		return models, r.wrongLine(line, err, models)
	}
	return value.OfMembers(value.Member{Name: "layout", Value: value.Of(line)}), nil
}

// wrongLine returns the error for a line, which is shown with a mark below the place.
func (r *reading) wrongLine(line string, err error, models value.Value) error {
	var at *layout.Error
	if errors.As(err, &at) {
		before := []rune(line)[:min(at.Column-1, len([]rune(line)))]
		first := strings.LastIndexByte(string(before), '\n') + 1
		shown, _, _ := strings.Cut(line[first:], "\n")
		r.print("  " + screen.Visible(shown) + "\n  " + strings.Repeat(" ", len([]rune(string(before)[first:]))) + "^\n")
	}
	var names []string
	for i := range models.Member("layouts").Len() {
		names = append(names, models.Member("layouts").Name(i))
	}
	if names != nil {
		return usage("--layout: %s; --model has the layouts %s", err, strings.Join(names, ", "))
	}
	return usage("--layout: %s", err)
}

// learn proposes layouts derived from keys.
func (x *inspectCall) learn(args []string) error {
	if x.layout != "" || x.all || x.line || x.rowGiven {
		return usage("--learn finds layouts; it goes with --json, and with flags that say what the input is")
	}
	if err := x.open(); err != nil {
		return err
	}
	list, err := x.keys(args, x.file)
	if err != nil {
		return err
	}
	var keys [][]byte
	for i := range list {
		if _, b, ok := list[i].Entry.First(store.Row, store.Key, store.Bytes); ok {
			keys = append(keys, b)
		}
	}
	if x.json {
		return x.learntJSON(keys)
	}
	found, err := layout.Learn(keys)
	if err != nil {
		return failed(exitFailed, err)
	}
	if len(found) == 0 {
		return failed(exitFailed, errors.New("the keys show no structure: no times, numbers, texts or hashes, and no bytes that are the same"))
	}
	s := x.screen()
	for i, one := range found {
		if i > 0 {
			s.Line()
		}
		s.Put(screen.Title, one.Layout.String()+"\n")
		for _, why := range one.Evidence {
			s.Put(screen.Plain, "  "+screen.Visible(why)+"\n")
		}
	}
	if err := x.show(s); err != nil {
		return err
	}
	x.note("note: to read keys with it: rowlens inspect --layout " + quoted(found[0].Layout.String()) + " KEY")
	return nil
}

// learntJSON prints the codec's answer, which is the same in every front end.
func (x *inspectCall) learntJSON(keys [][]byte) error {
	var given, w value.Writer
	given.Object()
	given.Key("keys")
	given.Hexes(keys)
	given.EndObject()
	v, err := value.Parse(given.Buf)
	if err == nil {
		err = layout.Format.Record("learn").Derive(&format.Input{Given: v}, &w)
	}
	if err != nil {
		return failed(exitFailed, err)
	}
	_, err = fmt.Fprintf(x.out, "%s\n", w.Buf)
	return err
}
