// Package reproducible checks that the same sources give the same programs, in any
// folder and after any other build.
package reproducible

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"

	"github.com/rowlens/rowlens/internal/lint"
)

// programs are what ships. Each is built with the flags of the Makefile.
var programs = []struct {
	name, pkg string
	flags     []string
	env       []string
}{
	{"WebAssembly", "./wasm", []string{"-buildmode=c-shared", "-gcflags=all=-l", ours + "-l "}, []string{"GOOS=wasip1", "GOARCH=wasm"}},
	{"command", "./cmd/rowlens", []string{ours}, nil},
}

// ours begins the flags for compiling our packages. How many threads compile a package is one of them. It is a part of what Go's cache
// is asked for, so each of two builds with different ones compiles all of our packages: that neither the folder, nor what was built
// before, nor the threads matter. Packages of others are compiled once here, and twice by make reproduce.
const ours = "-gcflags=" + lint.Module + "/...="

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
	const inOne, inTwo = "-c=1", "-c=2"
	for _, p := range programs {
		one := build(t, here, p.pkg, with(p.flags, inOne), p.env)
		two := build(t, there, p.pkg, with(p.flags, inTwo), p.env)
		// A program says with which flags it was built.
		if bytes.Equal(one, two) {
			t.Errorf("%s does not say its flags: was anything compiled twice?", p.name)
		}
		if !bytes.Equal(one, bytes.ReplaceAll(two, []byte(inTwo), []byte(inOne))) {
			t.Errorf("%s: two builds differ: instead, keep paths, times and build ids out of it (-trimpath -buildvcs=false -buildid=)", p.name)
		}
	}
}

// with adds to the last of the flags, which is for our packages.
func with(flags []string, more string) []string {
	last := len(flags) - 1
	return append(slices.Clone(flags[:last]), flags[last]+more)
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
