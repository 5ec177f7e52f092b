// Package reproducible checks that the same sources give the same programs, in any
// folder and after any other build.
package reproducible

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/rowlens/rowlens/internal/lint"
)

// programs are what ships. Each is built with the flags of the Makefile.
var programs = []struct {
	name, pkg string
	flags     []string
	env       []string
}{
	{"WebAssembly", "./wasm", []string{"-buildmode=c-shared", "-gcflags=all=-l"}, []string{"GOOS=wasip1", "GOARCH=wasm"}},
	{"command", "./cmd/rowlens", nil, nil},
}

func TestSameSourcesMakeTheSamePrograms(t *testing.T) {
	root, err := lint.Root()
	if err != nil {
		t.Fatal(err)
	}
	here, there := filepath.Join(t.TempDir(), "a"), filepath.Join(t.TempDir(), "another folder")
	for _, to := range []string{here, there} {
		if err := lint.Copy(root, to, func(string) bool { return true }); err != nil {
			t.Fatal(err)
		}
	}
	// The second build has an empty cache, so it reuses no object file of the first.
	fresh := "GOCACHE=" + t.TempDir()
	for _, p := range programs {
		one := build(t, here, p.pkg, p.flags, p.env)
		two := build(t, there, p.pkg, p.flags, append(p.env, fresh))
		if !bytes.Equal(one, two) {
			t.Errorf("%s: two builds differ: instead, keep paths, times and build ids out of it (-trimpath -buildvcs=false -buildid=)", p.name)
		}
	}
}

func build(t *testing.T, dir, pkg string, flags, env []string) []byte {
	t.Helper()
	file := filepath.Join(t.TempDir(), "program")
	args := append([]string{"build", "-trimpath", "-buildvcs=false", "-ldflags=-s -w -buildid=", "-o", file}, flags...)
	cmd := exec.Command("go", append(args, pkg)...)
	cmd.Dir, cmd.Env = dir, append(os.Environ(), env...)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("go build %s: %v\n%s", pkg, err, out)
	}
	program, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return program
}
