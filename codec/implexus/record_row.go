package implexus

import (
	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/span"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
)

const rowRecord = "row"

// rowValue is the decoded value of a row; the key decides which member is set.
type rowValue struct {
	member  string // name of that member in the fields
	entity  Entity
	config  Config
	content Content
	set     *StringSet
	props   *Value
}

// decode reads the value of a row with a key of the kind. A set or dictionary is read into the
// decoder's memory.
func (v *rowValue) decode(kind Kind, d *decoder, set *StringSet) {
	v.set, v.props = set, d.v
	v.member = rowMember(kind)
	switch v.member {
	case "entity":
		v.entity.decode(d)
	case "config":
		v.config.decode(d)
	case "content":
		v.content.decode(d)
	case "element":
		decodeProperties(d, &fElement)
	default:
		set.decode(d)
	}
}

// rowMember returns the name of a row's value in its fields.
func rowMember(kind Kind) string {
	switch kind {
	case EntityKey:
		return "entity"
	case ConfigKey, CatalogueConfig:
		return "config"
	case ContentKey:
		return "content"
	case PropertiesKey:
		return "element"
	}
	return "items"
}

func (v *rowValue) write(w *value.Writer) {
	w.Key(v.member)
	switch v.member {
	case "entity":
		v.entity.write(w)
	case "config":
		v.config.write(w)
	case "content":
		v.content.write(w)
	case "element":
		v.props.write(w, 0)
		if v.props.Keys == TaggedKeys {
			w.Key("key_encoding")
			w.String(v.props.Keys.String())
		}
	default:
		v.set.writeItems(w)
	}
}

// decodeRow reads a key and, by its kind, the value.
func decodeRow(in *format.Input, t *span.Tree, w *value.Writer) error {
	m, err := readKey(in, t, rowRecord)
	if err != nil {
		return err
	}
	k := &m.key
	b, hasValue := in.Entry.Part(store.Value)
	if hasValue {
		opt, err := optionsOf(in)
		if err != nil {
			return err
		}
		d := m.open(store.Value, b, opt)
		d.r.Begin(&fValue)
		m.row.decode(k.Candidates[0].Kind, d, &m.set)
		if f := fRowValues[m.row.member]; f != nil {
			d.r.Group().As(f)
		}
		if m.parts.Close(); m.parts.Err() != nil {
			return m.parts.Err()
		}
	}
	if w == nil {
		return nil
	}
	w.Object()
	w.Key("key_text")
	w.Text(k.Text)
	if hasValue {
		m.row.write(w)
	}
	w.EndObject()
	return nil
}

// encodeRow writes a key and the value that the fields describe. Dictionary keys are raw unless
// key_encoding is tagged.
func encodeRow(in *format.Input, fields value.Value, dst *store.Entry) error {
	text, ok := fields.Member("key_text").Text()
	if !ok {
		return format.Refuse("key_text", "expected the key as text")
	}
	if err := refuseTerminated("key_text", []byte(text)); err != nil {
		return err
	}
	var k KeyReading
	if err := DecodeKey([]byte(text), &k); err != nil {
		return format.Locate(err, formatID, rowRecord, store.Key)
	}
	name := rowMember(k.Candidates[0].Kind)
	members := []string{"key_text", name, "key_encoding"}
	if name != "element" {
		members = members[:2]
	}
	if err := format.Known(fields, members...); err != nil {
		return err
	}
	if in.Wants(store.Key) {
		dst.Add(store.Key, []byte(text))
	}
	if !in.Wants(store.Value) {
		return nil
	}
	b, err := encodeMember(in, name, fields)
	if err == nil {
		dst.Add(store.Value, b)
	}
	return err
}

// encodeMember writes the value of a row from its member of that name.
func encodeMember(in *format.Input, name string, fields value.Value) (b []byte, err error) {
	m := fields.Member(name)
	switch name {
	case "entity":
		b, err = encodeEntity(in, m)
	case "config":
		b, err = encodeConfig(in, m)
	case "content":
		b, err = encodeContent(in, m)
	case "element":
		return encodeElement(in, value.OfMembers(value.Member{Name: name, Value: m},
			value.Member{Name: "key_encoding", Value: fields.Member("key_encoding")}))
	default:
		return encodeSet(in, value.OfMembers(value.Member{Name: name, Value: m}))
	}
	return b, format.Within(name, err)
}

// keyMembers writes what the best reading of the key says. In rows the key is a text.
func keyMembers(in *format.Input, w *value.Writer) {
	key, ok := in.Entry.Part(store.Key)
	var k KeyReading
	if !ok || DecodeKey(key, &k) != nil {
		return
	}
	w.Object()
	k.Candidates[0].writeMembers(w)
	w.EndObject()
}
