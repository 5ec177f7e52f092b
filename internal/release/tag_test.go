package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"strings"
	"testing"

	gomodule "golang.org/x/mod/module"
	"golang.org/x/mod/zip"

	"github.com/rowlens/rowlens/internal/lint"
	"github.com/rowlens/rowlens/internal/version"
)

// clone is a copy of the sources with its own git repository, unaffected by anybody's settings.
type clone struct {
	t      *testing.T
	folder string
}

const tag = "v" + version.Version

// cloned returns a clone with one commit, a changelog that has the version, and the built page.
func cloned(t *testing.T) clone {
	t.Helper()
	c := clone{t, filepath.Join(t.TempDir(), "clone")}
	if err := lint.Copy("../..", c.folder, func(string) bool { return true }); err != nil {
		t.Fatal(err)
	}
	c.replaces("CHANGELOG.md", "## Unreleased", "## "+version.Version)
	c.git("init", "-q", "-b", "main")
	c.commits()
	if err := os.CopyFS(filepath.Join(c.folder, "built"), os.DirFS("../../inspector/assets")); err != nil {
		t.Fatal(err)
	}
	if err := os.RemoveAll(filepath.Join(c.folder, "inspector", "assets")); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(filepath.Join(c.folder, "built"), filepath.Join(c.folder, "inspector", "assets")); err != nil {
		t.Fatal(err)
	}
	return c
}

// ran runs a program in the clone.
func (c clone) ran(program string, args ...string) (string, error) {
	cmd := exec.Command(program, args...)
	cmd.Dir = c.folder
	cmd.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL="+os.DevNull, "GIT_CONFIG_NOSYSTEM=1", "GIT_AUTHOR_NAME=A", "GIT_AUTHOR_EMAIL=a@example.com",
		"GIT_COMMITTER_NAME=A", "GIT_COMMITTER_EMAIL=a@example.com")
	out, err := cmd.CombinedOutput()
	return strings.TrimSpace(string(out)), err
}

func (c clone) git(args ...string) string {
	c.t.Helper()
	out, err := c.ran("git", args...)
	if err != nil {
		c.t.Fatalf("git %s: %v\n%s", strings.Join(args, " "), err, out)
	}
	return out
}

// commits commits everything, at the same time in every clone.
func (c clone) commits() {
	c.t.Helper()
	c.git("add", ".")
	c.t.Setenv("GIT_COMMITTER_DATE", "2026-01-02T03:04:05Z")
	c.git("commit", "-q", "--date=2026-01-02T03:04:05Z", "-m", "all")
	os.Unsetenv("GIT_COMMITTER_DATE")
}

func (c clone) replaces(name, from, to string) {
	c.t.Helper()
	file := filepath.Join(c.folder, name)
	text, err := os.ReadFile(file)
	if err == nil {
		err = os.WriteFile(file, bytes.Replace(text, []byte(from), []byte(to), 1), 0o644)
	}
	if err != nil {
		c.t.Fatal(err)
	}
}

// In one clone: why a tag is refused, what it contains, and what go install makes of it.
func TestATag(t *testing.T) {
	c := cloned(t)
	t.Run("is refused for what is not ready", c.refused)
	t.Run("has the page besides", c.tagged)
	t.Run("is installed with its page", c.installed)
}

func (c clone) refused(t *testing.T) {
	c.t = t
	for _, one := range []struct {
		want        string
		spoil, undo func()
	}{
		{"changes that no commit has", func() { c.replaces("NOTICE", "rowlens", "other") }, func() { c.git("checkout", "-q", "NOTICE") }},
		{"There is a tag " + tag + " already", func() { c.git("tag", tag) }, func() { c.git("tag", "-d", tag) }},
		{"no heading for " + version.Version, func() { c.replaces("CHANGELOG.md", "## "+version.Version, "## Unreleased"); c.commits() },
			func() { c.git("reset", "-q", "--hard", "HEAD^") }},
		{"The page is not built", func() { c.moves("inspector/assets/manifest.json", "kept.tmp") }, func() { c.moves("kept.tmp", "inspector/assets/manifest.json") }},
	} {
		one.spoil()
		tags := c.git("tag")
		if out, err := c.ran("bash", ".ci/tag"); err == nil || !strings.Contains(out, one.want) {
			t.Errorf("%v, %q; want %q", err, out, one.want)
		}
		if now := c.git("tag"); now != tags {
			t.Errorf("%s: tagged %s", one.want, now)
		}
		one.undo()
	}
}

func (c clone) moves(from, to string) {
	if err := os.Rename(filepath.Join(c.folder, from), filepath.Join(c.folder, to)); err != nil {
		c.t.Fatal(err)
	}
}

// A tag is one commit beside the branch, with the page and nothing else, and with the time of HEAD, so
// that every clone makes the same one.
func (c clone) tagged(t *testing.T) {
	c.t = t
	head := c.git("rev-parse", "HEAD")
	if out, err := c.ran("bash", ".ci/tag"); err != nil || !strings.Contains(out, "tagged "+tag) {
		t.Fatalf("%v\n%s", err, out)
	}
	if now, status := c.git("rev-parse", "HEAD"), c.git("status", "--porcelain"); now != head || status != "" {
		t.Errorf("HEAD is %s and was %s; the work tree: %s", now, head, status)
	}
	if parent := c.git("rev-parse", tag+"^"); parent != head {
		t.Errorf("the tag follows %s, and not %s", parent, head)
	}
	if times := c.git("log", "-1", "--format=%at %ct", tag) + " " + c.git("for-each-ref", "--format=%(taggerdate:unix)", "refs/tags/"+tag); times !=
		"1767323045 1767323045 1767323045" {
		t.Errorf("the tag has the times %s, and not those of HEAD", times)
	}
	added := strings.Fields(c.git("diff", "--name-only", "--diff-filter=A", "HEAD", tag))
	if all := strings.Fields(c.git("diff", "--name-only", "HEAD", tag)); len(all) != len(added) || len(added) < 3 {
		t.Errorf("the tag adds %q, and changes %q", added, all)
	}
	built, err := read("../../inspector/assets")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range built {
		if got := c.git("ls-tree", "--name-only", tag, "inspector/assets/"+file.name); got == "" {
			t.Errorf("the tag lacks %s", file.name)
		}
	}
}

// proxied writes what a module proxy has for the tag, as Go itself makes it from a repository.
func (c clone) proxied() string {
	c.t.Helper()
	folder := c.t.TempDir()
	at := filepath.Join(folder, filepath.FromSlash(lint.Module), "@v")
	if err := os.MkdirAll(at, 0o755); err != nil {
		c.t.Fatal(err)
	}
	var packed bytes.Buffer
	if err := zip.CreateFromVCS(&packed, gomodule.Version{Path: lint.Module, Version: tag}, c.folder, tag, ""); err != nil {
		c.t.Fatal(err)
	}
	for name, text := range map[string]string{
		"list": tag + "\n", tag + ".zip": packed.String(), tag + ".mod": c.git("show", tag+":go.mod") + "\n",
		tag + ".info": fmt.Sprintf(`{"Version":%q}`, tag),
	} {
		if err := os.WriteFile(filepath.Join(at, name), []byte(text), 0o644); err != nil {
			c.t.Fatal(err)
		}
	}
	return folder
}

// go install of a tag makes a command that contains the page, and the version that go version -m
// prints. Other modules come from the cache if they are there, and are compiled as for make build.
func (c clone) installed(t *testing.T) {
	c.t = t
	said, err := exec.Command("go", "env", "GOMODCACHE", "GOPROXY").Output()
	if err != nil {
		t.Fatal(err)
	}
	cache, others, _ := strings.Cut(strings.TrimSpace(string(said)), "\n")
	bin := t.TempDir()
	install := exec.Command("go", "install", "-trimpath", "-tags=arrow_json_stdlib", lint.Module+"/cmd/rowlens@"+tag)
	install.Dir = bin
	install.Env = append(os.Environ(), "GOBIN="+bin, "GOMODCACHE="+filepath.Join(bin, "modules"), "GOFLAGS=-modcacherw",
		"GONOSUMDB="+lint.Module,
		"GOPROXY="+strings.Join([]string{"file://" + c.proxied(), "file://" + path.Join(filepath.ToSlash(cache), "cache", "download"), others}, ","))
	if out, err := install.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	program := filepath.Join(bin, "rowlens")
	linked, err := exec.Command("go", "version", "-m", program).Output()
	if err != nil || !strings.Contains(string(linked), lint.Module+"\t"+tag+"\t") {
		t.Errorf("%v\n%s", err, linked)
	}
	pages := map[string]string{program: "", "../../bin/rowlens": ""}
	for one := range pages {
		file := filepath.Join(t.TempDir(), "page.html")
		if out, err := exec.Command(one, "serve", "--write", file).CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		pages[one] = string(text)
	}
	if pages[program] != pages["../../bin/rowlens"] {
		t.Errorf("the page has %d bytes, and that of make build %d", len(pages[program]), len(pages["../../bin/rowlens"]))
	}
}
