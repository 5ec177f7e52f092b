package session

import (
	"errors"
	"math"

	"github.com/rowlens/rowlens/codec/answer"
	"github.com/rowlens/rowlens/codec/dump"
	"github.com/rowlens/rowlens/codec/identify"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/stream"
	"github.com/rowlens/rowlens/codec/value"
)

// rowsMax is how many rows of a pasted dump an inspection lists. It can explain rows beyond that.
const rowsMax = 1000

// Inspect answers one inspection request as docs/tree.md describes: text in any spelling, or parts,
// becomes rows, ranked readings and trees. It appends the answer to dst.
func (s *Session) Inspect(dst, request []byte) []byte {
	req, err := value.Parse(request)
	return s.inspected(dst, req, err)
}

// InspectValue is Inspect for a parsed request.
func (s *Session) InspectValue(dst []byte, req value.Value) []byte {
	return s.inspected(dst, req, nil)
}

func (s *Session) inspected(dst []byte, req value.Value, err error) []byte {
	w := &value.Writer{Buf: dst}
	w.Object()
	w.Member("v").Int(1)
	if err == nil {
		err = s.inspect(w, req)
	}
	if err != nil {
		answer.WriteFailure(w.Member("error"), "bad-request", err.Error())
	}
	w.EndObject()
	return w.Buf
}

func (s *Session) inspect(w *value.Writer, req value.Value) error {
	r, err := s.read(req)
	if err != nil {
		return err
	}
	x := inspection{w: w, query: r.query()}
	x.learnt, _ = req.Member("learnt").Text()
	if err := x.read(req); err != nil {
		return err
	}
	if cf, ok := req.Member("cf").Text(); ok {
		for i := range x.rows {
			if source := &x.rows[i].Entry.Source; source.CF == "" {
				source.CF = cf
			}
		}
	}
	x.write(x.row)
	return nil
}

// read makes rows from the text or the parts. Parts that come with a text replace those of the
// requested row, so that a draft keeps everything else about it.
func (x *inspection) read(req value.Value) error {
	parts, given := req.Get("parts")
	var e store.Entry
	if err := addParts(&e, parts); err != nil {
		return err
	}
	if given && !hasText(req) {
		x.rows, x.count = []dump.Row{{Entry: e}}, 1
		return nil
	}
	row, _ := req.Member("row").Int()
	if err := x.readText(req, max(rowsMax, int(min(row, math.MaxInt32-1))+1)); err != nil {
		return err
	}
	x.row = int(min(max(row, 0), int64(max(len(x.rows)-1, 0))))
	if given && len(x.rows) > 0 {
		x.rows[x.row].Entry.Parts = e.Parts
	}
	return nil
}

// inspection is one request being answered.
type inspection struct {
	w     *value.Writer
	query identify.Query
	rows  []dump.Row
	count int
	row   int // the row to explain

	learnt string // the format of the dump that the rows are from; "" if they must tell
}

// hasText reports whether a request has a text, given directly or, if it is not Unicode, in hex.
func hasText(req value.Value) bool {
	_, plain := req.Get("text")
	_, digits := req.Get("textHex")
	return plain || digits
}

// readText makes rows from the text, at most as many as most.
func (x *inspection) readText(req value.Value, most int) error {
	text, ok := req.Member("text").Text()
	if digits, given := req.Member("textHex").Text(); given && !ok {
		var b []byte
		b, ok = value.DecodeHex(digits)
		text = string(b)
	}
	if !ok {
		return errors.New("expected text, textHex, or parts as hex")
	}
	res, err := pasted(req, text, x.query.Format, most)
	if err != nil {
		return err
	}
	x.rows, x.count = res.Rows, res.RowCount
	answer.WriteSpelling(x.w, res)
	return nil
}

// write writes the rows and the readings of the requested one.
func (x *inspection) write(row int) {
	w := x.w
	w.Key("rows")
	w.Array()
	d := stream.Summarizer{Decoder: stream.Decoder{Format: x.query.Format, Record: x.query.Record, Schemas: x.query.Schemas,
		Zones: x.query.Zones}}
	var parsed, refused []*identify.Candidate
	if len(x.rows) > 0 && x.rows[row].Err == nil {
		x.query.Entry = &x.rows[row].Entry
		x.learn(&d.Decoder)
		parsed, refused = d.Candidates(x.query)
		if x.query.Record == "" { // with a record kind, the query knows more than the list's decoder
			d.Know(x.query.Entry, parsed, refused)
		}
	}
	for i := range x.rows[:min(len(x.rows), rowsMax)] {
		x.writeRow(&d, &x.rows[i])
	}
	w.EndArray()
	w.Member("rowCount").Int(int64(x.count))
	if len(x.rows) == 0 {
		return
	}
	r := &x.rows[row]
	w.Member("row").Int(int64(row))
	if r.Err != nil {
		answer.WriteFailure(w.Member("error"), stream.BadText, r.Err.Error())
		return
	}
	answer.WriteParts(w, &r.Entry)
	w.Key("candidates")
	w.Array()
	for _, c := range parsed {
		c.Write(w, true)
	}
	w.EndArray()
	w.Key("refused")
	w.Array()
	for i, c := range refused {
		// Near misses matter only if nothing parses.
		c.Write(w, len(parsed) == 0 && i < refusedTrees)
	}
	w.EndArray()
}

// learn teaches a decoder the format of the dump: the request says it, or the first rows do.
func (x *inspection) learn(d *stream.Decoder) {
	if x.learnt == "" {
		Learn(d, x.rows)
	} else {
		d.Assume(x.learnt)
	}
}

// Learn teaches a decoder the format of a dump from its first rows. Lone bytes teach nothing about each other.
func Learn(d *stream.Decoder, rows []dump.Row) {
	for i := range rows[:min(len(rows), stream.LearnRows)] {
		e := &rows[i].Entry
		if _, lone := e.Part(store.Bytes); !lone && rows[i].Err == nil && len(e.Parts) > 0 && d.Learn(e) {
			return
		}
	}
}

// writeRow writes one row of the list: its parts, what it is, and a summary.
func (x *inspection) writeRow(d *stream.Summarizer, r *dump.Row) {
	w := x.w
	w.Object()
	switch s := &r.Entry.Source; {
	case s.Lineless:
		w.Member("offset").Int(s.Offset)
	case s.Line > 0:
		w.Member("line").Int(int64(s.Line))
	}
	if r.Err != nil {
		answer.WriteFailure(w.Member("error"), stream.BadText, r.Err.Error())
		w.EndObject()
		return
	}
	answer.WriteParts(w, &r.Entry)
	if !r.Detail.Exact && r.Detail.Note != "" {
		w.Member("note").String(r.Detail.Note)
	}
	var fields value.Writer
	f, rec, err := d.Decode(&r.Entry, &fields)
	if err != nil {
		answer.WriteError(w.Member("error"), err)
	} else {
		w.Member("format").String(f.ID)
		w.Member("record").String(rec.Name)
		w.Member("title").String(f.Title + " " + rec.Title)
		w.Member("summary").String(d.Summary())
	}
	w.EndObject()
}

// refusedTrees is how many of the readings that do not parse are explained.
const refusedTrees = 3
