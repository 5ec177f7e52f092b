package actionbase

import (
	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/span"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
)

// formatID is the format's name in errors and JSON.
const formatID = "actionbase"

// memory holds one of each struct that a record decodes into, so that a stream
// of rows reuses their slices.
type memory struct {
	stateKey   EdgeStateKey
	stateValue EdgeStateValue
	indexKey   EdgeIndexKey
	indexValue EdgeIndexValue
	countKey   EdgeCountKey
	lockKey    EdgeLockKey
	groupKey   EdgeGroupKey
	group      EdgeGroupQualifier
	cacheKey   EdgeCacheKey
	cache      EdgeCacheQualifier
	value      Value
	scratch    []byte
}

func schemaOf(in *format.Input) *Schema {
	s, _ := in.Schema.(*Schema)
	return s
}

// newParts opens the parts of a row. A lenient reader ignores bytes after the last field, as
// upstream does.
func newParts(in *format.Input, t *span.Tree, record string) format.Parts {
	p := format.NewParts(in, t, formatID, record)
	p.Ignored = "upstream ignores these bytes"
	return p
}

// limit is the size of upstream's encoding buffer: a longer row key, qualifier
// or cell cannot be written.
const limit = 5120

// encoder appends the parts of one row.
type encoder struct{ format.Encoder }

func newEncoder(in *format.Input, dst *store.Entry, fields value.Value, members ...string) encoder {
	e := encoder{format.NewEncoder(in, dst, fields, members...)}
	e.Limit, e.Writer = limit, "Actionbase"
	return e
}

// kept returns one of the structs that are reused from call to call, or a new one for a caller that keeps what is made
// of it.
func kept[T any](in *format.Input, of func(m *memory) *T) *T {
	if in.Room == nil {
		return new(T)
	}
	return of(format.MemoryOf[memory](in))
}

// writeTable writes the members that come first in every row's fields.
func writeTable(w *value.Writer, names *Schema, code int32) {
	writeCode(w, names, "table", "tableCode", code)
}

// writeCode writes a code, preceded by its name if it is known.
func writeCode(w *value.Writer, names *Schema, nameKey, codeKey string, code int32) {
	if n := names.Name(code); n != "" {
		w.Key(nameKey)
		w.String(n)
	}
	w.Key(codeKey)
	w.Int(int64(code))
}

func writeDirection(w *value.Writer, d Direction) {
	w.Key("direction")
	w.String(d.String())
}
