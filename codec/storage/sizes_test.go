package storage

import (
	"slices"
	"testing"

	"github.com/rowlens/rowlens/codec/store"
)

func TestSizesAreCountedByLevel(t *testing.T) {
	var s Sizes
	add := func(level int, inside bool, deleted string, key, value int) {
		e := store.Entry{Deleted: deleted, Source: store.Source{Inside: inside, Level: level}}
		e.Add(store.Key, make([]byte, key))
		if deleted == "" {
			e.Add(store.Value, make([]byte, value))
		}
		s.Add(&e)
	}
	add(6, true, "", 3, 10)
	add(0, true, "Deletion", 4, 0)
	add(6, true, "", 5, 20)
	add(2, true, "", 1, 1)
	add(-1, true, "", 1, 2)
	add(0, false, "", 1, 2)
	want := []Level{{0, 1, 4}, {2, 1, 2}, {6, 2, 38}}
	if !slices.Equal(s.Levels, want) || s.Entries != 6 || s.KeyBytes != 15 || s.ValueBytes != 35 || s.Deletions != 1 {
		t.Errorf("%+v, want levels %v", s, want)
	}
	u := Usage{Visible: Sizes{KeyBytes: 10}, Stored: s}
	if u.Freed() != 40 {
		t.Errorf("%d bytes are freed, want 40", u.Freed())
	}
	if u.Visible.KeyBytes = 60; u.Freed() != 0 {
		t.Errorf("%d bytes are freed, want 0", u.Freed())
	}
}
