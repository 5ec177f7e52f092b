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

// The decoder is built with the flags of the Makefile. It has nearly all of our packages; make reproduce builds all that ships.
var (
	flags = []string{"-buildmode=c-shared", "-gcflags=all=-l", ours + "-l "}
	env   = []string{"GOOS=wasip1", "GOARCH=wasm"}
)

// ours begins the flags for compiling our packages. How many threads compile a package is one of them. It is a part of what Go's cache
// is asked for, so each of two builds with different ones compiles all of our packages: that neither the folder, nor what was built
// before, nor the threads matter. Packages of others are compiled once here, and twice by make reproduce.
const ours = "-gcflags=" + lint.Module + "/...="

func TestSameSourcesMakeTheSameProgram(t *testing.T) {
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
	one, two := build(t, here, with(inOne)), build(t, there, with(inTwo))
	// A program says with which flags it was built.
	if bytes.Equal(one, two) {
		t.Error("the decoder does not say its flags: was anything compiled twice?")
	}
	if !bytes.Equal(one, bytes.ReplaceAll(two, []byte(inTwo), []byte(inOne))) {
		t.Error("two builds differ: instead, keep paths, times and build ids out of them (-trimpath -buildvcs=false -buildid=)")
	}
}

// with adds to the last of the flags, which is for our packages.
func with(more string) []string {
	last := len(flags) - 1
	return append(slices.Clone(flags[:last]), flags[last]+more)
}

func build(t *testing.T, dir string, flags []string) []byte {
	t.Helper()
	file := filepath.Join(t.TempDir(), "program")
	args := append([]string{"build", "-trimpath", "-buildvcs=false", "-ldflags=-s -w -buildid=", "-o", file}, flags...)
	cmd := exec.Command("go", append(args, "./wasm")...)
	cmd.Dir, cmd.Env = dir, append(os.Environ(), env...)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("go build: %v\n%s", err, out)
	}
	program, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return program
}
