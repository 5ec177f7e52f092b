package layout

import (
	"bytes"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/order"
	"github.com/rowlens/rowlens/codec/store"
)

// keyScan finds keys by their first items, and by bounds of the next one.
var keyScan = format.Scan{
	Fields: []format.ScanField{
		{Name: "layout", Doc: "the name of one of several layouts"},
		{Name: "part", Doc: "row, or key for RocksDB and LMDB", Choices: []string{store.Row, store.Key}},
	},
	Names: func(in *format.Input, q *format.Query) ([]string, error) {
		l, err := scanned(in, q)
		if err != nil {
			return nil, err
		}
		return l.names(), nil
	},
	Plan: planKey,
}

func scanned(in *format.Input, q *format.Query) (*Layout, error) {
	s, err := known(in)
	if err != nil {
		return nil, err
	}
	return s.named(q.Fields)
}

func planKey(in *format.Input, q *format.Query) (p format.Plan, err error) {
	l, err := scanned(in, q)
	if err == nil {
		if err = q.NoVersions(); err == nil {
			err = q.NoOffset()
		}
	}
	if err != nil {
		return p, err
	}
	if p.Part = store.Row; q.Fields.Member("part").Raw() == store.Key {
		p.Part = store.Key
	}
	key, places, endless, err := l.prefix(q.Fields, true)
	if err != nil {
		return p, err
	}
	n := len(places) - 1 // items in the key
	for i, it := range l.items {
		if _, given := q.Fields.Get(it.name); given && it.name != "" && (i >= n || it.kind == hash) {
			return p, format.Contradict(it.name, "is not at the beginning of the key: the items before it must be given too")
		}
	}
	for i := range l.items[:n] {
		it := &l.items[i]
		if n < len(l.items) && (it.runs() || endless && i == n-1) {
			p.Meets = []string{"keys whose " + it.name + " begins the same and is longer"}
		}
		if it.kind != hash {
			continue
		}
		c := it.check.to
		beyond := it.check.from.end || c.item >= n || c.item < 0 && (c.end || c.n > len(key)) // the hash covers items that are not given
		if beyond && n < len(l.items) {
			return p, format.Contradict(it.name, "is "+it.typ+", so keys with the same beginning lie apart: give all items that it covers")
		}
	}
	for len(places) <= len(l.items) {
		places = append(places, len(key))
	}
	if err = l.fill(key, places, n); err != nil {
		return p, err
	}
	if p.Seek(key); n == len(l.items) && len(q.Bounds) == 0 {
		p.Stop = append(bytes.Clone(key), 0)
	}
	err = l.bound(&p, q.Bounds, n)
	return p, err
}

// bound narrows a plan to keys whose item n is within bounds.
func (l *Layout) bound(p *format.Plan, bounds []format.Bound, n int) error {
	prefix := p.Prefix
	for _, b := range bounds {
		if n == len(l.items) || l.items[n].name != b.Name {
			return format.Contradict(b.Name, "is not the first item that is not given")
		}
		it := &l.items[n]
		whole := it.kind == unsigned || it.kind == hybrid || it.kind == uuid || it.kind == truth || it.kind == signed && it.sorts ||
			it.kind == clock && (it.sorts || it.width < 8) || (it.kind == text || it.kind == raw) && it.width >= 0
		words := (it.kind == text || it.kind == raw) && it.count == nil && (it.tail == 0 || it.fixed != nil) && it.width < 0
		if end := string(it.fixed); words && it.fixed != nil && end != "\x00" && b.Op != format.Begins {
			words = false
		}
		if it.little || !whole && !(words && (b.Op == format.Begins || !it.desc || it.fixed != nil)) || whole && b.Op == format.Begins {
			return format.Contradict(b.Name, "cannot be bounded with "+b.Op.String()+" as "+it.typ)
		}
		one, err := it.append(bytes.Clone(prefix), b.Value, new(bool))
		if err != nil {
			return format.Within(b.Name, err)
		}
		k := format.Keys{First: one, Next: order.After(one)}
		switch {
		case b.Op == format.Begins:
			k.First = one[:len(one)-len(it.fixed)]
			k.Next = order.After(k.First)
		case words && it.fixed == nil && it.runs():
			k.Next = append(bytes.Clone(one), 0)
		}
		way := order.Asc
		if it.desc {
			way = order.Desc
		}
		p.Bound(b.Op, k, way)
		if it.optional && bytes.Equal(p.Start, prefix) { // a key without the item
			p.Start = append(p.Start, 0)
		}
	}
	return nil
}
