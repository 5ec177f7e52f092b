package main

import (
	"errors"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/rowlens/rowlens/codec"
	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/objects"
	"github.com/rowlens/rowlens/codec/value"
)

func disassembleCommand(c *call) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "disassemble [FILE...] [FLAGS]",
		Short: "write the rows that objects are stored as",
		Long: "Reads JSON Lines, each {\"format\",\"object\",\"fields\":{…}} as assemble --json writes them, and writes every row that " +
			"the system stores for each object, in the order in which the system writes them: records as decode writes them, without " +
			"fields. encode --as turns them into commands for the store. Without FILE, or with -, it reads standard input.\n\n" +
			"With --changes each line is a change, {\"from\":{…},\"fields\":{…}}, and the output is the rows to put and, with " +
			"\"deleted\", those to delete. If from is null or absent, the object is created; if fields is, it is deleted.\n\n" +
			"--given supplies what objects do not contain: versions, clocks, options of the writer. A line that is refused is " +
			"reported with the field and the reason; the exit code is then 1.",
		Example: `  # the rows of all objects in a dump, again
  rowlens assemble --json --history rows.jsonl | rowlens disassemble --model models.json
  # as commands for the store
  rowlens assemble --json --history rows.jsonl | rowlens disassemble --model models.json | rowlens encode --as ldb`,
	}
	x := &disassembleCall{reading: reading{call: c}}
	x.formatFlags(cmd)
	x.metaFlag(cmd)
	fs := cmd.Flags()
	fs.StringVar(&x.object, "object", "", "`KIND` of object, for lines that do not say it")
	fs.StringVar(&x.given, "given", "", "what else the writer knows, as a `JSON` object")
	fs.BoolVar(&x.changes, "changes", false, "lines are changes: write the rows to put and to delete")
	completesNothing(cmd, "object")
	completesNothing(cmd, "given")
	cmd.RunE = c.runsPatiently(x.run)
	return cmd
}

type disassembleCall struct {
	reading
	object, given string
	changes       bool

	in format.Input
}

func (x *disassembleCall) run(args []string) error {
	if err := x.open(); err != nil {
		return err
	}
	x.in = format.Input{Zones: &x.zones, Given: value.OfMembers()}
	if x.given != "" {
		v, err := objectFlag("given", x.given)
		if err != nil {
			return err
		}
		x.in.Given = v
		x.in.Unlimited, _ = v.Member("unlimited").Bool()
	}
	args, err := x.inputNames(args)
	if err != nil {
		return err
	}
	defer x.progress(args, true, nil)()
	refused := false
	if err := x.eachLine(args, x.rows, func() { refused = true }); err != nil {
		return err
	}
	if refused {
		return silently(exitFailed)
	}
	return nil
}

// rows writes the rows of one object, or of one change.
func (x *disassembleCall) rows(line []byte) error {
	v, err := value.Parse(line)
	if err != nil {
		return err
	}
	if err := format.Once(v); err != nil {
		return err
	}
	f, kind, err := x.kind(v)
	if err != nil {
		return err
	}
	x.in.Schema, x.in.Schemas = x.schemas.For(f), nil
	var list []objects.Row
	if x.changes {
		list, err = objects.Changes(f, &x.in, kind, v.Member("from"), v.Member("fields"))
	} else {
		list, err = objects.Rows(f, &x.in, kind, v.Member("fields"))
	}
	if err != nil {
		return err
	}
	var w value.Writer
	for i := range list {
		w.Reset()
		list[i].Write(&w, f.ID)
		if _, err := x.out.Write(append(w.Buf, '\n')); err != nil {
			return err
		}
	}
	return nil
}

// kind determines the format and the kind of object in a line; flags replace what the line omits.
func (x *disassembleCall) kind(v value.Value) (*format.Format, string, error) {
	id, _ := v.Member("format").Text()
	name, _ := v.Member("object").Text()
	if id == "" {
		id = x.format
	}
	if name == "" {
		name = x.object
	}
	f := codec.Find(id)
	if f == nil || f.Objects == nil || f.Objects.Rows == nil {
		names := objectFormats()
		return nil, "", errors.New("format: expected one of " + strings.Join(names, ", ") + ", found " + strconv.Quote(id) + meant(id, names))
	}
	kinds := f.ObjectKinds()
	if name == "" && len(kinds) == 1 {
		name = kinds[0]
	}
	if f.ObjectKind(name) == nil {
		return nil, "", errors.New("object: expected one of " + strings.Join(kinds, ", ") + ", found " + strconv.Quote(name) + meant(name, kinds))
	}
	return f, name, nil
}

// objectFormats returns the formats whose objects can be written as rows.
func objectFormats() (names []string) {
	for _, f := range codec.Formats() {
		if f.Objects != nil && f.Objects.Rows != nil {
			names = append(names, f.ID)
		}
	}
	return names
}
