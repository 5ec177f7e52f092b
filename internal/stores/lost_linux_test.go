package stores

import (
	"bytes"
	"errors"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/rowlens/rowlens/codec/file"
	"github.com/rowlens/rowlens/internal/storetest"
)

// half writes half of the files of a fixture to a folder, and returns the folder and another file.
func half(t *testing.T) (dir string, other []byte) {
	t.Helper()
	dir = t.TempDir()
	files := storetest.Folder(t, "hfile/maryk")
	for i, name := range slices.Sorted(maps.Keys(files)) {
		if other = files[name]; i%2 == 0 {
			write(t, filepath.Join(dir, name), files[name])
		}
	}
	return dir, other
}

// damageOf returns all damage of stores, and how many tables they have.
func damageOf(t *testing.T, g *Given) (damage []file.Damage, tables int) {
	t.Helper()
	for _, s := range g.Stores {
		damage, tables = append(damage, s.Damage()...), tables+len(s.Tables())
	}
	return damage, tables
}

func TestWhatCannotBeReadIsDamage(t *testing.T) {
	dir, other := half(t)
	packed := storetest.Gzipped(t, other)
	g, err := Open(opened(t, dir), file.Options{})
	if err != nil {
		t.Fatal(err)
	}
	none, tables := damageOf(t, g)
	if g.Close(); len(none) > 0 || tables == 0 {
		t.Fatalf("%d tables, %v", tables, none)
	}
	wrong := bytes.Clone(packed)
	wrong[len(wrong)-6] ^= 1
	deep := strings.TrimSuffix(strings.Repeat("d/", depthMax), "/")
	for name, c := range map[string]struct {
		why  string
		make func(path string) error
	}{
		"cut.hfile.gz":     {"damaged or cut", func(p string) error { return os.WriteFile(p, packed[:len(packed)/2], 0o600) }},
		"any.gz":           {"damaged or cut", func(p string) error { return os.WriteFile(p, packed[:len(packed)-1], 0o600) }},
		"head.gz":          {"damaged", func(p string) error { return os.WriteFile(p, packed[:5], 0o600) }},
		"sum.hfile.gz":     {"checksum", func(p string) error { return os.WriteFile(p, wrong, 0o600) }},
		"dangling.hfile":   {"not there", func(p string) error { return os.Symlink("/nowhere", p) }},
		"loop.hfile":       {"too many", func(p string) error { return os.Symlink(filepath.Base(p), p) }},
		"pipe.hfile":       {"neither a file nor a folder", func(p string) error { return syscall.Mkfifo(p, 0o600) }},
		deep:               {"32 folders deep", func(p string) error { return os.MkdirAll(p, 0o700) }},
		"folder/cut.rf.gz": {"damaged or cut", func(p string) error { return os.WriteFile(p, packed[:99], 0o600) }},
	} {
		at := filepath.Join(dir, name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(at), 0o700), c.make(at)); err != nil {
			t.Fatal(err)
		}
		g, err := Open(opened(t, dir), file.Options{})
		if err != nil {
			t.Fatal(err)
		}
		damage, left := damageOf(t, g)
		if len(damage) != 1 || left != tables {
			t.Fatalf("%s: %d tables instead of %d, %+v", name, left, tables, damage)
		}
		d := damage[0]
		if d.File != name || d.Code != "unreadable" || d.Remark || !strings.Contains(d.Found, c.why) || !strings.Contains(d.Text, d.Found) {
			t.Errorf("%s: %+v", name, d)
		}
		g.Close()
		first, _, _ := strings.Cut(name, "/")
		if err := os.RemoveAll(filepath.Join(dir, first)); err != nil {
			t.Fatal(err)
		}
	}
}

// A program's pipe or socket has no entries. What has vanished since its folder was read is a file that the database removed.
func TestWhatHasNoEntriesIsNotLost(t *testing.T) {
	dir, other := half(t)
	if err := syscall.Mkfifo(filepath.Join(dir, "control"), 0o600); err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(dir, "scan.txt.gz"), storetest.Gzipped(t, []byte("only text")))
	gone := write(t, filepath.Join(dir, "gone.hfile"), other)
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(gone); err != nil {
		t.Fatal(err)
	}
	w := walk{folder: opened(t, dir), paths: map[string]string{}}
	for _, e := range entries {
		w.entry(e, filepath.Join(dir, e.Name()), e.Name(), nil)
	}
	if w.err != nil || len(w.lost) > 0 || len(w.all) == 0 {
		t.Errorf("%v, %v of %d", w.err, w.lost, len(w.all))
	}
}

func TestNothingButWhatCannotBeReadIsNoStore(t *testing.T) {
	dir := t.TempDir()
	at := write(t, filepath.Join(dir, "copy.gz"), storetest.Gzipped(t, bytes.Repeat([]byte("\x00abcdefgh"), 1<<16))[:40])
	for _, paths := range [][]string{{dir}, {at}} {
		g, err := Open(opened(t, paths...), file.Options{})
		if err != nil || len(g.Stores) > 0 || g.Lost("") != at+": compressed with gzip, but damaged or cut: unexpected EOF" {
			t.Errorf("%v: %v, %q", paths, err, g.Lost(""))
		}
	}
}

// unreliable is a file that cannot be read from some offset on.
type unreliable struct {
	file.Memory
	good int64
}

var errGone = errors.New("the network is gone")

func (u unreliable) ReadAt(p []byte, at int64) (int, error) {
	if at+int64(len(p)) > u.good {
		return 0, errGone
	}
	return u.Memory.ReadAt(p, at)
}

// A file that could not be read is not one that is damaged: it may be sound.
func TestAFailedReadIsAnError(t *testing.T) {
	random := make([]byte, 1<<16)
	for i := range random {
		random[i] = byte(i * i >> 3 * (i | 7))
	}
	packed := storetest.Gzipped(t, random)
	for _, good := range []int64{0, 4, 600, int64(len(packed)) - 1} {
		_, err := Open(Offer([]Offered{{"data.mdb.gz", unreliable{packed, good}}}), file.Options{})
		if !errors.Is(err, errGone) {
			t.Errorf("%d of %d bytes: %v", good, len(packed), err)
		}
	}
}

// So is a lack of room for the content.
func TestALackOfRoomIsAnError(t *testing.T) {
	t.Setenv("TMPDIR", filepath.Join(t.TempDir(), "none"))
	full := packed{used: memoryMax}
	plain := storetest.Gzipped(t, []byte("\x00 binary"))
	_, _, err := full.look("x.gz", int64(len(plain)), time.Time{}, func() (io.ReadCloser, error) {
		return io.NopCloser(bytes.NewReader(plain)), nil
	})
	var broken *brokenError
	if !errors.Is(err, os.ErrNotExist) || errors.As(err, &broken) {
		t.Errorf("%v", err)
	}
}
