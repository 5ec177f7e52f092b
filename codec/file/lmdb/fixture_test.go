package lmdb_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/rowlens/rowlens/codec/file"
	"github.com/rowlens/rowlens/codec/file/lmdb"
	"github.com/rowlens/rowlens/internal/storetest"
)

// fixtures returns the fixtures that have rows from the library's own cursors.
func fixtures(t testing.TB) []string {
	var names []string
	for _, name := range storetest.Names(t, "lmdb") {
		if !strings.HasPrefix(name, "lmdb/implexus-") {
			names = append(names, name)
		}
	}
	return names
}

func TestEveryFixtureIsReadAsTheLibraryReadIt(t *testing.T) {
	for _, name := range fixtures(t) {
		t.Run(name, func(t *testing.T) {
			s := storetest.Open(t, lmdb.Kind, storetest.Folder(t, name))
			got, damage := storetest.Read(t, s, file.Query{})
			storetest.Compare(t, got, storetest.Lines(t, name, "expected.jsonl"))
			storetest.CompareDamage(t, damage, storetest.Issues(t, name))
			if again, _ := storetest.Read(t, s, file.Query{}); len(again) != len(got) {
				t.Errorf("a second scan gives %d rows", len(again))
			}
		})
	}
}

// A large file is not copied into memory: its pages are read when needed.
func TestPagesAreReadWhenTheyAreNeeded(t *testing.T) {
	defer lmdb.WithoutCopies()()
	for _, name := range fixtures(t) {
		t.Run(name, func(t *testing.T) {
			s := storetest.Open(t, lmdb.Kind, disk{storetest.Folder(t, name)})
			got, damage := storetest.Read(t, s, file.Query{})
			storetest.Compare(t, got, storetest.Lines(t, name, "expected.jsonl"))
			storetest.CompareDamage(t, damage, storetest.Issues(t, name))
		})
	}
}

func TestTheStateBeforeIsReadToo(t *testing.T) {
	read := 0
	for _, name := range fixtures(t) {
		want := storetest.Lines(t, name, "previous.jsonl")
		if want == nil {
			continue
		}
		t.Run(name, func(t *testing.T) {
			s := storetest.Open(t, lmdb.Kind, storetest.Folder(t, name))
			got, damage := storetest.Read(t, s, file.Query{At: head(t, name).Txn - 1, HasAt: true})
			storetest.Compare(t, got, want)
			storetest.CompareDamage(t, damage, nil)
			if _, err := s.Scan(file.All, file.Query{At: head(t, name).Txn - 2, HasAt: true}); err == nil {
				t.Error("a state that is no more is shown")
			}
			read++
		})
	}
	if read < 4 {
		t.Errorf("%d fixtures have a state before", read)
	}
}

// databases is a line of databases.jsonl. The first line has the numbers of the file itself.
type databases struct {
	PageSize, LastPage, Txn         uint64
	DB                              *string
	Flags, Depth                    uint64
	Branch, Leaf, Overflow, Entries uint64
}

func head(t testing.TB, name string) databases {
	t.Helper()
	var d databases
	if err := json.Unmarshal([]byte(storetest.Lines(t, name, "databases.jsonl")[0]), &d); err != nil {
		t.Fatal(err)
	}
	return d
}

// The rows of the Implexus files equal those that mdb_dump printed.
func TestImplexusRowsAreThoseOfTheDump(t *testing.T) {
	for _, name := range []string{"lmdb/implexus-good", "lmdb/implexus-corrupt"} {
		files := storetest.Folder(t, name)
		got, damage := storetest.Read(t, storetest.Open(t, lmdb.Kind, files), file.Query{})
		storetest.CompareDamage(t, damage, nil)
		_, rows, _ := strings.Cut(string(files["dump.hex.txt"]), "HEADER=END\n")
		rows, _, ok := strings.Cut(rows, "DATA=END\n")
		lines := strings.Split(strings.TrimSuffix(rows, "\n"), "\n")
		if !ok || len(lines)%2 != 0 {
			t.Fatalf("%s: the dump has %d lines", name, len(lines))
		}
		var want []string
		for pair := range slices.Chunk(lines, 2) {
			want = append(want, `{"db":null,"key":"`+pair[0][1:]+`","value":"`+pair[1][1:]+`"}`)
		}
		storetest.Compare(t, got, want)
	}
}

// A lock file is recognised as one. Neither it nor a text file is a store, but a text in place of the data file beside it is
// damage.
func TestOtherFilesAreNoStores(t *testing.T) {
	lock := make([]byte, 8192)
	copy(lock, "\xde\xc0\xef\xbe\x01\x00\x00\x00")
	set, err := file.Look(file.Files{
		"lock.mdb": lock, "text.mdb": []byte("a text\n"), "data.mdb": []byte("a text too\n"), "empty": nil,
	}, []*file.Kind{lmdb.Kind})
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range set.Files {
		if (f.What == "lock") != (f.Name == "lock.mdb") || f.What == "data" {
			t.Errorf("%s is %q", f.Name, f.What)
		}
	}
	stores, err := set.Stores(file.Options{})
	if len(stores) != 1 || err != nil {
		t.Fatalf("%d stores, %v", len(stores), err)
	}
	if d := stores[0].Damage(); len(stores[0].Tables()) > 0 || len(d) != 1 || d[0].File != "data.mdb" || d[0].Code != "magic" {
		t.Errorf("%d tables, %+v", len(stores[0].Tables()), d)
	}
}
