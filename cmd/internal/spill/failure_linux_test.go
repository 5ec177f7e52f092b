package spill

import (
	"errors"
	"math/rand/v2"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"time"
)

func TestAFullDiskIsNamed(t *testing.T) {
	s := New(Options{Folder: "/somewhere", create: func(string) (*file, error) {
		f, err := os.OpenFile("/dev/full", os.O_RDWR, 0)
		return &file{File: f}, err
	}})
	defer s.Close()
	err := fill(s)
	if !errors.Is(err, syscall.ENOSPC) || !strings.HasPrefix(err.Error(), "a temporary file in /somewhere cannot be written: no space left on device") ||
		!strings.HasSuffix(err.Error(), ": give --tmp FOLDER on a disk with more room, or more --memory") {
		t.Errorf("got %v", err)
	}
}

// childFolder is the variable with which a test starts itself as a run that sorts endlessly.
const childFolder = "SPILL_TEST_FOLDER"

func TestMain(m *testing.M) {
	if folder := os.Getenv(childFolder); folder != "" {
		for {
			s := New(Options{Folder: folder})
			if err := fill(s); err != nil {
				panic(err)
			}
			s.Close()
		}
	}
	os.Exit(m.Run())
}

func TestNothingIsLeftOfARunThatIsKilled(t *testing.T) {
	folder := t.TempDir()
	r := rand.New(rand.NewPCG(11, 12))
	for range 50 {
		cmd := exec.Command(os.Args[0])
		cmd.Env = append(os.Environ(), childFolder+"="+folder)
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Duration(r.IntN(60)) * time.Millisecond)
		if err := cmd.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		_ = cmd.Wait() // it was killed
		Sweep(folder)
		if left, err := os.ReadDir(folder); err != nil || len(left) > 0 {
			t.Fatalf("%v are left, %v", left, err)
		}
	}
}
