package main

import (
	"errors"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/rowlens/rowlens/codec"
	"github.com/rowlens/rowlens/codec/dump"
	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/record"
	"github.com/rowlens/rowlens/codec/scanshell"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
	"github.com/rowlens/rowlens/codec/writeshell"
)

func encodeCommand(c *call) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "encode [FILE...] [FLAGS]",
		Short: "turn records into bytes",
		Long: "Reads JSON Lines, each {\"format\",\"record\",\"fields\":{…}} as decode writes them, and writes the bytes of each " +
			"record on a line: its parts, separated by tabs, in the order of the store (row, family, qualifier, value). --part picks " +
			"one of them. Without FILE, or with -, it reads standard input.\n\n" +
			"--as chooses the spelling: " + strings.Join(spellings(), ", ") +
			"; raw for the bytes themselves with nothing between them; record for records as decode writes them. If there are " +
			"several parts, literals of languages declare each under its name.\n\n" +
			"--as also takes the name of a store: hbase-shell (put, delete, deleteall, get), ldb (put, delete, deleterange), mdb " +
			"(input of mdb_load) and accumulo (insert, delete). These write tombstones, timestamps, column families and visibility, " +
			"and refuse what their tool cannot express. mdb_load cannot delete: with --onto DUMP the whole dump is written, with the " +
			"records replacing its rows.\n\n" +
			"Models are found among the records themselves, as in decode, unless --model gives them. What the fields do not say " +
			"comes from the record's parts; a record without fields, as verify --repair writes, is its parts. A record that is " +
			"refused is reported with the field and the reason, and gets an empty line; the exit code is then 1.",
		Example: `  # the row key of an edge state
  echo '{"format":"actionbase","record":"edge-lock","fields":{"table":"shop.orders","source":{"type":"long","value":"1"},"target":{"type":"long","value":"2"},"lockedAt":"1714557600000"}}' | rowlens encode --part row
  # there and back
  rowlens decode scan.txt | rowlens encode --as record | rowlens decode > again.jsonl
  # the rows again, as commands of the HBase shell
  rowlens decode scan.txt | rowlens encode --as hbase-shell > again.rb
  # as Java source
  head -5 scan.txt | rowlens decode | rowlens encode --as java --part value`,
	}
	fs := cmd.Flags()
	x := &encodeCall{reading: reading{call: c}}
	x.modelFlags(cmd)
	x.layoutFlag(cmd)
	x.metaFlag(cmd)
	fs.StringVar(&x.as, "as", "hex", "write the bytes as `SPELLING`")
	fs.StringVar(&x.onto, "onto", "", "with --as mdb: write this `DUMP` of an LMDB database, with the records replacing its rows")
	fs.BoolVar(&x.unlimited, "unlimited", false, "write parts that are longer than the system itself can write")
	fs.StringVar(&x.part, "part", "", "only this `PART`: row, family, qualifier, value, key …")
	completes(cmd, "as", completeNames(encodeSpellings()...))
	completes(cmd, "part", completeNames(store.Row, store.Family, store.Qualifier, store.Value, store.Key))
	cmd.RunE = c.runsPatiently(x.run)
	return cmd
}

type encodeCall struct {
	reading
	as, part, onto string
	unlimited      bool

	spell   func(dst, b []byte) []byte // of a single part
	printer *dump.Printer              // of several parts; nil if spell is sufficient
	shell   *writeshell.Writer         // for a store; nil for a spelling of bytes
	changes *changes                   // set with --onto
	encoder record.Encoder
	entry   store.Entry

	refused           bool
	untimed, unplaced int // entries whose timestamp or column family the spelling cannot express
}

func (x *encodeCall) run(args []string) error {
	if err := x.open(); err != nil {
		return err
	}
	if err := x.choose(); err != nil {
		return err
	}
	args, err := x.inputNames(args)
	if err != nil {
		return err
	}
	if err := x.find(args); err != nil {
		return err
	}
	x.encoder = record.Encoder{Schemas: x.schemas, Zones: &x.zones, Part: x.part, Unlimited: x.unlimited}
	defer x.progress(x.read(args), true, nil)()
	if err := x.eachLine(args, x.encode, x.refuse); err != nil {
		return err
	}
	if err := x.finish(); err != nil {
		return err
	}
	if x.refused {
		return silently(exitFailed)
	}
	return nil
}

// read returns all inputs that are read.
func (x *encodeCall) read(args []string) []string {
	if x.onto != "" {
		return append(slices.Clone(args), x.onto)
	}
	return args
}

// choose prepares the spelling.
func (x *encodeCall) choose() error {
	x.printer = spelling(x.as)
	switch {
	case x.onto != "" && (x.as != "mdb" || x.part != ""):
		return usage("--onto needs --as mdb, and no --part")
	case x.as == "record":
	case x.as == "raw" && x.outTerminal:
		return usage("raw bytes are not for terminals: write them to a file or a pipe")
	case x.as == "raw":
		x.spell = func(dst, b []byte) []byte { return append(dst, b...) }
	case x.as == "hbase-shell":
		x.spell = func(dst, b []byte) []byte { return append(dst, scanshell.Ruby(b)...) }
	case x.printer != nil:
		x.spell = x.printer.Append
	case writeshell.New(x.as) == nil:
		return unknown("spelling", x.as, encodeSpellings())
	case x.part != "":
		return usage("--as %s writes whole rows; --part is for spellings of bytes", x.as)
	}
	if x.part == "" {
		x.shell = writeshell.New(x.as)
	}
	if x.onto != "" {
		x.changes = newChanges()
	}
	return nil
}

// refuse writes a placeholder for a record that was refused.
func (x *encodeCall) refuse() {
	x.refused = true
	if x.as != "raw" && x.as != "mdb" {
		_ = x.out.WriteByte('\n') // Flush returns the error again
	}
}

// encode encodes one record and prints it.
func (x *encodeCall) encode(line []byte) error {
	v, err := value.Parse(line)
	if err != nil {
		return err
	}
	f, r, err := x.kind(v)
	if _, read := v.Get("fields"); err != nil && (read || v.Member("parts").Len() == 0) {
		return err
	}
	if err := x.encoder.Encode(f, r, v, &x.entry); err != nil {
		return err
	}
	if x.as == "record" {
		return x.whole(f, r, v)
	}
	for i := range x.entry.Rows {
		if err := x.write(&x.entry.Rows[i], r); err != nil {
			return x.named(&x.entry.Rows[i], err)
		}
	}
	if len(x.entry.Rows) > 0 {
		return nil
	}
	return x.named(&x.entry, x.write(&x.entry, r))
}

// named adds the key of the row to an error.
func (x *encodeCall) named(e *store.Entry, err error) error {
	const most = 64
	name, key, ok := e.First(store.Row, store.Key)
	if err == nil || !ok {
		return err
	}
	text := string(dump.AppendToStringBinary(nil, key[:min(len(key), most)]))
	if len(key) > most {
		text += "…"
	}
	return errors.New(name + " " + text + ": " + err.Error())
}

// kind determines the format and record kind of a record; flags replace what the record omits.
func (x *encodeCall) kind(v value.Value) (*format.Format, *format.Record, error) {
	id, _ := v.Member("format").Text()
	name, _ := v.Member("record").Text()
	switch {
	case id != "" && x.format != "" && id != x.format:
		return nil, nil, format.Contradict("format", "expected "+x.format+", as --format says, found "+strconv.Quote(format.Cut(id)))
	case name != "" && x.record != "" && name != x.record:
		return nil, nil, format.Contradict("record", "expected "+x.record+", as --record says, found "+strconv.Quote(format.Cut(name)))
	case id == "":
		id = x.format
	}
	f := codec.Find(id)
	if name == "" && f != nil {
		name = x.recordOr(f)
	}
	if f == nil {
		names := formatNames()
		return nil, nil, errors.New("format: expected one of " + strings.Join(names, ", ") + ", found " + strconv.Quote(id) + meant(id, names))
	}
	r := f.Record(name)
	if v.Member("parts").Len() > 0 && r != nil {
		return f, r, nil
	}
	if r == nil || r.Encode == nil {
		names := writable(f)
		return nil, nil, errors.New("record: " + f.Title + " has no " + strconv.Quote(name) + " that can be written" +
			ended(meant(name, names)) + " There are: " + strings.Join(names, ", "))
	}
	return f, r, nil
}

// writable returns the record kinds of a format that can be written as bytes.
func writable(f *format.Format) (list []string) {
	for i := range f.Records {
		if f.Records[i].Encode != nil {
			list = append(list, f.Records[i].Name)
		}
	}
	return list
}
