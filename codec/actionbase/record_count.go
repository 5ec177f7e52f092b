package actionbase

import (
	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/span"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
)

func decodeCount(in *format.Input, t *span.Tree, w *value.Writer) error {
	m, names := format.MemoryOf[memory](in), schemaOf(in)
	p := newParts(in, t, "edge-count")
	key, hasKey := p.Open(store.Row)
	if hasKey {
		m.countKey.Read(key, names)
		p.Close()
	}
	p.Fixed(store.Family, &fFamily, "f")
	p.Fixed(in.Column(), &fQualifier, "e")
	var count int64
	cell, hasCell := p.Open(store.Value)
	if hasCell {
		count = decodeCounter(cell, &fCount)
		p.Close()
	}
	if err := p.Done(store.Row, store.Value); err != nil || w == nil {
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
	e.Part(store.Row, func() (_ []byte, err error) {
		var k EdgeCountKey
		if k.Table, k.Direction, err = parseDirected(fields, &k.Source); err != nil {
			return nil, err
		}
		return AppendEdgeCountKey(e.Room(), &k)
	})
	e.Fixed(store.Family, "f")
	e.Fixed(store.Qualifier, "e")
	e.long(store.Value, fields, "count", AppendCounter)
	return e.Err()
}

// long appends a cell that is one 64-bit number.
func (e *encoder) long(part string, fields value.Value, member string, add func([]byte, int64) []byte) {
	e.Part(part, func() ([]byte, error) {
		n, err := parseLong(fields, member)
		return add(nil, n), err
	})
}

func decodeLock(in *format.Input, t *span.Tree, w *value.Writer) error {
	m, names := format.MemoryOf[memory](in), schemaOf(in)
	p := newParts(in, t, "edge-lock")
	key, hasKey := p.Open(store.Row)
	if hasKey {
		m.lockKey.Read(key, names)
		p.Close()
	}
	p.Fixed(store.Family, &fFamily, "f")
	p.Fixed(in.Column(), &fQualifier, "e")
	var lockedAt int64
	cell, hasCell := p.Open(store.Value)
	if hasCell {
		lockedAt = decodeLockedAt(cell)
		p.Close()
	}
	if err := p.Done(store.Row, store.Value); err != nil || w == nil {
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
	e.Part(store.Row, func() ([]byte, error) {
		var k EdgeStateKey // the same members with another row type
		if err := k.parse(fields); err != nil {
			return nil, err
		}
		return appendVertexKey(nil, &k.Source, k.Table, EdgeLock, &k.Target)
	})
	e.Fixed(store.Family, "f")
	e.Fixed(store.Qualifier, "e")
	e.long(store.Value, fields, "lockedAt", AppendLockedAt)
	return e.Err()
}
