package stats

import (
	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/internal/prefix"
	"github.com/rowlens/rowlens/codec/store"
)

// before holds the key of the previous entry, to count how much of the next key repeats it, and the
// key of the first entry, whose predecessor may be known elsewhere (see merge).
type before struct {
	last, first keyed
	followed    bool // the predecessor of the first entry was given
}

// keyed is the parts of a key, one after another.
type keyed struct {
	any       bool
	bytes     []byte
	ends      []int // ends of the parts in bytes
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

// inKey reports whether a part belongs to the key. Lone bytes have no known place in one.
func inKey(p *store.Part) bool { return p.Name != store.Value && p.Name != store.Bytes }

// part returns the part with the given index.
func (k *keyed) part(i int) []byte {
	from := 0
	if i > 0 {
		from = k.ends[i-1]
	}
	return k.bytes[from:k.ends[i]]
}

// next returns how many bytes of an entry's key repeat the previous key: part by part, up to the
// first part that differs. Keys of different tables have nothing in common.
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
			same := prefix.Shared(had, p.Bytes)
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

// follow sets the predecessor of the next entry.
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

// merge appends what another before saw, and returns how many bytes of its first key repeat the last key here.
func (b *before) merge(o *before) (repeated int64) {
	if !o.last.any && !o.followed {
		return 0
	}
	if o.first.any && b.last.any && b.last.table == o.first.table && b.last.cf == o.first.cf {
		for i := range min(len(b.last.ends), len(o.first.ends)) {
			had, has := b.last.part(i), o.first.part(i)
			same := prefix.Shared(had, has)
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
