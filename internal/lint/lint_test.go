package lint

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// file is a text file of the repository.
type file struct {
	path string // slash path from the root
	text []byte
}

// files returns the text files whose path the filter accepts.
func files(t *testing.T, accept func(p string) bool) []file {
	t.Helper()
	root := root(t)
	all, err := Files(root)
	if err != nil {
		t.Fatal(err)
	}
	var list []file
	for _, p := range all {
		if !accept(p) {
			continue
		}
		text, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(p)))
		if err != nil {
			t.Fatal(err)
		}
		if bytes.IndexByte(text, 0) < 0 {
			list = append(list, file{p, text})
		}
	}
	return list
}

// goFiles returns the Go files below the given folders, or all Go files if none are given.
func goFiles(t *testing.T, below ...string) []file {
	t.Helper()
	return files(t, func(p string) bool { return path.Ext(p) == ".go" && under(p, below...) })
}

func under(p string, folders ...string) bool {
	for _, f := range folders {
		if strings.HasPrefix(p, f+"/") {
			return true
		}
	}
	return len(folders) == 0
}

func root(t *testing.T) string {
	t.Helper()
	dir, err := Root()
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

var generatedLine = regexp.MustCompile(`^(//|#|/\*|<!--) ?Code generated .* DO NOT EDIT`)

// generated reports whether line 1 of the file says that it was generated.
func (f file) generated() bool { return generatedLine.Match(f.text) }

func (f file) isTest() bool { return strings.HasSuffix(f.path, "_test.go") }

// lines returns the number of lines, counted as editors do.
func (f file) lines() int {
	n := bytes.Count(f.text, []byte("\n"))
	if len(f.text) > 0 && f.text[len(f.text)-1] != '\n' {
		n++
	}
	return n
}

// grep calls found for every line that matches.
func (f file) grep(re *regexp.Regexp, found func(line int, text string)) {
	for i, line := range bytes.Split(f.text, []byte("\n")) {
		if re.Match(line) {
			found(i+1, strings.TrimSpace(string(line)))
		}
	}
}

// run runs a command in the root and returns its standard output. If the command
// fails, so does the test.
func run(t *testing.T, env []string, name string, args ...string) []byte {
	t.Helper()
	cmd := exec.Command(name, args...)
	cmd.Dir, cmd.Env = root(t), append(os.Environ(), env...)
	var out, diag bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &diag
	if err := cmd.Run(); err != nil {
		t.Fatalf("%s %s: %v\n%s%s", name, strings.Join(args, " "), err, out.Bytes(), diag.Bytes())
	}
	return out.Bytes()
}

// pkg is the part of `go list -json` that the tests use.
type pkg struct {
	ImportPath string
	Name       string
	Dir        string
	Standard   bool
	Imports    []string
	Deps       []string
}

// packages lists the packages below those of the given folders that exist.
func packages(t *testing.T, env []string, folders ...string) []pkg {
	t.Helper()
	args := []string{"list", "-json=ImportPath,Name,Dir,Standard,Imports,Deps"}
	for _, f := range folders {
		if _, err := os.Stat(filepath.Join(root(t), f)); err == nil {
			args = append(args, "./"+f+"/...")
		}
	}
	if len(args) == 2 {
		return nil
	}
	var list []pkg
	for dec := json.NewDecoder(bytes.NewReader(run(t, env, "go", args...))); ; {
		var p pkg
		if err := dec.Decode(&p); errors.Is(err, io.EOF) {
			return list
		} else if err != nil {
			t.Fatal(err)
		}
		list = append(list, p)
	}
}

// wasip1 is the environment for which the WebAssembly's package is built.
var wasip1 = []string{"GOOS=wasip1", "GOARCH=wasm"}
