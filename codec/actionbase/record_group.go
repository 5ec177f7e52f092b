package actionbase

import (
	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/span"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
	"github.com/rowlens/rowlens/codec/wire"
)

func decodeGroup(in *format.Input, t *span.Tree, w *value.Writer) error {
	m, names := format.MemoryOf[memory](in), schemaOf(in)
	p := newParts(in, t, "edge-group")
	key, hasKey := p.Open(store.Row)
	if hasKey {
		m.groupKey.Read(key, names)
		p.Close()
	}
	p.Fixed(store.Family, &fFamily, "f")
	qualifier, hasQualifier := p.Open(in.Column())
	if hasQualifier {
		m.group.Read(qualifier, names.groupFields(m.groupKey.Table, m.groupKey.Group))
		p.Close()
	}
	var sum int64
	cell, hasCell := p.Open(store.Value)
	gone := hasCell && decodeTombstone(in, cell)
	if hasCell {
		if !gone {
			sum = decodeCounter(cell, &fSum)
		}
		p.Close()
	}
	if err := p.Done(store.Row, store.Qualifier, store.Value); err != nil || w == nil {
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
	if gone {
		w.Key("deleted")
		w.Bool(true)
	} else if hasCell {
		w.Key("sum")
		w.Int64(sum)
	}
	w.EndObject()
	return nil
}

func encodeGroup(in *format.Input, fields value.Value, dst *store.Entry) error {
	e := newEncoder(in, dst, fields,
		"table", "tableCode", "direction", "group", "groupCode", "directedSource", "groupValues", "sum", "deleted")
	e.Part(store.Row, func() (_ []byte, err error) {
		var k EdgeGroupKey
		if k.Table, k.Direction, err = parseDirected(fields, &k.Source); err != nil {
			return nil, err
		}
		if k.Group, err = parseCode(fields, "group", "groupCode"); err != nil {
			return nil, err
		}
		return AppendEdgeGroupKey(e.Room(), &k)
	})
	e.Fixed(store.Family, "f")
	e.Part(store.Qualifier, func() (_ []byte, err error) {
		var q EdgeGroupQualifier
		if q.Values, err = parseList(fields, "groupValues", parseValue); err != nil {
			return nil, err
		}
		return AppendEdgeGroupQualifier(e.Room(), &q)
	})
	if !e.tombstone(fields, "sum") {
		e.long(store.Value, fields, "sum", AppendCounter)
	}
	return e.Err()
}

// decodeTombstone reads an empty cell of a wide row. Upstream skips such a cell; its decoders, which never see
// one, would fail.
func decodeTombstone(in *format.Input, r *wire.Reader) bool {
	if !in.Stored || len(r.Ahead()) > 0 {
		return false
	}
	r.Begin(&fCell)
	r.Leaf(&fTombstone, r.Offset(), span.BoolValue(true))
	return true
}

// tombstone appends an empty cell if the fields say deleted, and reports whether they do.
func (e *encoder) tombstone(fields value.Value, content ...string) bool {
	gone, _ := fields.Member("deleted").Bool()
	if gone {
		e.Part(store.Value, func() ([]byte, error) {
			for _, name := range content {
				if _, has := fields.Get(name); has {
					return nil, format.Contradict(name, "a cell that is deleted has none")
				}
			}
			return []byte{}, nil
		})
	}
	return gone
}

func parseValue(v value.Value) (x Value, err error) {
	err = x.parseAlone(v)
	return x, err
}

func decodeCache(in *format.Input, t *span.Tree, w *value.Writer) error {
	m, names := format.MemoryOf[memory](in), schemaOf(in)
	p := newParts(in, t, "edge-cache")
	key, hasKey := p.Open(store.Row)
	if hasKey {
		m.cacheKey.Read(key, names)
		p.Close()
	}
	p.Fixed(store.Family, &fFamily, "f")
	qualifier, hasQualifier := p.Open(in.Column())
	if hasQualifier {
		m.cache.Read(qualifier, names.cacheFields(m.cacheKey.Table, m.cacheKey.Cache))
		p.Close()
	}
	cell, hasCell := p.Open(store.Value)
	gone := hasCell && decodeTombstone(in, cell)
	if hasCell {
		if !gone {
			m.indexValue.Read(cell, names)
		}
		p.Close()
	}
	if err := p.Done(store.Row, store.Qualifier, store.Value); err != nil || w == nil {
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
	if gone {
		w.Key("deleted")
		w.Bool(true)
	} else if hasCell {
		m.indexValue.write(w, names)
	}
	w.EndObject()
	return nil
}

func encodeCache(in *format.Input, fields value.Value, dst *store.Entry) error {
	e := newEncoder(in, dst, fields,
		"table", "tableCode", "direction", "cache", "cacheCode", "directedSource", "cacheValues", "directedTarget", "version", "properties", "deleted")
	e.Part(store.Row, func() (_ []byte, err error) {
		var k EdgeCacheKey
		if k.Table, k.Direction, err = parseDirected(fields, &k.Source); err != nil {
			return nil, err
		}
		if k.Cache, err = parseCode(fields, "cache", "cacheCode"); err != nil {
			return nil, err
		}
		return AppendEdgeCacheKey(e.Room(), &k)
	})
	e.Fixed(store.Family, "f")
	e.Part(store.Qualifier, func() (_ []byte, err error) {
		var q EdgeCacheQualifier
		if q.Values, err = parseOrderedValues(nil, fields, "cacheValues"); err != nil {
			return nil, err
		}
		if err = q.Target.parse(fields.Member("directedTarget"), "directedTarget"); err != nil {
			return nil, err
		}
		return AppendEdgeCacheQualifier(e.Room(), &q)
	})
	if !e.tombstone(fields, "version", "properties") {
		e.indexCell(fields)
	}
	return e.Err()
}
