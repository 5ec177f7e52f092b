package rocksdb_test

import (
	"bufio"
	"errors"
	"flag"
	"fmt"
	"hash/crc32"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/rowlens/rowlens/codec/file"
	"github.com/rowlens/rowlens/codec/file/rocksdb"
	"github.com/rowlens/rowlens/internal/ondisk"
	"github.com/rowlens/rowlens/internal/storetest"
)

// libraries are those that make the databases: Debian's, which is installed with ldb, and newer ones.
var libraries = flag.String("librocksdb", "librocksdb.so.7.8", "shared libraries of RocksDB to compare with, with commas between them")

// Databases of up to 100,000 entries with random options read as with the library's own
// iterators, in every state that has a snapshot, with nothing to report except open transactions.
func TestRandomDatabasesReadAsWithTheLibrary(t *testing.T) {
	until := time.Now().Add(storetest.Soak())
	seed := int64(1)
	if storetest.Soak() > time.Minute {
		seed = time.Now().UnixNano() % 1e9 // different databases each time
	}
	all, crashes := strings.Split(*libraries, ","), 0
	for n := 0; n < 4 || time.Now().Before(until); n, seed = n+1, seed+1 {
		name := all[n%len(all)]
		folder := filepath.Join(t.TempDir(), "db")
		entries := strconv.Itoa([]int{100_000, 3000, 500, 20_000}[n%4])
		out, err := storetest.Library(t, "ldb", name, "make", folder, strconv.FormatInt(seed, 10), entries).Output()
		if crashed(err) {
			if crashes++; crashes > 1+n/3 {
				t.Fatalf("%s crashed %d times, the last time with seed %d and %s entries", name, crashes, seed, entries)
			}
			continue
		}
		if err != nil {
			t.Fatalf("library.py, seed %d, %s entries: %v (.ci/install ldb installs the library): %s", seed, entries, err, said(err))
		}
		t.Run(filepath.Base(name)+" seed "+strconv.FormatInt(seed, 10)+" entries "+entries, func(t *testing.T) {
			compareWithLibrary(t, folder, string(out))
		})
	}
}

// compareWithLibrary compares the states of a database with what library.py printed.
func compareWithLibrary(t *testing.T, folder, out string) {
	s := storetest.Open(t, rocksdb.Kind, ondisk.Dir(folder))
	states := strings.Split(out, "#at ")
	prepared := 0
	if rest, ok := strings.CutPrefix(states[0], "#prepared "); ok {
		number, rows, _ := strings.Cut(rest, "\n")
		states[0] = rows
		prepared, _ = strconv.Atoi(number)
	}
	for i, want := range states {
		q := file.Query{}
		if i > 0 {
			at, rows, _ := strings.Cut(want, "\n")
			q.At, _ = strconv.ParseUint(at, 10, 64)
			q.HasAt, want = true, rows
		}
		got, damage := storetest.Read(t, s, q)
		storetest.Compare(t, got, strings.Split(strings.TrimSuffix(want, "\n"), "\n"))
		waiting := 0
		for _, d := range damage {
			switch d.Code {
			case "prepared":
				waiting++
			case "log-tail": // remains of an older log after the end of a recycled one
			default:
				t.Errorf("%+v", d)
			}
		}
		if waiting != prepared {
			t.Errorf("%d transactions wait, want %d", waiting, prepared)
		}
	}
}

// crashed reports whether a signal ended the library. RocksDB 7 crashes with some seeds, for unknown
// reasons; such a database has no rows to compare with.
func crashed(err error) bool {
	var exit *exec.ExitError
	return errors.As(err, &exit) && exit.ExitCode() < 0
}

func said(err error) string {
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		return string(exit.Stderr)
	}
	return ""
}

// While a writer keeps giving all rows of two families the same new number, flushing and
// compacting, each scan sees a single number, never an older one than before.
func TestAWriterOfBatchesIsNeverMixed(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "db")
	writer := storetest.Library(t, "ldb", strings.Split(*libraries, ",")[0], "write", folder)
	stop, err := writer.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := writer.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	var problem strings.Builder
	writer.Stderr = &problem
	if err := writer.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = writer.Process.Kill() }) // in case the test failed early
	lines := bufio.NewReader(out)
	if line, err := lines.ReadString('\n'); err != nil {
		t.Fatalf("library.py said %q, %v (.ci/install ldb installs the library): %s", line, err, problem.String())
	}
	states, newest := map[int]bool{}, 0
	until := time.Now().Add(time.Minute) // the writer may have to wait for a processor
	for n := 0; n < 200 || len(states) < 20 && time.Now().Before(until); n++ {
		at := batchOfAll(t, folder)
		if at < newest {
			t.Errorf("scan %d shows the batch %d after the batch %d", n, at, newest)
		}
		newest, states[at] = at, true
	}
	stop.Close()
	last, err := lines.ReadString('\n')
	if err != nil || writer.Wait() != nil {
		t.Fatalf("library.py: %v: %s", err, problem.String())
	}
	before := listing(t, folder)
	if at := batchOfAll(t, folder); strconv.Itoa(at) != strings.TrimSpace(last) {
		t.Errorf("after the writer, the batch is %d, want %s", at, last)
	}
	if after := listing(t, folder); !slices.Equal(after, before) {
		t.Errorf("the folder was %v, and is %v after a scan", before, after)
	}
	t.Logf("%d batches were seen, of %s", len(states), last)
	if len(states) < 2 {
		t.Errorf("%d batches were seen", len(states))
	}
}

// listing returns the content of a folder: names, sizes, times and checksums.
func listing(t *testing.T, folder string) (all []string) {
	t.Helper()
	entries, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		info, err := e.Info()
		if err != nil {
			t.Fatal(err)
		}
		b, err := os.ReadFile(filepath.Join(folder, e.Name()))
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, fmt.Sprint(e.Name(), len(b), info.ModTime(), crc32.ChecksumIEEE(b)))
	}
	return all
}

// batchOfAll scans a database and returns the number that all rows share.
func batchOfAll(t *testing.T, folder string) int {
	t.Helper()
	set, err := file.Look(ondisk.Dir(folder), []*file.Kind{rocksdb.Kind})
	if err != nil {
		t.Fatal(err)
	}
	stores, err := set.Stores(file.Options{})
	if err != nil || len(stores) != 1 {
		t.Fatalf("%d stores, %v", len(stores), err)
	}
	defer stores[0].Close()
	for _, d := range stores[0].Damage() {
		if d.Code != "log-tail" { // a half-written record
			t.Fatalf("%+v", d)
		}
	}
	c, err := stores[0].Scan(file.All, file.Query{})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	var e file.Entry
	rows, batch := 0, ""
	for ; c.Next(&e); rows++ {
		if e.Damage != nil || e.Empty {
			t.Fatalf("row %d is missing: %+v", rows, e.Damage)
		}
		n, _, _ := strings.Cut(string(e.Parts[1].Bytes), "/")
		if rows > 0 && n != batch {
			t.Fatalf("rows of the batches %s and %s", batch, n)
		}
		batch = n
	}
	if c.Err() != nil || rows != 400 {
		t.Fatalf("%d rows, want 400: %v", rows, c.Err())
	}
	n, err := strconv.Atoi(batch)
	if err != nil {
		t.Fatal(err)
	}
	return n
}
