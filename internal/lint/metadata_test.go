package lint

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// The author, the licence and the origin.
const (
	site    = "https://github.com/rowlens/rowlens"
	authors = "The rowlens authors"
	licence = "Apache-2.0"
)

// Every package, seen on its own, says whose it is. What a registry requires in addition is
// checked by its own tool where the package is tested.
func TestEveryPackageHasItsMetadata(t *testing.T) {
	words := []string{`"hbase"`, `"rocksdb"`, `"accumulo"`, `"lmdb"`}
	for name, want := range map[string][]string{
		"cshared/python/pyproject.toml": append(words, `license = "`+licence+`"`, `authors = [{ name = "`+authors+`" }]`,
			`Homepage = "`+site+`"`, `Issues = "`+site+`/issues"`),
		"web/npm/package.json": append(words, `"license": "`+licence+`"`, `"author": "`+authors+`"`,
			`"homepage": "`+site+`#readme"`, `"url": "git+`+site+`.git", "directory": "web/npm"`, `"url": "`+site+`/issues"`),
		"cshared/rust/rowlens/Cargo.toml": append(words, `license = "`+licence+`"`, `authors = ["`+authors+`"]`,
			`homepage = "`+site+`"`, `repository = "`+site+`"`),
		"cshared/rust/rowlens-sys/Cargo.toml": append(words, `license = "`+licence+`"`, `authors = ["`+authors+`"]`,
			`homepage = "`+site+`"`, `repository = "`+site+`"`),
		// Maven Central requires these.
		"cshared/java/wasm/pom.xml": {"<name>rowlens-wasm</name>", "<name>" + licence + "</name>", "<name>" + authors + "</name>"},
		"cshared/java/pom.xml": {"<name>rowlens</name>", "<description>", "<url>" + site + "</url>", "<name>" + licence + "</name>",
			"<developers>", "<name>" + authors + "</name>", "<scm>", "<connection>scm:git:" + site + ".git</connection>"},
		"cshared/rowlens.pc.in":    {"URL: " + site, "Version: @VERSION@", "interface=1"},
		"internal/release/bill.go": {`"` + site + `"`, `"` + authors + `"`, `"` + licence + `"`},
		"NOTICE":                   {authors},
		"LICENSE":                  {"Apache License", "Version 2.0"},
	} {
		text, err := os.ReadFile(filepath.Join(root(t), filepath.FromSlash(name)))
		if err != nil {
			t.Fatal(err)
		}
		for _, part := range want {
			if !strings.Contains(string(text), part) {
				t.Errorf("%s lacks %s: instead, say in every package whose it is", name, part)
			}
		}
	}
}

// CMake and the loader use the same interface number.
func TestTheInterfaceHasOneNumber(t *testing.T) {
	for name, want := range map[string]string{
		"cshared/Makefile": "\nABI := 1\n",
		"cshared/package/rowlens-config-version.cmake": `set(PACKAGE_VERSION "1.0.0")`,
		"cshared/package/rowlens-config.cmake":         "librowlens.so.1",
		"cshared/rowlens.pc.in":                        "\ninterface=1\n",
		"cshared/include/rowlens.h":                    "#define RL_ABI_VERSION 1",
	} {
		text, err := os.ReadFile(filepath.Join(root(t), filepath.FromSlash(name)))
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(string(text), want) {
			t.Errorf("%s lacks %q: instead, raise the interface's number in all of these files at once", name, want)
		}
	}
}
