package orderedbytes

import (
	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/order"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
)

var typeWords = []string{"null", "decimal", "long", "double", "int8", "int16", "int32", "int64", "float32", "float64", "string", "bytes", "blob-copy"}

// sequenceScan finds compound keys by their first values, and by bounds on the next one.
var sequenceScan = format.Scan{
	Fields: []format.ScanField{
		{Name: "values", Doc: "the first values of the key, each with its order", Types: typeWords, Orders: []string{"asc", "desc"}, List: true},
		{Name: "next", Or: "value", Doc: "the value after them, to be bounded: next:int64>5", Types: typeWords, Bounds: true},
		{Name: "order", Doc: "how the bounded value is stored; asc if not given", Choices: []string{"asc", "desc"}},
	},
	Plan: planSequence,
}

// planSequence says where the keys are that begin with the given values. No value is the beginning of
// another, except a blob-copy, which ends its key.
func planSequence(_ *format.Input, q *format.Query) (p format.Plan, err error) {
	if err = q.NoVersions(); err == nil {
		err = q.NoOffset()
	}
	for _, name := range [...]string{"next", "value"} {
		if _, given := q.Fields.Get(name); given && err == nil {
			err = format.Contradict(name, "is there to be bounded, with > >= < <= or ^=; a known value belongs in values")
		}
	}
	if err != nil {
		return p, err
	}
	p.Part = store.Row
	list := q.Fields.Member("values")
	if !list.IsNull() && list.Kind != value.Array {
		return p, format.Refuse("values", "expected a list, found "+list.Kind.String())
	}
	key := make([]OrderedValue, list.Len())
	for i, it := range list.Items() {
		if err := key[i].parse(it); err != nil {
			return p, format.Within("values", err)
		}
	}
	prefix, err := AppendValues(nil, key)
	if err != nil {
		return p, err
	}
	p.Seek(prefix)
	ended := len(key) > 0 && key[len(key)-1].Value.Type == BlobCopy
	if ended {
		p.Stop = append(prefix[:len(prefix):len(prefix)], 0)
	}
	way, given := q.Fields.Get("order")
	if len(q.Bounds) == 0 && given {
		return p, format.Contradict("order", "belongs to a bounded value, and none is bounded")
	}
	o := order.Asc
	if given {
		if o, err = parseOrder(value.OfMembers(value.Member{Name: "order", Value: way})); err != nil {
			return p, err
		}
	}
	return bounded(p, q.Bounds, o, ended)
}

// bounded narrows a plan to values, after its prefix, of the bounds' type and within the bounds.
func bounded(p format.Plan, bounds []format.Bound, o order.Order, ended bool) (format.Plan, error) {
	prefix, kind := p.Prefix, types
	for _, b := range bounds {
		var v Value
		if b.Name == "values" || b.Name == "order" {
			return p, format.Contradict(b.Name, "cannot be bounded: the value after those in values is called next")
		}
		if ended {
			return p, format.Contradict(b.Name, "nothing follows a blob-copy, which goes to the end of its key")
		}
		if b.Value.Kind != value.Object {
			return p, format.Refuse(b.Name, "expected a value with its type, as in next:int64>5, found "+b.Value.Kind.String())
		}
		if err := v.parse(b.Value, BlobVar); err != nil {
			return p, err
		}
		if err := boundable(&v, b); err != nil {
			return p, err
		}
		if kind == types {
			whole(&p, &v, o)
		} else if kind != v.Type {
			return p, format.Contradict(b.Name, "is bounded with values of two types, "+kind.String()+" and "+v.Type.String())
		}
		kind = v.Type
		k, err := keysOf(prefix, &v, o, b.Op)
		if err != nil {
			return p, err
		}
		p.Bound(b.Op, k, o)
	}
	return p, nil
}
