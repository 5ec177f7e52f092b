package rocksdb

import (
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"

	"github.com/rowlens/rowlens/codec/file"
	"github.com/rowlens/rowlens/internal/storetest"
)

// shuffled returns a table in which some neighbouring entries or separators may be swapped.
func shuffled(r *rand.Rand, swaps int) []byte {
	const blocks, each = 12, 6
	var keys, separators []string
	for i := range blocks * each {
		keys = append(keys, "k"+strconv.Itoa(1000+i*3))
		if i%each == each-1 {
			separators = append(separators, "k"+strconv.Itoa(1000+i*3+r.IntN(3)))
		}
	}
	for range swaps {
		if list, from := keys, r.IntN(len(keys)); r.IntN(4) == 0 {
			list, from = separators, r.IntN(len(separators))
			to := r.IntN(len(separators))
			list[from], list[to] = list[to], list[from]
		} else {
			to := min(len(keys)-1, from+r.IntN(9))
			list[from], list[to] = list[to], list[from]
		}
	}
	w := &tableWriter{version: 5, sum: sumCRC32C, props: [][2]string{{"rocksdb.comparator", bytewise}}}
	var index []pair
	for i := range blocks {
		var pairs []pair
		for j, key := range keys[i*each : (i+1)*each] {
			pairs = append(pairs, pair{internalKey(key, uint64(i*each+j+1), typePut), "v"})
		}
		index = append(index, pair{internalKey(separators[i], 0, 0), w.add(pairs...).written()})
	}
	return w.finishWith(w.block(blockOf(index...)))
}

// partsOf reads parts up to the first that is not sound, and reports whether all were sound.
func partsOf(t *testing.T, parts *file.Parts) (keys []string, sound bool) {
	t.Helper()
	for p := parts.Next(); p != nil; p = parts.Next() {
		c, err := p.Open()
		if err != nil {
			t.Fatal(err)
		}
		var e file.Entry
		for c.Next(&e) {
			if e.Damage != nil {
				return keys, false
			}
			keys = append(keys, string(e.Parts[0].Bytes))
		}
		if c.Err() != nil {
			return keys, false
		}
	}
	return keys, true
}

func TestPartsAreTheScanOrSayThatTheyAreNot(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	cut, refused := 0, 0
	for n := range 3000 {
		swaps := n % 4
		s := storetest.Open(t, Kind, file.Files{"000007.sst": shuffled(r, swaps)})
		for _, q := range []file.Query{{}, {Start: []byte("k1050")}, {Start: []byte("k1031"), Stop: []byte("k1130")}} {
			var want []string
			c, err := s.Scan(0, q)
			if err != nil {
				t.Fatal(err)
			}
			var e file.Entry
			for c.Next(&e) {
				want = append(want, string(e.Parts[0].Bytes))
			}
			parts := s.(file.Splitter).Split(file.All, q, int64(1+r.IntN(300)))
			if parts == nil {
				refused++
				continue
			}
			got, sound := partsOf(t, parts)
			switch {
			case len(got) > len(want) || !slices.Equal(got, want[:len(got)]):
				t.Fatalf("%d with %d swaps, %q: %q is no beginning of %q", n, swaps, q.Start, got, want)
			case sound && len(got) != len(want):
				t.Fatalf("%d with %d swaps, %q: %d entries of %d, and no word of it", n, swaps, q.Start, len(got), len(want))
			case sound:
				cut++
			case swaps == 0:
				t.Fatalf("%d: a table in order is said not to be", n)
			default:
				refused++
			}
		}
	}
	if cut < 2000 || refused < 2000 {
		t.Errorf("%d scans were cut, %d were not: want both", cut, refused)
	}
}

func TestWhatCannotBeCutIsNot(t *testing.T) {
	for _, name := range []string{"rocksdb/damaged-index", "rocksdb/timestamps"} {
		s := storetest.Open(t, Kind, storetest.Folder(t, name))
		for i, f := range s.(*database).families {
			for _, x := range f.files {
				if parts := s.(file.Splitter).Split(i, file.Query{}, 1); (x.table.lost || f.order.timed) && parts != nil {
					t.Errorf("%s: a family of which nobody knows where blocks are, or with timestamps, is cut", name)
				}
			}
		}
	}
	s := storetest.Open(t, Kind, storetest.Folder(t, "rocksdb/small"))
	if s.(file.Splitter).Split(file.All, file.Query{Salvage: true}, 1) != nil {
		t.Error("a scan that salvages is cut")
	}
}
