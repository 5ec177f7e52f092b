package implexus

import (
	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/span"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
)

// reading is a record that is one value. read decodes it into memory, and write writes its fields
// from there.
type reading struct {
	record string
	read   func(d *decoder, m *memory)
	write  func(m *memory, w *value.Writer)
	encode func(in *format.Input, fields value.Value) ([]byte, error)
	prefix bool // other bytes may follow; not so for values whose layout depends on where the value ends
}

func (rd reading) decode(in *format.Input, t *span.Tree, w *value.Writer) error {
	m := begin(in, t, rd.record)
	name, b, ok := in.Entry.First(store.Value, store.Bytes)
	if !ok {
		return m.parts.Missing(store.Value)
	}
	opt, err := optionsOf(in)
	if err != nil {
		return err
	}
	d := m.open(name, b, opt)
	d.r.Begin(&fValue)
	d.prefix = in.Prefix && rd.prefix
	rd.read(d, m)
	if m.consumed = d.r.Offset(); d.prefix {
		m.parts.ClosePrefix("after the value")
	} else {
		m.parts.Close()
	}
	if m.parts.Err() == nil && w != nil {
		rd.write(m, w)
	}
	return m.parts.Err()
}

func (rd reading) encodeRecord(in *format.Input, fields value.Value, dst *store.Entry) error {
	b, err := rd.encode(in, fields)
	if err == nil {
		dst.Add(in.OnlyPart(store.Value), b)
	}
	return err
}

var readings = struct{ element, entity, config, content, set reading }{
	element: reading{"element", func(d *decoder, _ *memory) { d.whole(&fElement) }, writeElement, encodeElement, true},
	entity: reading{"entity-value", func(d *decoder, m *memory) { m.row.entity.decode(d) },
		func(m *memory, w *value.Writer) { m.row.entity.write(w) }, encodeEntity, false},
	config: reading{"config-value", func(d *decoder, m *memory) { m.row.config.decode(d) },
		func(m *memory, w *value.Writer) { m.row.config.write(w) }, encodeConfig, false},
	content: reading{"content", func(d *decoder, m *memory) { m.row.content.decode(d) },
		func(m *memory, w *value.Writer) { m.row.content.write(w) }, encodeContent, false},
	set: reading{"string-set", func(d *decoder, m *memory) { m.set.decode(d) },
		func(m *memory, w *value.Writer) { m.set.write(w) }, encodeSet, false},
}

// writeElement writes the element and, if it has keys, how they are stored.
func writeElement(m *memory, w *value.Writer) {
	w.Object()
	w.Key("element")
	m.value.write(w, 0)
	if m.value.Keys != AnyKeys {
		w.Key("key_encoding")
		w.String(m.value.Keys.String())
	}
	if m.dec.prefix {
		w.Key("consumed")
		w.Int(int64(m.consumed))
	}
	w.EndObject()
}

func encodeElement(in *format.Input, fields value.Value) ([]byte, error) {
	if err := format.Known(fields, "element", "key_encoding", "consumed"); err != nil {
		return nil, err
	}
	opt, err := optionsOf(in)
	if err != nil {
		return nil, err
	}
	v := Value{Keys: opt.Keys}
	if m := fields.Member("key_encoding"); !m.IsNull() {
		if v.Keys, err = parseKeys(m); err != nil {
			return nil, err
		}
	}
	if err := v.parse(fields.Member("element"), nil, 0); err != nil {
		return nil, format.Within("element", err)
	}
	return AppendValue(nil, &v, opt)
}

func encodeEntity(_ *format.Input, fields value.Value) ([]byte, error) {
	var e Entity
	if err := e.parse(fields); err != nil {
		return nil, err
	}
	return AppendEntity(nil, &e)
}

func encodeConfig(_ *format.Input, fields value.Value) ([]byte, error) {
	var c Config
	if err := c.parse(fields); err != nil {
		return nil, err
	}
	return AppendConfig(nil, &c)
}

func encodeContent(_ *format.Input, fields value.Value) ([]byte, error) {
	var c Content
	if err := c.parse(fields); err != nil {
		return nil, err
	}
	return AppendContent(nil, &c)
}

func encodeSet(_ *format.Input, fields value.Value) ([]byte, error) {
	if err := format.Known(fields, "items"); err != nil {
		return nil, err
	}
	var s StringSet
	if err := s.parseItems(fields.Member("items")); err != nil {
		return nil, err
	}
	return AppendStringSet(nil, &s)
}
