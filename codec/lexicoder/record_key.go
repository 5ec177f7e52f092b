package lexicoder

import (
	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/span"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
)

// keyParts are the parts of an entry. The first that holds an encoding is the key; the others are
// kept unread.
var keyParts = []string{store.Row, store.Family, store.Qualifier, store.Visibility, store.Value}

// keyLexicoder returns the lexicoder of a key: the given one, or one that the bytes suggest.
func keyLexicoder(in *format.Input, b []byte) (*Lexicoder, error) {
	l, err := given(in)
	if l == nil && err == nil {
		if l = Guess(b); l == nil {
			return nil, refuse("nothing in the bytes says which lexicoder wrote them: give one")
		}
	}
	return l, err
}

// decodeKey reads a key, and keeps the other parts of the entry unchanged.
func decodeKey(in *format.Input, t *span.Tree, w *value.Writer) error {
	name, b, ok := keyPart(&in.Entry)
	if !ok {
		return format.Missing(formatID, "key", store.Row)
	}
	l, err := keyLexicoder(in, b)
	if err != nil {
		return err
	}
	v, err := run(in, t, l, "key", name, b)
	if err != nil {
		return err
	}
	in.RecordOthers(t, name, &fOther)
	if w == nil {
		return nil
	}
	w.Object()
	w.Key("lexicoder")
	m := format.MemoryOf[memory](in)
	m.text = l.append(m.text[:0])
	w.Text(m.text)
	w.Key("value")
	l.write(w, v)
	in.WriteOthers(w, name)
	w.EndObject()
	return nil
}

// agrees returns the lexicoder that the fields name, which must be l unless that is nil.
func (l *Lexicoder) agrees(named value.Value) (*Lexicoder, error) {
	is, err := Parse(named)
	if err == nil && l != nil && l.String() != is.String() {
		err = format.Contradict("lexicoder", "expected "+cut(l.String())+", which is given, found "+cut(is.String()))
	}
	return is, err
}

// encodeKey encodes what decodeKey decodes; the fields may also name the lexicoder. A key on its
// own is the part value; next to other parts it is the row.
func encodeKey(in *format.Input, fields value.Value, dst *store.Entry) error {
	l, err := given(in)
	if e, ok := fields.Get("lexicoder"); ok && err == nil {
		l, err = l.agrees(e)
	}
	if err != nil {
		return err
	}
	if l == nil {
		return refuse(`expected a lexicoder, as "pair(string, long)"`)
	}
	var v Value
	if err := l.parse(fields.Member("value"), &v); err != nil {
		return err
	}
	b, err := l.Append(nil, &v)
	if err != nil {
		return err
	}
	return in.AddKey(dst, b, fields.Member("parts"), store.Row, store.Qualifier, store.Value, store.Bytes)
}
