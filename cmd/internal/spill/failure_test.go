package spill

import (
	"context"
	"errors"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// fill adds records until there are files or an error.
func fill(s *Sorter) error {
	for _, x := range records(rand.New(rand.NewPCG(9, 10)), 40_000) {
		if err := s.Add(x.key, x.payload); err != nil {
			return err
		}
	}
	return nil
}

func TestAFolderThatCannotBeWrittenIsNamed(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "none")
	s := New(Options{Folder: folder})
	defer s.Close()
	err := fill(s)
	want := "a temporary file in " + folder + " cannot be made: no such file or directory: give a --tmp FOLDER that exists and is writable"
	if err == nil || err.Error() != want || !errors.Is(err, os.ErrNotExist) {
		t.Errorf("got %v, want %s", err, want)
	}
	if again := s.Add(nil, nil); again != err {
		t.Errorf("after it: %v", again)
	}
	if _, again := s.Sort(context.Background()); again != err {
		t.Errorf("after it: %v", again)
	}
	if err := Usable(folder); err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
	if err := Usable(""); err != nil {
		t.Error(err)
	}
}

// tampered returns a sorter with files, and handles of these.
func tampered(t *testing.T) (s *Sorter, files []*os.File) {
	t.Helper()
	s = New(Options{Folder: t.TempDir(), create: func(folder string) (*file, error) {
		f, err := os.CreateTemp(folder, "x")
		if err == nil {
			files = append(files, f)
		}
		return &file{File: f}, err
	}})
	if err := fill(s); err != nil {
		t.Fatal(err)
	}
	return s, files
}

func TestAFileThatIsChangedOrCutIsNoticed(t *testing.T) {
	for name, spoil := range map[string]func(*os.File) error{
		"a byte": func(f *os.File) error {
			var b [1]byte
			if _, err := f.ReadAt(b[:], 5_000); err != nil {
				return err
			}
			b[0]++
			_, err := f.WriteAt(b[:], 5_000)
			return err
		},
		"cut":   func(f *os.File) error { return f.Truncate(5_000) },
		"empty": func(f *os.File) error { return f.Truncate(0) },
	} {
		t.Run(name, func(t *testing.T) {
			s, files := tampered(t)
			defer s.Close()
			if err := spoil(files[len(files)-1]); err != nil {
				t.Fatal(err)
			}
			sorted, err := s.Sort(context.Background())
			for err == nil {
				_, _, err = sorted.Next()
			}
			var own *Error
			if err == io.EOF || !errors.As(err, &own) || own.Done != "read again" || !strings.Contains(err.Error(), "something else changed it") {
				t.Errorf("got %v", err)
			}
		})
	}
}

func TestFilesOfKilledRunsAreRemoved(t *testing.T) {
	folder := t.TempDir()
	for _, name := range []string{prefix + "12.tmp", prefix + "345.tmp", "other.tmp", prefix + "notes.txt"} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte("x"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Mkdir(filepath.Join(folder, prefix+"7.tmp"), 0o700); err != nil {
		t.Fatal(err)
	}
	s := New(Options{Folder: folder})
	defer s.Close()
	if err := fill(s); err != nil {
		t.Fatal(err)
	}
	if n := Sweep(folder); n != 2 {
		t.Errorf("%d files were removed", n)
	}
	left, err := os.ReadDir(folder)
	if err != nil || len(left) != 3 {
		t.Errorf("%v are left, %v", left, err)
	}
	if got := drain(t, s); len(got) != 40_000 { // nothing was taken from the run that is still going
		t.Errorf("%d records", len(got))
	}
	if n := Sweep(filepath.Join(folder, "none")); n != 0 {
		t.Errorf("%d files of no folder", n)
	}
}
