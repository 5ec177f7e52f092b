package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/rowlens/rowlens/internal/version"
)

const root = "../../.."

func read(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(name)))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// Every package has the version in internal/version; go generate writes it.
func TestEveryFileHasTheVersion(t *testing.T) {
	for _, p := range places(version.Version) {
		text := read(t, p.file)
		stamped, err := p.apply(text)
		if err != nil {
			t.Error(err)
		} else if stamped != text {
			t.Errorf("%s differs from version %s in %s: run go generate ./internal/version", p.file, version.Version, p.find)
		}
	}
}

func TestAVersionIsThreeNumbers(t *testing.T) {
	if !regexp.MustCompile(`^\d+\.\d+\.\d+$`).MatchString(version.Version) {
		t.Errorf("the version is %q, want MAJOR.MINOR.PATCH", version.Version)
	}
}

func TestStampReplacesEveryMatch(t *testing.T) {
	for _, p := range places("7.8.9") {
		text := read(t, p.file)
		stamped, err := p.apply(text)
		if err != nil {
			t.Fatal(err)
		}
		for _, match := range regexp.MustCompile(p.find).FindAllStringSubmatch(stamped, -1) {
			if match[1] != p.value {
				t.Errorf("%s: %q has %q, want %q", p.file, match[0], match[1], p.value)
			}
		}
	}
	p := place{file: "x", find: `version (\d)`, value: "2", count: 1}
	if _, err := p.apply("no such text"); err == nil || !strings.Contains(err.Error(), "0 matches") {
		t.Errorf("a file without its version: %v", err)
	}
}

// Generated files have the version in the constant.
func TestGeneratedFilesHaveTheVersion(t *testing.T) {
	for file, want := range map[string]string{
		"cshared/python/src/rowlens/_abi.py":  `VERSION = "` + version.Version + `"`,
		"cshared/rust/rowlens-sys/src/abi.rs": `RL_VERSION: &str = "` + version.Version + `"`,
		"internal/exports/abi.json":           `"version": "` + version.Version + `"`,
		"cshared/python/pyproject.toml":       `version = { attr = "rowlens._abi.VERSION" }`,
		"cshared/rowlens_gen.c":               `return RL_VERSION;`,
	} {
		if !strings.Contains(read(t, file), want) {
			t.Errorf("%s lacks %q: run go generate ./internal/version ./internal/exports", file, want)
		}
	}
}
