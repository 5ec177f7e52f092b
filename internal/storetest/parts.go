package storetest

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"github.com/rowlens/rowlens/codec/file"
)

// Tally counts the scans that were cut: into parts that were all sound, or not.
type Tally struct{ Scans, Sound, Unsound, Parts int }

// Want fails unless there were at least the given numbers of scans, of sound and of damaged stores.
func Want(t testing.TB, sound, damaged, wantSound, wantDamaged Tally) {
	t.Helper()
	for _, x := range [...]struct{ got, want Tally }{{sound, wantSound}, {damaged, wantDamaged}} {
		if x.got.Sound < x.want.Sound || x.got.Unsound < x.want.Unsound {
			t.Errorf("%+v, want at least %+v", x.got, x.want)
		}
	}
	t.Logf("%+v, with damage %+v", sound, damaged)
}

// Within returns a query that has each bound in every third case.
func Within(random *rand.Rand, stored bool, key func() []byte) file.Query {
	q := file.Query{Stored: stored}
	for _, bound := range [...]*[]byte{&q.Start, &q.Stop} {
		if random.IntN(3) == 0 {
			*bound = key()
		}
	}
	return q
}

// Parts compares the parts of a scan of everything, read in any order, with the scan: they equal it, or its beginning up
// to the first part that reports that it is not sound. It also compares the results of Check.
func Parts(t testing.TB, what string, random *rand.Rand, kind *file.Kind, folder file.Folder, q file.Query, size int64, tally *Tally) {
	t.Helper()
	whole, cut := storesOf(kind, folder), storesOf(kind, folder)
	for i, s := range cut {
		tally.Scans++
		sp, ok := s.(file.Splitter)
		if !ok {
			continue
		}
		parts := sp.Split(file.All, q, size)
		if parts == nil {
			continue
		}
		c, err := whole[i].Scan(file.All, q)
		want, damaged := entriesOf(c, err)
		got, sound := readParts(parts, random, tally)
		switch {
		case len(got) > len(want) || !slices.Equal(got, want[:len(got)]):
			t.Errorf("%s: the parts are no beginning of the scan: %s", what, differ(got, want))
		case !sound:
			tally.Unsound++
		case len(got) != len(want) || damaged:
			t.Errorf("%s: %d entries of %d, and no word of it", what, len(got), len(want))
		default:
			tally.Sound++
			if parts.Ended != nil {
				parts.Ended()
			}
			if a, b := s.Check(), whole[i].Check(); !reflect.DeepEqual(a, b) {
				t.Errorf("%s: after the parts Check says %+v, after the scan %+v", what, a, b)
			}
		}
	}
}

// storesOf opens the stores of a folder; none if it cannot be read.
func storesOf(kind *file.Kind, folder file.Folder) []file.Store {
	set, err := file.Look(folder, []*file.Kind{kind})
	if err != nil {
		return nil
	}
	list, _ := set.Stores(file.Options{})
	return list
}

// entriesOf returns everything that a cursor yields, and whether there was damage or an error.
func entriesOf(c file.Cursor, err error) (lines []string, damaged bool) {
	if err != nil {
		return nil, true
	}
	defer c.Close()
	var e file.Entry
	for c.Next(&e) {
		if e.Damage != nil {
			return lines, true
		}
		lines = append(lines, fmt.Sprint(e.Parts, e.Source, e.Table, e.Time, e.Type, e.Deleted, e.Block, e.At, e.Level, e.Sequence,
			e.Group, e.Columns, e.Tags, e.Empty))
	}
	return lines, c.Err() != nil
}

// readParts reads parts in any order, and joins them up to the first that is not sound.
func readParts(parts *file.Parts, random *rand.Rand, tally *Tally) (all []string, sound bool) {
	var list []*file.Part
	for p := parts.Next(); p != nil; p = parts.Next() {
		list = append(list, p)
	}
	tally.Parts += len(list)
	lines, damaged := make([][]string, len(list)), make([]bool, len(list))
	for _, i := range random.Perm(len(list)) {
		lines[i], damaged[i] = entriesOf(list[i].Open())
	}
	for i := range list {
		if all = append(all, lines[i]...); damaged[i] {
			return all, false
		}
	}
	return all, true
}

func differ(got, want []string) string {
	for i := range min(len(got), len(want)) {
		if got[i] != want[i] {
			return fmt.Sprintf("entry %d is %.200s, want %.200s", i, got[i], want[i])
		}
	}
	return fmt.Sprintf("%d entries, want %d", len(got), len(want))
}
