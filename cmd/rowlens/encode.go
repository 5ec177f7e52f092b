package main

import (
	"bytes"
	"errors"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/rowlens/rowlens/codec"
	"github.com/rowlens/rowlens/codec/answer"
	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/scanshell"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
)

func encodeCommand(c *call) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "encode [FILE...] [FLAGS]",
		Short: "turn records into bytes",
		Long: `Reads JSON Lines, each {"format","record","fields":{…}} as decode writes them, and writes the bytes of each ` +
			"record on a line, its parts separated by tabs in the order of the store (row, family, qualifier, value). --part picks one of them. " +
			"Without FILE, or with -, it reads standard input.\n\n" +
			"--as chooses the spelling: " + strings.Join(spellings(), ", ") + "; hbase-shell for its commands put and get; " +
			"raw for the bytes themselves, with nothing between them; record for records as decode writes them.\n\n" +
			"A record that the format refuses is reported with the field and the reason, and gets an empty line; the exit code is " +
			"then 1.",
		Example: `  # the row key of an edge state
  echo '{"format":"actionbase","record":"edge-lock","fields":{"table":"shop.orders","source":{"type":"long","value":"1"},"target":{"type":"long","value":"2"},"lockedAt":"1714557600000"}}' | rowlens encode --part row
  # there and back
  rowlens decode scan.txt | rowlens encode --as record | rowlens decode > again.jsonl
  # as Java source
  head -5 scan.txt | rowlens decode | rowlens encode --as java --part value`,
	}
	fs := cmd.Flags()
	x := &encodeCall{reading: reading{call: c}}
	x.modelFlags(cmd)
	fs.StringVar(&x.as, "as", "hex", "write the bytes as `SPELLING`")
	fs.StringVar(&x.part, "part", "", "only this `PART`: row, family, qualifier, value, key …")
	completes(cmd, "as", completeNames(encodeSpellings()...))
	completes(cmd, "part", completeNames(store.Row, store.Family, store.Qualifier, store.Value, store.Key))
	cmd.RunE = c.runsPatiently(x.run)
	return cmd
}

type encodeCall struct {
	reading
	as, part string

	append  func(dst, b []byte) []byte // nil for whole records
	refused bool
	entry   store.Entry
}

func (x *encodeCall) run(args []string) error {
	if err := x.open(); err != nil {
		return err
	}
	switch x.as {
	case "record":
	case "raw":
		if x.outTerminal {
			return usage("raw bytes are not for terminals: write them to a file or a pipe")
		}
		x.append = func(dst, b []byte) []byte { return append(dst, b...) }
	case "hbase-shell":
		x.append = func(dst, b []byte) []byte { return append(dst, scanshell.Ruby(b)...) }
	default:
		p := spelling(x.as)
		if p == nil {
			return unknown("spelling", x.as, encodeSpellings())
		}
		x.append = p.Append
	}
	args, err := x.inputNames(args)
	if err != nil {
		return err
	}
	for _, name := range args {
		in, err := x.openInput(name)
		if err != nil {
			return unreadable(fileError(err))
		}
		err = x.records(name, in)
		in.Close()
		if err != nil {
			return err
		}
	}
	if x.refused {
		return silently(exitFailed)
	}
	return nil
}

// records encodes all records of one input.
func (x *encodeCall) records(name string, in io.Reader) error {
	lines := newLineReader(in, lineMax)
	for n := 1; ; n++ {
		line, err := lines.next()
		if err == io.EOF || x.ctx.Err() != nil {
			return x.ctx.Err()
		}
		if err != nil && !errors.Is(err, errLongLine) {
			return unreadable(fileError(err))
		}
		if err == nil && len(bytes.TrimSpace(line)) == 0 {
			continue
		}
		if err == nil {
			err = x.encode(line)
		}
		if err != nil {
			x.refused = true
			x.say(name + ": line " + strconv.Itoa(n) + ": " + err.Error())
			if x.as != "raw" {
				_ = x.out.WriteByte('\n') // Flush returns the failure again
			}
		}
		if !lines.buffered() {
			if err := x.out.Flush(); err != nil {
				return err
			}
		}
	}
}

// encode encodes one record and prints it.
func (x *encodeCall) encode(line []byte) error {
	v, err := value.Parse(line)
	if err != nil {
		return err
	}
	f, r, err := x.kind(v)
	if err != nil {
		return err
	}
	fields := v.Member("fields")
	if fields.Kind != value.Object {
		return errors.New("fields: expected an object, found " + fields.Kind.String())
	}
	in := format.Input{Zones: &x.zones, Given: value.OfMembers()}
	in.Schema = x.schemas.For(f)
	if x.part != "" {
		in.Only = []string{x.part}
	}
	x.entry.Reset()
	if err := r.Encode(&in, fields, &x.entry); err != nil {
		return err
	}
	if x.append == nil {
		return x.whole(f, r, v)
	}
	if x.as == "hbase-shell" && x.part == "" {
		return x.command(v)
	}
	return x.parts(r)
}

// kind finds the format and record kind that a record names; flags replace what it omits.
func (x *encodeCall) kind(v value.Value) (*format.Format, *format.Record, error) {
	id, _ := v.Member("format").Text()
	name, _ := v.Member("record").Text()
	if id == "" {
		id = x.format
	}
	if name == "" {
		name = x.record
	}
	f := codec.Find(id)
	if f == nil {
		names := formatNames()
		return nil, nil, errors.New("format: expected one of " + strings.Join(names, ", ") + ", found " + strconv.Quote(id) + meant(id, names))
	}
	r := f.Record(name)
	if r == nil || r.Encode == nil {
		names := writable(f)
		return nil, nil, errors.New("record: " + f.Title + " has no " + strconv.Quote(name) + " that can be written" +
			ended(meant(name, names)) + " There are: " + strings.Join(names, ", "))
	}
	return f, r, nil
}

// writable are the record kinds of a format that have bytes to write.
func writable(f *format.Format) (list []string) {
	for i := range f.Records {
		if f.Records[i].Encode != nil {
			list = append(list, f.Records[i].Name)
		}
	}
	return list
}

// encodeSpellings are the values of encode --as.
func encodeSpellings() []string { return append(spellings(), "hbase-shell", "raw", "record") }

// parts prints the parts in the order of the store.
func (x *encodeCall) parts(r *format.Record) error {
	var out []byte
	found := false
	for _, p := range x.entry.Parts {
		if x.part != "" && p.Name != x.part {
			continue
		}
		if found && x.as != "raw" {
			out = append(out, '\t')
		}
		found = true
		out = x.append(out, p.Bytes)
	}
	if !found {
		return errors.New("an " + r.Title + " has no part " + strconv.Quote(x.part))
	}
	if x.as != "raw" {
		out = append(out, '\n')
	}
	_, err := x.out.Write(out)
	return err
}

// command prints a command that puts the cell, or gets the row if there is no cell.
func (x *encodeCall) command(v value.Value) error {
	table, ok := v.Member("source").Member("table").Text()
	if !ok {
		table = "TABLE"
	}
	row, ok := x.entry.Part(store.Row)
	if !ok {
		return errors.New("it has no row key; the HBase shell has no command for it")
	}
	family, _ := x.entry.Part(store.Family)
	qualifier, _ := x.entry.Part(store.Qualifier)
	cell, whole := x.entry.Part(store.Value)
	line := "get " + scanshell.Ruby([]byte(table)) + ", " + scanshell.Ruby(row)
	if whole {
		column := slices.Concat(family, []byte{':'}, qualifier)
		line = "put " + scanshell.Ruby([]byte(table)) + ", " + scanshell.Ruby(row) + ", " + scanshell.Ruby(column) + ", " + scanshell.Ruby(cell)
	}
	_, err := x.out.WriteString(line + "\n")
	return err
}

// whole prints a record as decode does.
func (x *encodeCall) whole(f *format.Format, r *format.Record, v value.Value) error {
	x.entry.Timestamp, _ = v.Member("timestamp").Text()
	var w value.Writer
	w.Object()
	w.Key("format")
	w.String(f.ID)
	w.Key("record")
	w.String(r.Name)
	answer.WriteParts(&w, &x.entry)
	w.Key("fields")
	w.Value(v.Member("fields"))
	w.EndObject()
	_, err := x.out.Write(append(w.Buf, '\n'))
	return err
}
