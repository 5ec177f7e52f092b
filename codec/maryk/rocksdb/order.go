package rocksdb

import (
	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/maryk/cell"
	"github.com/rowlens/rowlens/codec/store"
)

// comparator returns how the column family of an entry is sorted.
func comparator(schema format.Schema, e *store.Entry) *format.Comparator {
	s, _ := schema.(*cell.Schema)
	name, ok := familyName(e)
	if !ok {
		return nil
	}
	f, err := DecodeFamily(name, s != nil && s.Old)
	if err != nil || !f.Type.Historic() {
		return nil
	}
	c := &format.Comparator{Title: VersionedComparator}
	m := s.Model(f.Model)
	if m == nil || m.KeySize < 0 {
		c.Note = "the order of this family needs the length of the model's keys: give the model; until then keys are sorted as unsigned bytes"
		return c
	}
	c.Split = func(a, b []byte) (i, j int) { return splitVersioned(a, b, m.KeySize) }
	return c
}
