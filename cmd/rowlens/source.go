package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"slices"
	"strings"
	"time"

	"golang.org/x/term"

	"github.com/spf13/cobra"

	"github.com/rowlens/rowlens/cmd/internal/input"
	"github.com/rowlens/rowlens/codec"
	"github.com/rowlens/rowlens/codec/dump"
	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/identify"
	"github.com/rowlens/rowlens/codec/schema"
	"github.com/rowlens/rowlens/codec/stream"
	"github.com/rowlens/rowlens/codec/value"
	"github.com/rowlens/rowlens/internal/unpack"
	"github.com/rowlens/rowlens/internal/zones"
)

// reading is shared by commands that read bytes: it has the options that replace or assist detection.
type reading struct {
	*call
	storing
	format, record string
	model, layout  string
	form, zone     string

	// For databases that contain their models, and have column families that dumps omit.
	cf, meta, numbering string

	// The file with the keys for encrypted values, and its content.
	decrypt string
	opener  format.Opener

	schemas format.SchemaSet
	rules   []byte // the model as JSON, for a request
	zones   zones.System
	lost    bool // rows are missing because the store is damaged
}

// inputFlags is the heading for flags that describe the input.
const inputFlags = "Input flags"

func (r *reading) flags(cmd *cobra.Command) {
	r.modelFlags(cmd)
	r.textFlags(cmd)
}

func (r *reading) textFlags(cmd *cobra.Command) {
	fs := cmd.Flags()
	fs.StringVar(&r.form, "input-form", "", "read the text as `FORM` instead of detecting it; `rowlens formats --forms` lists all")
	fs.StringVar(&r.zone, "zone", "", "time `ZONE` of date-times in the text: a region such as Asia/Seoul, or +09:00 (default UTC)")
	group(cmd, inputFlags, "input-form", "zone")
	completes(cmd, "input-form", completeForms)
	completes(cmd, "zone", completeZones)
}

func (r *reading) modelFlags(cmd *cobra.Command) {
	r.formatFlags(cmd)
	cmd.Flags().StringVar(&r.record, "record", "", "only this `RECORD` kind; `rowlens formats FORMAT` lists all")
	group(cmd, inputFlags, "record")
	completes(cmd, "record", r.completeRecords)
}

func (r *reading) formatFlags(cmd *cobra.Command) {
	fs := cmd.Flags()
	fs.StringVar(&r.format, "format", "", "only this `FORMAT`; `rowlens formats` lists all")
	fs.StringVar(&r.model, "model", "", "JSON `FILE` that gives names and types to codes in the bytes")
	group(cmd, inputFlags, "format", "model")
	completes(cmd, "format", completeFormats)
}

// open checks the flags and reads the model.
func (r *reading) open() error {
	r.verbatim = r.form == "raw"
	if r.format != "" && codec.Find(r.format) == nil {
		return unknown("format", r.format, formatNames())
	}
	if r.record != "" && !r.hasRecord() {
		return r.unknownRecord()
	}
	if r.form != "" && !slices.Contains(formNames(), r.form) {
		return usage("there is no text form %q%s `rowlens formats --forms` lists them", r.form, ended(meant(r.form, formNames())))
	}
	if r.zone != "" && r.offset() == nil {
		return unknownZone(r.zone)
	}
	if err := r.openKey(); err != nil {
		return err
	}
	return r.openModel()
}

// openModel reads the models given in addition to the dump, and the column family.
func (r *reading) openModel() error {
	var models value.Value
	if r.model != "" {
		text, err := r.sideText(r.model, modelMax)
		if err != nil {
			return err
		}
		if models, err = schema.ResolveText(text, 1, r.format); err != nil {
			return unreadable(errors.New(r.model + ": " + err.Error()))
		}
	}
	about := r.model
	if r.meta != "" {
		text, err := r.sideText(r.meta, metaMax)
		if err != nil {
			return err
		}
		models, about = format.WithMeta(models, string(text)), r.meta
		if err := r.checkMeta(models); err != nil {
			return unreadable(errors.New(about + ": " + err.Error()))
		}
	}
	if r.numbering != "" {
		if err := r.checkNumbering(); err != nil {
			return err
		}
		if about == "" {
			about = "--family-numbering"
		}
		models = r.numbered(models)
	}
	if r.layout != "" {
		var err error
		if models, err = r.withLayout(models); err != nil {
			return err
		}
		about = "--layout"
	}
	if about != "" {
		var err error
		if r.schemas, err = schema.Parse(models, r.format); err != nil {
			return unreadable(errors.New(about + ": " + err.Error()))
		}
		r.schemas = schema.WithOpener(r.schemas, r.opener)
		var w value.Writer
		w.Value(models)
		r.rules = w.Buf
	}
	return r.openFamily()
}

// The size limits of files given in addition to the input.
const (
	modelMax = 64 << 20
	metaMax  = 16 << 20
)

// side reads a file given in addition to the input. Anything but a regular file has a time limit,
// because users do not type such input.
func (c *call) side(name string, max int) ([]byte, error) {
	b, err := input.Side(c.ctx, name, max)
	if err != nil {
		return nil, unreadable(fileError(err))
	}
	return b, nil
}

// sideText is side for a text, which may be compressed or UTF-16 as inputs may, and begin with a byte order mark.
func (c *call) sideText(name string, max int) ([]byte, error) {
	b, err := c.side(name, max)
	if err != nil {
		return nil, err
	}
	if r, err := unpack.Text(bytes.NewReader(b), func(string) {}); err == nil {
		text, err := io.ReadAll(io.LimitReader(r, int64(max)+1))
		if err != nil || len(text) > max {
			return nil, unreadable(fmt.Errorf("%s: expected at most %d MiB when unpacked", name, max>>20))
		}
		b = text
	}
	return bytes.TrimPrefix(b, []byte(byteOrderMark)), nil
}

// text returns the options for reading a text.
func (r *reading) text() dump.Options {
	return dump.Options{
		Form: r.form, Zone: r.offset(), SplitKey: schema.KeySplitter(r.format, nil), RowKey: stream.RowKey(r.format),
		RocksDB: r.cf != "" || r.format == "maryk-rocksdb",
	}
}

// dump returns the options for reading a dump.
func (r *reading) dump() dump.Options {
	opt := r.text()
	opt.Dump, opt.Limit = true, lineMax
	return opt
}

// offset returns a function for the zone's offset at a local time; nil for UTC and
// for a zone that does not exist.
func (r *reading) offset() func(localMillis int64) int64 {
	if r.zone == "" {
		return nil
	}
	if at, err := time.Parse("-07:00", r.zone); err == nil {
		_, seconds := at.Zone()
		return func(int64) int64 { return int64(seconds) }
	}
	loc, err := time.LoadLocation(r.zone)
	if err != nil || r.zone == "Local" {
		return nil
	}
	return func(local int64) int64 {
		t := time.UnixMilli(local).UTC()
		_, seconds := time.Date(t.Year(), t.Month(), t.Day(), t.Hour(), t.Minute(), t.Second(), 0, loc).Zone()
		return int64(seconds)
	}
}

func (r *reading) query() identify.Query {
	return identify.Query{Format: r.format, Record: r.record, Schemas: r.schemas, Zones: &r.zones}
}

// inputMax is the size limit of a text that is read as a whole.
const inputMax = 64 << 20

// all reads a whole file, or standard input for "-".
func (c *call) all(name string) ([]byte, error) {
	in, err := c.openInput(name)
	if err != nil {
		return nil, unreadable(fileError(err))
	}
	defer in.Close()
	text, err := io.ReadAll(io.LimitReader(in, inputMax+1))
	if err != nil {
		return nil, unreadable(fileError(err))
	}
	if len(text) > inputMax {
		return nil, unreadable(errors.New("the input is larger than 64 MiB; `rowlens decode` reads dumps of any size"))
	}
	return text, nil
}

// openInput opens a file, or standard input for "-". It decompresses the input and converts it to
// UTF-8, unless raw bytes are requested.
func (c *call) openInput(name string) (io.ReadCloser, error) {
	in, err := c.openRead(name)
	if err != nil {
		return nil, err
	}
	return metered{in, &c.meter}, nil
}

func (c *call) openRead(name string) (io.ReadCloser, error) {
	switch {
	case name != "-" && c.verbatim:
		return input.OpenRaw(c.ctx, name)
	case name != "-":
		return input.Open(c.ctx, name, c.guessed(name))
	}
	in := c.stdin()
	if c.ahead.Len() > 0 {
		in = &unpack.Prefixed{Head: bytes.Clone(c.ahead.Bytes()), Rest: in}
		c.ahead.Reset()
	}
	if c.verbatim {
		return input.Unclosed{Reader: in}, nil
	}
	text, err := unpack.Text(in, c.guessed("standard input"))
	switch {
	case c.ctx.Err() != nil:
		return nil, c.ctx.Err()
	case err != nil:
		return nil, errors.New("standard input: " + err.Error())
	}
	return input.Unclosed{Reader: text}, nil
}

// guessed notes what an input only seems to be. It does so once, because inputs may be searched
// for models first.
func (c *call) guessed(name string) func(sentence string) {
	return func(sentence string) {
		if note := name + ": note: " + sentence; c.isNew(note) {
			c.say(note)
		}
	}
}

// shownInput returns the name of an input for messages.
func shownInput(name string) string {
	if name == "" || name == "-" {
		return "standard input"
	}
	return name
}

// once notes a sentence only once, because an input is searched for models before it is decoded.
func (c *call) once(note string) {
	if c.isNew(note) {
		c.note(note)
	}
}

// isNew reports whether a note is new, and remembers it.
func (c *call) isNew(note string) bool {
	if slices.Contains(c.noted, note) {
		return false
	}
	c.noted = append(c.noted, note)
	return true
}

// stdin returns standard input. Waiting for it ends with the command.
func (c *call) stdin() io.Reader {
	if c.live == nil {
		c.live = input.Stdin(c.ctx, c.in)
	}
	return c.live
}

// onlyOneStdin refuses standard input that is given twice.
func onlyOneStdin(names []string) error {
	if first := slices.Index(names, "-"); first >= 0 && slices.Contains(names[first+1:], "-") {
		return usage("standard input can be read only once: - is given twice")
	}
	return nil
}

// inputNames returns the files given to a command, or "-" for standard input. Nobody types a
// dump, so a terminal is read only on request.
func (c *call) inputNames(args []string) ([]string, error) {
	if err := onlyOneStdin(args); err != nil {
		return nil, err
	}
	if len(args) > 0 {
		return args, nil
	}
	if term.IsTerminal(int(c.in.Fd())) {
		return nil, failed(exitUsage, errNoDump)
	}
	return []string{"-"}, nil
}

// fileError explains in a sentence why a file could not be read.
func fileError(err error) error {
	var p *fs.PathError
	if !errors.As(err, &p) {
		return err
	}
	why := p.Err.Error()
	switch {
	case errors.Is(err, fs.ErrNotExist):
		why = "there is no such file"
	case errors.Is(err, fs.ErrPermission):
		why = "not permitted to read it"
	}
	return errors.New(p.Path + ": " + why)
}

// given returns the text for a command to read: its arguments joined by spaces, a
// file, or standard input.
func (c *call) given(args []string, file string) ([]byte, error) {
	switch {
	case file != "" && len(args) > 0:
		return nil, usage("give either text or -f FILE, not both")
	case file != "":
		return c.all(file)
	case len(args) == 1 && args[0] == "-", len(args) == 0 && !term.IsTerminal(int(c.in.Fd())):
		return c.all("-")
	case len(args) == 0:
		return nil, failed(exitUsage, errNothing)
	}
	return []byte(strings.Join(args, " ")), nil
}
