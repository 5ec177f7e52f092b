package exports

import (
	"slices"

	"github.com/rowlens/rowlens/codec"
	"github.com/rowlens/rowlens/codec/format"
)

// Flags of decode and encode calls.
const (
	Lenient   = 1 << iota // accept what upstream's reader accepts
	Prefix                // more bytes may follow the value
	Unlimited             // lift size limits that upstream's writers have
	Strict                // a batch fails at its first bad row
	Check                 // a check value that does not match is a failure
	Doubts                // the answer says what is uncertain
	flagsEnd
)

// Forms of a decoded record.
const (
	FieldsJSON = iota
	FieldsCBOR
	TreeJSON
	Spans // see Layouts: rl_spans
	FieldsCBOR64
	formsEnd
)

// target is the record kind that a call uses, and how to read it.
type target struct {
	format *format.Format
	record *format.Record // nil for any kind of the format, where that is allowed
	known  *schema        // nil without a handle
	flags  uint32
}

// find looks up what a call names.
func (t *target) find(schemaHandle int64, formatID, record string, flags uint32, e *Error) Code {
	if code := t.findFormat(schemaHandle, formatID, flags, e); code != OK {
		return code
	}
	if t.record = t.format.Record(record); t.record == nil {
		return e.refuse(UnknownRecord, record)
	}
	return OK
}

// findKind does the same, but an empty name stands for any record kind of the format.
func (t *target) findKind(schemaHandle int64, formatID, record string, flags uint32, e *Error) Code {
	if record == "" {
		return t.findFormat(schemaHandle, formatID, flags, e)
	}
	return t.find(schemaHandle, formatID, record, flags, e)
}

func (t *target) findFormat(schemaHandle int64, formatID string, flags uint32, e *Error) Code {
	if flags >= flagsEnd {
		return e.refuse(BadOption, "flags")
	}
	t.flags = flags
	if t.format = codec.Find(formatID); t.format == nil {
		return e.refuse(UnknownFormat, formatID)
	}
	if schemaHandle != 0 {
		s := openSchemas.find(schemaHandle)
		if s == nil || s.format != t.format {
			return e.refuse(BadHandle, "schema")
		}
		t.known = s
	}
	return OK
}

// use runs work with the memory of a call. Formats cache in it what they derive
// from the schemas, so each handle has its own.
func (t *target) use(work func(c *call) int64) int64 {
	if t.known != nil {
		return use(&t.known.calls, work)
	}
	return use(&calls, work)
}

// input returns the input of a call, without any part.
func (t *target) input(c *call) *format.Input {
	in := c.input(t.format)
	if t.known != nil {
		in.Schema, in.Schemas, in.Given = t.known.parsed, t.known.byName, t.known.given
	}
	in.Lenient = t.flags&Lenient != 0
	in.Prefix = t.flags&Prefix != 0
	in.Unlimited = t.flags&Unlimited != 0
	return in
}

// part returns the record's own string for the name of a part, so that the caller's memory is not kept.
func (t *target) part(name string, e *Error) (string, Code) {
	if t.record != nil {
		if i := slices.Index(t.record.Parts, name); i >= 0 {
			return t.record.Parts[i], OK
		}
		return "", e.refuse(BadPart, name)
	}
	for _, r := range t.format.Records {
		if i := slices.Index(r.Parts, name); i >= 0 {
			return r.Parts[i], OK
		}
	}
	return "", e.refuse(BadPart, name)
}

// checkOffsets refuses offsets that do not divide that many bytes into rows.
func checkOffsets(offsets []int32, size int, e *Error) Code {
	last := int32(0)
	for i, o := range offsets {
		if o < last {
			e.refuse(BadOffsets, "")
			e.Row = int64(i) - 1
			return BadOffsets
		}
		last = o
	}
	if int(last) > size {
		return e.refuse(BadOffsets, "")
	}
	return OK
}

// HasRecord reports whether a format, or any format if the id is empty, has a record kind
// with this name.
func HasRecord(formatID, record string) bool {
	for _, f := range codec.Formats() {
		if (formatID == "" || f.ID == formatID) && f.Record(record) != nil {
			return true
		}
	}
	return false
}
