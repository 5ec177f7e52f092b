package accumulograph

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/value"
)

// propertyOf returns the property with a key and stored bytes.
func propertyOf(key, raw []byte) Property {
	p := Property{Key: key, Raw: raw}
	if p.Bad = DecodeValue(raw, &p.Value); p.Bad != nil {
		p.Bad = p.Value.decodeLeniently(raw)
	}
	return p
}

// undecodable is the type of a stored value that no reader takes.
const undecodable = "undecodable"

// writeProperties writes the members properties and, for properties whose keys are not text,
// more_properties.
func writeProperties(w *value.Writer, n int, nth func(i int) *Property) {
	more := 0
	w.Key("properties")
	w.Object()
	for i := range n {
		p := nth(i)
		if !utf8.Valid(p.Key) {
			more++
			continue
		}
		w.AnyKey(string(p.Key))
		p.writeStored(w)
	}
	w.EndObject()
	if more == 0 {
		return
	}
	w.Key("more_properties")
	w.Array()
	for i := range n {
		if p := nth(i); !utf8.Valid(p.Key) {
			w.Object()
			writeText(w, "key", p.Key)
			w.Key("value")
			p.writeStored(w)
			w.EndObject()
		}
	}
	w.EndArray()
}

// writeStored writes a value so that the same bytes can be made from it. It includes the bytes if a
// current writer would make others (older floats, odd spellings) or none can make them (Java
// objects).
func (p *Property) writeStored(w *value.Writer) {
	if p.Bad != nil {
		w.Object()
		w.Member("type").String(undecodable)
		w.Member("hex").Hex(p.Raw)
		w.EndObject()
		return
	}
	if again, err := AppendValue(nil, &p.Value); err == nil && bytes.Equal(again, p.Raw) {
		p.Value.write(w, false)
		return
	}
	w.Object()
	p.Value.writeMembers(w, true)
	w.Member("hex").Hex(p.Raw[1:])
	w.EndObject()
}

// parseStored reads what writeStored writes.
func parseStored(j value.Value, field string) ([]byte, error) {
	name, _ := j.Member("type").Text()
	raw, has := j.Get("hex")
	if !has {
		var v Value
		if err := v.parse(j, field); err != nil {
			return nil, err
		}
		b, err := AppendValue(nil, &v)
		return b, format.Within(field, trimmed(err))
	}
	b, ok := raw.Hex()
	if !ok {
		return nil, refuse(field+".hex", "expected hex digits")
	}
	if name == undecodable {
		return b, nil
	}
	k, known := kindNamed(name)
	if !known {
		return nil, refuse(field+".type", "AccumuloGraph cannot store the type "+name)
	}
	b = append([]byte{k.Tag()}, b...)
	var v Value
	if err := v.decodeLeniently(b); err != nil {
		return nil, refuse(field+".hex", "is not a value of the type "+name+": "+err.Error())
	}
	return b, format.Within(field, v.agrees(j))
}

// trimmed returns an error about value without that name, because the caller has a better one.
func trimmed(err error) error {
	if r, ok := err.(*format.Refusal); ok {
		c := *r
		c.Field = strings.TrimPrefix(strings.TrimPrefix(c.Field, "value"), ".")
		return &c
	}
	return err
}
