package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"errors"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

func installing(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile("../../../docs/installing.md")
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// The table has a row for each check, in order, and none that failed.
func TestTheDocumentHasEveryCheck(t *testing.T) {
	_, rest, _ := strings.Cut(installing(t), begins)
	found, _, _ := strings.Cut(rest, ends)
	rows := strings.Split(strings.TrimSpace(found), "\n")
	if len(rows) != len(checks())+2 {
		t.Fatalf("the table has %d rows for %d checks: run make test-installs", len(rows)-2, len(checks()))
	}
	says := regexp.MustCompile(` \| (works|works, though \w+ [\d.]+ is asked for|refused: needs \w+ [\d.]+) \|$`)
	for i, c := range checks() {
		row := rows[i+2]
		if !strings.HasPrefix(row, "| "+c.what+" | "+c.layer.title()+" | ") || !says.MatchString(row) {
			t.Errorf("row %q, of the check %s: run make test-installs", row, c.name())
		}
	}
}

var named = regexp.MustCompile(`rowlens[\w.-]*[-_]VERSION[\w.-]*\.\w+`)

// The file names in the document's commands exist, and every artefact that is tried is mentioned.
func TestTheDocumentHasTheNamesOfTheFiles(t *testing.T) {
	used := map[string]bool{}
	for _, file := range named.FindAllString(installing(t), -1) {
		other := strings.Contains(file, "-darwin-") || strings.Contains(file, "-windows-") || strings.Contains(file, "-win_")
		known := other || strings.HasSuffix(file, ".pom")
		for _, c := range checks() {
			for _, pattern := range c.files {
				if ok, err := filepath.Match(pattern, strings.ReplaceAll(file, "VERSION", "1.2.3")); err != nil {
					t.Fatal(err)
				} else if ok {
					known, used[pattern] = true, true
				}
			}
		}
		if !known {
			t.Errorf("docs/installing.md has %s, which is no file of a release", file)
		}
	}
	for _, c := range checks() {
		for _, pattern := range c.files {
			if !used[pattern] && !strings.Contains(pattern, "arm64") && !strings.HasPrefix(pattern, "dist/") {
				t.Errorf("docs/installing.md does not say how to install %s", pattern)
			}
		}
	}
}

// Everything that the checks refer to exists: scripts, examples in the documents, suites.
func TestEveryCheckHasWhatItNeeds(t *testing.T) {
	b := bench{root: "../../.."}
	seen := map[string]bool{}
	for _, c := range checks() {
		if seen[c.name()] {
			t.Errorf("two checks are called %s", c.name())
		}
		seen[c.name()] = true
		if _, err := fs.Stat(scripts, "scripts/"+c.script+".sh"); err != nil && c.alone == "" {
			t.Error(err)
		}
		if _, err := fs.Stat(scripts, path.Join("scripts", c.helper)); err != nil {
			t.Error(err)
		}
		if c.layer.suite != "" && suites[c.layer.suite] == "" || len(c.wants) == 0 {
			t.Errorf("%s: of no system, or wants nothing", c.name())
		}
		for _, s := range c.sources {
			if _, err := b.example(s); err != nil {
				t.Error(err)
			}
		}
	}
	if _, err := b.example(source{"docs/c.md", "cobol"}); err == nil {
		t.Error("an example in COBOL")
	}
}

func TestVerdicts(t *testing.T) {
	failed := errors.New("exit status 1")
	glibc := needsGlibc.refusal
	for _, c := range []struct {
		lacks, out string
		err        error
		want       string
		ok         bool
	}{
		{"", "fine", nil, "works", true},
		{"", "version `GLIBC_2.34' not found", failed, "", false},
		{"glibc 2.34", "version `GLIBC_2.34' not found", failed, "refused: needs glibc 2.34", true},
		{"glibc 2.34", "Segmentation fault", failed, "", false},
		{"glibc 2.34", "fine", nil, "works, though glibc 2.34 is asked for", true},
	} {
		if got, err := verdict(c.lacks, glibc, c.out, c.err); got != c.want || (err == nil) != c.ok {
			t.Errorf("%+v: %q, %v", c, got, err)
		}
	}
	if printed("a b", []string{"a"}) != nil || printed("a b", []string{"a", "c"}) == nil {
		t.Error("what is printed is not looked at")
	}
}

// packed writes an archive of one file, as a zip or as a compressed tar.
func packed(t *testing.T, ending, name string, data []byte) string {
	t.Helper()
	var b bytes.Buffer
	var err error
	if ending == ".zip" {
		w := zip.NewWriter(&b)
		f, e := w.Create(name)
		_, err = f.Write(data)
		err = errors.Join(e, err, w.Close())
	} else {
		z := gzip.NewWriter(&b)
		w := tar.NewWriter(z)
		err = w.WriteHeader(&tar.Header{Typeflag: tar.TypeReg, Name: name, Size: int64(len(data)), Mode: 0o644})
		_, e := w.Write(data)
		err = errors.Join(err, e, w.Close(), z.Close())
	}
	file := filepath.Join(t.TempDir(), "a"+ending)
	if err = errors.Join(err, os.WriteFile(file, b.Bytes(), 0o644)); err != nil {
		t.Fatal(err)
	}
	return file
}

// An artefact's requirements are read from the artefact itself.
func TestWhatArtefactsNeed(t *testing.T) {
	shell, err := os.ReadFile("/bin/sh") // any program linked against glibc
	if err != nil {
		t.Fatal(err)
	}
	for _, ending := range []string{".zip", ".tar.gz"} {
		if got, err := glibcOf(packed(t, ending, "rowlens/librowlens.so.1", shell)); err != nil || number(got) < 2002 || number(got) > 3000 {
			t.Errorf("%s: glibc %s, %v", ending, got, err)
		}
		if got, err := javaOf(packed(t, ending, "io/a/B.class", []byte{0xca, 0xfe, 0xba, 0xbe, 0, 0, 0, 61})); err != nil || got != "17" {
			t.Errorf("%s: Java %s, %v", ending, got, err)
		}
		node := packed(t, ending, "package/package.json", []byte(`{"engines": { "node": ">=20" }}`))
		if got, err := needsNode.least(node); err != nil || got != "20" {
			t.Errorf("%s: Node %s, %v", ending, got, err)
		}
		if _, err := glibcOf(node); err == nil {
			t.Errorf("%s: a library that is not there", ending)
		}
	}
	if number("2.9") >= number("2.31") || number("2.34") != number("2.34.1") || number("3") <= number("2.99") {
		t.Error("versions are not in their order")
	}
}

// That a root lacks something is known before anything is tried in it.
func TestARootThatLacksSomething(t *testing.T) {
	jar := packed(t, ".zip", "io/a/B.class", []byte{0xca, 0xfe, 0xba, 0xbe, 0, 0, 0, 61})
	c := check{needs: []need{needsJava}}
	for versions, want := range map[string]string{"glibc 2.31, Java 11": "Java 17", "glibc 2.31, Java 17": "", "glibc 2.31, Java 21": ""} {
		if got, _, err := c.lacks(versions, []string{jar}); err != nil || got != want {
			t.Errorf("%s: lacks %q, %v; want %q", versions, got, err, want)
		}
	}
	if _, _, err := c.lacks("glibc 2.31", []string{jar}); err == nil {
		t.Error("a root that does not say its version")
	}
}

func TestTheTableTakesItsPlace(t *testing.T) {
	c := checks()[0]
	rows := table([]result{{check: c, with: "glibc 2.36", says: "works"}})
	before := "one\n" + begins + "old\n" + ends + "two\n"
	got, err := replaced(before, rows)
	want := "one\n" + begins + "| artefact | root | with | |\n|---|---|---|---|\n| " + c.what + " | nothing else | glibc 2.36 | works |\n" + ends + "two\n"
	if err != nil || got != want {
		t.Errorf("%v\n%s", err, got)
	}
	if _, err := replaced("no place", rows); err == nil {
		t.Error("a document without a place for the table")
	}
}

// An unfinished layer is made again.
func TestALayerIsMadeOnce(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "layer")
	made := 0
	whole := func(part string) error { made++; return os.WriteFile(filepath.Join(part, "file"), nil, 0o644) }
	broken := func(string) error { return errors.New("no network") }
	if err := once(folder, broken); err == nil || !strings.Contains(err.Error(), "no network") {
		t.Error(err)
	}
	for range 2 {
		if err := once(folder, whole); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := os.Stat(filepath.Join(folder, "file")); err != nil || made != 1 {
		t.Errorf("made %d times, %v", made, err)
	}
}
