package actionbase

import (
	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/span"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
)

func decodeIndex(in *format.Input, t *span.Tree, w *value.Writer) error {
	m, names := format.MemoryOf[memory](in), schemaOf(in)
	p := newParts(in, t, "edge-index")
	key, hasKey := p.Open(store.Row)
	if hasKey {
		m.indexKey.Read(key, names)
		p.Close()
	}
	p.Fixed(store.Family, &fFamily, "f")
	p.Fixed(in.Column(), &fQualifier, "e")
	cell, hasCell := p.Open(store.Value)
	if hasCell {
		m.indexValue.Read(cell, names)
		p.Close()
	}
	if err := p.Done(store.Row, store.Value); err != nil || w == nil {
		return err
	}
	w.Object()
	if hasKey {
		k := &m.indexKey
		writeTable(w, names, k.Table)
		writeDirection(w, k.Direction)
		writeCode(w, names, "index", "indexCode", k.Index)
		w.Key("directedSource")
		k.Source.write(w)
		writeOrderedValues(w, "indexValues", k.Values)
		w.Key("directedTarget")
		k.Target.write(w)
	}
	if hasCell {
		m.indexValue.write(w, names)
	}
	w.EndObject()
	return nil
}

func (x *EdgeIndexValue) write(w *value.Writer, names *Schema) {
	w.Key("version")
	w.Int64(x.Version)
	w.Key("properties")
	if w.Drops() {
		return
	}
	w.Array()
	for i := range x.Properties {
		w.Object()
		writeCode(w, names, "name", "code", x.Properties[i].Code)
		w.Key("value")
		x.Properties[i].Value.write(w)
		w.EndObject()
	}
	w.EndArray()
}

func encodeIndex(in *format.Input, fields value.Value, dst *store.Entry) error {
	e := newEncoder(in, dst, fields,
		"table", "tableCode", "direction", "index", "indexCode", "directedSource", "indexValues", "directedTarget", "version", "properties")
	e.Part(store.Row, func() ([]byte, error) {
		k := kept(in, func(m *memory) *EdgeIndexKey { return &m.indexKey })
		if err := k.parse(fields); err != nil {
			return nil, err
		}
		return AppendEdgeIndexKey(e.Room(), k)
	})
	e.Fixed(store.Family, "f")
	e.Fixed(store.Qualifier, "e")
	e.indexCell(fields)
	return e.Err()
}

// indexCell appends the cell of an index row or cache.
func (e *encoder) indexCell(fields value.Value) {
	e.Part(store.Value, func() ([]byte, error) {
		x := kept(e.In, func(m *memory) *EdgeIndexValue { return &m.indexValue })
		if err := x.parse(fields); err != nil {
			return nil, err
		}
		return AppendEdgeIndexValue(e.Room(), x)
	})
}

func (k *EdgeIndexKey) parse(v value.Value) (err error) {
	if k.Table, k.Direction, err = parseDirected(v, &k.Source); err != nil {
		return err
	}
	if k.Index, err = parseCode(v, "index", "indexCode"); err != nil {
		return err
	}
	if k.Values, err = parseOrderedValues(k.Values, v, "indexValues"); err != nil {
		return err
	}
	return k.Target.parse(v.Member("directedTarget"), "directedTarget")
}

func (x *EdgeIndexValue) parse(v value.Value) (err error) {
	if x.Version, err = parseLong(v, "version"); err != nil {
		return err
	}
	x.Properties, err = parseListInto(x.Properties, v, "properties", parseIndexProperty)
	return err
}

func parseIndexProperty(v value.Value) (p IndexProperty, err error) {
	if err = format.Known(v, "name", "code", "value"); err != nil {
		return p, err
	}
	if p.Code, err = parseCode(v, "name", "code"); err != nil {
		return p, err
	}
	err = p.Value.parse(v.Member("value"), "value")
	return p, err
}

// parseDirected reads what every row with a direction has: table, direction and directed source.
func parseDirected(v value.Value, source *Value) (table int32, d Direction, err error) {
	if table, err = parseCode(v, "table", "tableCode"); err != nil {
		return 0, 0, err
	}
	if d, err = parseDirection(v); err != nil {
		return 0, 0, err
	}
	return table, d, source.parse(v.Member("directedSource"), "directedSource")
}
