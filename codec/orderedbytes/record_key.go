package orderedbytes

import (
	"strconv"
	"unicode/utf8"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/order"
	"github.com/rowlens/rowlens/codec/span"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
)

// sequenceParts are the parts of a cell. The first of them in an entry is the compound key; the
// others are kept unread.
var sequenceParts = []string{store.Row, store.Family, store.Qualifier, store.Value}

// keyParts are the parts that may be the key, the likeliest first.
var keyParts = []string{store.Row, store.Qualifier, store.Value, store.Bytes}

// sequenceKey returns the name of the part that holds the values.
func sequenceKey(e *store.Entry) (name string, b []byte, ok bool) {
	return e.First(keyParts...)
}

// decodeSequence reads a compound key, and keeps the other parts of the cell unchanged.
func decodeSequence(in *format.Input, t *span.Tree, w *value.Writer) error {
	p := newParts(in, t, "sequence")
	name, b, ok := sequenceKey(&in.Entry)
	if !ok {
		return p.Missing(store.Row, store.Qualifier, store.Value)
	}
	r := p.OpenBytes(name, b)
	r.Begin(&fKey)
	var before value.Mark
	if w != nil {
		before = w.Mark()
		w.Object()
		w.Key("values")
		w.Array()
	}
	for v := &format.MemoryOf[memory](in).value; v.next(r); {
		if w != nil {
			v.write(w)
		}
	}
	if p.Close(); p.Err() != nil {
		if w != nil {
			w.Back(before)
		}
		return p.Err()
	}
	in.RecordOthers(t, name, &fOther)
	if w != nil {
		w.EndArray()
		in.WriteOthers(w, name)
		w.EndObject()
	}
	return nil
}

// write writes a value of a key.
func (v *OrderedValue) write(w *value.Writer) {
	w.Object()
	w.Key("order")
	w.String(orderName(v.Order))
	name := v.Value.typeName(asIs)
	if v.Value.Type == BlobCopy {
		name = "blob-copy"
	}
	v.Value.writeMembers(w, name, asIs)
	w.EndObject()
}

// encodeSequence writes several values one after the other. On their own they are the part value,
// in a cell the row key.
func encodeSequence(in *format.Input, fields value.Value, dst *store.Entry) error {
	list := fields.Member("values")
	if list.Kind != value.Array {
		return format.Refuse("values", "expected a list, found "+list.Kind.String())
	}
	if list.Len() == 0 {
		return format.Refuse("values", "expected at least one value")
	}
	key := make([]OrderedValue, list.Len())
	for i, it := range list.Items() {
		if err := key[i].parse(it); err != nil {
			return err
		}
	}
	b, err := AppendValues(nil, key)
	if err != nil {
		return err
	}
	return in.AddKey(dst, b, fields.Member("parts"), keyParts...)
}

// weighSequence weighs the guess that bytes are a key. 70 of 256 bytes are headers, so a short key
// may be chance. A body of fixed width, a terminator in the right place, or centimals that end with
// the key are not.
func weighSequence(in *format.Input, _ *span.Tree) format.Weight {
	p := newParts(in, nil, "sequence")
	name, b, _ := sequenceKey(&in.Entry)
	if in.Lenient || isPlainText(b) {
		return format.Weight{}
	}
	const shown, sure, likely = 6, 8, 4
	bits, n := 0, 0
	reason := ""
	r := p.OpenBytes(name, b)
	for v := &format.MemoryOf[memory](in).value; v.next(r); n++ {
		bits += v.weight()
		if n < shown {
			if n > 0 {
				reason += ", "
			}
			reason += v.words()
		}
	}
	w := format.Weight{Title: "1 value", Dots: 1, KeyOnly: len(in.Entry.Parts) > 1}
	if n > 1 {
		w.Title = strconv.Itoa(n) + " values"
	}
	if n > shown {
		reason += " and " + strconv.Itoa(n-shown) + " more"
	}
	if bits >= sure {
		w.Dots = 3
	} else if bits >= likely {
		w.Dots = 2
	}
	w.Reasons = []string{reason}
	return w
}

// weight returns about how many bits of coincidence a value takes.
func (v *OrderedValue) weight() int {
	switch v.Value.Type {
	case Null:
		return 3
	case Numeric:
		return 3 + int(v.Value.Dec.n)/4
	case BlobVar:
		return 4 + len(v.Value.Bytes)
	case BlobCopy:
		if v.Order == order.Asc {
			return 3 // any bytes decode
		}
	}
	return 8
}

func (v *OrderedValue) words() string {
	name := v.Value.Type.String()
	if v.Value.Type == Text {
		name = "text"
	}
	if v.Order == order.Desc {
		return name + " descending"
	}
	return name + " ascending"
}

// isPlainText reports whether b is printable text: "8 apples" would be a blob-copy, "123456789" a
// float64.
func isPlainText(b []byte) bool {
	for i := 0; i < len(b); {
		c, n := utf8.DecodeRune(b[i:])
		if c == utf8.RuneError && n == 1 || c < ' ' || 0x7f <= c && c < 0xa0 {
			return false
		}
		i += n
	}
	return true
}
