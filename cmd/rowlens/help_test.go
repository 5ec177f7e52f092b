package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// exampleFolder has the files that examples name.
func exampleFolder(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	for name, from := range map[string]string{
		"scan.txt": golden(scanFile), "tables.json": golden(modelFile),
		"models.json": maryk("rocksdb", "latest.models.json"), "table.ldb.txt": maryk("rocksdb", "latest.0301.scan.txt"),
		"rows.jsonl": maryk("rocksdb", "latest.rows.jsonl"), "maryk-scan.txt": maryk("hbase", "latest.scan.txt"), "maryk-models.json": maryk("hbase", "latest.models.json"),
		"dump.txt": implexus("good.dump.hex.txt"),
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(readFile(t, from)), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(dir, "words.txt"), []byte("shop.orders\nsocial.user_likes\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	return dir
}

func TestEveryExampleRuns(t *testing.T) {
	dir := exampleFolder(t)
	for _, cmd := range commands() {
		if len(cmd.examples) == 0 {
			t.Errorf("%s has no example", cmd.name)
		}
		for _, e := range cmd.examples {
			t.Run(cmd.name+"/"+e.what, func(t *testing.T) {
				sh := exec.Command("bash", "-euo", "pipefail", "-c", e.line)
				sh.Dir = dir
				sh.Env = append(os.Environ(), "PATH="+filepath.Dir(program)+":"+os.Getenv("PATH"))
				r := finish(t, sh).want(t, 0)
				if r.out == "" && !strings.Contains(e.line, ">") && !strings.Contains(e.line, "bash -n") {
					t.Errorf("%s prints nothing", e.line)
				}
			})
		}
	}
}

func TestEveryCommandHasHelp(t *testing.T) {
	all := rowlens(t, "", "help").want(t, 0).out
	man := rowlens(t, "", "help", "--man").want(t, 0).out
	for _, cmd := range commands() {
		if !strings.Contains(all, "\n  "+cmd.name+" ") {
			t.Errorf("rowlens help lacks %s", cmd.name)
		}
		if !strings.Contains(man, ".SS \"rowlens "+cmd.name) {
			t.Errorf("the manual page lacks %s", cmd.name)
		}
		text := rowlens(t, "", cmd.name, "--help").want(t, 0).out
		if text != rowlens(t, "", "help", cmd.name).want(t, 0).out {
			t.Errorf("rowlens help %s is not rowlens %s --help", cmd.name, cmd.name)
		}
		for _, want := range []string{cmd.summary, "Usage: rowlens " + cmd.name, "Examples:"} {
			if !strings.Contains(text, want) {
				t.Errorf("rowlens %s --help lacks %q", cmd.name, want)
			}
		}
		for _, line := range lines(text) {
			if len(line) > 80 && !strings.HasPrefix(line, "  rowlens") && !strings.Contains(line, "| rowlens") {
				t.Errorf("rowlens %s --help: a line of %d columns: %s", cmd.name, len(line), line)
			}
		}
	}
}

func TestTheDocumentDescribesEveryCommandAndFlag(t *testing.T) {
	doc := readFile(t, filepath.Join("..", "..", "docs", "cli.md"))
	for _, cmd := range commands() {
		_, section, ok := strings.Cut(doc, "\n## "+cmd.name+"\n")
		if !ok {
			t.Errorf("docs/cli.md has no section on %s", cmd.name)
			continue
		}
		section, _, _ = strings.Cut(section, "\n## ")
		for _, f := range flagsOf(cmd) {
			head, _, _ := strings.Cut(f.head(), " ")
			if !strings.Contains(section, "`"+head) {
				t.Errorf("docs/cli.md does not tell of rowlens %s %s", cmd.name, head)
			}
		}
	}
}

func TestCompletionsKnowCommandsAndFlags(t *testing.T) {
	for _, shell := range []string{"bash", "zsh", "fish"} {
		text := rowlens(t, "", "completion", shell).want(t, 0).out
		for _, want := range []string{"inspect", "decode", "verify", "input-form"} {
			if !strings.Contains(text, want) {
				t.Errorf("%s: %q is not completed", shell, want)
			}
		}
	}
	script := rowlens(t, "", "completion", "bash").out + `
COMP_WORDS=(rowlens dec); COMP_CWORD=1; _rowlens; echo "${COMPREPLY[@]}"
COMP_WORDS=(rowlens decode --cs); COMP_CWORD=2; _rowlens; echo "${COMPREPLY[@]}"`
	got := finish(t, exec.Command("bash", "-c", script)).want(t, 0).out
	if got != "decode\n--csv\n" {
		t.Errorf("bash completes %q", got)
	}
}
