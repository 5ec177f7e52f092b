package actionbase

import (
	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/span"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
)

func decodeCount(in *format.Input, t *span.Tree, w *value.Writer) error {
	m, names := memoryOf(in), schemaOf(in)
	p := parts{in: in, t: t, record: "edge-count"}
	key, hasKey := p.open(store.Row)
	if hasKey {
		m.countKey.decode(key, names)
		p.close(store.Row, key)
	}
	p.fixed(store.Family, &fFamily, "f")
	p.fixed(store.Qualifier, &fQualifier, "e")
	var count int64
	cell, hasCell := p.open(store.Value)
	if hasCell {
		count = decodeCounter(cell, &fCount)
		p.close(store.Value, cell)
	}
	if err := p.done(store.Row, store.Value); err != nil || w == nil {
		return err
	}
	w.Object()
	if hasKey {
		writeTable(w, names, m.countKey.Table)
		writeDirection(w, m.countKey.Direction)
		w.Key("directedSource")
		m.countKey.Source.write(w)
	}
	if hasCell {
		w.Key("count")
		w.Int64(count)
	}
	w.EndObject()
	return nil
}

func encodeCount(in *format.Input, fields value.Value, dst *store.Entry) error {
	e := newEncoder(in, dst, fields,
		"table", "tableCode", "direction", "directedSource", "count")
	e.part(store.Row, func() (_ []byte, err error) {
		var k EdgeCountKey
		if k.Table, k.Direction, err = parseDirected(fields, &k.Source); err != nil {
			return nil, err
		}
		return AppendEdgeCountKey(nil, &k)
	})
	e.fixed(store.Family, "f")
	e.fixed(store.Qualifier, "e")
	e.long(store.Value, fields, "count", AppendCounter)
	return e.err
}

// long adds a cell that is one 64-bit number.
func (e *encoder) long(part string, fields value.Value, member string, add func([]byte, int64) []byte) {
	e.part(part, func() ([]byte, error) {
		n, err := parseLong(fields, member)
		return add(nil, n), err
	})
}

func decodeLock(in *format.Input, t *span.Tree, w *value.Writer) error {
	m, names := memoryOf(in), schemaOf(in)
	p := parts{in: in, t: t, record: "edge-lock"}
	key, hasKey := p.open(store.Row)
	if hasKey {
		m.lockKey.decode(key, names)
		p.close(store.Row, key)
	}
	p.fixed(store.Family, &fFamily, "f")
	p.fixed(store.Qualifier, &fQualifier, "e")
	var lockedAt int64
	cell, hasCell := p.open(store.Value)
	if hasCell {
		lockedAt = decodeLockedAt(cell)
		p.close(store.Value, cell)
	}
	if err := p.done(store.Row, store.Value); err != nil || w == nil {
		return err
	}
	w.Object()
	if hasKey {
		writeTable(w, names, m.lockKey.Table)
		w.Key("source")
		m.lockKey.Source.write(w)
		w.Key("target")
		m.lockKey.Target.write(w)
	}
	if hasCell {
		w.Key("lockedAt")
		w.Int64(lockedAt)
	}
	w.EndObject()
	return nil
}

func encodeLock(in *format.Input, fields value.Value, dst *store.Entry) error {
	e := newEncoder(in, dst, fields,
		"table", "tableCode", "source", "target", "lockedAt")
	e.part(store.Row, func() ([]byte, error) {
		var k EdgeStateKey // the same members, another row type
		if err := k.parse(fields); err != nil {
			return nil, err
		}
		return appendVertexKey(nil, &k.Source, k.Table, EdgeLock, &k.Target)
	})
	e.fixed(store.Family, "f")
	e.fixed(store.Qualifier, "e")
	e.long(store.Value, fields, "lockedAt", AppendLockedAt)
	return e.err
}
