package main

import (
	"errors"
	"fmt"
	"os"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"github.com/rowlens/rowlens/codec"
	"github.com/rowlens/rowlens/codec/dump"
	"github.com/rowlens/rowlens/codec/identify"
	"github.com/rowlens/rowlens/codec/session"
	"github.com/rowlens/rowlens/codec/stream"
	"github.com/rowlens/rowlens/codec/value"
)

func inspectCommand(c *call) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "inspect [TEXT...] [FLAGS]",
		Short: "identify bytes, with evidence, and explain each one",
		Long: "Takes bytes in any spelling: hex, \\x forms, base64, literals of programming languages, a shell line or a whole dump. " +
			"Arguments are joined by a space. It lists the formats that could have written them, with the evidence, and shows the " +
			"best reading as a tree beside its bytes. Readings with the same evidence are reported as a tie.\n\n" +
			"If there are several rows, it lists them and explains the first, or the one that --row names. If no format reads the " +
			"bytes, it explains the nearest reading as far as it goes; the exit code is then 1.",
		Example: `  # a row key as the HBase shell prints it
  rowlens inspect '\x95\xCAbC,\x80\x00\x00\x00\x00\x00\x03\xEA+\xA9\x5Cc\x11)|)\x82+i\xB73\xC7\xD3\x7F\xFF\xFEp\xC0c\x12\xFF4a\x5Cb"c\x00'
  # hex, with all readings
  rowlens inspect --all 2c8000018f3c9be200
  # row 7 of a scan, codes named
  rowlens inspect -f scan.txt --row 7 --model tables.json
  # keys of your own program
  rowlens inspect --layout '"evt:" day:u16 user:str(..0x00) at:ms! desc' 6576743a4d84616461007ffffe70c66528ff
  # what ten of these keys have in common
  rowlens inspect --learn -f keys.txt
  # in one line
  rowlens inspect --oneline 2c8000018f3c9be200
  # for a program
  rowlens inspect --json 2c8000018f3c9be200`,
	}
	fs := cmd.Flags()
	x := &inspectCall{reading: reading{call: c}}
	x.flags(cmd)
	x.layoutFlag(cmd)
	x.storeFlags(cmd)
	x.entryFlags(cmd)
	x.decryptFlag(cmd)
	fs.StringVarP(&x.file, "file", "f", "", "read `FILE`; - is standard input")
	fs.BoolVar(&x.json, "json", false, "print the answer as JSON (docs/tree.md)")
	fs.BoolVar(&x.all, "all", false, "explain every reading, and why the others were refused")
	fs.BoolVar(&x.line, "oneline", false, "print one line per row: format, record kind and fields")
	fs.BoolVar(&x.learns, "learn", false, "propose layouts that several keys have in common, with evidence; each argument, or row, is a key")
	fs.IntVar(&x.row, "row", 1, "explain row `N` of a dump")
	fs.StringVar(&x.structure, "structure", "", "show how a store's `FILE` is built, or one piece of it byte by byte")
	fs.IntVar(&x.block, "block", 0, "with --structure: explain piece number `N`")
	fs.Int64Var(&x.offset, "offset", -1, "with --structure: explain the piece that contains offset `N`")
	undefaulted(cmd, "block", "offset")
	completesNothing(cmd, "row", "block", "offset")
	cmd.ValidArgsFunction = cobra.NoFileCompletions
	cmd.RunE = c.runs(func(args []string) error {
		x.rowGiven = cmd.Flags().Changed("row")
		if err := x.checkPiece(fs); err != nil {
			return err
		}
		if fs.Changed("structure") {
			return x.inspectStructure(args)
		}
		if x.learns {
			return x.orLost(x.learn(args))
		}
		return x.orLost(x.run(args))
	})
	return cmd
}

type inspectCall struct {
	reading
	file      string
	json, all bool
	row       int
	line      bool // --oneline
	learns    bool // --learn
	rowGiven  bool

	structure string // the file whose structure is shown
	block     int
	offset    int64
}

// rowsMax is how many rows of a dump are kept, as in docs/tree.md.
const rowsMax = 1000

func (x *inspectCall) run(args []string) error {
	if x.line && (x.json || x.all) {
		return usage("--oneline, --json and --all exclude each other")
	}
	if x.row < 1 {
		return usage("--row counts from 1")
	}
	if x.json && x.zone != "" {
		return usage("JSON answers do not use --zone: apply it where you read the timestamp")
	}
	x.verbatim = x.form == "raw"
	if err := x.open(); err != nil {
		return err
	}
	text, rows, err := x.input(args)
	if err != nil {
		return err
	}
	if rows == nil {
		if err := x.findIn(text, x.file); err != nil {
			return err
		}
	}
	x.hintKey()
	if x.form == "" && x.isText() {
		x.form = "text"
	}
	defer x.working(&work{what: "explaining the input"}, true)()
	opt := x.text()
	opt.Rows = rowsMax
	res, err := dump.ParseText(text, opt)
	if err != nil {
		return usage("%s", err)
	}
	if rows != nil {
		rows.place(res, x.set.Stores)
		if rows.more {
			x.note(fmt.Sprintf("note: only the first %d entries are looked at; --table, --start and --stop choose others", rowsMax))
		}
	}
	if len(res.Rows) > 0 && x.row > res.RowCount {
		return usage("--row %d: the text has %s", x.row, count(res.RowCount, "row"))
	}
	x.cf = x.familyOf(x.file, res.Form)
	for i := range res.Rows {
		if e := &res.Rows[i].Entry; e.Source.CF == "" {
			e.Source.CF = x.cf
		}
	}
	if x.row > max(len(res.Rows), 1) {
		return usage("--row %d: only the first %d rows are kept; cut the dump, or use `rowlens decode`", x.row, len(res.Rows))
	}
	if x.json {
		return x.answer(text, res)
	}
	if x.line && res.Waiting == "" && len(res.Rows) > 0 {
		return x.oneline(res)
	}
	x.hintFile(args)
	return x.explain(res)
}

// input returns what was given, as text; for a store, its first rows.
func (x *inspectCall) input(args []string) (text []byte, rows *storeText, err error) {
	if name := x.fileGiven(args, x.file); name != "" {
		if rows, err = x.textOf(name, rowsMax); rows != nil || err != nil {
			if rows != nil {
				text = rows.text
			}
			return text, rows, err
		}
	} else if err := x.noStores(); err != nil {
		return nil, nil, err
	}
	text, err = x.given(args, x.file)
	return text, nil, err
}

// isText reports whether the selected record kind is itself text, which must not be taken for another spelling of
// bytes, such as base64.
func (x *inspectCall) isText() bool {
	for _, f := range codec.Formats() {
		if r := f.Record(x.record); r != nil && (x.format == "" || x.format == f.ID) {
			return len(r.Parts) == 1 && r.Parts[0] == "text"
		}
	}
	return false
}

// hintFile advises a user who passed the name of a file instead of bytes.
func (x *inspectCall) hintFile(args []string) {
	if len(args) != 1 || args[0] == "-" {
		return
	}
	info, err := os.Stat(args[0])
	if err != nil || !info.IsDir() && !info.Mode().IsRegular() {
		return
	}
	what := "file"
	if info.IsDir() {
		what = "folder"
	}
	x.say("reading the text itself; there is also a " + what + " of that name, which -f " + args[0] + " reads")
}

// answer prints the codec's answer, which is the same in every front end.
func (x *inspectCall) answer(text []byte, res *dump.Result) error {
	s := session.Session{Zones: &x.zones, Opener: x.opener}
	out := s.Inspect(nil, x.request(text))
	if _, err := x.out.Write(append(out, '\n')); err != nil {
		return err
	}
	if len(res.Rows) == 0 || res.Rows[x.row-1].Err != nil {
		return silently(exitFailed)
	}
	if parsed, _ := x.decoder(res.Rows).Candidates(x.queryOf(&res.Rows[x.row-1])); len(parsed) == 0 {
		return silently(exitFailed)
	}
	return nil
}

// decoder returns a decoder of the rows that has learnt their format from the first ones.
func (x *inspectCall) decoder(rows []dump.Row) *stream.Decoder {
	d := &stream.Decoder{Format: x.format, Record: x.record, Schemas: x.schemas, Zones: &x.zones}
	session.Learn(d, rows)
	return d
}

func (x *inspectCall) queryOf(r *dump.Row) identify.Query {
	q := x.query()
	q.Entry = &r.Entry
	return q
}

// request returns the request for one row. JSON can only hold Unicode; any other text is given in hex.
func (x *inspectCall) request(text []byte) []byte {
	var req value.Writer
	req.Object()
	for _, m := range [...]struct{ key, text string }{{"format", x.format}, {"record", x.record}, {"spelling", x.form}, {"cf", x.cf}} {
		if m.text != "" {
			req.Key(m.key)
			req.String(m.text)
		}
	}
	if x.rules != nil {
		req.Key("schema")
		req.JSON(x.rules)
	}
	req.Key("row")
	req.Int(int64(x.row - 1))
	if utf8.Valid(text) {
		req.Key("text")
		req.Text(text)
	} else {
		req.Key("textHex")
		req.Hex(text)
	}
	req.EndObject()
	return req.Buf
}

// explain prints the answer for people.
func (x *inspectCall) explain(res *dump.Result) error {
	if res.Waiting != "" {
		return failed(exitFailed, errors.New("the hex has an odd number of digits: "+res.Waiting+" is missing"))
	}
	if len(res.Rows) == 0 {
		return failed(exitFailed, errors.New("the text has no bytes in it (read as "+res.Form.Title+")"))
	}
	v := inspectView{inspectCall: x, Screen: x.screen(), res: res}
	if res.RowCount > 1 {
		v.rows()
	}
	ok := v.row(&res.Rows[x.row-1])
	if err := x.show(v.Screen); err != nil {
		return err
	}
	if !ok {
		return silently(exitFailed)
	}
	return nil
}
