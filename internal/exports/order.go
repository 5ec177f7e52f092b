package exports

import (
	"slices"
	"strings"

	"github.com/rowlens/rowlens/codec"
	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/keys"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
)

// What Compare returns about its first key.
const (
	Before = iota
	Equal
	After
)

// Compare compares two keys in the order of a format's store: by unsigned bytes, part
// by part, or by the store's comparator for the column family, which may need the
// schema. Without a format it compares unsigned bytes.
func Compare(schema int64, formatID string, family []byte, a, b []Part, e *Error) (result int64) {
	defer caught(e, &result)
	provoke(family)
	var o keys.Order
	if formatID != "" {
		if o.Format = codec.Find(formatID); o.Format == nil {
			return int64(e.refuse(UnknownFormat, formatID))
		}
	}
	if schema != 0 {
		s := openSchemas.find(schema)
		if s == nil || s.format != o.Format {
			return int64(e.refuse(BadHandle, "schema"))
		}
		o.Schema = s.parsed
	}
	if len(a) == 0 || len(b) == 0 {
		return int64(e.refuse(BadPart, ""))
	}
	known := target{format: o.Format}
	cf := string(value.AppendHex(nil, family))
	var x, y store.Entry
	for _, side := range [...]struct {
		to    *store.Entry
		parts []Part
	}{{&x, a}, {&y, b}} {
		side.to.Source.CF = cf
		for i, p := range side.parts {
			if o.Format != nil {
				if _, code := known.part(p.Name, e); code != OK { // otherwise keys with a misspelt name would compare as equal
					return int64(code)
				}
			}
			if slices.ContainsFunc(side.parts[:i], func(other Part) bool { return other.Name == p.Name }) {
				return int64(e.refuse(BadPart, p.Name))
			}
			side.to.Add(p.Name, p.Data)
		}
	}
	return Equal + int64(o.Compare(&x, &y))
}

// What Range can write.
const (
	RangeStart = iota
	RangeStop
	RangePart
	rangesEnd
)

// Range writes one border of the keys that begin with the given fields (JSON): the
// first such key, the first key after all of them, or the name of the part that holds the keys.
func Range(schema int64, formatID, record string, fields []byte, which uint32, out []byte, e *Error) (result int64) {
	defer caught(e, &result)
	provoke(fields)
	var t target
	if code := t.find(schema, formatID, record, 0, e); code != OK {
		return int64(code)
	}
	if which >= rangesEnd {
		return int64(e.refuse(BadOption, "which"))
	}
	if t.record.Scan == nil {
		return int64(e.refuse(Unsupported, record))
	}
	v, err := given(fields)
	if err != nil {
		return e.from(err)
	}
	if v.Kind != value.Object {
		return int64(e.refuse(Refused, "fields"))
	}
	return t.use(func(c *call) int64 {
		k, err := keys.RangeOf(t.format, t.record, t.input(c), &format.Query{Fields: v})
		if err != nil {
			return e.from(err)
		}
		if len(k.Meets) > 0 { // start and stop alone could not express it
			return e.from(&format.Refusal{Why: "the range has other rows too: " + strings.Join(k.Meets, "; ") +
				"; the operation range of rl_answer gives the filter that leaves the rows meant"})
		}
		switch which {
		case RangeStart:
			return deliver(out, k.Seek.Start, e)
		case RangeStop:
			return deliver(out, k.Seek.Stop, e)
		}
		return deliver(out, []byte(k.Part), e)
	})
}
