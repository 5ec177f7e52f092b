package session

import (
	"errors"
	"slices"

	"github.com/rowlens/rowlens/codec/anonymise"
	"github.com/rowlens/rowlens/codec/answer"
	"github.com/rowlens/rowlens/codec/dump"
	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/identify"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/stream"
	"github.com/rowlens/rowlens/codec/value"
)

// changesMax is how many values an answer lists, and leftMax how many omitted rows.
const (
	changesMax = 1000
	leftMax    = 100
)

// opAnonymise returns the rows of a text, or one of them, or parts, with identifying values replaced:
// {"text","rows","changes","changeCount","left","leftCount","cleared"} (docs/testee.md).
func (s *Session) opAnonymise(r *request) error {
	rows, err := s.rowsOf(r)
	if err != nil {
		return err
	}
	x := anonymised{query: r.query(), d: stream.Decoder{Format: r.query().Format, Record: r.record, Schemas: r.schemas, Zones: r.zones}}
	x.cf, _ = r.Member("cf").Text()
	Learn(&x.d, rows)
	for i := range rows {
		x.add(&rows[i])
	}
	var also anonymise.Options
	also.Names, _ = r.Member("names").Bool()
	also.Times, _ = r.Member("times").Bool()
	x.result = anonymise.Rows(x.rows, also)
	x.write(&s.w)
	return nil
}

// rowsOf reads the rows of a request.
func (s *Session) rowsOf(r *request) ([]dump.Row, error) {
	text, ok := r.Member("text").Text()
	if !ok {
		var e store.Entry
		err := addParts(&e, r.Member("parts"))
		if err == nil && len(e.Parts) == 0 {
			err = errors.New("expected text, or parts as hex")
		}
		e.Timestamp, _ = r.Member("timestamp").Text()
		return []dump.Row{{Entry: e}}, err
	}
	res, err := pasted(r.Value, text, r.query().Format, 0)
	if err != nil {
		return nil, err
	}
	if n, one := r.Member("row").Int(); one {
		if n < 0 || n >= int64(len(res.Rows)) {
			return nil, errors.New("there is no such row")
		}
		return res.Rows[n : n+1], nil
	}
	return res.Rows, nil
}

// anonymised holds the rows being anonymised.
type anonymised struct {
	query  identify.Query
	d      stream.Decoder
	cf     string // for rows whose text does not name it
	rows   []anonymise.Row
	places []place
	left   []left
	tables []anonymise.Change // named by the text
	result *anonymise.Result
}

// place says where a row was found, and how.
type place struct {
	source store.Source
	lone   bool // a single byte string that may be any part
}

// left is a row that is omitted.
type left struct {
	place store.Source
	why   string
}

// add reads a row.
func (x *anonymised) add(row *dump.Row) {
	e := row.Entry
	p := place{source: e.Source}
	if row.Err != nil {
		x.left = append(x.left, left{p.source, row.Err.Error()})
		return
	}
	if e.Source.CF == "" {
		e.Source.CF = x.cf
	}
	in := format.Input{Entry: e, Zones: x.query.Zones, Stored: true}
	f, kind, fault := x.d.Decode(&e, nil)
	if fault != nil {
		x.left = append(x.left, left{p.source, fault.Error()})
		return
	}
	if doubt := x.d.Doubt(); doubt != nil && doubt.Lenient != nil {
		in.Lenient = true
	}
	in.Schema = x.query.Schemas.For(f)
	if b, lone := e.Part(store.Bytes); lone && len(e.Parts) == 1 {
		q := x.query
		q.Entry, q.Format, q.Record = &e, f.ID, kind.Name
		if parsed, _ := identify.Candidates(q); len(parsed) > 0 && parsed[0].Part != "" {
			p.lone, in.Entry.Parts = true, []store.Part{{Name: parsed[0].Part, Bytes: b}}
		}
	}
	if x.query.Record != "" {
		in.Given, in.Schemas = x.query.Given, x.query.Named
	}
	x.rows, x.places = append(x.rows, anonymise.Row{Format: f, Record: kind, Input: in}), append(x.places, p)
}

// write writes the answer.
func (x *anonymised) write(w *value.Writer) {
	var text value.Writer
	made, cleared := 0, 0
	for i := range x.result.Rows {
		m := &x.result.Rows[i]
		if m.Err != nil {
			x.left = append(x.left, left{x.places[i].source, m.Err.Error()})
			continue
		}
		if made++; m.Cleared {
			cleared++
		}
		m.Entry.Source = x.places[i].source
		x.keepTable(m.Entry.Source.Table)
		writeLine(&text, &m.Entry, x.places[i].lone, len(x.result.Rows) == 1)
	}
	changes := append(x.tables, x.result.Changes...)
	w.Member("text").Text(text.Buf)
	w.Member("rows").Int(int64(made))
	w.Member("cleared").Int(int64(cleared))
	w.Key("changes")
	w.Array()
	for i := range changes[:min(len(changes), changesMax)] {
		writeChange(w, &changes[i])
	}
	w.EndArray()
	w.Member("changeCount").Int(int64(len(changes)))
	w.Key("left")
	w.Array()
	for i := range x.left[:min(len(x.left), leftMax)] {
		w.Object()
		w.Member("place").String(x.left[i].place.Spot())
		w.Member("why").String(x.left[i].why)
		w.EndObject()
	}
	w.EndArray()
	w.Member("leftCount").Int(int64(len(x.left)))
}

// keepTable adds a table that the text names to the values that are kept.
func (x *anonymised) keepTable(name string) {
	kept := anonymise.Change{Field: "table", From: name, To: name, Kept: "name", Times: 1}
	if name != "" && !slices.Contains(x.tables, kept) {
		x.tables = append(x.tables, kept)
	}
}

// writeLine writes a row as a line of JSON. If the row is the only one and is lone bytes, it writes only hex.
func writeLine(w *value.Writer, e *store.Entry, lone, only bool) {
	if lone && only {
		w.Buf = value.AppendHex(w.Buf, e.Parts[0].Bytes)
		return
	}
	if lone {
		e.Parts[0].Name = store.Bytes
	}
	if len(w.Buf) > 0 {
		w.Buf = append(w.Buf, '\n')
	}
	line := value.Writer{Buf: w.Buf}
	line.Object()
	answer.WriteParts(&line, e)
	where := store.Source{Table: e.Source.Table, CF: e.Source.CF}
	format.WriteSource(&line, &where)
	if e.Deleted != "" {
		line.Member("deleted").String(e.Deleted)
	}
	if e.Increment {
		line.Member("increment").Bool(true)
	}
	line.EndObject()
	w.Buf = line.Buf
}

func writeChange(w *value.Writer, c *anonymise.Change) {
	w.Object()
	w.Member("field").String(c.Field)
	w.Member("from").String(c.From)
	if c.Kept != "" {
		w.Member("kept").String(c.Kept)
	} else {
		w.Member("to").String(c.To)
	}
	if c.Times > 1 {
		w.Member("times").Int(int64(c.Times))
	}
	w.EndObject()
}
