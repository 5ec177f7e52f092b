package rocksdb

import (
	"github.com/rowlens/rowlens/codec/file"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
)

// writeEntry writes the members of an entry: the family's name (in hex) and id, key, timestamp,
// value or the code for why there is none, and columns. In stored mode, and where a row is
// shown in parts, it also writes sequence number and type.
func writeEntry(w *value.Writer, t *file.Table, e *file.Entry, stored bool) {
	if t.CF != nil {
		w.Member("cf").Hex(t.CF)
	}
	w.Member("id").Int(int64(t.ID))
	if e.Empty {
		w.Member("empty").Bool(true)
		return
	}
	key, _ := e.Part(store.Key)
	w.Member("key").Hex(key)
	if e.Timed {
		w.Member("ts").String(decimal(uint64(e.Time)))
	}
	if v, ok := e.Part(store.Value); ok {
		w.Member("value").Hex(v)
	}
	if e.Error != "" {
		w.Member("error").String(e.Error)
	}
	if len(e.Columns) > 0 {
		w.Member("columns").Array()
		for _, c := range e.Columns {
			w.Array()
			w.Hex(c.Name)
			w.Hex(c.Value)
			w.EndArray()
		}
		w.EndArray()
	}
	if stored || e.Type != "" {
		w.Member("sequence").Int(int64(e.Sequence))
		w.Member("type").String(e.Type)
	}
}
