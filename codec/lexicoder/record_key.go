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

// encodeKey encodes what decodeKey decodes; the fields may also name the lexicoder. A key on its
// own is the part value; next to other parts it is the row.
func encodeKey(in *format.Input, fields value.Value, dst *store.Entry) error {
	l, err := given(in)
	if e, ok := fields.Get("lexicoder"); ok && l == nil && err == nil {
		l, err = Parse(e)
	}
	if err != nil {
		return err
	}
	if l == nil {
		return refuse(`expected a lexicoder, as "pair(string, long)"`)
	}
	parts := fields.Member("parts")
	for i := range parts.Len() {
		if _, ok := parts.At(i).Hex(); !ok || parts.Kind != value.Object {
			return format.Refuse("parts", "expected an object of parts as hex")
		}
	}
	if err := encodeAs(in, l, fields, dst); err != nil {
		return err
	}
	key := &dst.Parts[len(dst.Parts)-1]
	for _, name := range [...]string{store.Value, store.Qualifier, store.Row} {
		if _, taken := parts.Get(name); !taken && (in.Only != nil && in.Wants(name) || in.Only == nil && parts.Len() > 0) {
			key.Name = name // the last one that is free, as keyPart looks for the first
		}
	}
	for i := range parts.Len() {
		if in.Wants(parts.Name(i)) {
			b, _ := parts.At(i).Hex()
			dst.Add(parts.Name(i), b)
		}
	}
	return nil
}
