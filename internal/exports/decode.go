package exports

import (
	"errors"
	"slices"

	"github.com/rowlens/rowlens/codec/answer"
	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/identify"
	"github.com/rowlens/rowlens/codec/stream"
	"github.com/rowlens/rowlens/codec/value"
	"github.com/rowlens/rowlens/codec/wire"
)

// Part is one part of an entry, in the caller's memory.
type Part struct {
	Name string
	Data []byte
}

// Column is one part of every row of a batch, in the caller's memory: row i is
// Data[Offsets[i]:Offsets[i+1]]. There is one more offset than rows.
type Column struct {
	Name    string
	Offsets []int32
	Data    []byte
}

// Decode decodes one record and writes its fields or its tree to out.
func Decode(schema int64, formatID, record string, parts []Part, flags, form uint32, out []byte, e *Error) (result int64) {
	defer caught(e, &result)
	var d decoding
	if code := d.begin(schema, formatID, record, flags, form, e); code != OK {
		return int64(code)
	}
	if code := d.named(parts, e); code != OK {
		return int64(code)
	}
	return d.use(func(c *call) int64 { return d.one(c, d.input(c), parts, out, e) })
}

// DecodeBatch decodes rows, all with the same columns and record kind. outOffsets
// has one more number than there are rows. The answer for a row that fails is an
// object with the member error; codes, if not empty, says for each row whether and why it failed.
func DecodeBatch(schema int64, formatID, record string, columns []Column, rows int, flags, form uint32,
	outOffsets, codes []int32, out []byte, e *Error) (result int64) {
	defer caught(e, &result)
	var d decoding
	if code := d.begin(schema, formatID, record, flags, form, e); code != OK {
		return int64(code)
	}
	if code := d.rows(columns, e); code != OK {
		return int64(code)
	}
	b := newBatch(outOffsets, codes, out)
	return d.use(func(c *call) int64 { return d.all(c, d.input(c), columns, rows, b, e) })
}

func (c *Column) at(row int) []byte { return c.Data[c.Offsets[row]:c.Offsets[row+1]] }

// decoding is a record kind, the wanted form of its answers, and the parts in order.
// Without a record kind, each entry is of one of the format's kinds, and its answer says which.
type decoding struct {
	target
	any   *stream.Decoder // determines the kinds, in a call without a record kind
	form  uint32
	says  bool // a column takes the doubts
	names [PartsMax]string
	count int
}

func (d *decoding) begin(schema int64, formatID, record string, flags, form uint32, e *Error) Code {
	if code := d.findKind(schema, formatID, record, flags, e); code != OK {
		return code
	}
	return d.wants(form, e)
}

// wants sets the form of the answers.
func (d *decoding) wants(form uint32, e *Error) Code {
	if form >= formsEnd {
		return e.refuse(BadOption, "form")
	}
	if d.record != nil && d.record.Decode == nil {
		return e.refuse(Unsupported, d.record.Name)
	}
	d.form = form
	return OK
}

// named adds the names of parts.
func (d *decoding) named(parts []Part, e *Error) Code {
	for i := range parts {
		provoke(parts[i].Data)
		if code := d.name(parts[i].Name, e); code != OK {
			return code
		}
	}
	if len(parts) == 0 {
		return e.refuse(BadPart, "")
	}
	return OK
}

// name adds the name of the next part.
func (d *decoding) name(name string, e *Error) Code {
	own, code := d.part(name, e)
	if code != OK {
		return code
	}
	// Each part can occur only once, so there are never too many.
	if d.count == PartsMax || slices.Contains(d.names[:d.count], own) {
		return e.refuse(BadPart, own)
	}
	d.names[d.count] = own
	d.count++
	return OK
}

// rows adds the names of columns, after checking their offsets.
func (d *decoding) rows(columns []Column, e *Error) Code {
	for i := range columns {
		provoke(columns[i].Data)
		if code := d.name(columns[i].Name, e); code != OK {
			return code
		}
		if code := checkOffsets(columns[i].Offsets, len(columns[i].Data), e); code != OK {
			return code
		}
	}
	if len(columns) == 0 {
		return e.refuse(BadPart, "")
	}
	return OK
}

// entry copies the parts returned by at, in the order of names, and makes them the entry of in.
func (d *decoding) entry(c *call, in *format.Input, at func(part int) []byte) {
	c.bytes = c.bytes[:0]
	var ends [PartsMax]int // ends of the copied bytes: the caller's memory may change meanwhile
	for i := range d.count {
		c.bytes = append(c.bytes, at(i)...)
		ends[i] = len(c.bytes)
	}
	in.Entry.Parts = in.Entry.Parts[:0] // everything else is as call.input left it
	from := 0
	for i, name := range d.names[:d.count] {
		to := ends[i]
		in.Entry.Add(name, c.bytes[from:to:to])
		from = to
	}
	c.w.Reset()
}

// one answers a single entry.
func (d *decoding) one(c *call, in *format.Input, parts []Part, out []byte, e *Error) int64 {
	d.entry(c, in, func(i int) []byte { return parts[i].Data })
	if err := d.decode(c, in); err != nil {
		return e.from(err)
	}
	return deliver(out, c.w.Buf, e)
}

// all answers all rows.
func (d *decoding) all(c *call, in *format.Input, columns []Column, rows int, b *batch, e *Error) int64 {
	for row := range rows {
		d.entry(c, in, func(i int) []byte { return columns[i].at(row) })
		code := OK
		if err := d.decode(c, in); err != nil {
			code = Code(e.from(err))
			e.Row = int64(row)
			if d.flags&Strict != 0 {
				return int64(code)
			}
			d.fail(c, err, e)
		}
		b.add(row, c.w.Buf, code)
	}
	return b.end(e)
}

// decode writes the entry's fields or tree to the call's writer.
func (d *decoding) decode(c *call, in *format.Input) error {
	c.w.Wide = d.form == FieldsCBOR64
	c.w.CBOR = d.form == FieldsCBOR || c.w.Wide
	if d.form == Spans {
		c.tree.Reset() // a row of no known kind must not show the tree of the previous row
	}
	in.Doubtful = false
	r, err := d.fields(c, in)
	tree := d.form == TreeJSON || d.form == Spans
	if err != nil || !tree && !d.checks(in) {
		return err
	}
	if err := identify.Explain(r, in, &c.tree, nil); err != nil {
		return err
	}
	if !tree || d.flags&Check != 0 {
		if err := mismatch(d.format, r, &c.tree); err != nil {
			return err
		}
	}
	if d.form == Spans {
		c.w.Reset()
		c.w.Buf = appendSpans(c.w.Buf, &c.tree)
	} else if tree {
		c.w.Reset()
		c.tree.Write(&c.w, d.format.ID, r.Name)
	}
	return nil
}

// fields writes the entry's fields, if they are wanted, and returns the record kind that they are of.
func (d *decoding) fields(c *call, in *format.Input) (*format.Record, error) {
	switch {
	case d.record == nil:
		if d.any == nil {
			d.any = stream.ForFormat(d.format, *in)
		}
		r, err := d.any.DecodeStrict(&in.Entry, &c.w)
		if err != nil {
			return nil, err
		}
		return r, nil
	case d.form == TreeJSON || d.form == Spans:
		return d.record, nil
	}
	if d.flags&Doubts == 0 {
		return d.record, d.record.Decode(in, nil, &c.w)
	}
	c.w.Object()
	c.w.Key("fields")
	if err := d.record.Decode(in, nil, &c.w); err != nil {
		return nil, err
	}
	c.w.Member("record").String(d.record.Name)
	if doubt := d.doubt(in); doubt != nil {
		doubt.Write(&c.w)
	}
	c.w.EndObject()
	return d.record, nil
}

// doubt returns what is uncertain about the record just decoded, or nil.
func (d *decoding) doubt(in *format.Input) *identify.Doubt {
	if d.record == nil {
		return d.any.Doubt()
	}
	if !in.Lenient && !in.Doubtful {
		return nil
	}
	doubt := identify.Examine(d.format, d.record, in)
	if !doubt.Any() {
		return nil
	}
	return &doubt
}

// checks reports whether a decoded record must be refused if a check value does not match:
// on request, or because the answer could not say so otherwise.
func (d *decoding) checks(in *format.Input) bool {
	if d.record == nil {
		return d.flags&Check != 0
	}
	return in.Doubtful && (d.flags&Check != 0 || d.flags&(Lenient|Doubts) == 0 && !d.says)
}

// fail writes what a batch has in place of a row that failed: the reason or, as
// spans, how far decoding got. The error is in err and, as a call reports it, in e.
func (d *decoding) fail(c *call, err error, e *Error) {
	c.w.Reset()
	if d.form == Spans {
		c.w.Buf = appendSpans(c.w.Buf, &c.tree)
		return
	}
	writeFailure(&c.w, err, e)
}

// writeFailure writes {"error":{…}} over the beginnings of a failed decode. Only the bytes can be expected to be something
// else; a failure for another reason, such as the lack of a model, has what a call that decodes the row alone reports.
func writeFailure(w *value.Writer, err error, e *Error) {
	w.Reset()
	w.Object()
	w.Key("error")
	var bytes *wire.Error
	if errors.As(err, &bytes) {
		answer.WriteError(w, bytes)
	} else {
		e.write(w)
	}
	w.EndObject()
}
