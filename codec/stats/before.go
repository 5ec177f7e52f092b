package stats

import (
	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/store"
)

// before is the key of the entry before, to count how much of the next one it repeats; and that of
// the first entry, for which somebody else knows the one before.
type before struct {
	last, first keyed
	followed    bool // what is before the first entry was said
}

// keyed is the parts of a key, one after the other.
type keyed struct {
	any       bool
	bytes     []byte
	ends      []int // of the parts
	table, cf string
	record    *format.Record // of the first entry
}

// set copies the key of an entry.
func (k *keyed) set(e *store.Entry) {
	k.any, k.bytes, k.ends = true, k.bytes[:0], k.ends[:0]
	k.table, k.cf = e.Source.Table, e.Source.CF
	for i := range e.Parts {
		if p := &e.Parts[i]; inKey(p) {
			k.bytes = append(k.bytes, p.Bytes...)
			k.ends = append(k.ends, len(k.bytes))
		}
	}
}

// inKey reports whether a part is one of the key. Lone bytes have no place among others.
func inKey(p *store.Part) bool { return p.Name != store.Value && p.Name != store.Bytes }

// part is one of the parts, by its number.
func (k *keyed) part(i int) []byte {
	from := 0
	if i > 0 {
		from = k.ends[i-1]
	}
	return k.bytes[from:k.ends[i]]
}

// next returns how many bytes of an entry's key are those of the key before: part by part, up to the
// first that differs. Keys of different tables have nothing in common.
func (b *before) next(e *store.Entry, x *row) (repeated int64) {
	if b.last.any && b.last.table == e.Source.Table && b.last.cf == e.Source.CF {
		n := 0
		for i := range e.Parts {
			p := &e.Parts[i]
			if !inKey(p) {
				continue
			}
			if n >= len(b.last.ends) {
				break
			}
			had := b.last.part(n)
			same := common(had, p.Bytes)
			repeated += int64(same)
			if same < len(had) || same < len(p.Bytes) {
				break
			}
			n++
		}
	}
	if !b.last.any && !b.followed {
		b.first.set(e)
		x.first = true
	}
	b.last.set(e)
	return repeated
}

// follow sets the entry before the next one.
func (b *before) follow(e *store.Entry) {
	if !b.last.any {
		b.followed = true
	}
	if e == nil {
		b.last.any = false
		return
	}
	b.last.set(e)
}

// merge appends what another saw, and returns how many bytes of its first key are those of the last
// one here.
func (b *before) merge(o *before) (repeated int64) {
	if !o.last.any && !o.followed {
		return 0
	}
	if o.first.any && b.last.any && b.last.table == o.first.table && b.last.cf == o.first.cf {
		for i := range min(len(b.last.ends), len(o.first.ends)) {
			had, has := b.last.part(i), o.first.part(i)
			same := common(had, has)
			repeated += int64(same)
			if same < len(had) || same < len(has) {
				break
			}
		}
	}
	if !b.last.any && !b.followed {
		b.first, b.followed = o.first, o.followed
	}
	b.last = o.last
	return repeated
}

// common is how many bytes two byte strings begin with in common.
func common(a, b []byte) int {
	n := min(len(a), len(b))
	for i := range n {
		if a[i] != b[i] {
			return i
		}
	}
	return n
}
