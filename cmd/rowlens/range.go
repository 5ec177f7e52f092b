package main

import (
	"errors"
	"flag"
	"strings"

	"github.com/rowlens/rowlens/cmd/internal/screen"
	"github.com/rowlens/rowlens/codec"
	"github.com/rowlens/rowlens/codec/dump"
	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/value"
)

func rangeCommand() *command {
	return &command{
		name: "range", args: "[FIELD=VALUE...]",
		summary: "turn known fields into start and stop key of a scan",
		text: "Encodes a key as far as its fields are known, in the order in which they stand in the key, and prints the first key with that prefix and the first one behind all of them: " +
			"for the shells of HBase, RocksDB, LMDB and Accumulo, and as literals. The stop key is excluded.\n\n" +
			"Fields are those that decode prints. A VALUE is JSON, or else text; FIELD:TYPE=VALUE is a typed value. --fields gives all of them as one JSON object.",
		examples: []example{
			{"all edges into item-1 in one index", "rowlens range --format actionbase --record edge-index table=social.user_likes directedSource:string=item-1 direction=IN index=created_at_desc"},
			{"for the HBase shell only", `rowlens range --format actionbase --record edge-state --fields '{"table":"shop.orders","source":{"type":"long","value":"7"}}' --as hbase`},
		},
		setup: func(c *call, fs *flag.FlagSet) func([]string) error {
			x := &rangeCall{call: c}
			x.reading.modelFlags(fs)
			fs.StringVar(&x.fields, "fields", "", "fields as a `JSON` object")
			fs.StringVar(&x.as, "as", "", "print one `FORM` only: hbase, ldb, mdb, accumulo, or a spelling that encode takes")
			fs.BoolVar(&x.json, "json", false, "print part, prefix, start and stop as JSON")
			return x.run
		},
	}
}

type rangeCall struct {
	*call
	reading
	fields, as string
	json       bool
}

func (x *rangeCall) run(args []string) error {
	if err := x.reading.open(); err != nil {
		return err
	}
	if x.as != "" && shellOf(x.as) == nil && spelling(x.as) == nil {
		return usage("--as %s: expected hbase, ldb, mdb, accumulo or one of %s", x.as, spellings())
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
	if x.schema != nil {
		in.Schema = x.schema(f)
	}
	part, prefix, err := r.Prefix(&in, fields)
	if err != nil {
		return failed(exitFailed, err)
	}
	return x.print(keyRange{f, r, part, prefix, after(prefix)})
}

// keyRange is a range of keys; stop is nil when it ends with the last key.
type keyRange struct {
	format      *format.Format
	record      *format.Record
	part        string
	start, stop []byte
}

// after returns the first key behind all that begin with the prefix: one more,
// with carry. There is none behind 0xff…
func after(prefix []byte) []byte {
	for n := len(prefix); n > 0; n-- {
		if prefix[n-1] != 0xff {
			stop := append([]byte(nil), prefix[:n]...)
			stop[n-1]++
			return stop
		}
	}
	return nil
}

func (x *rangeCall) kind() (*format.Format, *format.Record, error) {
	f := codec.Find(x.format)
	if f == nil {
		return nil, nil, usage("--format says which format; there are: %s", formatNames())
	}
	var can []string
	for i := range f.Records {
		if r := &f.Records[i]; r.Prefix != nil {
			if r.Name == x.record {
				return f, r, nil
			}
			can = append(can, r.Name)
		}
	}
	if len(can) == 0 {
		return nil, nil, usage("no record kind of %s is scanned for", f.Title)
	}
	return nil, nil, usage("--record says which kind of row; those that a scan finds are %s", strings.Join(can, ", "))
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
		if typed {
			v = value.OfMembers(value.Member{Name: "type", Value: value.Of(kind)}, value.Member{Name: "value", Value: v})
		} else if parsed, err := value.Parse([]byte(text)); err == nil {
			v = parsed
		}
		members = append(members, value.Member{Name: name, Value: v})
	}
	return value.OfMembers(members...), nil
}

func (x *rangeCall) print(k keyRange) error {
	if x.json {
		var w value.Writer
		w.Object()
		for _, m := range [...]struct{ key, text string }{{"format", k.format.ID}, {"record", k.record.Name}, {"part", k.part}} {
			w.Key(m.key)
			w.String(m.text)
		}
		w.Key("start")
		w.Hex(k.start)
		w.Key("stop")
		if k.stop == nil {
			w.Null()
		} else {
			w.Hex(k.stop)
		}
		w.EndObject()
		_, err := x.out.Write(append(w.Buf, '\n'))
		return err
	}
	if x.as != "" {
		_, err := x.out.WriteString(k.in(x.as))
		return err
	}
	s := x.screen()
	s.Put(screen.Title, k.format.Title+" "+k.record.Title)
	s.Put(screen.Plain, ", "+k.part+" prefix of "+count(len(k.start), "byte")+"\n")
	for _, sh := range shells(k.format.Store) {
		s.Put(screen.Bold, "\n"+sh.title+"\n")
		s.Put(screen.Plain, sh.scan(k))
	}
	for _, p := range dump.Printers() {
		if p.Name == "hbase" || p.Name == "accumulo" {
			continue // in the shells above
		}
		s.Put(screen.Bold, "\n"+p.Title+"\n")
		s.Put(screen.Plain, k.in(p.Name))
	}
	if k.stop == nil {
		s.Put(screen.Plain, "\nNo key is behind this prefix: the scan has no stop key and goes to the end.\n")
	}
	return x.show(s)
}

// in returns the range in one form.
func (k keyRange) in(form string) string {
	if sh := shellOf(form); sh != nil {
		return sh.scan(k)
	}
	p := spelling(form)
	b := append(p.Append(nil, k.start), '\n')
	if k.stop != nil {
		b = append(p.Append(b, k.stop), '\n')
	}
	return string(b)
}
