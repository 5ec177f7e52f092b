package rocksdb

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/rowlens/rowlens/codec/file"
	"github.com/rowlens/rowlens/codec/span"
	"github.com/rowlens/rowlens/internal/storetest"
)

// flips calls f with every variant of a table in which one byte is changed.
func flips(b []byte, f func(at int, b []byte)) {
	b = slices.Clone(b)
	for i, c := range b {
		for _, bits := range [...]byte{0x01, 0x80, 0xFF} {
			b[i] = c ^ bits
			f(i, b)
		}
		b[i] = c
	}
}

// accounted says what is wrong with the entries of a damaged table: each missing entry must lie
// between the keys of some damage that the cursor met.
func accounted(all, got []keptItem, damage []file.Damage) string {
	i := 0
	for _, want := range all {
		if i < len(got) && got[i].key == want.key && got[i].value == want.value && got[i].kind == want.kind {
			i++
			continue
		}
		if !slices.ContainsFunc(damage, func(d file.Damage) bool {
			return (d.After == nil || string(d.After) <= want.key) && (d.Before == nil || want.key <= string(d.Before))
		}) {
			return fmt.Sprintf("%q is missing, damage %v", want.key, damageWords(damage))
		}
	}
	if i < len(got) {
		return fmt.Sprintf("%q was never written, or not here; damage %v", got[i].key, damageWords(damage))
	}
	return ""
}

// Whatever byte of a table is changed: nothing is shown that was not written, what is missing is
// reported, and each piece still has a tree.
func TestEveryByteOfATableMayBeDamaged(t *testing.T) {
	tables := map[string][]byte{
		"old/000010.sst":      storetest.Folder(t, "rocksdb/old")["000010.sst"],
		"ingested/000011.sst": storetest.Folder(t, "rocksdb/ingested")["000011.sst"],
	}
	for version := range uint32(8) {
		sum := sumCRC32C + sumKind(version%4)
		if version == 0 {
			sum = sumCRC32C
		}
		tables[fmt.Sprint("version ", version, ", ", sum)] = smallTable(version, sum).finish()
	}
	two := smallTwoLevels()
	tables["two levels"] = two
	for name, b := range tables {
		t.Run(name, func(t *testing.T) {
			all, damage := readAll(openTable(file.Memory(b), "t.sst", file.Options{}))
			if len(damage) > 0 || len(all) == 0 {
				t.Fatalf("%d entries, damage %v", len(all), damage)
			}
			flips(b, func(at int, b []byte) {
				tb := openTable(file.Memory(b), "t.sst", file.Options{})
				got, damage := readAll(tb)
				if tb.override != 0 && len(damage) == 0 {
					return // the sequence number of an ingested file has no checksum
				}
				if !tb.ok && len(got) == 0 && len(damage) > 0 {
					return // damage of the whole table
				}
				if wrong := accounted(all, got, damage[len(tb.damage):]); wrong != "" {
					t.Errorf("byte %d is %#x: %s", at, b[at], wrong)
				}
			})
		})
	}
}

// smallTwoLevels is a table with a two-level index of delta-encoded handles.
func smallTwoLevels() []byte {
	w := smallTable(6, sumXXH64)
	w.props = []pair{{propIndexType, "\x02\x00\x00\x00"}, {propDelta, "\x01"}, {propUserKey, "\x01"}}
	partition := func(first, last int) pair {
		var b []byte
		for i := first; i <= last; i++ {
			b = append(b, 0, 4)
			b = append(append(b, fmt.Sprint("sep", i)...), w.data[i].written()...)
		}
		return pair{fmt.Sprint("sep", last), w.block(restartsOf(b, 1)).written()}
	}
	var top []byte
	for _, p := range []pair{partition(0, 1), partition(2, 2)} {
		top = append(append(append(top, 0, 4), p[0]...), p[1]...)
	}
	return w.finishWith(w.block(restartsOf(top, 1)))
}

func TestPiecesCoverTheFile(t *testing.T) {
	seen := map[string]int{}
	fixtureTables(t, func(t *testing.T, fixture, name string, b []byte) {
		s := tableStructureOf(file.Memory(b), name, file.Options{})
		at, entries := int64(0), 0
		var tree span.Tree
		for _, p := range s.Pieces() {
			if p.Offset != at {
				t.Errorf("a piece at %d, want %d", p.Offset, at)
			}
			at += p.Size
			seen[p.What]++
			if p.What == pieceData {
				entries += int(p.Entries)
			}
			notes := 0
			err := s.Explain(&p, &tree, func(e *file.Entry, _ int) string {
				notes++
				return "noted " + e.Type
			})
			if err != nil {
				t.Errorf("%s at %d: %v", p.What, p.Offset, err)
			}
			if err := tree.Check(); err != nil {
				t.Errorf("%s at %d: %v", p.What, p.Offset, err)
			}
			if p.Damage == nil && p.What != pieceGap && !strings.Contains(fixture, "damaged") {
				if wrong := undecoded(&tree); wrong != "" {
					t.Errorf("%s at %d: %s", p.What, p.Offset, wrong)
				}
			}
			if p.What == pieceData && p.Damage == nil && int64(notes) != p.Entries {
				t.Errorf("%s at %d: %d notes, want %d", p.What, p.Offset, notes, p.Entries)
			}
		}
		if at != int64(len(b)) {
			t.Errorf("the pieces end at %d, the file at %d", at, len(b))
		}
		if all, _ := readAll(openTable(file.Memory(b), name, file.Options{})); !damagedFixture(fixture) && entries != len(all) {
			t.Errorf("the pieces have %d entries, the table %d", entries, len(all))
		}
	})
	for _, what := range []string{pieceData, pieceIndex, piecePartition, pieceFilter, pieceFilterIndex, pieceFilterPartition, pieceProperties,
		pieceRangeDeletes, pieceDictionary, pieceMetaindex, pieceOther, pieceFooter, pieceGap} {
		if seen[what] == 0 {
			t.Errorf("no fixture has a piece %q", what)
		}
	}
}

// undecoded returns what a tree says about bytes that cannot be read, or about a wrong check value.
func undecoded(tree *span.Tree) string {
	for i := range tree.Nodes {
		if n := &tree.Nodes[i]; n.Field == span.Undecoded || n.Flags&span.Mismatch != 0 {
			return n.Name() + ": " + n.Note
		}
	}
	return ""
}

func TestDamagedPiecesHaveTrees(t *testing.T) {
	for _, b := range [][]byte{smallTable(6, sumXXH3).finish(), smallTwoLevels()} {
		var tree span.Tree
		flips(b, func(at int, b []byte) {
			s := tableStructureOf(file.Memory(b), "t.sst", file.Options{})
			end := int64(0)
			for _, p := range s.Pieces() {
				if p.Offset != end {
					t.Errorf("byte %d: a piece at %d, want %d", at, p.Offset, end)
				}
				end += p.Size
				_ = s.Explain(&p, &tree, nil) // an unreadable block is not a failure here
				if err := tree.Check(); err != nil {
					t.Errorf("byte %d: %s at %d: %v", at, p.What, p.Offset, err)
				}
			}
			if end != int64(len(b)) {
				t.Errorf("byte %d: the pieces end at %d, the file at %d", at, end, len(b))
			}
		})
	}
}
