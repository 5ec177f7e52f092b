package main

import (
	"errors"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/rowlens/rowlens/cmd/internal/screen"
	"github.com/rowlens/rowlens/codec"
	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/hlc"
	"github.com/rowlens/rowlens/codec/identify"
	"github.com/rowlens/rowlens/codec/moment"
	"github.com/rowlens/rowlens/codec/shuffle"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
)

func assembleCommand(c *call) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "assemble [FILE...] [FLAGS]",
		Short: "join the rows of a dump into the objects that they store",
		Long: "Joins all rows of an object, such as a record, and prints it: its versions, whether it is deleted, and its values by " +
			"name. --at shows it as it was at a version, --history at each of its versions. Without FILE, or with -, it reads " +
			"standard input; several files are one database.\n\n" +
			"The models come from --model, or from the dump itself. Rows whose column family is not known are refused: `rowlens " +
			"decode --cf` writes records that name it, for any number of families, and assemble reads these.\n\n" +
			"There may be any number of rows: they are sorted within --memory, with temporary files in --tmp. One object is in " +
			"memory as well, as JSON.",
		Example: `  # the records of a dump that contains its models
  rowlens assemble --json rows.jsonl
  # a scan of HBase, as it was at a version
  rowlens assemble --model maryk-models.json --at 1882441320044167168 maryk-scan.txt
  # all versions of all records
  rowlens assemble --json --history rows.jsonl | head -1`,
	}
	fs := cmd.Flags()
	x := &assembleCall{whole: whole{reading: reading{call: c}}}
	x.wholeFlags(cmd, "print one object per line as JSON")
	x.sortingFlags(cmd)
	x.decryptFlag(cmd)
	fs.StringVar(&x.moment.At, "at", "", "show objects as they were at `VERSION`, or at a time such as 2024-05-01T14:00Z")
	fs.BoolVar(&x.moment.History, "history", false, "show objects at each of their versions")
	completesNothing(cmd, "at")
	cmd.RunE = c.runsPatiently(x.run)
	return cmd
}

// joining is the objects of a format being joined.
type joining struct {
	format *format.Format
	rows   *shuffle.Objects
}

type assembleCall struct {
	whole
	sorting
	moment format.Moment

	joiners []joining
	read    int // number of rows
	remarks int // number of objects with a note
	apart   int // number of rows that belong to no object

	able    []string         // formats that have objects
	refused map[string]error // those among them without a joiner unless there is a model
}

func (x *assembleCall) run(args []string) (err error) {
	if x.moment.At != "" && x.moment.History {
		return usage("--at and --history exclude each other")
	}
	if x.moment.At, err = versionOf("--at", x.moment.At, hlc.Maryk.LogicalMax()); err != nil {
		return err
	}
	names, err := x.inputs(args)
	if err != nil {
		return err
	}
	sorters, err := x.begin(x.ctx)
	if err != nil {
		return err
	}
	if err := x.join(names, sorters); err != nil {
		return err
	}
	defer func() {
		for _, j := range x.joiners {
			j.rows.Close()
		}
	}()
	if err := x.each(names, x.add); err != nil {
		return sortingError(err)
	}
	return x.report(names)
}

// versionOf returns the version that a flag gives: a number, or a time, of whose millisecond it is the one with this counter.
func versionOf(flag, text string, counter uint64) (string, error) {
	if text == "" {
		return "", nil
	}
	if _, err := strconv.ParseUint(text, 10, 64); err == nil {
		return text, nil
	}
	ms, _, ok := moment.Instant(text)
	if !ok || ms < 0 {
		return "", usage("%s %s: expected a version as a whole number, or a time such as 2024-05-01T14:00Z", flag, text)
	}
	v, err := hlc.Maryk.Join(uint64(ms), counter)
	if err != nil {
		return "", usage("%s %s: %s", flag, text, err)
	}
	return strconv.FormatUint(uint64(v), 10), nil
}

// join makes the joiners of all formats that have one and know enough.
func (x *assembleCall) join(names []string, sorters func() shuffle.Sorter) error {
	x.refused = map[string]error{}
	for _, f := range codec.Formats() {
		if f.Objects == nil || f.Objects.NewJoiner == nil {
			continue
		}
		x.able = append(x.able, f.ID)
		if x.format != "" && x.format != f.ID {
			continue
		}
		j, err := f.Objects.NewJoiner(x.schemas.For(f))
		if err != nil {
			x.refused[f.ID] = err
			continue
		}
		if z, ok := j.(format.Zoned); ok {
			z.SetZones(&x.zones)
		}
		x.joiners = append(x.joiners, joining{f, shuffle.NewObjects(j, sorters)})
	}
	if len(x.joiners) > 0 {
		return nil
	}
	for _, name := range names {
		if err := x.readable(name); err != nil {
			return err
		}
	}
	return x.nothing(names)
}

// nothing returns why no object can be assembled.
func (x *assembleCall) nothing(names []string) error {
	formats, likely := strings.Join(x.able, ", "), x.likely(names)
	if x.format != "" {
		likely = x.format
	}
	switch why := x.refused[likely]; {
	case x.format != "" && !slices.Contains(x.able, x.format):
		return usage("rows of %s are not parts of larger objects; formats with objects are %s", x.format, formats)
	case likely != "" && !slices.Contains(x.able, likely):
		return usage("the rows look like %s, which has no objects to assemble; formats with objects are %s", likely, formats)
	case why != nil && x.model != "":
		return usage("%s: --model %s is not one of %s", why, x.model, likely)
	case why != nil:
		return usage("%s: give --model FILE, or a dump that has its models", why)
	case likely == "" && len(x.refused) > 0 && x.model == "":
		return usage("no row is part of an object; for some formats only a model says which rows are: " +
			"give --model FILE, or a dump that has its models")
	}
	return failed(exitFailed, errors.New("no row is part of an object"))
}

// readable returns an error for an input that cannot be opened.
func (x *assembleCall) readable(name string) error {
	if name == "-" || x.isGiven(name) {
		return nil
	}
	in, err := x.openInput(name)
	if err != nil {
		return unreadable(fileError(err))
	}
	return in.Close()
}

// likelyRows is how many rows are identified to determine what a dump is.
const likelyRows = 64

// likely returns the format of most of the files' first rows, or "" if none has half of them.
func (x *assembleCall) likely(names []string) string {
	votes, rows := map[string]int{}, 0
	look := func(name string) {
		in, err := x.entriesOf(name)
		if err != nil {
			return
		}
		defer in.Close()
		for err == nil && rows < likelyRows {
			var e *store.Entry
			if e, err = in.Next(); err == nil {
				rows++
				if parsed, _ := identify.Candidates(identify.Query{Entry: e, Zones: &x.zones}); len(parsed) > 0 {
					votes[parsed[0].Format.ID]++
				}
			}
		}
	}
	for _, name := range names {
		if name != "-" || x.isGiven(name) {
			look(name)
		}
	}
	for id, n := range votes {
		if 2*n > rows {
			return id
		}
	}
	return ""
}

// add passes a row to every joiner. If none can use it, it returns the first joiner's reason.
func (x *assembleCall) add(e *store.Entry) (why error) {
	used := false
	x.read++
	for _, j := range x.joiners {
		if x.read%lookEvery == 0 && j.rows.Err() != nil {
			return fatal{j.rows.Err()}
		}
		part, err := j.rows.Add(e)
		used = used || part
		if why == nil {
			why = err
		}
	}
	if used {
		return nil
	}
	if why == nil {
		x.apart++
	}
	return why
}

func (x *assembleCall) report(names []string) error {
	failures, objects := 0, 0
	work := &work{what: "joining rows to objects"}
	defer x.working(work, true)()
	for _, j := range x.joiners {
		var wrote error
		err := j.rows.Each(x.moment, func(o format.Object) bool {
			objects++
			work.done.Add(1)
			if o.Err != nil {
				failures++
				x.say(string(o.Fields) + ": " + o.Err.Error())
			}
			if o.Note != "" {
				x.remark(string(o.Fields), o.Note)
			}
			if x.json {
				wrote = x.objectRecord(j.format, &o)
			} else {
				wrote = x.objectText(&o)
			}
			return wrote == nil && x.ctx.Err() == nil
		})
		switch {
		case j.rows.Err() != nil:
			return sortingError(j.rows.Err())
		case err != nil:
			return usage("%s: %s", x.asked(), err)
		}
		if wrote != nil {
			return wrote
		}
	}
	if x.apart > 0 && objects > 0 {
		x.note("note: " + rowCount(int64(x.apart)) + " not part of an object: derived from other rows, or of another kind")
	}
	switch {
	case x.ctx.Err() != nil:
		return x.ctx.Err()
	case x.bad > 0:
		return failed(exitFailed, errors.New(count(x.bad, "row")+" could not be used; the objects lack them"))
	case failures > 0:
		return silently(exitFailed)
	case objects == 0:
		return x.nothing(names)
	}
	return nil
}

// asked returns the flag that selects the versions of objects.
func (x *assembleCall) asked() string {
	if x.moment.History {
		return "--history"
	}
	return "--at"
}

// remark reports something worth knowing about an object. It names the first few, then only says
// that there are more.
func (x *assembleCall) remark(fields, note string) {
	const keyMax = 200
	switch x.remarks++; {
	case x.remarks <= saidMax:
		x.note("note: " + screen.Cut(fields, keyMax) + ": " + note)
	case x.remarks == saidMax+1:
		x.note("note: more objects have such notes, which are not printed")
	}
}

// objectRecord prints {"format","object","fields","entries"}, or "error" after the fields that
// identify the object.
func (x *assembleCall) objectRecord(f *format.Format, o *format.Object) error {
	var w value.Writer
	w.Object()
	w.Key("format")
	w.String(f.ID)
	w.Key("object")
	w.String(o.Kind)
	w.Key("fields")
	w.JSON(nil) // the fields, which may be large, are not copied
	_, err := x.out.Write(w.Buf)
	w.Buf = w.Buf[:0]
	switch {
	case err != nil:
	case o.History != nil:
		if err = x.history(o); err != nil || x.ctx.Err() != nil {
			return err
		}
	default:
		_, err = x.out.Write(o.Fields)
	}
	if o.Err != nil {
		w.Key("error")
		w.String(o.Err.Error())
	}
	w.Key("entries")
	w.Int(int64(o.Entries))
	w.EndObject()
	if err == nil {
		_, err = x.out.Write(append(w.Buf, '\n'))
	}
	return err
}

// history prints an object's fields with its history, version by version.
func (x *assembleCall) history(o *format.Object) error {
	_, err := x.out.Write(append(o.Fields[:len(o.Fields)-1:len(o.Fields)-1], `,"history":[`...)) // replaces the end of fields
	between := ""
	o.History(func(version []byte) bool {
		if _, err = x.out.WriteString(between); err == nil {
			_, err = x.out.Write(version)
		}
		between = ","
		return err == nil && x.ctx.Err() == nil
	})
	if err == nil && x.ctx.Err() == nil {
		_, err = x.out.WriteString("]}")
	}
	return err
}

// objectText shows an object: one line per field, with nested fields below.
func (x *assembleCall) objectText(o *format.Object) error {
	s := x.screen()
	s.Put(screen.Bold, o.Kind)
	s.Put(screen.Dim, " of "+count(o.Entries, "row"))
	s.Line()
	fieldsText(s, o.Fields, 1)
	if o.History == nil {
		return x.show(s)
	}
	s.Put(screen.Dim, "  history")
	s.Line()
	err := x.show(s)
	o.History(func(version []byte) bool {
		if err != nil || x.ctx.Err() != nil {
			return false
		}
		s.Buf = s.Buf[:0]
		s.Put(screen.Dim, "    -")
		s.Line()
		fieldsText(s, version, 3)
		err = x.show(s)
		return true
	})
	return err
}

func fieldsText(s *screen.Screen, fields []byte, depth int) {
	if v, err := value.Parse(fields); err == nil {
		membersText(s, v, depth)
	}
}

// depthMax is the nesting depth up to which fields get separate lines.
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
		s.Put(screen.Dim, indent+screen.Pad(name, 14))
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
