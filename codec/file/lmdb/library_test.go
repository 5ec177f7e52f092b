package lmdb_test

import (
	"bufio"
	"bytes"
	"errors"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/rowlens/rowlens/codec/file"
	"github.com/rowlens/rowlens/codec/file/lmdb"
	"github.com/rowlens/rowlens/internal/ondisk"
	"github.com/rowlens/rowlens/internal/storetest"
)

// A database of random options and rows reads as with the library's cursors, with nothing to report.
func TestRandomDatabasesReadAsWithTheLibrary(t *testing.T) {
	until := time.Now().Add(storetest.Soak())
	seed := int64(1)
	if storetest.Soak() > time.Minute {
		seed = time.Now().UnixNano() % 1e9 // different databases each time
	}
	for databases := 0; databases < 3 || time.Now().Before(until); databases, seed = databases+1, seed+1 {
		folder := filepath.Join(t.TempDir(), "db")
		rows := strconv.Itoa(100 << (seed % 11)) // up to 102,400
		out, err := storetest.Library(t, "liblmdb", "make", folder, strconv.FormatInt(seed, 10), rows).Output()
		if err != nil {
			t.Fatalf("library.py: %v (.ci/install liblmdb installs the library): %s", err, said(err))
		}
		want := strings.Split(strings.TrimSuffix(string(out), "\n"), "\n")
		s := storetest.Open(t, lmdb.Kind, ondisk.Dir(folder))
		got, damage := storetest.Read(t, s, file.Query{})
		t.Run("seed "+strconv.FormatInt(seed, 10), func(t *testing.T) {
			storetest.Compare(t, got, want)
			storetest.CompareDamage(t, damage, nil)
		})
		s.Close()
	}
}

func said(err error) string {
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		return string(exit.Stderr)
	}
	return ""
}

// While a writer keeps giving all rows a new number, each scan sees a single number or reports
// that the file moved.
func TestAWriterAtWorkIsNeverMixed(t *testing.T) {
	for _, copies := range []bool{true, false} {
		t.Run(strconv.FormatBool(copies), func(t *testing.T) {
			if !copies {
				defer lmdb.WithoutCopies()()
			}
			folder := filepath.Join(t.TempDir(), "db")
			writer := storetest.Library(t, "liblmdb", "write", folder)
			stop, err := writer.StdinPipe()
			if err != nil {
				t.Fatal(err)
			}
			out, err := writer.StdoutPipe()
			if err != nil {
				t.Fatal(err)
			}
			var problem bytes.Buffer
			writer.Stderr = &problem
			if err := writer.Start(); err != nil {
				t.Fatal(err)
			}
			if line, err := bufio.NewReader(out).ReadString('\n'); err != nil {
				t.Fatalf("library.py said %q, %v: %s", line, err, problem.String())
			}
			states := map[string]int{}
			moved := 0
			until := time.Now().Add(time.Minute) // the writer may have to wait for a processor
			for n := 0; n < 200 || len(states) < 2 && time.Now().Before(until); n++ {
				state, err := scanState(t, ondisk.Dir(folder))
				switch {
				case errors.Is(err, file.ErrMoved):
					moved++
				case err != nil:
					t.Error(err)
				default:
					states[state]++
				}
			}
			t.Logf("%d states, and %d times the file moved", len(states), moved)
			if len(states) < 2 {
				t.Errorf("%d states were seen", len(states))
			}
			stop.Close()
			if err := writer.Wait(); err != nil {
				t.Errorf("library.py: %v: %s", err, problem.String())
			}
			if state, err := scanState(t, ondisk.Dir(folder)); err != nil || state == "" {
				t.Errorf("after the writer, the state is %q, %v", state, err)
			}
		})
	}
}

// scanState opens and scans a folder and returns the number that all rows share.
func scanState(t *testing.T, folder file.Folder) (string, error) {
	t.Helper()
	set, err := file.Look(folder, []*file.Kind{lmdb.Kind})
	if err != nil {
		return "", err
	}
	stores, err := set.Stores(file.Options{})
	if err != nil {
		return "", err
	}
	defer stores[0].Close()
	c, err := stores[0].Scan(file.All, file.Query{})
	if err != nil {
		return "", err
	}
	defer c.Close()
	var e file.Entry
	state, rows := "", 0
	mixed := error(nil)
	for c.Next(&e) {
		if e.Damage != nil {
			return "", errors.New("damage: " + e.Damage.Code + ", expected " + e.Damage.Expected + ", found " + e.Damage.Found)
		}
		n, _, _ := strings.Cut(string(e.Parts[1].Bytes), "/")
		if rows++; rows > 1 && n != state {
			mixed = errors.New("rows of the states " + state + " and " + n)
		}
		state = n
	}
	if c.Err() != nil {
		return "", c.Err() // the rows read so far are discarded
	}
	if check := stores[0].Check(); len(check) > 0 {
		return "", errors.New("after the scan: " + check[0].Code + ", " + check[0].Found)
	}
	if rows != 400 && mixed == nil {
		mixed = errors.New(strconv.Itoa(rows) + " rows")
	}
	return state, mixed
}
