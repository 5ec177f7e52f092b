package hfile_test

import (
	"encoding/hex"
	"fmt"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/rowlens/rowlens/codec/file"
	"github.com/rowlens/rowlens/codec/file/hfile"
	"github.com/rowlens/rowlens/internal/storetest"
)

// readAll reads arbitrary bytes; nil if no kind recognises them.
func readAll(t testing.TB, b []byte, q file.Query) (got []string, damage []file.Damage, known bool) {
	t.Helper()
	set, err := file.Look(file.Files{"f": b}, []*file.Kind{hfile.Kind})
	if err != nil {
		t.Fatal(err)
	}
	stores, err := set.Stores(file.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range stores {
		lines, found := storetest.Read(t, s, q)
		got, damage = append(got, lines...), append(damage, found...)
		s.Close()
	}
	return got, damage, len(stores) > 0
}

// run is a data block of a sound file, with the range of its lines.
type run struct {
	offset, end int64
	from, to    int
}

// runs returns the data blocks of a sound file.
func runs(t testing.TB, b []byte) []run {
	set, err := file.Look(file.Files{"f": b}, []*file.Kind{hfile.Kind})
	if err != nil {
		t.Fatal(err)
	}
	s, err := hfile.Kind.Structure(set, "f", file.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	var all []run
	n := 0
	for _, p := range s.Pieces() {
		if p.Entries > 0 {
			all = append(all, run{p.Offset, p.Offset + p.Size, n, n + int(p.Entries)})
			n += int(p.Entries)
		}
	}
	return all
}

// Any changed byte costs at most the cells of one block. If it costs any, damage with lost
// bytes is reported; and no cell is changed or returned twice.
func TestAChangedByteCostsAtMostItsBlock(t *testing.T) {
	all := corpus(t)
	for _, c := range []struct {
		name string
		step int
	}{
		{"deletes-fast_diff.hfile", 1}, {"one.hfile", 3}, {"metablocks.hfile", 3}, {"hbase1-v2-diff-gz.hfile", 5}, {"tags-compressed-prefix.hfile", 31},
		{"levels-fast_diff-gz.hfile", 97}, {"levels-row_index_v1-snappy.hfile", 101}, {"matrix-none-lz4.hfile", 61}, {"meta-comparator.hfile", 7},
	} {
		whole := all[c.name]
		want, damage, _ := readAll(t, whole, file.Query{Stored: true})
		if len(damage) > 0 {
			t.Fatal(c.name, damage)
		}
		blocks, bad := runs(t, whole), 0
		b := slices.Clone(whole)
		for i := 0; i < len(b) && bad < 10; i += c.step {
			for _, flip := range []byte{1 << (i % 8), 0xff} {
				b[i] = whole[i] ^ flip
				got, damage, _ := readAll(t, b, file.Query{Stored: true})
				if why := costs(want, got, blocks, damage); why != "" {
					t.Errorf("%s: byte %d changed by %#x: %s; %+v", c.name, i, flip, why, damage)
					bad++
				}
			}
			b[i] = whole[i]
		}
	}
}

// costs says what is wrong with what was read from a file with a changed byte.
func costs(want, got []string, blocks []run, damage []file.Damage) string {
	if slices.Equal(want, got) {
		return ""
	}
	lost := slices.ContainsFunc(damage, func(d file.Damage) bool { return d.Lost > 0 })
	for _, block := range blocks {
		if lost && slices.Equal(got, slices.Concat(want[:block.from], want[block.to:])) {
			return ""
		}
	}
	return fmt.Sprintf("%d cells of %d", len(got), len(want))
}

// damageCases is how many random damages to try; make soak tries more.
func damageCases() int {
	if storetest.Soak() > time.Minute {
		return 100_000
	}
	return 900
}

// Several random damages at once: no panic, bounded memory, and trees that still tile. If blocks
// have checksums, each block's cells are read as stored or lie in reported damage.
func TestRandomDamageIsSurvived(t *testing.T) {
	all := corpus(t)
	random := rand.New(rand.NewPCG(9, 14))
	names := []string{
		"levels-none-none.hfile", "levels-fast_diff-gz.hfile", "matrix-diff-lzo.hfile", "tags-compressed-lru.hfile", "checksum-null.hfile",
		"hbase1-v2-prefix-gz.hfile", "zstdblock-diff.hfile", "wal/wal-0", "big-snappy.hfile",
	}
	type sound struct {
		lines  []string
		blocks []run
	}
	whole := map[string]sound{}
	for _, name := range names {
		if strings.HasPrefix(name, "wal/") || name == "checksum-null.hfile" {
			continue
		}
		lines, _, _ := readAll(t, all[name], file.Query{Stored: true})
		whole[name] = sound{numberless(lines), runs(t, all[name])}
	}
	bad := 0
	for n := 0; n < damageCases() && bad < 10; n++ {
		name := names[n%len(names)]
		b := storetest.Spoil(random, all[name])
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		got, damage, known := readAll(t, b, file.Query{Stored: true})
		runtime.ReadMemStats(&after)
		if used := after.TotalAlloc - before.TotalAlloc; used > 64<<20 {
			t.Errorf("%s, case %d: %d bytes were allocated for %d", name, n, used, len(b))
			bad++
		}
		if w, checked := whole[name]; checked && known {
			if why := accounted(w.lines, numberless(got), w.blocks, damage); why != "" {
				t.Errorf("%s, case %d: %s; %+v", name, n, why, damage)
				bad++
			}
		}
		if n%5 == 0 {
			readAll(t, b, file.Query{})
			storetest.Tile(t, hfile.Kind, b, file.Options{})
		}
	}
}

// numberless cuts off the MVCC numbers: without file info, it is unknown whether they count.
func numberless(lines []string) []string {
	cut := make([]string, len(lines))
	for i, line := range lines {
		cut[i], _, _ = strings.Cut(line, `,"seqid"`)
	}
	return cut
}

// accounted says which cells were neither read nor lie in reported damage, or were read although
// they were never stored.
func accounted(want, got []string, blocks []run, damage []file.Damage) string {
	// If blocks are not in their places, as the order of rows or a misplaced trailer shows, cells must
	// still be cells of the file.
	foreign := func() string {
		for _, line := range got {
			if !slices.Contains(want, line) {
				return "a cell that is not in the file: " + line
			}
		}
		return ""
	}
	if slices.ContainsFunc(damage, func(d file.Damage) bool { return d.Code == "order" || d.Code == "trailer" && d.Lost > 0 }) {
		return foreign()
	}
	for i, block := range blocks {
		cells := want[block.from:block.to]
		if len(damage) > 0 {
			got = pastCopies(got, want, blocks[:i])
		}
		if len(got) >= len(cells) && slices.Equal(got[:len(cells)], cells) {
			got = got[len(cells):]
			continue
		}
		if !slices.ContainsFunc(damage, func(d file.Damage) bool {
			return d.Lost > 0 && (d.Offset < block.end && d.Offset+d.Lost > block.offset || between(&d, cells)) ||
				d.Code == "trailer" && d.Offset < block.end
		}) {
			return fmt.Sprintf("the cells of the block at %d are lost without a word", block.offset)
		}
	}
	if len(got) > 0 && len(damage) > 0 {
		return foreign() // a copy of the last block read
	}
	if len(got) > 0 {
		return fmt.Sprintf("%d cells that were not stored there, the first one %s", len(got), got[0])
	}
	return ""
}

// pastCopies drops copies of blocks that were read before. Bytes moved towards the end include whole blocks, and if those
// have a single row, the order of rows does not reveal it.
func pastCopies(got, want []string, before []run) []string {
	for i := 0; i < len(before); i++ {
		cells := want[before[i].from:before[i].to]
		if len(cells) > 0 && len(got) >= len(cells) && slices.Equal(got[:len(cells)], cells) {
			got, i = got[len(cells):], -1
		}
	}
	return got
}

// between reports whether all of these cells have rows between which damage says that some are missing.
func between(d *file.Damage, cells []string) bool {
	row := func(line string) string {
		_, rest, _ := strings.Cut(line, `{"row":"`)
		digits, _, _ := strings.Cut(rest, `"`)
		return digits
	}
	first, last := row(cells[0]), row(cells[len(cells)-1])
	return (d.After != nil || d.Before != nil) &&
		hex.EncodeToString(d.After) <= first && (d.Before == nil || last <= hex.EncodeToString(d.Before))
}
