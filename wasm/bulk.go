//go:build wasip1

package main

import (
	"errors"
	"io"
	"iter"

	"github.com/rowlens/rowlens/codec"
	"github.com/rowlens/rowlens/codec/diff"
	"github.com/rowlens/rowlens/codec/dump"
	"github.com/rowlens/rowlens/codec/filter"
	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/record"
	"github.com/rowlens/rowlens/codec/schema"
	"github.com/rowlens/rowlens/codec/session"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/stream"
	"github.com/rowlens/rowlens/codec/value"
	"github.com/rowlens/rowlens/codec/verify"
	"github.com/rowlens/rowlens/internal/exports"
)

// bulk is the dump being read. A module reads one at a time, so that a
// host reads a second one with a second instance.
//
// The scanner pulls text and the host pushes it. A coroutine connects them: next runs the scanner
// until a block of rows is full, or until it needs text that the host has not yet provided. So a
// host reads its file any way it can, each call is short, and the module imports no function for
// reading.
type bulk struct {
	given []byte // memory of the latest text
	text  []byte // its unread rest
	ended bool   // the host has sent everything
	done  bool   // the scanner reads no more
	next  func() (ready bool, more bool)
	yield func(ready bool) bool

	opt     dump.Options
	store   *storeRows // in place of text; nil for a dump
	cf      string
	schemas format.SchemaSet
	search  *modelSearch // in place of rows; nil unless models are looked for
	zones   format.Zones
	pin     stream.Decoder
	learnt  bool

	scanner *dump.Scanner
	block   packer
	writer  record.Writer
	row     stream.Row
	entry   store.Entry
	fields  value.Writer // JSON, for the filter
	err     error

	filter *filter.Filter
	verify *verify.Checker
	mended []byte // what repairs what it found, as records
	stats  *counting
	diff   *diff.Documents
}

var dumped *bulk

// ballast is unused memory. Only a few MB are live during a dump, so the collector would run
// after every few MB of garbage and take a quarter of the time. It runs when the heap has
// doubled, so a larger heap makes it run less often.
//
//lint:ignore U1000 it only has to be there
var ballast []byte

const ballastBytes = 32 << 20

var errNoDump = errors.New("no dump is open")

// openBulk reads the options: {"file","spelling","format","record","schema","cf","zones"},
// all optional, with the meaning that they have for rl_inspect and `rowlens decode`. Those of
// readStoreRows make it read the host's files in place of text. With "search":true the text is
// searched for models, and gives no rows; "inside" is what such a search found, by format, and is
// used where "schema" has nothing for a format.
func openBulk(options []byte) error {
	req, err := value.Parse(options)
	if err != nil {
		return err
	}
	b := &bulk{}
	b.pin.Format, _ = req.Member("format").Text()
	b.pin.Only, _ = req.Member("record").Text()
	b.cf, _ = req.Member("cf").Text()
	b.opt.File, _ = req.Member("file").Text()
	b.opt.Form, _ = req.Member("spelling").Text()
	b.opt.Limit, b.opt.Dump = lineMax, true
	b.opt.SplitKey = schema.KeySplitter(b.pin.Format, nil)
	if b.pin.Format != "" && codec.Find(b.pin.Format) == nil {
		return coded{exports.UnknownFormat, "there is no format called " + b.pin.Format}
	}
	if b.pin.Only != "" && !exports.HasRecord(b.pin.Format, b.pin.Only) {
		return coded{exports.UnknownRecord, "there is no record kind called " + b.pin.Only}
	}
	if b.zones, err = session.ReadZones(req.Member("zones"), nil); err != nil {
		return err
	}
	if v := req.Member("schema"); !v.IsNull() {
		if b.schemas, err = schema.Parse(v, b.pin.Format); err != nil {
			return err
		}
	}
	if err = b.addInside(req.Member("inside")); err != nil {
		return err
	}
	if is, _ := req.Member("store").Bool(); is {
		if b.store, err = readStoreRows(req); err != nil {
			return err
		}
	}
	b.pin.Schemas, b.pin.Zones = b.schemas, b.zones
	b.writer.Decoder = &b.pin
	b.row.Entry = &b.entry
	run := b.run
	if is, _ := req.Member("search").Bool(); is {
		b.search = &modelSearch{}
		run = b.runSearch
	} else if b.store != nil {
		run = b.runStore
	}
	b.next, _ = iter.Pull(run)
	ballast = make([]byte, ballastBytes)
	if dumped != nil {
		dumped.stats.stop()
	}
	dumped = b
	return nil
}

// lineMax bounds a line, and the text of a single value, and thereby memory.
const lineMax = 16 << 20

// feed takes text; the scanner must have read all earlier text. One that has ended before the text, as a value that is
// too long makes it, takes none, and feed is false.
func (b *bulk) feed(text []byte) (more bool, err error) {
	if b.done && !b.ended && b.store == nil {
		return false, nil
	}
	if len(b.text) > 0 || b.ended || b.store != nil {
		return false, errNotAsked
	}
	b.given = append(b.given[:0], text...)
	b.text, b.ended = b.given, len(text) == 0
	return true, nil
}

var errNotAsked = errors.New("the dump was not asking for text")

// Read passes the host's text to the scanner.
func (b *bulk) Read(p []byte) (int, error) {
	for len(b.text) == 0 {
		if b.ended || !b.yield(false) {
			return 0, io.EOF
		}
	}
	n := copy(p, b.text)
	b.text = b.text[n:]
	if b.search != nil {
		b.search.read += n
	}
	return n, nil
}

// run reads the whole dump and yields true for every block that is full.
func (b *bulk) run(yield func(ready bool) bool) {
	b.yield = yield
	if b.scanner, b.err = dump.Open(b, b.opt); b.err != nil {
		return
	}
	for {
		e, err := b.scanner.Next()
		if err == io.EOF {
			break
		}
		if err != nil {
			var bad *dump.Error
			if !errors.As(err, &bad) {
				b.err = err
				break
			}
			b.block.addBad(bad)
		} else {
			if e.Source.CF == "" {
				e.Source.CF = b.cf
			}
			b.block.add(e, b.scanner.Detail(), b.kind(e))
		}
		if b.block.full() && !b.yield(true) {
			return
		}
	}
	if b.block.count() > 0 {
		b.yield(true)
	}
}

// step runs the scanner and appends a block to dst, if one became full: otherwise
// it needs text, or has ended.
func (b *bulk) step(dst []byte) ([]byte, error) {
	ready, more := b.next()
	b.done = !more
	if !more && b.err != nil {
		return dst, b.err
	}
	if !more || !ready {
		return dst, nil
	}
	if !b.learnt {
		b.learn()
	}
	dst = b.block.appendTo(dst)
	b.block.reset()
	return dst, nil
}

// learn determines the format from the first rows, and then the kinds of the rows in the first
// block. Later rows get their kind as they arrive.
func (b *bulk) learn() {
	b.learnt = true
	first, _ := openBlock(b.block.appendTo(nil))
	for i := 0; i < min(first.count, stream.LearnRows); i++ {
		if b.read(&first, i) && len(b.entry.Parts) > 0 && b.pin.Learn(&b.entry) {
			break
		}
	}
	for i := range first.count {
		if b.read(&first, i) && b.row.Bad == nil {
			b.block.kinds[i] = b.kind(&b.entry)
		}
	}
}

// kind is the number of an entry's record kind, 0 while nothing is learnt and for an
// entry that does not decode.
func (b *bulk) kind(e *store.Entry) uint16 {
	if !b.learnt {
		return 0
	}
	f, r, err := b.pin.Decode(e, nil)
	if err != nil {
		return 0
	}
	return kindOf(f, r)
}

// read reads row i of a block.
func (b *bulk) read(block *block, i int) bool {
	if !block.row(i, &b.row) {
		return false
	}
	if b.store == nil {
		b.entry.Source.File = b.opt.File
	}
	return true
}

// match appends the numbers of the rows that the filter accepts.
func (b *bulk) match(dst, text []byte) []byte {
	block, _ := openBlock(text)
	for i := range block.count {
		if !b.read(&block, i) {
			break
		}
		f, r := recordOf(block.kind(i))
		if r != nil && !b.pin.Wants(r) {
			continue
		}
		_, lost := b.row.Bad.(stream.Damage) // no filter hides that rows are missing
		if b.filter != nil && !lost {
			take, sure := b.filter.Glance(&b.row, f, r)
			if sure && !take || !sure && !b.filter.Take(&b.row, &b.pin, &b.fields) {
				continue
			}
		}
		dst = appendNumber(dst, i)
	}
	return dst
}

// write appends the records of the picked rows of a block, or of all.
func (b *bulk) write(dst, text []byte, picks []int32, form record.Form) []byte {
	block, _ := openBlock(text)
	b.writer.Form = form
	if picks == nil {
		for i := range block.count {
			if b.read(&block, i) {
				dst, _ = b.writer.Append(dst, &b.row)
			}
		}
		return dst
	}
	for _, i := range picks {
		if b.read(&block, int(i)) {
			dst, _ = b.writer.Append(dst, &b.row)
		}
	}
	return dst
}

// alike appends {"of","where"}: what a row is of, and what takes all rows of it.
func (b *bulk) alike(dst, text []byte, row int) []byte {
	var of, where string
	if block, _ := openBlock(text); b.read(&block, row) {
		of, where = filter.Alike(&b.row, &b.pin)
	}
	w := value.Writer{Buf: dst}
	w.Object()
	w.Member("of").String(of)
	w.Member("where").String(where)
	w.EndObject()
	return w.Buf
}

// findings appends what the verifiers found, and the totals.
func (b *bulk) findings(dst []byte) ([]byte, error) {
	if b.verify == nil {
		return dst, errNoModel
	}
	t := b.verify.Totals()
	if t.Checked == 0 && len(b.schemas) == 0 {
		return dst, errNoModel
	}
	w := value.Writer{Buf: dst}
	for _, f := range b.verify.Findings() {
		f.Write(&w)
		w.Buf = append(w.Buf, '\n')
	}
	t.Write(&w)
	return append(w.Buf, '\n'), nil
}

// add passes the rows of a block to the verifiers.
func (b *bulk) add(text []byte) error {
	if b.verify == nil {
		var err error
		if err = b.learnModels(); err != nil {
			return err
		}
		if b.verify, err = verify.New(b.schemas, b.pin.Format, b.zones); err != nil {
			return err
		}
	}
	block, _ := openBlock(text)
	for i := range block.count {
		if b.read(&block, i) && b.row.Bad == nil {
			b.verify.Add(&b.entry)
		} else {
			b.verify.Unread()
		}
	}
	return nil
}

var errNoModel = errors.New("no format checks these rows against each other without a schema that tells what rows there should be")
