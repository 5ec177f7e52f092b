package rfile

import (
	"bytes"
	"encoding/binary"
	"slices"
	"testing"

	"github.com/rowlens/rowlens/codec/file"
	"github.com/rowlens/rowlens/internal/storetest"
)

// Without compression nothing protects RFile.index: a number of groups that is too small is noticed by what is left
// of it, and the entries are salvaged.
func TestGroupsThatTheirNumberLeavesOutAreNotLost(t *testing.T) {
	for _, version := range []int{3, 4, 6, 7, 8} {
		b, lines := madeFile(version, "none", version >= 6)
		at := bytes.Index(b, []byte{0x20, 0x63, 0x74, 0x74}) + 8
		for groups := range binary.BigEndian.Uint32(b[at:]) {
			c := bytes.Clone(b)
			binary.BigEndian.PutUint32(c[at:], groups)
			got, damage := reread(t, "made.rf", c, file.Query{Stored: true})
			slices.Sort(got)
			if len(damage) == 0 || damage[0].Code != "rfile-index" {
				t.Errorf("RFile %d with %d groups: %+v", version, groups, damage)
			}
			if odd := left(lines, got); len(odd) > 0 {
				t.Errorf("RFile %d with %d groups: %d of %d entries are missing", version, groups, len(odd), len(lines))
			}
		}
	}
}

// A group whose name is empty is a table of its own, not all groups.
func TestAGroupWithAnEmptyNameIsOneGroup(t *testing.T) {
	m := maker{version: 8, codec: "none", most: 2}
	s := storetest.Open(t, Kind, file.Files{"f.rf": m.file(
		madeGroup{unnamed: true, entries: []madeEntry{cell("a", 5, false, ""), cell("c", 5, false, "")}},
		madeGroup{entries: []madeEntry{cell("b", 5, false, "")}},
	)})
	for i, want := range []struct {
		name string
		n    int
	}{{`f/""`, 2}, {"f/default", 1}} {
		if name := s.Tables()[i].Name; name != want.name {
			t.Errorf("table %d is called %s, want %s", i, name, want.name)
		}
		if lines, _ := storetest.ReadTable(t, s, i, file.Query{}); len(lines) != want.n {
			t.Errorf("%s: %d entries, want %d", want.name, len(lines), want.n)
		}
	}
}

// The place of a block may have changed to one in the index, whose bytes decode as an entry.
func TestABlockIsNotReadFromTheIndex(t *testing.T) {
	_, files := readFixtures(t)
	const name = "one-empty-fields.rf"
	for _, flip := range []byte{44, 65, 89} {
		b := bytes.Clone(files[name])
		b[bytes.Index(b, []byte{0x20, 0x63, 0x74, 0x74})+71] ^= flip
		if got, damage := reread(t, name, b, file.Query{Stored: true}); len(got) > 0 || len(damage) != 1 || damage[0].Code != codeIndex {
			t.Errorf("place changed by %d: %s, %+v", flip, got, damage)
		}
	}
}
