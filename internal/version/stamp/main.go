// Command stamp writes the version into files that are not Go.
//
//	go generate ./internal/version
package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/rowlens/rowlens/internal/version"
)

// place is text in a file that repeats the version: each match of find has one
// group, which is replaced by value.
type place struct {
	file  string
	find  string
	value string
	count int // number of matches that the file must have
}

// places lists every file that repeats the version. What is generated from
// internal/exports follows by itself, as does the Python wheel.
func places(v string) []place {
	part := strings.SplitN(v, ".", 3)
	return []place{
		{"cshared/include/rowlens.h", `#define RL_VERSION "([^"]+)"`, v, 1},
		{"cshared/include/rowlens.h", `#define RL_VERSION_MAJOR (\d+)`, part[0], 1},
		{"cshared/include/rowlens.h", `#define RL_VERSION_MINOR (\d+)`, part[1], 1},
		{"cshared/include/rowlens.h", `#define RL_VERSION_PATCH (\d+)`, part[2], 1},
		{"cshared/java/pom.xml", `<artifactId>rowlens</artifactId>\s+<version>([^<]+)</version>`, v, 1},
		{"cshared/java/README.md", `rowlens-(\d+\.\d+\.\d+)\.jar`, v, 3},
		{"cshared/java/pom.xml", `<tag>v([^<]+)</tag>`, v, 1},
		{"cshared/java/wasm/pom.xml", `<artifactId>rowlens-wasm</artifactId>\s+<version>([^<]+)</version>`, v, 1},
		{"cshared/java/wasm/pom.xml", `<tag>v([^<]+)</tag>`, v, 1},
		{"cshared/package/rowlens-config.cmake", `set\(rowlens_LIBRARY_VERSION "([^"]+)"\)`, v, 1},
		{"cshared/rust/rowlens/Cargo.toml", `(?m)^version = "([^"]+)"`, v, 1},
		{"cshared/rust/rowlens/Cargo.toml", `rowlens-sys = \{ path = "../rowlens-sys", version = "=([^"]+)"`, v, 1},
		{"cshared/rust/rowlens-src/Cargo.toml", `(?m)^version = "([^"]+)"`, v, 1},
		{"cshared/rust/rowlens-sys/Cargo.toml", `(?m)^version = "([^"]+)"`, v, 1},
		{"cshared/rust/rowlens-sys/Cargo.toml", `rowlens-src = \{ path = "../rowlens-src", version = "=([^"]+)"`, v, 1},
		{"web/npm/package.json", `"version": "([^"]+)"`, v, 1},
	}
}

func main() {
	root := flag.String("root", ".", "the folder of go.mod")
	flag.Parse()
	for _, p := range places(version.Version) {
		if err := p.write(*root); err != nil {
			fmt.Fprintln(os.Stderr, "stamp:", err)
			os.Exit(1)
		}
	}
}

func (p place) write(root string) error {
	name := filepath.Join(root, filepath.FromSlash(p.file))
	old, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	text, err := p.apply(string(old))
	if err != nil {
		return err
	}
	return os.WriteFile(name, []byte(text), 0o644)
}

// apply returns text with the version inserted.
func (p place) apply(text string) (string, error) {
	found := regexp.MustCompile(p.find).FindAllStringSubmatchIndex(text, -1)
	if len(found) != p.count {
		return "", fmt.Errorf("%s: %d matches of %s, want %d", p.file, len(found), p.find, p.count)
	}
	var b strings.Builder
	end := 0
	for _, at := range found {
		b.WriteString(text[end:at[2]])
		b.WriteString(p.value)
		end = at[3]
	}
	b.WriteString(text[end:])
	return b.String(), nil
}
