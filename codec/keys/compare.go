package keys

import (
	"cmp"
	"strconv"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/store"
)

// Order is how a store sorts its entries. Tables and column families are sorted separately. Within them, entries are
// compared part by part, as unsigned bytes or with the store's comparator for the column family; then the newest
// timestamp comes first, then deletions come before cells. Values do not count. The zero Order compares unsigned bytes.
type Order struct {
	Format *format.Format // nil if unknown
	Schema format.Schema  // of the format, or nil
}

// Compare returns -1, 0 or 1.
func (o Order) Compare(a, b *store.Entry) int {
	d := o.Decide(a, b)
	return d.Order
}

// Comparator returns the comparator of the entry's column family, or nil for unsigned bytes.
func (o Order) Comparator(e *store.Entry) *format.Comparator {
	if o.Format == nil || o.Format.Comparator == nil {
		return nil
	}
	return o.Format.Comparator(o.Schema, e)
}

// Decision says what puts one entry before another.
type Decision struct {
	Order int // -1, 0 or 1; 0 if the keys are equal

	// Part is the part that decides. If none does, it is "table", "column family", "timestamp" or
	// "type". Tables and families are sorted separately.
	Part  string
	Parts [2]int // index of the part in each entry, -1 if it has none

	// Offset is the offset of the first byte that differs, -1 if no part decides. Ends are the ends
	// of the compared bytes in each entry: an entry whose end is Offset has no byte to compare.
	Offset int
	Ends   [2]int
}

// Decide compares two entries and returns what decides.
func (o Order) Decide(a, b *store.Entry) Decision {
	d := Decision{Offset: -1, Parts: [2]int{-1, -1}}
	if d.Order = cmp.Compare(a.Source.Table, b.Source.Table); d.Order != 0 {
		d.Part = "table"
		return d
	}
	if d.Order = cmp.Compare(a.Source.CF, b.Source.CF); d.Order != 0 {
		d.Part = "column family"
		return d
	}
	c := o.Comparator(a)
	var i, j keyParts
	i.read(a)
	j.read(b)
	for n := 0; n < max(i.n, j.n); n++ {
		p, q := i.at(a, n), j.at(b, n)
		var used *format.Comparator
		if p.Name == store.Key || p.Name == store.Bytes {
			used = c
		}
		order, from, ends := used.Compare(p.Bytes, q.Bytes)
		if order != 0 {
			return Decision{order, cmp.Or(p.Name, q.Name), [2]int{i.index(n), j.index(n)}, from, ends}
		}
	}
	if d.Order = newest(a.Timestamp, b.Timestamp); d.Order != 0 {
		d.Part = "timestamp"
		return d
	}
	if d.Order = cmp.Compare(deletion(a.Deleted), deletion(b.Deleted)); d.Order != 0 {
		d.Part = "type"
	}
	return d
}

// newest compares timestamps, the later one first; unknown ones are equal.
func newest(a, b string) int {
	x, errA := strconv.ParseInt(a, 10, 64)
	y, errB := strconv.ParseInt(b, 10, 64)
	if errA != nil || errB != nil {
		return 0
	}
	return cmp.Compare(y, x)
}

// deletion ranks markers of deleted cells as HBase does for equal timestamps. Other stores have one
// kind, which also sorts before the cell.
func deletion(kind string) int {
	switch kind {
	case "":
		return 4
	case "DeleteFamily":
		return 0
	case "DeleteColumn":
		return 1
	case "DeleteFamilyVersion":
		return 2
	}
	return 3
}

// keyParts are the parts that determine the position of an entry, in the order in which the store
// compares them. Rows of a table may name their parts in any order.
type keyParts struct {
	n    int
	list [8]int
}

func (k *keyParts) read(e *store.Entry) {
	var ranks [len(k.list)]int
	rank := 0 // for a part that no store has: its position
	for i := range e.Parts {
		switch e.Parts[i].Name {
		case store.Value:
			continue
		case store.Row, store.Key, store.Bytes:
			rank = 1
		case store.Family:
			rank = 2
		case store.Qualifier:
			rank = 3
		case store.Visibility:
			rank = 4
		}
		if k.n == len(k.list) {
			return
		}
		at := k.n
		for ; at > 0 && ranks[at-1] > rank; at-- {
			ranks[at], k.list[at] = ranks[at-1], k.list[at-1]
		}
		ranks[at], k.list[at] = rank, i
		k.n++
	}
}

// index returns the index of the n-th part in its entry, or -1.
func (k *keyParts) index(n int) int {
	if n >= k.n {
		return -1
	}
	return k.list[n]
}

func (k *keyParts) at(e *store.Entry, n int) store.Part {
	if n >= k.n {
		return store.Part{}
	}
	return e.Parts[k.list[n]]
}
