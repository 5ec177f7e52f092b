package codec

import (
	"errors"

	"github.com/rowlens/rowlens/codec/dump"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
	"github.com/rowlens/rowlens/codec/wire"
)

// rowsMax is how many rows of a pasted dump an inspection lists.
const rowsMax = 1000

// Inspect answers one inspection request with what docs/tree.md describes: text
// in any spelling, or parts, becomes rows, ranked readings and trees. The answer
// is appended to dst.
func (s *Session) Inspect(dst, request []byte) []byte {
	req, err := value.Parse(request)
	w := &value.Writer{Buf: dst}
	w.Object()
	w.Key("v")
	w.Int(1)
	if err == nil {
		err = s.inspect(w, req)
	}
	if err != nil {
		w.Key("error")
		w.Object()
		w.Key("code")
		w.String("bad-request")
		w.Key("message")
		w.String(err.Error())
		w.EndObject()
	}
	w.EndObject()
	return w.Buf
}

func (s *Session) inspect(w *value.Writer, req value.Value) error {
	x := inspection{session: s, w: w}
	var err error
	if x.query, err = s.query(req); err != nil {
		return err
	}
	x.query.Schema = WithOpener(x.query.Schema, s.Opener)
	x.query.Given = req.Member("given")
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

// read makes rows of the text, or of the parts. Parts that come with a text replace
// those of the row that is asked for, so that a draft keeps what else is known of it.
func (x *inspection) read(req value.Value) error {
	parts, given := req.Get("parts")
	var e store.Entry
	if err := addParts(&e, parts); err != nil {
		return err
	}
	if _, ok := req.Get("text"); given && !ok {
		x.rows, x.count = []dump.Row{{Entry: e}}, 1
		return nil
	}
	if err := x.readText(req); err != nil {
		return err
	}
	row, _ := req.Member("row").Int()
	x.row = int(min(max(row, 0), int64(max(len(x.rows)-1, 0))))
	if given && len(x.rows) > 0 {
		x.rows[x.row].Entry.Parts = e.Parts
	}
	return nil
}

// inspection is one request being answered.
type inspection struct {
	session *Session
	w       *value.Writer
	query   Query
	rows    []dump.Row
	count   int
	row     int // the one that is explained
}

func (x *inspection) readText(req value.Value) error {
	text, ok := req.Member("text").Text()
	if !ok {
		return errors.New("expected text, or parts as hex")
	}
	spelling, _ := req.Member("spelling").Text()
	res, err := dump.ParseText([]byte(text), dump.Options{Form: spelling, Rows: rowsMax, SplitKey: KeySplitter(x.query.Format, nil)})
	if err != nil {
		return err
	}
	x.rows, x.count = res.Rows, res.RowCount
	writeSpelling(x.w, res)
	return nil
}

// writeSpelling writes how a text was read: members of an object.
func writeSpelling(w *value.Writer, res *dump.Result) {
	w.Key("spelling")
	w.String(res.Form.ID)
	w.Key("spellings")
	w.Array()
	for _, f := range append([]*dump.Form{res.Form}, res.Alternatives...) {
		w.Object()
		w.Key("id")
		w.String(f.ID)
		w.Key("title")
		w.String(f.Title)
		w.EndObject()
	}
	w.EndArray()
	w.Key("alternatives")
	w.Array()
	for _, f := range res.Alternatives {
		w.String(f.ID)
	}
	w.EndArray()
	w.Key("notes")
	w.Array()
	for _, n := range res.Notes {
		w.String(n)
	}
	w.EndArray()
	if res.Waiting != "" {
		w.Key("waiting")
		w.String(res.Waiting)
	}
}

// write writes the rows, and the readings of the one that was asked for.
func (x *inspection) write(row int) {
	w := x.w
	w.Key("rows")
	w.Array()
	d := Decoder{Bulk: Bulk{Format: x.query.Format, Record: x.query.Record, Schema: x.query.Schema, Zones: x.query.Zones}}
	for i := range x.rows {
		x.writeRow(&d, &x.rows[i])
	}
	w.EndArray()
	w.Key("rowCount")
	w.Int(int64(x.count))
	if len(x.rows) == 0 {
		return
	}
	r := &x.rows[row]
	w.Key("row")
	w.Int(int64(row))
	if r.Err != nil {
		w.Key("error")
		w.Object()
		w.Key("code")
		w.String("bad-text")
		w.Key("message")
		w.String(r.Err.Error())
		w.EndObject()
		return
	}
	WriteParts(w, &r.Entry)
	x.query.Entry = &r.Entry
	parsed, refused := Identify(x.query)
	w.Key("candidates")
	w.Array()
	for _, c := range parsed {
		c.write(w, true)
	}
	w.EndArray()
	w.Key("refused")
	w.Array()
	for i, c := range refused {
		// Only where nothing parses does anybody look at what almost did.
		c.write(w, len(parsed) == 0 && i < refusedTrees)
	}
	w.EndArray()
}

// writeRow writes one row of the list: its parts, what it is, and a summary.
func (x *inspection) writeRow(d *Decoder, r *dump.Row) {
	w := x.w
	w.Object()
	if r.Entry.Source.Line > 0 {
		w.Key("line")
		w.Int(int64(r.Entry.Source.Line))
	}
	if r.Err != nil {
		w.Key("error")
		w.Object()
		w.Key("code")
		w.String("bad-text")
		w.Key("message")
		w.String(r.Err.Error())
		w.EndObject()
		w.EndObject()
		return
	}
	WriteParts(w, &r.Entry)
	if !r.Detail.Exact && r.Detail.Note != "" {
		w.Key("note")
		w.String(r.Detail.Note)
	}
	var fields value.Writer
	f, rec, err := d.Decode(&r.Entry, &fields)
	if err != nil {
		w.Key("error")
		WriteError(w, err)
	} else {
		w.Key("format")
		w.String(f.ID)
		w.Key("record")
		w.String(rec.Name)
		w.Key("title")
		w.String(f.Title + " " + rec.Title)
		w.Key("summary")
		w.String(d.Summary())
	}
	w.EndObject()
}

// WriteParts writes the members parts and timestamp of an entry.
func WriteParts(w *value.Writer, e *store.Entry) {
	w.Key("parts")
	w.Object()
	for i := range e.Parts {
		w.AnyKey(e.Parts[i].Name) // a column of a pasted table may be called anything
		w.Hex(e.Parts[i].Bytes)
	}
	w.EndObject()
	if e.Timestamp != "" {
		w.Key("timestamp")
		w.String(e.Timestamp)
	}
}

// refusedTrees is how many readings that do not parse are explained.
const refusedTrees = 3

// Write writes a candidate as in docs/tree.md.
func (c *Candidate) Write(w *value.Writer) { c.write(w, true) }

func (c *Candidate) write(w *value.Writer, tree bool) {
	w.Object()
	w.Key("format")
	w.String(c.Format.ID)
	w.Key("record")
	w.String(c.Record.Name)
	w.Key("title")
	w.String(c.Title())
	if c.Part != "" {
		w.Key("part")
		w.String(c.Part)
	}
	w.Key("covered")
	w.Int(int64(c.Covered))
	w.Key("total")
	w.Int(int64(c.Total))
	if c.Err != nil {
		w.Key("error")
		WriteError(w, c.Err)
	} else {
		c.writeEvidence(w)
		w.Key("fields")
		w.JSON(c.Fields)
	}
	if tree {
		w.Key("tree")
		c.Tree.Write(w, c.Format.ID, c.Record.Name)
	}
	w.EndObject()
}

func (c *Candidate) writeEvidence(w *value.Writer) {
	w.Key("dots")
	w.Int(int64(c.Dots))
	w.Key("tie")
	w.Bool(c.Tie)
	w.Key("canonical")
	switch c.Canonical {
	case Same:
		w.Bool(true)
	case Different:
		w.Bool(false)
	default:
		w.Null()
	}
	w.Key("evidence")
	w.Array()
	for _, e := range c.Evidence {
		w.Object()
		w.Key("kind")
		w.String(e.Kind)
		w.Key("text")
		w.String(e.Text)
		w.EndObject()
	}
	w.EndArray()
}

// WriteError writes a decoding error as an object.
func WriteError(w *value.Writer, e *wire.Error) {
	w.Object()
	w.Key("code")
	w.String(e.Code.String())
	w.Key("message")
	w.String(e.Error())
	w.Key("part")
	w.String(e.Part)
	w.Key("offset")
	w.Int(int64(e.Offset))
	w.Key("field")
	w.String(e.Field)
	w.Key("expected")
	w.String(e.Expected)
	w.Key("found")
	w.String(e.Found)
	w.EndObject()
}
