//go:build wasip1

package main

import (
	"errors"
	"io"

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

// bulk is the dump being read. A module reads one dump at a time; a host uses a
// second instance to read another.
//
// Its text is a file of the host's, or, in the module of the npm package, is fed by the host piece by piece (bulk_feed.go).
type bulk struct {
	fill func() (more bool)        // reads rows until a block is full; false once there are no more
	next func() (ready, more bool) // whether a block is ready, and whether another call may give one
	over bool                      // fill has no more rows
	done bool                      // next has no more blocks

	opt     dump.Options
	store   *storeRows // read instead of text; nil for a dump
	cf      string
	schemas format.SchemaSet
	search  *modelSearch // models found, instead of rows; nil unless it searches for models
	zones   format.Zones
	pin     stream.Decoder
	learnt  bool

	text    io.Reader
	scanner *dump.Scanner
	block   packer
	writer  record.Writer
	row     stream.Row
	entry   store.Entry
	fields  value.Writer // JSON, for the filter
	err     error

	filter *filter.Filter
	verify *verify.Checker
	mended []byte // the changes of a repair, as records
	stats  *counting
	diff   *diff.Documents
}

var dumped *bulk

var errNoDump = errors.New("no dump is open")

// openBulk reads the options: {"file","spelling","format","record","schema","cf","zones"}, all
// optional, with the same meaning as for rl_inspect and `rowlens decode`. The options of
// readStoreRows make it read the host's files instead of text. With "search":true it searches the
// text for models and returns no rows; "inside" is what such a search found, by format, and is
// used for formats for which "schema" has nothing.
func openBulk(options []byte) error {
	req, err := value.Parse(options)
	if err != nil {
		return err
	}
	b := &bulk{}
	b.pin.Format, _ = req.Member("format").Text()
	b.pin.Only, _ = req.Member("record").Text()
	b.cf, _ = req.Member("cf").Text()
	b.opt.RocksDB = b.cf != ""
	b.opt.File, _ = req.Member("file").Text()
	b.opt.Form, _ = req.Member("spelling").Text()
	b.opt.Limit, b.opt.Dump = lineMax, true
	b.opt.SplitKey, b.opt.RowKey = schema.KeySplitter(b.pin.Format, nil), stream.RowKey(b.pin.Format)
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
	if err = b.begin(req); err != nil {
		return err
	}
	weigh()
	if dumped != nil {
		dumped.stats.stop()
		dumped.store.close()
	}
	dumped = b
	return nil
}

// begin sets what is read, and how.
func (b *bulk) begin(req value.Value) error {
	is, _ := req.Member("search").Bool()
	switch {
	case is:
		b.search = &modelSearch{}
		b.fill = b.searchText
	case b.store != nil:
		b.fill = b.fillFromStore
	default:
		b.fill = b.fillFromText
	}
	b.next = b.fillOne
	if b.store != nil {
		return nil
	}
	return b.openText(req)
}

// openText opens the file that the member text names. Without it, the host feeds the text, if the module takes it.
func (b *bulk) openText(req value.Value) error {
	name, is := req.Member("text").Text()
	if !is {
		return b.awaitText()
	}
	f, err := hostFolder{}.Open(name)
	if err != nil {
		return err
	}
	b.text = io.NewSectionReader(f, 0, f.Size())
	return nil
}

// lineMax bounds a line, and the text of a single value, and thereby memory.
const lineMax = 16 << 20

// Read passes the text to the scanner.
func (b *bulk) Read(p []byte) (int, error) {
	n, err := b.text.Read(p)
	if b.search != nil {
		b.search.read += n
	}
	return n, err
}

// fillFromText reads rows of the text.
func (b *bulk) fillFromText() (more bool) {
	if b.scanner == nil {
		if b.scanner, b.err = dump.Open(b, b.opt); b.err != nil {
			return false
		}
	}
	for !b.block.full() {
		e, err := b.scanner.Next()
		if err == io.EOF {
			return false
		}
		if err != nil {
			var bad *dump.Error
			if !errors.As(err, &bad) {
				b.err = err
				return false
			}
			b.block.addBad(bad)
			continue
		}
		if e.Source.CF == "" {
			e.Source.CF = b.cf
		}
		b.block.add(e, b.scanner.Detail(), b.kind(e))
	}
	return true
}

// fillOne fills a block; the last one may not be full. After it, there is nothing more.
func (b *bulk) fillOne() (ready, more bool) {
	if b.over {
		return false, false
	}
	b.over = !b.fill()
	ready = b.block.count() > 0
	return ready, ready || !b.over
}

// step runs the scanner and appends a block to dst if one has become full.
// Otherwise the scanner needs text, or has ended.
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
// block. The kinds of later rows are determined as they arrive.
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

// kind returns the number of an entry's record kind; 0 before the format has been
// learnt, and for an entry that does not decode.
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

// match appends the indexes of the rows that the filter accepts.
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
		_, lost := b.row.Bad.(stream.Damage) // no filter may hide that rows are missing
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

// write appends the records of the picked rows of a block, or of all rows.
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

// alike appends {"of","where"}: what a row is of, and an expression that selects all rows of the same.
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

// findings appends the verifiers' findings, and the totals.
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
