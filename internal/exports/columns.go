package exports

import (
	"math"
	"slices"
	"strings"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/value"
)

// Field describes one column for DecodeColumns to make.
type Field struct {
	Path string // see path; empty for the whole record
	Type uint32 // TypeInt64 …
}

// FieldsMax is the largest number of columns in a call, PathMax the largest length of a path in bytes.
const (
	FieldsMax = 256
	PathMax   = 255
)

// DecodeColumns decodes rows like DecodeBatch and writes typed columns to out, each in
// Arrow's layout: an rl_array for each field, then the buffers that these refer to,
// each at a multiple of 64. A row that fails is null in all columns. A member is null
// if it is absent or null, or if the type cannot hold it. codes, if not empty, says
// for each row whether and why it failed.
func DecodeColumns(schema int64, formatID, record string, columns []Column, rows int, flags uint32, fields []Field,
	codes []int32, out []byte, e *Error) (result int64) {
	defer caught(e, &result)
	var d decoding
	if code := d.begin(schema, formatID, record, flags, FieldsCBOR, e); code != OK {
		return int64(code)
	}
	if code := d.rows(columns, e); code != OK {
		return int64(code)
	}
	t := table{decoding: d, columns: columns}
	return t.use(func(c *call) int64 {
		if code := t.begin(c, fields, e); code != OK {
			return int64(code)
		}
		in := t.input(c)
		t.collect(c, rows)
		for row := range rows {
			code := t.row(c, in, row, e)
			if codes != nil {
				codes[row] = int32(code)
			}
			if code != OK && (flags&Strict != 0 || code == TooLarge) {
				if code == BadColumn {
					e.refuse(code, fields[t.bad].Path)
				}
				e.Row = int64(row)
				return int64(code)
			}
		}
		result := deliverArrays(t.arrays, rows, out, e)
		t.keep(c)
		return result
	})
}

// table is the columns of one call.
type table struct {
	decoding
	*plan
	columns []Column
	arrays  []array // those of the plan, with this call's memory
	bad     int     // the column that cannot hold its value, if a row fails for that reason
}

// plan is what a call wants. It stays in the memory of the call: most calls want the same as the one before.
type plan struct {
	of     target
	wanted []Field
	empty  []array
	json   bool          // there are fields of TypeJSON
	doubts bool          // there are fields of TypeDoubts
	picker *value.Picker // for the members of the other fields
}

func (t *table) begin(c *call, fields []Field, e *Error) Code {
	if p := c.plan; p == nil || p.of != t.target || !slices.Equal(p.wanted, fields) {
		c.plan = nil
		p = &plan{of: t.target}
		if code := p.set(t, fields, e); code != OK {
			return code
		}
		c.plan = p
	}
	t.plan, t.arrays, t.says = c.plan, slices.Clone(c.plan.empty), c.plan.doubts
	return OK
}

func (p *plan) set(t *table, fields []Field, e *Error) Code {
	if len(fields) == 0 || len(fields) > FieldsMax {
		e.refuse(BadLength, "fields")
		e.Message = "no columns were asked for"
		if len(fields) > 0 {
			e.Message = "more than 256 columns were asked for"
		}
		return BadLength
	}
	p.wanted, p.empty, p.picker = slices.Clone(fields), make([]array, len(fields)), value.NewPicker()
	var room [pathSteps]string
	for i := range p.wanted {
		f := &p.wanted[i]
		f.Path = strings.Clone(f.Path)
		way, ok := parsePath(f.Path)
		if !ok {
			return e.column(f.Path, noPath)
		}
		if f.Type >= typesEnd || (f.Type == TypeError || f.Type == TypeDoubts) && f.Path != "" {
			return e.column(f.Path, "has a type that does not exist, or one of whole rows, whose path is empty")
		}
		if code := t.expect(way, f.Path, e); code != OK {
			return code
		}
		p.empty[i] = newArray(way, f.Type)
		p.json = p.json || f.Type == TypeJSON
		p.doubts = p.doubts || f.Type == TypeDoubts
		if p.empty[i].picked {
			p.picker.Want(f.Type == TypeCBOR, way.names(room[:0])...)
		}
	}
	for i := range p.empty {
		if a := &p.empty[i]; a.picked {
			var used int
			a.pick, used = p.picker.Find(a.path.names(room[:0])...)
			a.path = a.path[used:]
		}
	}
	return OK
}

// collect takes the memory for a call.
func (t *table) collect(c *call, rows int) {
	if more := len(t.arrays) - len(c.arrays); more > 0 {
		c.arrays = append(c.arrays, make([]arrayMemory, more)...)
	}
	for i := range t.arrays {
		t.arrays[i].begin(&c.arrays[i], rows)
	}
}

// keep returns the memory for the next call, unless it is too large.
func (t *table) keep(c *call) {
	size := 0
	for i := range t.arrays {
		size += t.arrays[i].keep(&c.arrays[i])
	}
	if size > keepMax {
		c.arrays = nil
	}
}

// row decodes one row and appends it to every column. It leaves it to the caller to describe BadColumn, because few do.
func (t *table) row(c *call, in *format.Input, row int, e *Error) Code {
	code := t.decodeRow(c, in, row, e)
	decoded := code == OK
	for i := range t.arrays {
		a := &t.arrays[i]
		switch {
		case decoded && a.picked:
			if !t.take(c, a, row) && code == OK {
				code, t.bad = BadColumn, i
			}
		case !decoded && a.kind == TypeError:
			a.text(row, c.w.Buf)
		}
		if len(a.data) > LengthMax {
			return e.refuse(TooLarge, "")
		}
	}
	return code
}

// take sets a column's value in the row just decoded, and reports whether its type can hold it.
func (t *table) take(c *call, a *array, row int) bool {
	found := t.picker.Found(a.pick)
	switch {
	case found == nil || found.At < 0 && len(a.path) > 0:
		return true
	case found.At >= 0:
		return a.add(row, a.path.in(c.w.Buf[found.At:]))
	case a.kind == TypeInt64 && found.Head == cborUint && found.Number <= math.MaxInt64:
		a.word(row, found.Number) // most numbers
		return true
	}
	return a.addItem(row, &item{kind: found.Head >> 5, info: found.Head & 31, number: found.Number})
}

// decodeRow leaves in the call's writer the members for the columns as CBOR or, on failure,
// the reason as JSON. It fills columns of JSON along the way.
func (t *table) decodeRow(c *call, in *format.Input, row int, e *Error) Code {
	if t.json {
		t.form = FieldsJSON
		if code := t.try(c, in, row, e); code != OK {
			return code
		}
		v, err := value.Parse(c.w.Buf)
		if err != nil {
			return Code(e.from(err))
		}
		t.writeJSON(c, v, row)
	}
	t.form = FieldsCBOR
	code := t.try(c, in, row, e)
	if code == OK && t.says {
		t.writeDoubts(in, row)
	}
	return code
}

// writeDoubts fills the columns of doubts about the row just decoded.
func (t *table) writeDoubts(in *format.Input, row int) {
	doubt := t.doubt(in)
	if doubt == nil {
		return
	}
	var w value.Writer
	w.Object()
	doubt.Write(&w)
	w.EndObject()
	for i := range t.arrays {
		if a := &t.arrays[i]; a.kind == TypeDoubts {
			a.text(row, w.Buf)
		}
	}
}

func (t *table) try(c *call, in *format.Input, row int, e *Error) Code {
	if t.form == FieldsCBOR {
		c.w.Picker = t.picker
	}
	t.entry(c, in, func(i int) []byte { return t.columns[i].at(row) })
	err := t.decode(c, in)
	c.w.Picker = nil
	if err == nil {
		return OK
	}
	c.w.CBOR = false
	code := Code(e.from(err))
	writeFailure(&c.w, err, e)
	return code
}

func (t *table) writeJSON(c *call, v value.Value, row int) {
	for i := range t.arrays {
		a := &t.arrays[i]
		if a.kind != TypeJSON {
			continue
		}
		if member, ok := a.path.inJSON(v); ok && !member.IsNull() {
			c.w.Reset()
			c.w.Value(member)
			a.text(row, c.w.Buf)
		}
	}
}
