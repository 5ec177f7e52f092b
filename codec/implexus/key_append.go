package implexus

import (
	"bytes"
	"slices"
	"unicode/utf8"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/value"
)

// AppendKey appends the text of a key. Nothing is escaped; Distinct reports whether a reader gets
// the same key back.
func AppendKey(dst []byte, k *Key) []byte {
	s := &shapes[k.Kind]
	dst = append(append(append(dst, s.prefix...), k.Path...), s.marker...)
	if s.rest != "" {
		dst = append(dst, k.Rest...)
	}
	return dst
}

// Distinct reports whether the best reading of the key's text is this key.
func (k *Key) Distinct() bool {
	var reading KeyReading
	if DecodeKey(AppendKey(nil, k), &reading) != nil {
		return false
	}
	return !reading.NulTerminated && reading.Candidates[0].same(k)
}

func (k *Key) same(o *Key) bool {
	return k.Kind == o.Kind && bytes.Equal(k.Path, o.Path) && bytes.Equal(k.Rest, o.Rest)
}

// Resolve returns the reading to use when some entity paths are known: the only one whose path is
// among them, or else the best.
func (k *KeyReading) Resolve(known func(path []byte) bool) *Key {
	found := -1
	for i := range k.Candidates {
		if c := &k.Candidates[i]; c.Kind != TypeIndex && known(c.Path) {
			if found >= 0 {
				return &k.Candidates[0]
			}
			found = i
		}
	}
	return &k.Candidates[max(found, 0)]
}

// writeMembers writes the kind and the texts of the key.
func (k *Key) writeMembers(w *value.Writer) {
	s := &shapes[k.Kind]
	w.Key("kind")
	w.String(s.name)
	if k.Kind != TypeIndex {
		w.Key("path")
		w.Text(k.Path)
	}
	if s.rest != "" {
		w.Key(s.rest)
		w.Text(k.Rest)
	}
	w.Key("notes")
	w.Array()
	k.Notes.each(w.String)
	w.EndArray()
}

// listedMax limits the text of the listed readings, in addition to eight times the key. Every key
// that fits into LMDB has all its readings listed.
const listedMax = 1 << 17

// write writes the best reading, and all readings under candidates.
func (k *KeyReading) write(w *value.Writer) {
	w.Object()
	k.Candidates[0].writeMembers(w)
	room := listedMax + 8*len(k.Text)
	listed := min(len(k.Candidates), 1+room/(len(k.Text)+1))
	w.Key("key_notes")
	w.Array()
	k.eachNote(w.String)
	if listed < len(k.Candidates) {
		w.String("candidates-cut")
	}
	w.EndArray()
	w.Key("candidates")
	w.Array()
	for i := range k.Candidates[:listed] {
		w.Object()
		k.Candidates[i].writeMembers(w)
		w.EndObject()
	}
	w.EndArray()
	w.EndObject()
}

// parse reads the members of one reading and ignores what a reader adds.
func (k *Key) parse(fields value.Value) error {
	name, _ := fields.Member("kind").Text()
	i := slices.IndexFunc(shapes[:], func(s shape) bool { return s.name == name })
	if i < 0 {
		return format.Refuse("kind", `there is no kind of key "`+name+`"`)
	}
	*k = Key{Kind: Kind(i)}
	s := &shapes[i]
	allowed := []string{"kind", "notes", "key_notes", "candidates"}
	texts := [...]struct {
		name string
		dst  *[]byte
	}{{"path", &k.Path}, {s.rest, &k.Rest}}
	for _, m := range texts {
		if m.name == "" || m.name == "path" && k.Kind == TypeIndex {
			continue
		}
		text, ok := fields.Member(m.name).Text()
		if !ok || !utf8.ValidString(text) {
			return format.Refuse(m.name, "expected a text, found "+fields.Member(m.name).Kind.String())
		}
		*m.dst = []byte(text)
		allowed = append(allowed, m.name)
	}
	return format.Known(fields, allowed...)
}
