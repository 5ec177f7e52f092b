package stores

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/rowlens/rowlens/codec/file"
	"github.com/rowlens/rowlens/internal/storetest"
)

func write(t *testing.T, name string, content []byte) string {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, content, 0o644); err != nil {
		t.Fatal(err)
	}
	return name
}

func opened(t *testing.T, paths ...string) *Folder {
	t.Helper()
	f, err := New(paths, new(atomic.Int64))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(f.Close)
	return f
}

// listed returns the names in a folder, each with its size.
func listed(t *testing.T, f *Folder) string {
	t.Helper()
	all, err := f.List()
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, info := range all {
		names = append(names, info.Name+":"+itoa(int(info.Size)))
	}
	return strings.Join(names, " ")
}

func content(t *testing.T, f file.Folder, name string) string {
	t.Helper()
	x, err := f.Open(name)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	defer x.Close()
	b, err := file.ReadAll(x, nil, 0, int(x.Size()))
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func TestFilesHaveNamesInWhatWasGiven(t *testing.T) {
	dir := t.TempDir()
	db, other := filepath.Join(dir, "db"), filepath.Join(dir, "more", "db")
	write(t, filepath.Join(db, "b"), []byte("12"))
	write(t, filepath.Join(db, "a", "c"), []byte("123"))
	log := write(t, filepath.Join(other, "d"), []byte("1"))
	for _, c := range []struct {
		paths []string
		want  string
		shown string // path of the first file
	}{
		{[]string{db}, "a/c:3 b:2", filepath.Join(db, "a", "c")},
		{[]string{log}, "d:1", log},
		{[]string{db, log}, "d:1 db/a/c:3 db/b:2", log},
		{[]string{db, other}, "2/db/d:1 db/a/c:3 db/b:2", log},
	} {
		f := opened(t, c.paths...)
		if got := listed(t, f); got != c.want {
			t.Errorf("%v: %s, want %s", c.paths, got, c.want)
			continue
		}
		name, _, _ := strings.Cut(c.want, ":")
		if f.Shown(name) != c.shown || !strings.HasSuffix(f.Path(name), filepath.ToSlash(c.shown)) {
			t.Errorf("%s is %s", name, f.Shown(name))
		}
		if want := string(must(os.ReadFile(c.shown))); content(t, f, name) != want || f.Read.Load() != int64(len(want)) {
			t.Errorf("%s: %d bytes were read", name, f.Read.Load())
		}
	}
	f := opened(t, db)
	listed(t, f)
	for _, name := range []string{"x", "../more/db/d", ""} {
		if _, err := f.Open(name); !errors.Is(err, file.ErrNotThere) {
			t.Errorf("%q: %v", name, err)
		}
	}
	if x, err := f.OpenPath(filepath.ToSlash(log)); err != nil || x.Size() != 1 {
		t.Errorf("beyond: %v", err)
	}
	if err := os.Remove(filepath.Join(db, "b")); err != nil {
		t.Fatal(err)
	}
	if _, err := f.Open("b"); !errors.Is(err, file.ErrNotThere) {
		t.Errorf("a file that is gone: %v", err)
	}
}

func must(b []byte, err error) []byte {
	if err != nil {
		panic(err)
	}
	return b
}

func TestLinksAreFollowedOnce(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "a", "f"), []byte("1"))
	for link, to := range map[string]string{
		filepath.Join("a", "up"): dir, "self": ".", filepath.Join("a", "file"): "f", "b": "a", "nowhere": "none",
	} {
		if err := os.Symlink(to, filepath.Join(dir, link)); err != nil {
			t.Fatal(err)
		}
	}
	if got, want := listed(t, opened(t, dir)), "a/f:1 a/file:1 b/f:1 b/file:1"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

func TestPackedFilesAreListedAsTheyAreUnpacked(t *testing.T) {
	dir := t.TempDir()
	binary := []byte("\x00\x01binary")
	write(t, filepath.Join(dir, "data.mdb.gz"), storetest.Gzipped(t, binary))
	write(t, filepath.Join(dir, "scan.txt.gz"), storetest.Gzipped(t, []byte("only text")))
	f := opened(t, dir)
	names := listed(t, f)
	if !strings.HasPrefix(names, "data.mdb:8 scan.txt.gz:") {
		t.Error(names)
	}
	if got := content(t, f, "data.mdb"); got != string(binary) {
		t.Errorf("%q", got)
	}
	write(t, filepath.Join(dir, "data.mdb.gz"), storetest.Gzipped(t, []byte("\x00 another, and longer")))
	if names := listed(t, f); !strings.HasPrefix(names, "data.mdb:21 ") {
		t.Errorf("after a change: %s", names)
	}
}

// What does not fit into memory goes to a temporary file, which leaves nothing behind.
func TestSpoolingLeavesNothing(t *testing.T) {
	tmp := t.TempDir()
	t.Setenv("TMPDIR", tmp)
	long := bytes.Repeat([]byte("0123456789"), 1000)
	for _, most := range []int64{0, 10, int64(len(long)) - 1, int64(len(long)), 1 << 20} {
		s, err := spool(bytes.NewReader(long), most)
		if err != nil {
			t.Fatal(err)
		}
		if _, memory := s.content.(file.Memory); memory != (most >= int64(len(long))) {
			t.Errorf("most %d: in memory %v", most, memory)
		}
		got, err := file.ReadAll(s.content, nil, 0, len(long)+5)
		if err != nil || !bytes.Equal(got, long) || s.content.Size() != int64(len(long)) {
			t.Errorf("most %d: %d bytes, %v", most, len(got), err)
		}
		s.content.Close()
		if s.remove != "" {
			os.Remove(s.remove)
		}
		if left, err := os.ReadDir(tmp); err != nil || len(left) > 0 {
			t.Errorf("most %d: %v is left, %v", most, left, err)
		}
	}
}

func TestWhatIsNoFileIsRefused(t *testing.T) {
	if _, err := New([]string{filepath.Join(t.TempDir(), "none")}, nil); !errors.Is(err, os.ErrNotExist) {
		t.Error(err)
	}
	if _, err := New([]string{os.DevNull}, nil); err == nil || !strings.Contains(err.Error(), "neither a file nor a folder") {
		t.Error(err)
	}
}

func TestAPipeIsAFolderOfOneFile(t *testing.T) {
	f := Piped(file.Memory("abc"), new(atomic.Int64))
	if got := listed(t, f); got != "standard input:3" || content(t, f, "standard input") != "abc" {
		t.Error(got)
	}
	if content(t, f, "standard input") != "abc" {
		t.Error("it can be opened once only")
	}
	if _, err := f.OpenPath("/etc/hosts"); !errors.Is(err, file.ErrNotThere) {
		t.Error("a pipe has no neighbours")
	}
}

// Folders above the process's own must not tell which table an offered file belongs to, nor show in messages.
func TestAnOfferedFileHasNoPathButItsName(t *testing.T) {
	f := Offer([]Offered{{"data/default/people/abc/f/one", file.Memory("abc")}})
	if _, err := f.List(); err != nil {
		t.Fatal(err)
	}
	if got := f.Path("data/default/people/abc/f/one"); got != "data/default/people/abc/f/one" {
		t.Error(got)
	}
}

// A caller may have them from a map, so their order means nothing, unlike that of paths on a command line.
func TestOfferedFilesAreOneFolderInAnyOrder(t *testing.T) {
	var list []Offered
	for name, content := range storetest.Folder(t, "hfile/maryk") {
		list = append(list, Offered{name, file.Memory(content)})
	}
	var want []string
	for _, descending := range []bool{false, true} {
		slices.SortFunc(list, func(a, b Offered) int { return strings.Compare(a.Name, b.Name) })
		if descending {
			slices.Reverse(list)
		}
		g, err := Open(Offer(list), file.Options{})
		if err != nil {
			t.Fatal(err)
		}
		var paths []string
		for _, s := range g.Stores {
			paths = append(paths, s.Path())
		}
		g.Close()
		if want == nil {
			want = paths
		}
		if len(paths) < 2 || !slices.IsSorted(paths) || !slices.Equal(paths, want) {
			t.Errorf("descending %t: %q", descending, paths)
		}
	}
}

func TestGivenNamesWhatItDoesNotRead(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "notes.txt"), []byte("PAR1 is how Parquet begins"))
	write(t, filepath.Join(dir, "x.parquet"), []byte("PAR1\x15\x00"))
	g, err := Open(opened(t, dir), file.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if name, what := g.Other(); name != "x.parquet" || !strings.Contains(what.Title, "Parquet") || len(g.Stores) > 0 {
		t.Errorf("%s", name)
	}
	if slices.ContainsFunc(g.Set.Files, func(f file.Found) bool { return f.Kind != nil }) {
		t.Errorf("%v", g.Set.Files)
	}
}
