package rocksdb

import (
	"errors"
	"fmt"
	"io"
	"testing"

	"github.com/rowlens/rowlens/codec/file"
	"github.com/rowlens/rowlens/internal/storetest"
)

var errLost = errors.New("the disk is gone")

// flaky is a folder in which one of the reads returns an error and no bytes.
type flaky struct {
	file.Folder
	left *int // reads up to it
	err  error
}

func (f flaky) Open(name string) (file.File, error) {
	of, err := f.Folder.Open(name)
	return flakyFile{of, f}, err
}

type flakyFile struct {
	file.File
	of flaky
}

func (f flakyFile) ReadAt(p []byte, at int64) (int, error) {
	if *f.of.left--; *f.of.left == 0 {
		return 0, f.of.err
	}
	return f.File.ReadAt(p, at)
}

// readFlaky opens and scans the only store, and returns its entries, and how many places are damaged.
func readFlaky(folder file.Folder, q file.Query) (entries string, damage int, err error) {
	set, err := file.Look(folder, []*file.Kind{Kind})
	if err != nil {
		return "", 0, err
	}
	stores, err := set.Stores(file.Options{})
	if err != nil {
		return "", 0, err
	}
	defer stores[0].Close()
	c, err := stores[0].Scan(file.All, q)
	if err != nil {
		return "", 0, err
	}
	defer c.Close()
	damage = len(stores[0].Damage())
	var e file.Entry
	for c.Next(&e) {
		if e.Damage != nil {
			damage++
		} else {
			entries += fmt.Sprintln(e.Parts)
		}
	}
	return entries, damage, c.Err()
}

// Reading must not end early without a word: not where blocks are found without an index or a footer, and not
// because a file beside the tables is not read.
func TestAReadThatFailsIsAnError(t *testing.T) {
	for _, name := range []string{"rocksdb/damaged-footer", "rocksdb/damaged-index", "rocksdb/delimiters", "rocksdb/wal"} {
		for _, q := range []file.Query{{}, {Stored: true, Salvage: true}} {
			left := 0
			folder := flaky{storetest.Folder(t, name), &left, errLost}
			entries, damage, err := readFlaky(folder, q)
			if err != nil {
				t.Fatal(name, err)
			}
			failed := 0
			for n := 1; ; n++ {
				left = n
				got, damaged, err := readFlaky(folder, q)
				if left > 0 {
					break // it has no more reads
				}
				if errors.Is(err, errLost) {
					failed++
				} else if err != nil || damaged <= damage && (got != entries || damaged < damage) {
					t.Errorf("%s %+v, read %d: %d bytes of entries instead of %d, %d of %d damages, %v", name, q, n, len(got), len(entries), damaged, damage, err)
				}
			}
			if failed == 0 {
				t.Errorf("%s %+v: no failed read was an error", name, q)
			}
		}
	}
}

// A file that ends before it should is not read as if it had always been shorter.
func TestAFileThatBecomesShorterHasMoved(t *testing.T) {
	q := file.Query{Stored: true, Salvage: true}
	for _, name := range []string{"rocksdb/damaged-footer", "rocksdb/damaged-index", "rocksdb/wal"} {
		left := 0
		folder := flaky{storetest.Folder(t, name), &left, io.EOF}
		whole, damage, err := readFlaky(folder, q)
		if err != nil {
			t.Fatal(name, err)
		}
		for n := 1; ; n++ {
			left = n
			got, damaged, err := readFlaky(folder, q)
			if left > 0 {
				break // it has no more reads
			}
			if err == nil && damaged <= damage && got != whole {
				t.Errorf("%s, read %d: %d bytes of entries instead of %d, without an error or damage", name, n, len(got), len(whole))
			}
		}
	}
}
