package hfile_test

import (
	"bytes"
	"slices"
	"testing"

	"github.com/rowlens/rowlens/codec/file"
	"github.com/rowlens/rowlens/internal/storetest"
)

// Two swapped blocks are each sound: it is reported that they are not in their places, and no cell is hidden.
func TestBlocksThatChangedPlaces(t *testing.T) {
	const name = "levels-none-none.hfile"
	b := slices.Clone(corpus(t)[name])
	want, _, _ := readAll(t, b, file.Query{Stored: true})
	blocks := runs(t, b)
	first, second := -1, -1
	for i := range blocks {
		if j := slices.IndexFunc(blocks, func(r run) bool {
			return r.offset > blocks[i].end && r.end-r.offset == blocks[i].end-blocks[i].offset
		}); j >= 0 {
			first, second = i, j
			break
		}
	}
	if first < 0 {
		t.Fatal("no two blocks of one size")
	}
	x, y := blocks[first], blocks[second]
	stored := slices.Clone(b[x.offset:x.end])
	copy(b[x.offset:x.end], b[y.offset:y.end])
	copy(b[y.offset:y.end], stored)

	got, damage, _ := readAll(t, b, file.Query{Stored: true})
	if moved := slices.Concat(want[:x.from], want[y.from:y.to], want[x.to:y.from], want[x.from:x.to], want[y.to:]); !slices.Equal(got, moved) {
		t.Error("cells are hidden")
	}
	var places []int64
	for _, d := range damage {
		if d.Code == "order" && !d.Remark {
			places = append(places, d.Offset)
		}
	}
	if !slices.Equal(places, []int64{x.offset, y.offset}) {
		t.Errorf("order is wrong at %v, want %d and %d: %+v", places, x.offset, y.offset, damage)
	}
}

// A block over which another one was copied is reported, even if both have cells of the same row, and no more than one.
func TestABlockOfTheSameRowCopiedOverAnother(t *testing.T) {
	all := storetest.Files(t, "hfile/onerow")
	want := lines(all["onerow.expected.jsonl"])
	for _, name := range []string{"onerow-none.hfile", "onerow-fast_diff.hfile"} {
		got, damage, _ := readAll(t, all[name], file.Query{Stored: true})
		if !slices.Equal(got, want) || len(damage) > 0 {
			t.Fatalf("%s: %d cells, want %d; %+v", name, len(got), len(want), damage)
		}
		blocks, pairs := runs(t, all[name]), 0
		for _, x := range blocks {
			for _, y := range blocks {
				if x == y || x.end-x.offset != y.end-y.offset {
					continue
				}
				pairs++
				b := slices.Clone(all[name])
				copy(b[y.offset:y.end], all[name][x.offset:x.end])
				_, damage, _ := readAll(t, b, file.Query{})
				if len(damage) != 1 || damage[0].Code != "order" || damage[0].Offset != y.offset || damage[0].Remark {
					t.Errorf("%s, the block at %d copied to %d: %+v", name, x.offset, y.offset, damage)
				}
			}
		}
		if pairs < 100 {
			t.Errorf("%s: only %d pairs of blocks of one size", name, pairs)
		}
	}
}

// Bytes after a trailer are reported as unread, unless they are zeros.
func TestBytesAfterTheTrailer(t *testing.T) {
	whole := corpus(t)["levels-none-none.hfile"]
	for _, c := range []struct {
		tail []byte
		lost int64
	}{{whole, int64(len(whole))}, {make([]byte, 9000), 0}} {
		got, damage, _ := readAll(t, slices.Concat(whole, c.tail, make([]byte, 8)), file.Query{Stored: true})
		if want, _, _ := readAll(t, whole, file.Query{Stored: true}); !slices.Equal(got, want) {
			t.Errorf("%d cells, want %d", len(got), len(want))
		}
		var lost int64
		for _, d := range damage {
			if d.Code == "trailer" && d.Offset == int64(bytes.Index(whole, []byte("TRABLK\"$"))) {
				lost = d.Lost
			}
		}
		if lost != c.lost && lost != c.lost+8 {
			t.Errorf("%d bytes are said to be unread, want %d: %+v", lost, c.lost, damage)
		}
	}
}

// Blocks that became zeros are lost, even if the zeros extend to the end of the file.
func TestBlocksThatBecameZeros(t *testing.T) {
	whole := corpus(t)["levels-none-none.hfile"]
	blocks := runs(t, whole)
	from := blocks[len(blocks)/2].offset
	b := slices.Clone(whole)
	clear(b[from:])
	got, damage, _ := readAll(t, b, file.Query{Stored: true})
	want, _, _ := readAll(t, whole, file.Query{Stored: true})
	if !slices.Equal(numberless(got), numberless(want[:blocks[len(blocks)/2].from])) {
		t.Errorf("%d cells", len(got))
	}
	if !slices.ContainsFunc(damage, func(d file.Damage) bool { return d.Code == "block" && d.Offset == from && d.Lost > 0 }) {
		t.Errorf("the zeros from %d on are not reported: %+v", from, damage)
	}
}
