package main

import (
	"errors"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/rowlens/rowlens/cmd/internal/screen"
	"github.com/rowlens/rowlens/codec"
	"github.com/rowlens/rowlens/codec/dump"
	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/hlc"
	"github.com/rowlens/rowlens/codec/keys"
	"github.com/rowlens/rowlens/codec/scanshell"
	"github.com/rowlens/rowlens/codec/value"
)

func rangeCommand(c *call) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "range [FIELD=VALUE...] [FIELD>VALUE...] [FLAGS]",
		Short: "plan a scan: from known and bounded fields to start and stop keys",
		Long: "Encodes a key as far as its fields are known, in the order they have in the key, and prints the first key that a scan " +
			"has to read and the first one after all of them (the stop key, which is excluded): for the shells of HBase, RocksDB, " +
			"LMDB and Accumulo, and as literals.\n\n" +
			"Fields are those that decode prints. A VALUE is JSON, or else text; FIELD:TYPE=VALUE is a typed value, whose type a " +
			"--model may know. The field after the last known one may be bounded: FIELD>VALUE, >=, <, <=, and ^= for a prefix. " +
			"Bounds are of values: where the store keeps them in descending order, start and stop are swapped. --fields gives all " +
			"known fields as one JSON object.\n\n" +
			"It refuses a field that the key does not have, a field that is given twice and a name that the model does not have, " +
			"since each would make a different scan.",
		Example: `  # all edges into item-1 in one index
  rowlens range --format actionbase --record edge-index table=social.user_likes directedSource:string=item-1 direction=IN index=created_at_desc
  # those of the last hours; a shell uses > and < itself, so the argument is quoted
  rowlens range --format actionbase --record edge-index --model tables.json table=social.user_likes directedSource=item-1 direction=IN index=created_at_desc 'createdAt>=1714694400000' --as hbase
  # for the HBase shell only
  rowlens range --format actionbase --record edge-state --fields '{"table":"shop.orders","source":{"type":"long","value":"7"}}' --as hbase`,
	}
	fs := cmd.Flags()
	x := &rangeCall{reading: reading{call: c}}
	x.modelFlags(cmd)
	x.layoutFlag(cmd)
	fs.StringVar(&x.fields, "fields", "", "fields as a `JSON` object")
	fs.StringVar(&x.query.At, "at", "", "rows as they were at `VERSION`, or at a time such as 2024-05-01T14:00Z")
	fs.StringVar(&x.query.Since, "since", "", "rows written at `VERSION`, or time, or later")
	fs.StringVar(&x.query.Offset, "offset", "", "rows after `CURSOR`, as returned by the system's own scans")
	fs.IntVar(&x.query.Limit, "limit", 0, "at most `N` rows")
	fs.BoolVar(&x.allRows, "all-rows", false, "print where all rows of one object are, given the fields that identify it")
	fs.StringVar(&x.object, "object", "", "with --all-rows the `KIND` of object, where a format has several")
	fs.StringVar(&x.as, "as", "", "print one `FORM` only: hbase, ldb, mdb, accumulo, or a spelling that encode takes")
	fs.StringVar(&x.table, "table", "", "`NAME` of the HBase or Accumulo table, for the scan command")
	fs.BoolVar(&x.json, "json", false, "print the scan as JSON: part, prefix, table, family, start, stop …")
	completes(cmd, "as", completeNames(rangeForms()...))
	for _, name := range [...]string{"fields", "table", "at", "since", "offset", "limit", "object"} {
		completesNothing(cmd, name)
	}
	cmd.ValidArgsFunction = cobra.NoFileCompletions
	cmd.RunE = c.runs(func(args []string) error {
		x.limited = fs.Changed("limit")
		return x.run(args)
	})
	return cmd
}

type rangeCall struct {
	reading
	fields, as, table string
	object            string
	allRows, json     bool
	limited           bool // --limit is given
	query             format.Query
}

func (x *rangeCall) run(args []string) error {
	if err := x.open(); err != nil {
		return err
	}
	switch {
	case x.as != "" && scanshell.Find(x.as) == nil:
		return unknown("form", x.as, rangeForms())
	case x.as != "" && x.json:
		return usage("--as and --json exclude each other")
	case x.object != "" && !x.allRows:
		return usage("--object is for --all-rows")
	case x.query.Limit < 0 || x.query.Limit == 0 && x.limited:
		return usage("--limit counts from 1; without it the scan has no limit")
	}
	f := codec.Find(x.format)
	if f == nil {
		return usage("--format says which format; there are: %s", strings.Join(formatNames(), ", "))
	}
	if err := x.given(args); err != nil {
		return err
	}
	if err := x.versions(); err != nil {
		return err
	}
	in := format.Input{Zones: &x.zones, Given: value.OfMembers(), Schema: x.schemas.For(f)}
	if x.table != "" {
		in.Given = value.OfMembers(value.Member{Name: "table", Value: value.Of(x.table)})
	}
	if x.allRows {
		return x.all(f, &in)
	}
	r, err := x.kind(f)
	if err != nil {
		return err
	}
	k, err := keys.RangeOf(f, r, &in, &x.query)
	if err != nil {
		return misused(err)
	}
	return x.print(f, r.Name, r.Title, &k)
}

// versions reads --at, which is after all versions of its millisecond, and --since, which is before them.
func (x *rangeCall) versions() (err error) {
	if x.query.At, err = versionOf("--at", x.query.At, hlc.Maryk.LogicalMax()); err == nil {
		x.query.Since, err = versionOf("--since", x.query.Since, 0)
	}
	return err
}

// all prints where all rows of an object are.
func (x *rangeCall) all(f *format.Format, in *format.Input) error {
	kind, err := x.objectKind(f)
	if err != nil {
		return err
	}
	if q := &x.query; len(q.Bounds) > 0 || q.At != "" || q.Since != "" || q.Offset != "" || q.Limit > 0 || x.record != "" {
		return usage("--all-rows takes the fields that identify an object, and neither bounds nor --record, --at, --since, --offset or --limit")
	}
	list, err := keys.ObjectRanges(f, kind, in, x.query.Fields)
	if err != nil {
		return misused(err)
	}
	for i := range list {
		title := list[i].Record
		if r := f.Record(list[i].Record); r != nil {
			title = r.Title
		}
		if i > 0 && !x.json && x.as == "" {
			_ = x.out.WriteByte('\n') // Flush returns the error again
		}
		if err := x.print(f, list[i].Record, title, &list[i].Range); err != nil {
			return err
		}
	}
	return nil
}

// objectKind returns the kind of object that the flags select.
func (x *rangeCall) objectKind(f *format.Format) (*format.ObjectKind, error) {
	if f.Objects == nil || f.Objects.Scans == nil {
		return nil, usage("--all-rows: every object of %s is a single row", f.Title)
	}
	names := f.ObjectKinds()
	switch {
	case x.object != "" && f.ObjectKind(x.object) == nil:
		return nil, unknown("object", x.object, names)
	case x.object != "":
		return f.ObjectKind(x.object), nil
	case len(names) == 1:
		return f.ObjectKind(names[0]), nil
	}
	return nil, usage("--object says which kind of object; %s has %s", f.Title, strings.Join(names, ", "))
}

// misused returns the error of a command whose arguments were refused. It is wrong usage if
// the arguments make no sense as a whole.
func misused(err error) error {
	var u *format.Unknown
	var r *format.Refusal
	switch {
	case errors.As(err, &u):
		return usage("%s", u.Error()+meant(u.Name, u.Known))
	case errors.As(err, &r) && r.Misuse:
		return usage("%s", r.Error())
	}
	return failed(exitFailed, err)
}

// rangeForms returns all values that range --as accepts.
func rangeForms() []string {
	list := []string{"hbase", "ldb", "mdb", "accumulo"}
	for _, name := range spellings() {
		if !slices.Contains(list, name) {
			list = append(list, name)
		}
	}
	return list
}

func (x *rangeCall) kind(f *format.Format) (*format.Record, error) {
	r, names := keys.ScannableRecord(f, x.recordOr(f))
	switch {
	case r != nil:
		return r, nil
	case len(names) == 0:
		return nil, usage("no record kind of %s is scanned for", f.Title)
	}
	return nil, usage("--record says which kind of row; those that a scan finds are %s", strings.Join(names, ", "))
}

// recordOr returns the record kind that the flags select; with --layout there is only one.
func (r *reading) recordOr(f *format.Format) string {
	if r.record == "" && r.layout != "" {
		return f.Records[0].Name
	}
	return r.record
}

func (x *rangeCall) print(f *format.Format, record, title string, k *keys.Range) error {
	if x.json {
		var w value.Writer
		w.Object()
		w.Key("format")
		w.String(f.ID)
		w.Key("record")
		w.String(record)
		k.Write(&w)
		w.EndObject()
		_, err := x.out.Write(append(w.Buf, '\n'))
		return err
	}
	if x.as != "" {
		x.warn(k)
		_, err := x.out.WriteString(scanshell.Find(x.as).Text(k.Seek))
		return err
	}
	s := x.screen()
	s.Put(screen.Title, f.Title+" "+title)
	s.Put(screen.Plain, ", "+k.Part+" prefix of "+count(len(k.Prefix), "byte"))
	if k.Seek.Family != nil {
		s.Put(screen.Plain, ", column family "+string(dump.AppendToStringBinary(nil, k.Seek.Family)))
	}
	s.Line()
	for _, form := range scanshell.Forms(f.Store) {
		s.Put(screen.Bold, "\n"+form.Title+"\n")
		s.Put(screen.Plain, form.Text(k.Seek))
	}
	for _, note := range slices.Concat(k.Notes, k.Meets) {
		s.Put(screen.Warn, "\nNote: "+note+".\n")
	}
	if k.Where != "" {
		s.Put(screen.Plain, "\nThe scan may find other rows. This leaves those you asked for:\n  rowlens decode --where "+quoted(k.Where)+"\n")
	}
	if k.Seek.Stop == nil {
		s.Put(screen.Plain, "\nNo key follows this prefix: the scan has no stop key and runs to the end.\n")
	}
	return x.show(s)
}

// warn prints to standard error what the scan alone does not express.
func (x *rangeCall) warn(k *keys.Range) {
	for _, note := range slices.Concat(k.Notes, k.Meets) {
		x.note("note: " + note)
	}
	if k.Where != "" {
		x.note("note: the scan may find other rows; this leaves those you asked for: rowlens decode --where " + quoted(k.Where))
	}
}

// quoted returns a word quoted for a POSIX shell.
func quoted(text string) string { return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'" }
