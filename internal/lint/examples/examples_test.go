// Package examples runs the console examples in the documents and compares the
// output with what is printed there.
package examples

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/rowlens/rowlens/internal/lint"
	"github.com/rowlens/rowlens/internal/storetest"
)

// session is a fenced block that starts with a prompt.
type session struct {
	line  int // line of the first command
	steps []step
}

// step is a command and its output. In the output, … stands for any text within a
// line and, on a line of its own, for any lines.
type step struct{ command, output string }

func sessions(text string) []session {
	var list []session
	fenced, inside := false, false
	for i, line := range strings.Split(text, "\n") {
		command, prompt := strings.CutPrefix(line, "$ ")
		switch {
		case strings.HasPrefix(line, "```"):
			fenced, inside = !fenced, false
		case fenced && prompt:
			if !inside {
				list, inside = append(list, session{line: i + 1}), true
			}
			s := &list[len(list)-1]
			s.steps = append(s.steps, step{command: command})
		case inside:
			steps := list[len(list)-1].steps
			steps[len(steps)-1].output += line + "\n"
		}
	}
	return list
}

// pattern returns an expression that matches a step's output.
func (s step) pattern() *regexp.Regexp {
	var expr strings.Builder
	for line := range strings.Lines(s.output) {
		if strings.TrimSpace(line) == "…" {
			expr.WriteString(`(?:.*\n)*?`)
			continue
		}
		expr.WriteString(strings.ReplaceAll(regexp.QuoteMeta(line), "…", ".*"))
	}
	return regexp.MustCompile(`\A` + expr.String() + `\z`)
}

// build builds the command and returns its folder. It builds no page, because no example needs it.
func build(t *testing.T, root string) string {
	t.Helper()
	bin := t.TempDir()
	cmd := exec.Command("go", "build", "-o", bin, "./cmd/rowlens")
	cmd.Dir = root
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("go build: %v\n%s", err, out)
	}
	return bin
}

// clone returns a folder with the golden files that a clone has, and with those
// that docs/cli.md calls the user's own.
func clone(t *testing.T, root string) string {
	t.Helper()
	dir := t.TempDir()
	err := lint.Copy(root, dir, func(p string) bool {
		return strings.HasPrefix(p, "golden/") && !strings.HasPrefix(p, "golden/bench/") && filepath.Ext(p) != ".gz"
	})
	if err != nil {
		t.Fatal(err)
	}
	for name, from := range map[string]string{
		"models.json":          "maryk-rocksdb/latest.models.json",
		"rows.jsonl":           "maryk-rocksdb/latest.rows.jsonl",
		"latest.0301.scan.txt": "maryk-rocksdb/latest.0301.scan.txt",
		"corrupt.dump.hex.txt": "implexus/corrupt.dump.hex.txt",
		"good.dump.hex.txt":    "implexus/good.dump.hex.txt",

		"actionbase-hbase-shell.schema.json": "actionbase/actionbase-hbase-shell.schema.json",
		"actionbase-hbase-shell-damaged.txt": "actionbase/actionbase-hbase-shell-damaged.txt",
	} {
		text, err := os.ReadFile(filepath.Join(root, "golden", filepath.FromSlash(from)))
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), text, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for fixture, folder := range map[string]string{
		"lmdb/v1-mini": "mini", "lmdb/implexus-good": "store/lmdb", "maryk-rocksdb/latest": "latest", "hfile/folders": "hbase",
	} {
		unpack(t, dir, fixture, folder)
	}
	return dir
}

// unpack writes a fixture's store into a new folder of dir.
func unpack(t *testing.T, dir, fixture, folder string) {
	t.Helper()
	for name, b := range storetest.Folder(t, fixture) {
		p := filepath.Join(dir, folder, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(p), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(p, b, 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// separator separates the outputs of two commands in one shell.
const separator = "\x1e"

// outputs runs the commands in one shell, so that cd and variables persist, and
// returns each command's standard output.
func (s session) outputs(t *testing.T, dir, bin string) []string {
	t.Helper()
	var script strings.Builder
	for _, step := range s.steps {
		script.WriteString(step.command + "\nprintf '" + separator + "'\n")
	}
	cmd := exec.Command("bash", "-c", script.String())
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "PATH="+bin+string(os.PathListSeparator)+os.Getenv("PATH"), "NO_COLOR=1")
	var diagnostics bytes.Buffer
	cmd.Stderr = &diagnostics
	out, err := cmd.Output()
	if err != nil {
		t.Errorf("%v\n%s", err, diagnostics.Bytes())
	}
	return strings.Split(strings.TrimSuffix(string(out), separator), separator)
}

func TestExamplesOfTheDocumentsPrintWhatTheySay(t *testing.T) {
	root, err := lint.Root()
	if err != nil {
		t.Fatal(err)
	}
	bin, dir := build(t, root), clone(t, root)
	for _, document := range []string{"README.md", "docs/cli.md", "docs/formats/lmdb-files.md", "docs/formats/hbase-files.md",
		"docs/formats/maryk-core.md", "docs/formats/maryk-hbase.md", "docs/formats/maryk-rocksdb.md"} {
		text, err := os.ReadFile(filepath.Join(root, document))
		if err != nil {
			t.Fatal(err)
		}
		list := sessions(string(text))
		if len(list) == 0 {
			t.Errorf("%s has no example", document)
		}
		for _, s := range list {
			got := s.outputs(t, dir, bin)
			for i, step := range s.steps {
				switch {
				case i >= len(got):
					t.Errorf("%s:%d: %q did not run", document, s.line, step.command)
				case !step.pattern().MatchString(got[i]):
					t.Errorf("%s:%d: %s\nprints\n%s\ninstead, the document must say so, not\n%s",
						document, s.line, step.command, got[i][:min(len(got[i]), 2000)], step.output)
				}
			}
		}
	}
}

// A block that is not a session names make targets and packages of this module.
func TestCommandsOfTheReadmeExist(t *testing.T) {
	root, err := lint.Root()
	if err != nil {
		t.Fatal(err)
	}
	read := func(name string) string {
		text, err := os.ReadFile(filepath.Join(root, name))
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	makefile := read("Makefile")
	blocks := regexp.MustCompile("(?ms)^```sh\n(.*?)^```").FindAllStringSubmatch(read("README.md"), -1)
	if len(blocks) < 3 {
		t.Errorf("README.md has %d blocks of commands", len(blocks))
	}
	for _, block := range blocks {
		for command := range strings.Lines(block[1]) {
			words := strings.Fields(command)
			switch {
			case len(words) == 2 && words[0] == "make" && strings.Contains(makefile, "\n"+words[1]+":"):
			case len(words) == 3 && words[0] == "go" && words[1] == "install":
				folder := strings.TrimPrefix(strings.TrimSuffix(words[2], "@latest"), lint.Module+"/")
				if _, err := os.Stat(filepath.Join(root, folder, "main.go")); err != nil {
					t.Errorf("README.md: %s: %v", command, err)
				}
			default:
				t.Errorf("README.md: %q is no target of make: instead, show it as a console example, which is run", command)
			}
		}
	}
}
