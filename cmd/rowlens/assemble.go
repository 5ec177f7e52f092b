package main

import (
	"errors"
	"flag"
	"io"
	"strconv"
	"strings"

	"github.com/rowlens/rowlens/cmd/internal/screen"
	"github.com/rowlens/rowlens/codec"
	"github.com/rowlens/rowlens/codec/dump"
	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/value"
)

func assembleCommand() *command {
	return &command{
		name: "assemble", args: "[FILE...]", patient: true,
		summary: "put the rows of a dump together to the objects that they store",
		text: "Joins all rows of a record and prints the record: its versions, whether it is deleted, and its values by name. --at shows it as it was at a version, --history at each of its versions. " +
			"No FILE, or -, is standard input; several files are one database.\n\n" +
			"The models come from --model, or from the dump itself. Rows of which no column family is known are refused: `rowlens decode --cf` writes records that say it, for as many families as there are, and they are read here.\n\n" +
			"The rows that make up objects are kept in memory, two to three times their size.",
		examples: []example{
			{"the records of a dump that has its models", "rowlens assemble --json rows.jsonl"},
			{"a scan of HBase, as it was at a version", "rowlens assemble --model maryk-models.json --at 1882441320044167168 maryk-scan.txt"},
			{"all versions of all records", "rowlens assemble --json --history rows.jsonl | head -1"},
		},
		setup: func(c *call, fs *flag.FlagSet) func([]string) error {
			x := &assembleCall{call: c}
			x.reading.flags(fs)
			x.reading.storeFlags(fs)
			fs.BoolVar(&x.json, "json", false, "print an object a line as JSON")
			fs.StringVar(&x.moment.At, "at", "", "show objects as they were at `VERSION`")
			fs.BoolVar(&x.moment.History, "history", false, "show objects at each of their versions")
			return x.run
		},
	}
}

type assembleCall struct {
	*call
	reading
	json   bool
	moment format.Moment

	formats []*format.Format
	joiners []format.Joiner
	bad     int
}

func (x *assembleCall) run(args []string) error {
	if x.moment.At != "" && x.moment.History {
		return usage("--at and --history exclude each other")
	}
	if err := x.reading.open(); err != nil {
		return err
	}
	if len(args) == 0 {
		args = []string{"-"}
	}
	if err := x.find(&x.reading, args); err != nil {
		return err
	}
	if err := x.join(); err != nil {
		return err
	}
	for _, name := range args {
		if err := x.read(name); err != nil {
			return err
		}
	}
	return x.report()
}

// join makes the joiners of all formats that have one and know enough.
func (x *assembleCall) join() error {
	why := errors.New("no format has objects")
	for _, f := range codec.Formats() {
		if f.NewJoiner == nil || x.format != "" && x.format != f.ID {
			continue
		}
		j, err := f.NewJoiner(x.schemaOf(f))
		if err != nil {
			why = err
			continue
		}
		x.formats, x.joiners = append(x.formats, f), append(x.joiners, j)
	}
	if len(x.joiners) == 0 {
		return usage("%s: give --model FILE, or a dump that has its models", why)
	}
	return nil
}

// saidMax is how many rows that cannot be used are told one by one.
const saidMax = 5

// refuse tells of a row that cannot be used.
func (x *assembleCall) refuse(name string, line int, err error) {
	if x.bad++; x.bad <= saidMax {
		x.say(name + ":" + strconv.Itoa(line) + ": " + err.Error())
	}
}

func (x *assembleCall) read(name string) error {
	in, err := x.openInput(name)
	if err != nil {
		return unreadable(fileError(err))
	}
	defer in.Close()
	opt := x.text()
	opt.File, opt.Limit = name, lineMax
	sc, err := dump.Open(in, opt)
	if err != nil {
		return unreadable(fileError(err))
	}
	for x.ctx.Err() == nil {
		e, err := sc.Next()
		if err == io.EOF {
			return nil
		}
		var one *dump.Error
		if errors.As(err, &one) {
			x.refuse(name, one.Line, errors.New(one.Error()))
			continue
		}
		if err != nil {
			return unreadable(fileError(err))
		}
		if e.Source.CF == "" {
			e.Source.CF = x.cf
		}
		for _, j := range x.joiners {
			if err := j.Add(e); err != nil {
				x.refuse(name, e.Source.Line, err)
			}
		}
	}
	return x.ctx.Err()
}

func (x *assembleCall) report() error {
	s := x.screen()
	failures, objects := 0, 0
	for i, j := range x.joiners {
		var wrote error
		err := j.Objects(x.moment, func(o format.Object) bool {
			objects++
			if o.Err != nil {
				failures++
				x.say(string(o.Fields) + ": " + o.Err.Error())
			}
			s.Buf = s.Buf[:0]
			if x.json {
				s.Buf = objectRecord(s.Buf, x.formats[i], &o)
			} else {
				objectText(s, &o)
			}
			wrote = x.show(s)
			return wrote == nil && x.ctx.Err() == nil
		})
		if err != nil {
			return usage("--at: %s", err)
		}
		if wrote != nil {
			return wrote
		}
	}
	switch {
	case x.ctx.Err() != nil:
		return x.ctx.Err()
	case x.bad > 0:
		return failed(exitFailed, errors.New(count(x.bad, "row")+" could not be used; the objects lack them"))
	case failures > 0:
		return silently(exitFailed)
	case objects == 0:
		return failed(exitFailed, errors.New("no row is part of an object"))
	}
	return nil
}

// objectRecord appends {"format","object","fields","entries"}, or "error" behind the
// fields that say which object it is.
func objectRecord(dst []byte, f *format.Format, o *format.Object) []byte {
	w := value.Writer{Buf: dst}
	w.Object()
	w.Key("format")
	w.String(f.ID)
	w.Key("object")
	w.String(o.Kind)
	w.Key("fields")
	w.JSON(o.Fields)
	if o.Err != nil {
		w.Key("error")
		w.String(o.Err.Error())
	}
	w.Key("entries")
	w.Int(int64(o.Entries))
	w.EndObject()
	return append(w.Buf, '\n')
}

// objectText shows an object: a line a field, those of a field below it.
func objectText(s *screen.Screen, o *format.Object) {
	s.Put(screen.Bold, o.Kind)
	s.Put(screen.Dim, " of "+count(o.Entries, "row"))
	s.Line()
	if v, err := value.Parse(o.Fields); err == nil {
		membersText(s, v, 1)
	}
}

// depthMax is how deep fields are shown as lines of their own.
const depthMax = 3

func membersText(s *screen.Screen, v value.Value, depth int) {
	for i := range v.Len() {
		indent := strings.Repeat("  ", depth)
		name := "-"
		if v.Kind == value.Object {
			name = screen.Visible(v.Name(i))
		}
		m := v.At(i)
		if depth < depthMax && m.Len() > 0 && (m.Kind == value.Object || m.Kind == value.Array && m.At(0).Kind == value.Object) {
			s.Put(screen.Dim, indent+name)
			s.Line()
			membersText(s, m, depth+1)
			continue
		}
		s.Put(screen.Dim, indent+pad(name, 14))
		text, ok := m.Text()
		if !ok || m.Kind != value.String {
			var w value.Writer
			w.Value(m)
			text = string(w.Buf)
		}
		s.Put(screen.Plain, screen.Visible(text))
		s.Line()
	}
}
