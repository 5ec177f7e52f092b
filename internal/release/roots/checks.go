package main

import (
	"fmt"
	"regexp"
	"strings"
)

// check is an artefact, installed and used in a root.
type check struct {
	what    string   // the artefact
	files   []string // of the release, as patterns; libraries beside them begin with dist/
	layer   layer
	script  string            // of the folder scripts; none for what runs alone
	helper  string            // another file of that folder, for the script
	alone   string            // the processor of a command that runs without any other file
	sources map[string]source // examples of the documentation, by the name they get
	wants   []string          // what is printed
	needs   []need
}

// source is the first block of a language in a document.
type source struct{ document, language string }

// need is what an artefact says that it needs, and how its absence shows.
type need struct {
	of      string // as the versions of a root call it
	least   func(archive string) (string, error)
	refusal *regexp.Regexp
}

const (
	glibcVersion  = "getconf GNU_LIBC_VERSION"
	pythonVersion = `python3 -c 'import sys; print("Python %d.%d" % sys.version_info[:2])'`
	javaVersion   = `java -version 2>&1 | sed -n '1s/[^"]*"\([0-9]*\).*/Java \1/p'`
	nodeVersion   = `node -p '"Node " + process.versions.node.split(".")[0]'`
	rustVersion   = `rustc --version | sed 's/rustc \([0-9]*\.[0-9]*\).*/Rust \1/'`
	gccVersion    = `echo "gcc $(gcc -dumpversion)"`
	rpmVersion    = `rpm --version | sed 's/.* \([0-9]*\.[0-9]*\).*/rpm \1/'`
	pageVersion   = `chromium --version | sed 's/\(Chromium [0-9]*\).*/\1/'`
)

// packages that a root has for a language, beside the smallest Debian.
const (
	withC      = "gcc g++ libc6-dev pkg-config"
	withPython = "python3 python3-venv"
	withRust   = "cargo rustc gcc libc6-dev"
)

var (
	needsGlibc = need{"glibc", glibcOf, regexp.MustCompile(`GLIBC_2\.\d+|not a supported wheel`)}
	needsJava  = need{"Java", javaOf, regexp.MustCompile(`UnsupportedClassVersionError|class file has wrong version`)}
	needsNode  = need{"Node", saidIn(`^package/package\.json$`, `"node": ">=(\d+)"`), regexp.MustCompile(`EBADENGINE`)}
	needsRust  = need{"Rust", saidIn(`/Cargo\.toml$`, `rust-version = "([\d.]+)"`), regexp.MustCompile(`requires rustc|older than the .2021. edition`)}
	explained  = []string{"rowlens ", "edge count row key"}
)

const (
	deb     = "rowlens_*_amd64.deb"
	library = "rowlens-*-c-linux-amd64.tar.gz"
	wheel   = "rowlens-*-py3-none-*x86_64.whl"
	jar     = "rowlens-[0-9.]*[0-9].jar"
)

// checks are all that is tried, in the order of the table.
func checks() []check {
	var list []check
	for _, arch := range []string{"amd64", "arm64"} {
		archive := "rowlens-*[0-9]-linux-" + arch + ".tar.gz"
		list = append(list, check{what: "command, " + arch, files: []string{archive}, alone: arch, wants: explained},
			check{what: "image, " + arch, files: []string{"rowlens-*-image.oci.tar"}, alone: arch, wants: explained})
	}
	for _, suite := range []string{"bullseye", "bookworm", "trixie"} {
		list = append(list, check{what: "deb, amd64", files: []string{deb}, script: "deb", helper: "serves.sh",
			wants: explained, layer: layer{suite: suite}})
	}
	list = append(list,
		check{what: "deb, arm64", files: []string{"rowlens_*_arm64.deb"}, script: "arm64", wants: explained, layer: layer{suite: "trixie"}},
		check{what: "deb, manual pages", files: []string{deb}, script: "man", wants: []string{"rowlens-decode", "rowlens-verify (1)"},
			layer: layer{suite: "trixie", packages: "man-db"}},
		check{what: "conformance archive", files: []string{"rowlens-*-conformance.tar.gz", deb}, script: "conform",
			wants: []string{" passed, 0 failed, 0 unsupported", "implexus.element.0001/decode", " 1 failed, 0 unsupported"}, layer: layer{suite: "trixie"}},
		check{what: "rpm, x86_64", files: []string{"rowlens-*.x86_64.rpm"}, script: "rpm", helper: "serves.sh", wants: append(explained, "License     : Apache-2.0"),
			layer: layer{suite: "trixie", packages: "rpm", version: rpmVersion}},
		check{what: "page, one file", files: []string{"rowlens-*-page.html"}, script: "page", helper: "page.py", wants: explained[1:],
			layer: layer{suite: "trixie", packages: "chromium chromium-driver python3", version: pageVersion}},
	)
	return append(list, libraries()...)
}

// libraries are the packages of languages, each in every version of the language that can be had.
func libraries() (list []check) {
	for _, suite := range []string{"bullseye", "bookworm", "trixie"} {
		list = append(list, check{what: "C library", files: []string{library}, script: "c", needs: []need{needsGlibc},
			sources: map[string]source{"example.c": {"docs/c.md", "c"}}, wants: []string{`{"table":"demo.follow"`, "row 0: 3"},
			layer: layer{suite: suite, packages: withC, version: gccVersion}})
	}
	for _, suite := range []string{"bullseye", "bookworm", "trixie"} {
		list = append(list, check{what: "wheel", files: []string{wheel}, script: "python", needs: []need{needsGlibc},
			sources: map[string]source{"example.py": {"cshared/python/README.md", "python"}},
			wants:   []string{"edge-count {'type': 'string', 'value': 'item'}", "[None, 'unterminated', None]"},
			layer:   layer{suite: suite, packages: withPython, version: pythonVersion}})
	}
	for _, l := range []layer{{suite: "bullseye", packages: "openjdk-11-jdk-headless"}, {suite: "bullseye", packages: "openjdk-17-jdk-headless"},
		{suite: "bookworm", packages: "openjdk-17-jdk-headless"}, {suite: "trixie", packages: "openjdk-21-jdk-headless"}} {
		l.version = javaVersion
		list = append(list, check{what: "JAR", files: []string{jar, "dist/java/lib/jna-*.jar"}, script: "java",
			needs:   []need{needsJava, needsGlibc},
			sources: map[string]source{"Example.java": {"cshared/java/README.md", "java"}},
			wants:   []string{"edge-count {type=string, value=item}", "item 1526621597 2"}, layer: l})
	}
	for _, l := range []layer{{suite: "bookworm", packages: "nodejs", npm: true}, {suite: "trixie", packages: "nodejs", npm: true},
		{suite: "trixie", packages: "libstdc++6", node: "node22", npm: true}, {suite: "trixie", packages: "libstdc++6", node: "node24", npm: true}} {
		l.version = nodeVersion
		list = append(list, check{what: "npm package", files: []string{"rowlens-[0-9]*.tgz"}, script: "node", needs: []need{needsNode},
			sources: map[string]source{"example.mjs": {"web/npm/README.md", "js"}}, wants: []string{"edge-count item"}, layer: l})
	}
	for _, suite := range []string{"bullseye", "bookworm", "trixie"} {
		list = append(list, check{what: "crates", script: "rust",
			files: []string{"rowlens-[0-9]*.crate", "rowlens-src-*.crate", "rowlens-sys-*.crate", library},
			needs: []need{needsRust}, sources: map[string]source{"main.rs": {"cshared/rust/rowlens/README.md", "rust"}}, wants: []string{"ran to its end"},
			layer: layer{suite: suite, packages: withRust, version: rustVersion}})
	}
	return list
}

// name is what a check is called where it is chosen and reported.
func (c *check) name() string {
	detail := c.layer.packages
	if c.layer.node != "" {
		detail = c.layer.node
	}
	return strings.TrimSpace(fmt.Sprintf("%s: %s %s", c.what, c.layer.title(), detail))
}
