package actionbase

import (
	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/span"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
)

func decodeGroup(in *format.Input, t *span.Tree, w *value.Writer) error {
	m, names := memoryOf(in), schemaOf(in)
	p := parts{in: in, t: t, record: "edge-group"}
	key, hasKey := p.open(store.Row)
	if hasKey {
		m.groupKey.decode(key, names)
		p.close(store.Row, key)
	}
	p.fixed(store.Family, &fFamily, "f")
	qualifier, hasQualifier := p.open(store.Qualifier)
	if hasQualifier {
		m.group.decode(qualifier, names.groupFields(m.groupKey.Table, m.groupKey.Group))
		p.close(store.Qualifier, qualifier)
	}
	var sum int64
	cell, hasCell := p.open(store.Value)
	if hasCell {
		sum = decodeCounter(cell, &fSum)
		p.close(store.Value, cell)
	}
	if err := p.done(store.Row, store.Qualifier, store.Value); err != nil || w == nil {
		return err
	}
	w.Object()
	if hasKey {
		writeTable(w, names, m.groupKey.Table)
		writeDirection(w, m.groupKey.Direction)
		writeCode(w, names, "group", "groupCode", m.groupKey.Group)
		w.Key("directedSource")
		m.groupKey.Source.write(w)
	}
	if hasQualifier {
		w.Key("groupValues")
		w.Array()
		for i := range m.group.Values {
			m.group.Values[i].write(w)
		}
		w.EndArray()
	}
	if hasCell {
		w.Key("sum")
		w.Int64(sum)
	}
	w.EndObject()
	return nil
}

func encodeGroup(in *format.Input, fields value.Value, dst *store.Entry) error {
	e := newEncoder(in, dst, fields,
		"table", "tableCode", "direction", "group", "groupCode", "directedSource", "groupValues", "sum")
	e.part(store.Row, func() (_ []byte, err error) {
		var k EdgeGroupKey
		if k.Table, k.Direction, err = parseDirected(fields, &k.Source); err != nil {
			return nil, err
		}
		if k.Group, err = parseCode(fields, "group", "groupCode"); err != nil {
			return nil, err
		}
		return AppendEdgeGroupKey(nil, &k)
	})
	e.fixed(store.Family, "f")
	e.part(store.Qualifier, func() (_ []byte, err error) {
		var q EdgeGroupQualifier
		if q.Values, err = parseList(fields, "groupValues", parseValue); err != nil {
			return nil, err
		}
		return AppendEdgeGroupQualifier(nil, &q)
	})
	e.long(store.Value, fields, "sum", AppendCounter)
	return e.err
}

func parseValue(v value.Value) (x Value, err error) {
	err = x.parse(v, "")
	return x, err
}

func decodeCache(in *format.Input, t *span.Tree, w *value.Writer) error {
	m, names := memoryOf(in), schemaOf(in)
	p := parts{in: in, t: t, record: "edge-cache"}
	key, hasKey := p.open(store.Row)
	if hasKey {
		m.cacheKey.decode(key, names)
		p.close(store.Row, key)
	}
	p.fixed(store.Family, &fFamily, "f")
	qualifier, hasQualifier := p.open(store.Qualifier)
	if hasQualifier {
		m.cache.decode(qualifier, names.cacheFields(m.cacheKey.Table, m.cacheKey.Cache))
		p.close(store.Qualifier, qualifier)
	}
	cell, hasCell := p.open(store.Value)
	if hasCell {
		m.indexValue.decode(cell, names)
		p.close(store.Value, cell)
	}
	if err := p.done(store.Row, store.Qualifier, store.Value); err != nil || w == nil {
		return err
	}
	w.Object()
	if hasKey {
		writeTable(w, names, m.cacheKey.Table)
		writeDirection(w, m.cacheKey.Direction)
		writeCode(w, names, "cache", "cacheCode", m.cacheKey.Cache)
		w.Key("directedSource")
		m.cacheKey.Source.write(w)
	}
	if hasQualifier {
		writeOrderedValues(w, "cacheValues", m.cache.Values)
		w.Key("directedTarget")
		m.cache.Target.write(w)
	}
	if hasCell {
		m.indexValue.write(w, names)
	}
	w.EndObject()
	return nil
}

func encodeCache(in *format.Input, fields value.Value, dst *store.Entry) error {
	e := newEncoder(in, dst, fields,
		"table", "tableCode", "direction", "cache", "cacheCode", "directedSource", "cacheValues", "directedTarget", "version", "properties")
	e.part(store.Row, func() (_ []byte, err error) {
		var k EdgeCacheKey
		if k.Table, k.Direction, err = parseDirected(fields, &k.Source); err != nil {
			return nil, err
		}
		if k.Cache, err = parseCode(fields, "cache", "cacheCode"); err != nil {
			return nil, err
		}
		return AppendEdgeCacheKey(nil, &k)
	})
	e.fixed(store.Family, "f")
	e.part(store.Qualifier, func() (_ []byte, err error) {
		var q EdgeCacheQualifier
		if q.Values, err = parseOrderedValues(fields, "cacheValues"); err != nil {
			return nil, err
		}
		if err = q.Target.parse(fields.Member("directedTarget"), "directedTarget"); err != nil {
			return nil, err
		}
		return AppendEdgeCacheQualifier(nil, &q)
	})
	e.indexCell(fields)
	return e.err
}
