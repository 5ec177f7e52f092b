package rfile

import (
	"errors"
	"math/rand/v2"
	"testing"

	"github.com/rowlens/rowlens/codec/file"
	"github.com/rowlens/rowlens/internal/storetest"
)

var errLost = errors.New("the connection was lost")

// flaky is a folder of which one read fails.
type flaky struct {
	file.Files
	left *int // reads before the one that fails
}

type flakyFile struct {
	file.File
	left *int
}

func (f flaky) Open(name string) (file.File, error) {
	inner, err := f.Files.Open(name)
	return flakyFile{inner, f.left}, err
}

func (f flakyFile) ReadAt(p []byte, at int64) (int, error) {
	if *f.left--; *f.left == 0 {
		return 0, errLost
	}
	return f.File.ReadAt(p, at)
}

// What cannot be read is not damaged: a scan either is complete, or ends with the reason, after rows that it has. The
// next one of the same store reads again.
func TestAReadThatFailsIsNoDamage(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	m := maker{version: 8, codec: "none", most: 3, deep: true}
	folder := file.Files{
		"F0000001.rf": m.file(
			madeGroup{name: "one", entries: madeEntries(random, 40, "f1")},
			madeGroup{entries: madeEntries(random, 40, "x", "y")}),
		"A0000002.rf": m.file(madeGroup{entries: madeEntries(random, 40, "f1", "x")}),
	}
	whole, damage := storetest.Read(t, storetest.Open(t, Kind, folder), file.Query{})
	if len(damage) > 0 {
		t.Fatal(damage)
	}
	left := 0
	set, err := file.Look(flaky{folder, &left}, []*file.Kind{Kind})
	if err != nil {
		t.Fatal(err)
	}
	opening, scanning := 0, 0
	for n := 1; ; n++ {
		left = n
		stores, err := set.Stores(file.Options{})
		if err != nil {
			if opening++; !errors.Is(err, errLost) {
				t.Errorf("read %d: %v", n, err)
			}
			continue
		}
		rows, err := scanned(t, stores[0])
		if err == nil && left > 0 {
			break // it has no more reads
		}
		if scanning++; !errors.Is(err, errLost) || rows >= len(whole) {
			t.Errorf("read %d: %d of %d rows, %v", n, rows, len(whole), err)
		}
		if rows, err := scanned(t, stores[0]); err != nil || rows != len(whole) {
			t.Errorf("read %d, again: %d rows, %v", n, rows, err)
		}
	}
	if opening == 0 || scanning == 0 {
		t.Errorf("%d reads of opening and %d of scanning failed", opening, scanning)
	}
}

func scanned(t *testing.T, s file.Store) (rows int, err error) {
	c, err := s.Scan(file.All, file.Query{})
	if err != nil {
		return 0, err
	}
	var e file.Entry
	for c.Next(&e) {
		if e.Damage != nil {
			t.Errorf("damage: %v", e.Damage)
		}
		rows++
	}
	return rows, c.Err()
}
