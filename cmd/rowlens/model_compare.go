package main

import (
	"errors"
	"os"
	"slices"
	"strings"

	"github.com/rowlens/rowlens/cmd/internal/screen"
	"github.com/rowlens/rowlens/codec"
	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/schema"
	"github.com/rowlens/rowlens/codec/value"
)

// isFile reports whether a file or folder with this name exists.
func isFile(name string) bool {
	_, err := os.Stat(name)
	return err == nil
}

// compareSchemas is compare for two schema files, which name and type what databases themselves do not. done is
// false if either file is anything else.
func (x *modelCall) compareSchemas(names []string) (done bool, err error) {
	var sets [2]format.SchemaSet
	for i, name := range names {
		text, err := x.sideText(name, modelMax)
		if err != nil {
			return false, nil // reported when it is read for models
		}
		v, err := value.Parse(text)
		if err != nil || v.Kind != value.Object {
			return false, nil
		}
		if sets[i], err = schema.Parse(v, x.format); err != nil {
			return false, nil
		}
	}
	var list []format.Difference
	for _, f := range codec.Formats() {
		a, b := sets[0][f], sets[1][f]
		if f.Compare == nil || a == nil || b == nil {
			continue
		}
		found, err := f.Compare(a, b)
		if err != nil {
			return true, unreadable(err)
		}
		list, done = append(list, found...), true
	}
	if !done {
		return false, nil
	}
	same := func(a, b format.Difference) bool { return a.Path == b.Path && a.From == b.From && a.To == b.To } // of both Maryk stores
	return true, x.compared(slices.CompactFunc(list, same))
}

// compare prints how a reader with the second file's models can handle data of the first file's.
func (x *modelCall) compare(f *format.Format, from value.Value, names []string) error {
	if x.yaml || x.hex {
		return usage("a comparison is printed as text, or with --json")
	}
	if x.format == "" {
		x.format = f.ID
	}
	other, to, err := x.read(names[1])
	if err != nil {
		return err
	}
	if f.Compare == nil || other != f {
		return usage("models of %s are not compared with those of %s", f.Title, other.Title)
	}
	a, err := f.ParseSchema(from)
	if err != nil {
		return unreadable(errors.New(names[0] + ": " + err.Error()))
	}
	b, err := f.ParseSchema(to)
	if err != nil {
		return unreadable(errors.New(names[1] + ": " + err.Error()))
	}
	list, err := f.Compare(a, b)
	if err != nil {
		return unreadable(err)
	}
	return x.compared(list)
}

// compared prints differences and returns an exit code for the worst of them.
func (x *modelCall) compared(list []format.Difference) error {
	if err := x.differences(list); err != nil {
		return err
	}
	worst := format.Compatible
	for i := range list {
		worst = max(worst, list[i].Effect)
	}
	switch {
	case worst == format.Breaks:
		return silently(exitFailed)
	case len(list) > 0:
		return silently(exitDifferences)
	}
	return nil
}

// differences prints one line, or one block of text, per difference.
func (x *modelCall) differences(list []format.Difference) error {
	if x.json {
		for i := range list {
			if _, err := x.out.Write(differenceLine(&list[i])); err != nil {
				return err
			}
		}
		return nil
	}
	s := x.screen()
	if len(list) == 0 {
		s.Put(screen.Plain, "The models are the same.\n")
	}
	for i := range list {
		d := &list[i]
		style := map[format.Effect]screen.Style{format.Migrate: screen.Warn, format.Breaks: screen.Warn}[d.Effect]
		s.Put(style, d.Effect.String())
		s.Put(screen.Title, "  "+screen.Visible(d.Path))
		s.Put(screen.Plain, "  "+screen.Visible(orNothing(d.From))+" → "+screen.Visible(orNothing(d.To))+"\n")
		s.Put(screen.Dim, "            "+d.Why)
		if len(d.Rebuild) > 0 {
			s.Put(screen.Dim, "; to be rebuilt: "+strings.Join(d.Rebuild, ", "))
		}
		s.Line()
	}
	return x.show(s)
}

func differenceLine(d *format.Difference) []byte {
	var w value.Writer
	w.Object()
	w.Member("path").String(d.Path)
	w.Member("from").String(d.From)
	w.Member("to").String(d.To)
	w.Member("effect").String(d.Effect.String())
	w.Member("why").String(d.Why)
	if len(d.Rebuild) > 0 {
		w.Member("rebuild").Strings(d.Rebuild)
	}
	w.EndObject()
	return append(w.Buf, '\n')
}
