package actionbase

import (
	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/order"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
)

// A scan prefix is a row key up to its last known field, in the order of the key. The salt covers
// source and table, so a scan needs at least these two.

// prefixVertex is for state and lock rows: source, table, then target.
func prefixVertex(t RowType) func(*format.Input, value.Value) (string, []byte, error) {
	return func(in *format.Input, fields value.Value) (string, []byte, error) {
		table, err := parseCode(fields, "table", "tableCode")
		if err == nil {
			fields, err = modelled(in, t, table, fields)
		}
		if err != nil {
			return "", nil, err
		}
		var source, target Value
		if err := source.parse(fields.Member("source"), "source"); err != nil {
			return "", nil, err
		}
		b, err := AppendPrefix(nil, &source, table, t)
		if err != nil {
			return "", nil, err
		}
		if v, ok := fields.Get("target"); ok {
			if err := target.parse(v, "target"); err != nil {
				return "", nil, err
			}
			b, err = AppendValue(b, &target, order.Asc)
		}
		return store.Row, b, err
	}
}

// prefixDirected is for rows with a direction: directed source, table, then
// direction, then the code of the index, group or cache and, of an index, its
// values.
func prefixDirected(t RowType) func(*format.Input, value.Value) (string, []byte, error) {
	nameKey, codeKey := directedKeys(t)
	return func(in *format.Input, fields value.Value) (string, []byte, error) {
		known := func(names ...string) bool {
			for _, n := range names {
				if _, ok := fields.Get(n); ok {
					return true
				}
			}
			return false
		}
		table, err := parseCode(fields, "table", "tableCode")
		if err == nil {
			fields, err = modelled(in, t, table, fields)
		}
		if err != nil {
			return "", nil, err
		}
		var source Value
		if err := source.parse(fields.Member("directedSource"), "directedSource"); err != nil {
			return "", nil, err
		}
		b, err := AppendPrefix(nil, &source, table, t)
		if err != nil || !known("direction") {
			if err == nil && nameKey != "" && known(nameKey, codeKey) {
				err = refuse("direction", "must be given before "+nameKey)
			}
			return store.Row, b, err
		}
		d, err := parseDirection(fields)
		if err != nil {
			return "", nil, err
		}
		b = append(b, hdrByte, order.Int8(int8(d)))
		if nameKey == "" || !known(nameKey, codeKey) {
			if known("indexValues", "directedTarget") {
				err = refuse("index", "must be given before its values")
			}
			return store.Row, b, err
		}
		code, err := parseCode(fields, nameKey, codeKey)
		b = appendFixed32(b, hdrInt, order.Int32(code))
		if err == nil && t == EdgeIndex {
			b, err = appendKnownSuffix(b, fields)
		}
		return store.Row, b, err
	}
}

func directedKeys(t RowType) (name, code string) {
	switch t {
	case EdgeIndex:
		return "index", "indexCode"
	case EdgeGroup:
		return "group", "groupCode"
	case EdgeCache:
		return "cache", "cacheCode"
	}
	return "", ""
}

// appendKnownSuffix appends the given index values and, after them, the directed target if given.
func appendKnownSuffix(b []byte, fields value.Value) ([]byte, error) {
	vals, err := parseOrderedValues(fields, "indexValues")
	if err != nil {
		return nil, err
	}
	for i := range vals {
		if b, err = AppendValue(b, &vals[i].Value, vals[i].Order); err != nil {
			return nil, err
		}
	}
	if v, ok := fields.Get("directedTarget"); ok {
		var target Value
		if err := target.parse(v, "directedTarget"); err != nil {
			return nil, err
		}
		return AppendValue(b, &target, order.Asc)
	}
	return b, nil
}
