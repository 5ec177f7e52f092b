// Command bench measures rowlens against its peers. It prints a table and writes the same as JSON:
//
//	cd golden/bench && go run . -out ../../dist/bench.json
//
// It only builds and starts the measuring program (folder measure), because one
// peer cannot be required as a module: FoundationDB's tuple layer is pure Go but
// imports a client that needs a C library. Its one file is taken from the module
// cache, where `go mod download` put and verified it, and overlaid on an empty
// package of ours, beside a replacement for the client (folder fdb). None of it is
// stored here.
package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
)

// The tuple layer's module and the checksum of its content.
const (
	tupleModule = "github.com/apple/foundationdb/bindings/go@v0.0.0-20260629183922-51e1c42eb9a8"
	tupleSum    = "h1:SgCN5KZWC+s9prYP8c4RDjdpg2xt9RNtW7DywFkS0AM="
	tupleFile   = "src/fdb/tuple/tuple.go"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		var exit *exec.ExitError
		if !errors.As(err, &exit) {
			fmt.Fprintln(os.Stderr, "bench:", err)
		}
		os.Exit(1)
	}
}

func run(args []string) error {
	work, err := os.MkdirTemp("", "bench")
	if err != nil {
		return err
	}
	defer os.RemoveAll(work)
	build := []string{"build", "-o", filepath.Join(work, "measure")}
	if overlay, err := overlayTuple(work); err == nil {
		build = append(build, "-overlay", overlay)
	} else {
		fmt.Fprintln(os.Stderr, "bench: rows beside fdbtuple are left out:", err)
	}
	if err := start("go", append(build, "./measure")...); err != nil {
		return err
	}
	return start(filepath.Join(work, "measure"), args...)
}

// start runs a program until it ends.
func start(name string, args ...string) error {
	cmd := exec.Command(name, args...)
	cmd.Stdout, cmd.Stderr = os.Stdout, os.Stderr
	return cmd.Run()
}

// overlayTuple downloads the tuple layer and returns a file for -overlay that
// replaces our empty package with it.
func overlayTuple(work string) (string, error) {
	out, err := exec.Command("go", "mod", "download", "-json", tupleModule).Output()
	if err != nil {
		return "", fmt.Errorf("go mod download %s: %w", tupleModule, err)
	}
	var module struct{ Dir, Sum string }
	if err := json.Unmarshal(out, &module); err != nil {
		return "", err
	}
	if module.Sum != tupleSum {
		return "", fmt.Errorf("%s has the check sum %s, want %s", tupleModule, module.Sum, tupleSum)
	}
	ours, err := filepath.Abs(filepath.Join("fdb", filepath.FromSlash(tupleFile)))
	if err != nil {
		return "", err
	}
	theirs := filepath.Join(module.Dir, filepath.FromSlash(tupleFile))
	text, err := json.Marshal(map[string]map[string]string{"Replace": {ours: theirs}})
	if err != nil {
		return "", err
	}
	overlay := filepath.Join(work, "overlay.json")
	return overlay, os.WriteFile(overlay, text, 0o600)
}
