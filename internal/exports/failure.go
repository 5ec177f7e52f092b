package exports

import (
	"errors"
	"strings"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/value"
	"github.com/rowlens/rowlens/codec/wire"
)

// Error says why a call failed. The zero Error means no failure.
type Error struct {
	Code    Code
	Row     int64  // row of a batch; -1 if it does not concern a particular row
	Offset  int64  // in bytes, from the start of the part or text; -1 if unknown
	Part    string // "row", "value"
	Field   string // name of the field in the legend, or of the member of the fields
	Message string // one sentence
}

// refuse fills e with the meaning of a code and returns the code. field is the name
// that is to blame, if any. (Specific sentences would enlarge the WebAssembly more
// than they are worth.)
func (e *Error) refuse(c Code, field string) Code {
	*e = Error{Code: c, Row: -1, Offset: -1, Field: field, Message: Strerror(c)}
	return c
}

// from fills e from an error of the codec.
func (e *Error) from(err error) int64 {
	*e = Error{Code: Refused, Row: -1, Offset: -1, Message: err.Error()}
	var bytes *wire.Error
	var model *format.Refusal
	var syntax *value.SyntaxError
	switch {
	case errors.As(err, &bytes):
		e.Code, e.Offset, e.Part, e.Field = wireCode(bytes.Code), int64(bytes.Offset), bytes.Part, bytes.Field
	case errors.As(err, &model):
		e.Field = strings.Clone(model.Field) // it may point into the fields
	case errors.As(err, &syntax):
		if e.Code, e.Offset = NotJSON, int64(syntax.Offset); syntax.CBOR {
			e.Code = NotCBOR
		}
	}
	return int64(e.Code)
}

// write writes e with the members of a decoding error (see answer.WriteError).
func (e *Error) write(w *value.Writer) {
	w.Object()
	w.Member("code").String(e.Code.String())
	w.Member("message").String(e.Message)
	w.Member("part").String(e.Part)
	w.Member("offset").Int(e.Offset)
	w.Member("field").String(e.Field)
	w.Member("expected").String("")
	w.Member("found").String("")
	w.EndObject()
}

// CText returns text as the char arrays of rl_error hold it: UTF-8 in which nothing ends the text early. It may quote what a caller gave.
func CText(text string) string {
	return strings.ReplaceAll(value.Replaced(text), "\x00", "\uFFFD")
}

// JSON appends e as an object, which the WebAssembly returns in place of rl_error.
func (e *Error) JSON(dst []byte) []byte {
	w := value.Writer{Buf: dst}
	w.Object()
	w.Key("code")
	w.Int(int64(e.Code))
	w.Key("name")
	w.String(e.Code.String())
	w.Key("row")
	w.Int(e.Row)
	w.Key("offset")
	w.Int(e.Offset)
	w.Key("part")
	w.String(e.Part)
	w.Key("field")
	w.String(e.Field)
	w.Key("message")
	w.String(e.Message)
	w.EndObject()
	return w.Buf
}
