package main

import (
	"encoding/binary"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/rowlens/rowlens/cmd/internal/screen"
)

// exampleFolder returns a folder with the files that examples name.
func exampleFolder(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	for name, from := range map[string]string{
		"scan.txt": golden(scanFile), "tables.json": golden(modelFile),
		"models.json": maryk("rocksdb", "latest.models.json"), "table.ldb.txt": maryk("rocksdb", "latest.0301.scan.txt"),
		"rows.jsonl": maryk("rocksdb", "latest.rows.jsonl"), "maryk-scan.txt": maryk("hbase", "latest.scan.txt"),
		"maryk-models.json": maryk("hbase", "latest.models.json"),
		"dump.txt":          implexus("good.dump.hex.txt"), "later.txt": golden("actionbase-hbase-shell-damaged.txt"),
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(readFile(t, from)), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Rename(writeVectors(t, dir, "actionbase.jsonl.gz"), filepath.Join(dir, "vectors.jsonl")); err != nil {
		t.Fatal(err)
	}
	unpackStore(t, "lmdb/implexus-good", filepath.Join(dir, "store", "lmdb"))
	unpackStore(t, "maryk-rocksdb/keepall", filepath.Join(dir, "store", "rocksdb"))
	var keys strings.Builder
	for i, user := range []string{"ada", "grace", "barbara", "edsger", "tony", "donald", "frances", "jean", "ken", "niklaus"} {
		fmt.Fprintf(&keys, "%x\n", binary.BigEndian.AppendUint64([]byte("evt:"+user+"\x00"), 1<<63|uint64(1714658400000+i*i*997)))
	}
	for name, text := range map[string]string{"words.txt": "shop.orders\nsocial.user_likes\n", "keys.txt": keys.String()} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// example is a command line, and what it demonstrates.
type example struct{ what, line string }

// examples returns the examples of a command, each a comment followed by a line.
func examples(cmd *cobra.Command) (list []example) {
	what := ""
	for _, line := range lines(cmd.Example) {
		if text, ok := strings.CutPrefix(line, "  # "); ok {
			what = text
			continue
		}
		list = append(list, example{what, line})
	}
	return list
}

// writtenTo matches the file that a line writes because of a flag.
var writtenTo = regexp.MustCompile(`--(?:html|parquet|junit) (\S+)`)

func TestEveryExampleRuns(t *testing.T) {
	dir := exampleFolder(t)
	for _, cmd := range newRoot(&call{}).Commands() {
		list := examples(cmd)
		if len(list) == 0 {
			t.Errorf("%s has no example", cmd.Name())
		}
		for _, e := range list {
			t.Run(cmd.Name()+"/"+e.what, func(t *testing.T) {
				sh := exec.Command("bash", "-euo", "pipefail", "-c", e.line)
				sh.Dir = dir
				sh.Env = append(os.Environ(), "PATH="+filepath.Dir(program)+":"+os.Getenv("PATH"))
				r := finish(t, sh).want(t, 0)
				if to := writtenTo.FindStringSubmatch(e.line); to != nil {
					if info, err := os.Stat(filepath.Join(dir, to[1])); err != nil || info.Size() == 0 {
						t.Errorf("%s writes nothing: %v", e.line, err)
					}
					return
				}
				if r.out == "" && !strings.Contains(e.line, ">") && !strings.Contains(e.line, "bash -n") {
					t.Errorf("%s prints nothing", e.line)
				}
			})
		}
	}
}

func TestEveryCommandHasHelp(t *testing.T) {
	all := rowlens(t, "", "help").want(t, 0).out
	for _, cmd := range newRoot(&call{}).Commands() {
		name := cmd.Name()
		if !strings.Contains(all, "\n  "+name+" ") {
			t.Errorf("rowlens help lacks %s", name)
		}
		text := rowlens(t, "", name, "--help").want(t, 0).out
		if text != rowlens(t, "", "help", name).want(t, 0).out {
			t.Errorf("rowlens help %s is not rowlens %s --help", name, name)
		}
		for _, want := range []string{cmd.Short, "Usage: rowlens " + name, "Examples:"} {
			if !strings.Contains(text, want) {
				t.Errorf("rowlens %s --help lacks %q", name, want)
			}
		}
		fits(t, name, text, 80)
	}
}

// fits fails if a line of help, other than an example, is too wide.
func fits(t *testing.T, name, text string, columns int) {
	t.Helper()
	text, _, _ = strings.Cut(text, "\nExamples:\n")
	for _, line := range lines(text) {
		if n := screen.Columns(line); n > columns {
			t.Errorf("rowlens %s --help: a line of %d columns, more than %d: %s", name, n, columns, line)
		}
	}
}

func TestManualPagesAreWrittenForEveryCommand(t *testing.T) {
	dir := t.TempDir()
	rowlens(t, "", "man", "--write", dir).want(t, 0)
	root := newRoot(&call{})
	for _, cmd := range append([]*cobra.Command{root}, root.Commands()...) {
		file := strings.ReplaceAll(cmd.CommandPath(), " ", "-") + ".1"
		page := readFile(t, filepath.Join(dir, file))
		for _, want := range []string{".TH ", ".SH NAME\n", ".SH DESCRIPTION\n", ".SH EXIT STATUS\n", ".SH OPTIONS\n"} {
			if !strings.Contains(page, want) {
				t.Errorf("%s lacks %q", file, want)
			}
		}
		args := []string{"man"}
		if cmd.HasParent() {
			args = append(args, cmd.Name())
		}
		if got := rowlens(t, "", args...).want(t, 0).out; got != page {
			t.Errorf("rowlens %s is not the page that --write writes", strings.Join(args, " "))
		}
		args[0] = "help"
		if got := rowlens(t, "", append(args, "--man")...).want(t, 0).out; got != page {
			t.Errorf("rowlens %s --man is not the page that --write writes", strings.Join(args, " "))
		}
		for _, e := range examples(cmd) {
			if _, line, _ := strings.Cut(page, ".SH EXAMPLE"); !strings.Contains(plain(line), e.line) {
				t.Errorf("%s lacks the example %q", file, e.line)
			}
		}
	}
}

// plain removes the escapes of roff.
func plain(page string) string {
	return strings.NewReplacer(`\\`, `\`, `\-`, "-", `\&`, "").Replace(page)
}

func TestTheDocumentDescribesEveryCommandAndFlag(t *testing.T) {
	doc := readFile(t, filepath.Join("..", "..", "docs", "cli.md"))
	for _, cmd := range newRoot(&call{}).Commands() {
		_, section, ok := strings.Cut(doc, "\n## "+cmd.Name()+"\n")
		if !ok {
			t.Errorf("docs/cli.md has no section on %s", cmd.Name())
			continue
		}
		section, _, _ = strings.Cut(section, "\n## ")
		cmd.LocalFlags().VisitAll(func(f *pflag.Flag) {
			if cmd.InheritedFlags().Lookup(f.Name) == nil && !strings.Contains(section, "`"+dashed(f)) {
				t.Errorf("docs/cli.md does not tell of rowlens %s %s", cmd.Name(), dashed(f))
			}
		})
	}
}
