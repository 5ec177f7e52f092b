package implexus

import (
	"strconv"
	"unicode/utf8"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/span"
	"github.com/rowlens/rowlens/codec/value"
	"github.com/rowlens/rowlens/codec/wire"
)

// StringSet is the value of a row that lists children, documents, group values or n-grams: one
// array element of string elements. Order and repetition have no meaning but are kept.
//
//	07 count 8  { 05 length 8 text }*
//
// Errors: those of elements, bad-record-shape.
// Spec: docs/formats/implexus.md#string-sets.
type StringSet struct {
	Items [][]byte
}

// DecodeStringSet reads a set. It aliases src and reuses s.
func DecodeStringSet(src []byte, s *StringSet) error {
	r := wire.NewReader(src, nil)
	var v Value
	s.decode(newDecoder(&r, &v, Options{}))
	return r.Finish()
}

func (s *StringSet) decode(d *decoder) {
	s.Items = s.Items[:0]
	d.set = true
	d.whole(&fItems)
	if !d.r.OK() {
		return
	}
	list := d.v.Elements
	ok := list[0].Type == Array
	for i := 1; ok && i < len(list); i++ {
		ok = list[i].Type == String
		s.Items = append(s.Items, list[i].Bytes)
	}
	if !ok {
		d.r.FailOwn(wire.BadType, "bad-record-shape", &fItems, 0, "an array of strings", "another element")
	}
}

// AppendStringSet appends a set.
func AppendStringSet(dst []byte, s *StringSet) ([]byte, error) {
	for _, it := range s.Items {
		if !utf8.Valid(it) {
			return dst, format.Refuse("items", "text that is not UTF-8")
		}
	}
	dst = appendInt(append(dst, byte(Array)), len(s.Items))
	for _, it := range s.Items {
		dst = appendString(dst, it)
	}
	return dst, nil
}

func (s *StringSet) write(w *value.Writer) {
	w.Object()
	w.Key("items")
	s.writeItems(w)
	w.EndObject()
}

func (s *StringSet) writeItems(w *value.Writer) {
	w.Array()
	for _, it := range s.Items {
		w.Text(it)
	}
	w.EndArray()
}

func (s *StringSet) parseItems(list value.Value) error {
	if list.Kind != value.Array {
		return format.Refuse("items", "expected a list of texts, found "+list.Kind.String())
	}
	s.Items = s.Items[:0]
	for i, it := range list.Items() {
		text, ok := it.Text()
		if !ok {
			return format.Refuse("items["+strconv.Itoa(i)+"]", "expected a text, found "+it.Kind.String())
		}
		s.Items = append(s.Items, []byte(text))
	}
	return nil
}

// decodeProperties reads the value of a props row, one dictionary.
func decodeProperties(d *decoder, f *span.Field) {
	d.whole(f)
	if d.r.OK() && d.v.Elements[0].Type != Dictionary {
		d.badShape(f, "a dictionary")
	}
}
