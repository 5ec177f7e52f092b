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
	"github.com/rowlens/rowlens/codec/keys"
	"github.com/rowlens/rowlens/codec/scanshell"
	"github.com/rowlens/rowlens/codec/value"
)

func rangeCommand(c *call) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "range [FIELD=VALUE...] [FLAGS]",
		Short: "turn known fields into start and stop key of a scan",
		Long: "Encodes a key as far as its fields are known, in the order in which they stand in the key, and prints the first " +
			"key with that prefix and the first one after all of them: " +
			"for the shells of HBase, RocksDB, LMDB and Accumulo, and as literals. The stop key is excluded.\n\n" +
			"Fields are those that decode prints. A VALUE is JSON, or else text; FIELD:TYPE=VALUE is a typed value, whose type " +
			"a --model may know. --fields gives all of them as one JSON object. A field that the key does not have, one that is given " +
			"twice, and a name that the model does not have are refused: the scan would be another one than is meant.",
		Example: `  # all edges into item-1 in one index
  rowlens range --format actionbase --record edge-index table=social.user_likes directedSource:string=item-1 direction=IN index=created_at_desc
  # for the HBase shell only
  rowlens range --format actionbase --record edge-state --fields '{"table":"shop.orders","source":{"type":"long","value":"7"}}' --as hbase`,
	}
	fs := cmd.Flags()
	x := &rangeCall{reading: reading{call: c}}
	x.modelFlags(cmd)
	fs.StringVar(&x.fields, "fields", "", "fields as a `JSON` object")
	fs.StringVar(&x.as, "as", "", "print one `FORM` only: hbase, ldb, mdb, accumulo, or a spelling that encode takes")
	fs.StringVar(&x.table, "table", "", "`NAME` of the HBase or Accumulo table, for the command that scans it")
	fs.BoolVar(&x.json, "json", false, "print part, prefix, table, family, start, stop and notes as JSON")
	completes(cmd, "as", completeNames(rangeForms()...))
	completesNothing(cmd, "fields")
	completesNothing(cmd, "table")
	cmd.ValidArgsFunction = cobra.NoFileCompletions
	cmd.RunE = c.runs(x.run)
	return cmd
}

type rangeCall struct {
	reading
	fields, as, table string
	json              bool
}

func (x *rangeCall) run(args []string) error {
	if err := x.open(); err != nil {
		return err
	}
	if x.as != "" && scanshell.Find(x.as) == nil {
		return unknown("form", x.as, rangeForms())
	}
	f, r, err := x.kind()
	if err != nil {
		return err
	}
	fields, err := x.given(args)
	if err != nil {
		return err
	}
	in := format.Input{Zones: &x.zones, Given: value.OfMembers()}
	if x.table != "" {
		in.Given = value.OfMembers(value.Member{Name: "table", Value: value.Of(x.table)})
	}
	in.Schema = x.schemas.For(f)
	k, err := keys.RangeOf(f, r, &in, fields)
	if err != nil {
		return misused(err)
	}
	return x.print(f, r, &k)
}

// misused is the error of a command whose arguments were refused: wrong usage, if they make no
// sense as a whole.
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

// rangeForms are all that range --as takes.
func rangeForms() []string {
	list := []string{"hbase", "ldb", "mdb", "accumulo"}
	for _, name := range spellings() {
		if !slices.Contains(list, name) {
			list = append(list, name)
		}
	}
	return list
}

func (x *rangeCall) kind() (*format.Format, *format.Record, error) {
	f := codec.Find(x.format)
	if f == nil {
		return nil, nil, usage("--format says which format; there are: %s", strings.Join(formatNames(), ", "))
	}
	r, names := keys.ScannableRecord(f, x.record)
	switch {
	case r != nil:
		return f, r, nil
	case len(names) == 0:
		return nil, nil, usage("no record kind of %s is scanned for", f.Title)
	}
	return nil, nil, usage("--record says which kind of row; those that a scan finds are %s", strings.Join(names, ", "))
}

// given reads the fields from --fields and from arguments.
func (x *rangeCall) given(args []string) (value.Value, error) {
	var members []value.Member
	if x.fields != "" {
		v, err := value.Parse([]byte(x.fields))
		if err == nil && v.Kind != value.Object {
			err = errors.New("expected an object, found " + v.Kind.String())
		}
		if err != nil {
			return v, usage("--fields: %s", err)
		}
		for i := range v.Len() {
			members = append(members, value.Member{Name: v.Name(i), Value: v.At(i)})
		}
	}
	for _, arg := range args {
		name, text, ok := strings.Cut(arg, "=")
		if !ok || name == "" {
			return value.Value{}, usage("%q: expected FIELD=VALUE", arg)
		}
		name, kind, typed := strings.Cut(name, ":")
		v := value.Of(text)
		if typed && kind == "boolean" && (text == "true" || text == "false") {
			v, _ = value.Parse([]byte(text))
		}
		if typed {
			v = value.OfMembers(value.Member{Name: "type", Value: value.Of(kind)}, value.Member{Name: "value", Value: v})
		} else if parsed, err := value.Parse([]byte(text)); err == nil && parsed.Kind != value.Number { // hex digits may look like one
			v = parsed
		}
		members = append(members, value.Member{Name: name, Value: v})
	}
	return value.OfMembers(members...), nil
}

func (x *rangeCall) print(f *format.Format, r *format.Record, k *keys.Range) error {
	if x.json {
		var w value.Writer
		w.Object()
		w.Key("format")
		w.String(f.ID)
		w.Key("record")
		w.String(r.Name)
		k.Write(&w)
		w.EndObject()
		_, err := x.out.Write(append(w.Buf, '\n'))
		return err
	}
	if x.as != "" {
		for _, note := range k.Notes {
			x.note("note: " + note)
		}
		_, err := x.out.WriteString(scanshell.Find(x.as).Text(k.Seek))
		return err
	}
	s := x.screen()
	s.Put(screen.Title, f.Title+" "+r.Title)
	s.Put(screen.Plain, ", "+k.Part+" prefix of "+count(len(k.Prefix), "byte"))
	if k.Seek.Family != nil {
		s.Put(screen.Plain, ", column family "+string(dump.AppendToStringBinary(nil, k.Seek.Family)))
	}
	s.Line()
	for _, form := range scanshell.Forms(f.Store) {
		s.Put(screen.Bold, "\n"+form.Title+"\n")
		s.Put(screen.Plain, form.Text(k.Seek))
	}
	for _, note := range k.Notes {
		s.Put(screen.Warn, "\nNote: "+note+".\n")
	}
	if k.Seek.Stop == nil {
		s.Put(screen.Plain, "\nNo key follows this prefix: the scan has no stop key and runs to the end.\n")
	}
	return x.show(s)
}
