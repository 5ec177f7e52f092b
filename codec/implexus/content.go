package implexus

import (
	"encoding/binary"
	"unicode/utf8"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/value"
	"github.com/rowlens/rowlens/codec/wire"
)

// Form says how the text of a content row is stored.
type Form uint8

// The forms.
const (
	ElementForm Form = iota // a string or null element; the form that we write
	Prefixed                // length 8, then the text
	Plain                   // only the text
)

var formNames = [...]string{"element", "prefixed", "plain"}

// String returns the form's name in JSON.
func (f Form) String() string { return formNames[f] }

// Content is the value of an index's content row: the text of a document.
//
//	element   05 length 8 text     null: 00
//	prefixed  length 8 text        the length is that of the rest
//	plain     text                 the empty text is no byte at all
//
// They are tried in this order; a text that looks like an earlier form cannot be told apart from
// it. Errors: those of the element if the first byte is 05, otherwise invalid-utf8. Spec:
// docs/formats/implexus.md#content.
type Content struct {
	Text Text
	Form Form
}

// DecodeContent reads a content value. It aliases src.
func DecodeContent(src []byte, c *Content) error {
	r := wire.NewReader(src, nil)
	var v Value
	c.decode(newDecoder(&r, &v, Options{}))
	return r.Finish()
}

// formOf determines the form of a content value from all of its bytes.
func formOf(b []byte) Form {
	const head = 8
	switch {
	case len(b) == 1 && b[0] == byte(Null),
		len(b) > head && b[0] == byte(String) && fills(b[1:]):
		return ElementForm
	case len(b) >= head && fills(b):
		return Prefixed
	case len(b) > 0 && b[0] == byte(String) && !utf8.Valid(b):
		return ElementForm // a malformed one: its error fits best
	}
	return Plain
}

// fills reports whether b is a length and a text of that length. It has at least
// 8 bytes.
func fills(b []byte) bool {
	return binary.BigEndian.Uint64(b) == uint64(len(b)-8) && utf8.Valid(b[8:])
}

func (c *Content) decode(d *decoder) {
	b := d.r.Ahead()
	switch c.Form = formOf(b); c.Form {
	case ElementForm:
		d.element(&fContent, "", nil, 0)
		d.end()
		if d.r.OK() {
			c.Text, _ = d.v.textOf(0)
		}
	case Prefixed:
		c.Text = Text{Bytes: d.text(&fContent)}
	case Plain:
		c.Text = Text{Bytes: d.utf8(&fContent, len(b))}
	}
}

// AppendContent appends a content value in its form. It refuses text that a reader would take for
// another form.
func AppendContent(dst []byte, c *Content) ([]byte, error) {
	if !utf8.Valid(c.Text.Bytes) {
		return dst, format.Refuse("text", "text that is not UTF-8")
	}
	if c.Text.Null && c.Form != ElementForm {
		return dst, format.Refuse("text", "null has only the form element")
	}
	switch c.Form {
	case ElementForm:
		return appendOptional(dst, c.Text), nil
	case Prefixed:
		return appendText(dst, c.Text.Bytes), nil
	}
	if f := formOf(c.Text.Bytes); f != Plain {
		return dst, format.Refuse("text", "stored plain, this text would be read in the form "+f.String())
	}
	return append(dst, c.Text.Bytes...), nil
}

func (c *Content) write(w *value.Writer) {
	w.Object()
	w.Key("text")
	c.Text.write(w)
	w.Key("form")
	w.String(c.Form.String())
	w.EndObject()
}

func (c *Content) parse(fields value.Value) error {
	if err := format.Known(fields, "text", "form"); err != nil {
		return err
	}
	name := ElementForm.String()
	if m := fields.Member("form"); !m.IsNull() {
		name, _ = m.Text()
	}
	for f := ElementForm; f <= Plain; f++ {
		if f.String() == name {
			c.Form = f
			return c.Text.parse(fields, "text")
		}
	}
	return format.Expect(false, "form", "element, prefixed or plain", fields.Member("form"))
}
