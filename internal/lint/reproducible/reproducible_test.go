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

// The decoder is built with the Makefile's flags. It contains nearly all of our packages; make reproduce builds everything that
// ships.
var (
	flags = []string{"-buildmode=c-shared", "-gcflags=all=-l", ours + "-l "}
	env   = []string{"GOOS=wasip1", "GOARCH=wasm"}
)

// ours is the start of the flags for compiling our packages. One of these flags is the number of threads for compiling a package.
// Flags are part of the key in Go's build cache, so two builds with different numbers both compile all of our packages. The test
// thereby shows that the folder, earlier builds and threads make no difference. Packages of other modules are compiled once here, and
// twice by make reproduce.
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
	// A program records the flags with which it was built.
	if bytes.Equal(one, two) {
		t.Error("the decoder does not say its flags: was anything compiled twice?")
	}
	if !bytes.Equal(one, bytes.ReplaceAll(two, []byte(inTwo), []byte(inOne))) {
		t.Error("two builds differ: instead, keep paths, times and build ids out of them (-trimpath -buildvcs=false -buildid=)")
	}
}

// with extends the last flag, which is for our packages.
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
