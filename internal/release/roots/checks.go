package main

import (
	"fmt"
	"regexp"
	"strings"
)

// check is an artefact to be installed and used in a root.
type check struct {
	what    string   // name of the artefact
	files   []string // of the release, as patterns; libraries they need begin with dist/
	layer   layer
	script  string            // in the folder scripts; empty for what runs alone
	helper  string            // another file in that folder, for the script
	alone   string            // processor of a command that runs without any other file
	sources map[string]source // examples from the documentation, by the file names they get
	wants   []string          // expected output
	needs   []need
}

// source is the first block in a language in a document.
type source struct{ document, language string }

// need is a requirement that an artefact states, and how it shows when unmet.
type need struct {
	of      string // name in a root's list of versions
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
	wineVersion   = `/usr/lib/wine/wine64 --version | sed 's/wine-\([0-9.]*\).*/Wine \1/'`
	pageVersion   = `chromium --version | sed 's/\(Chromium [0-9]*\).*/\1/'`
)

// Packages that a root needs for a language, in addition to the smallest Debian.
const (
	withC      = "gcc g++ libc6-dev pkg-config"
	withPython = "python3 python3-venv"
	withRust   = "cargo rustc gcc libc6-dev"
	withWine   = "wine64 unzip"
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
	wheel   = "rowlens-*-py3-none-*_x86_64.whl"
	jar     = "rowlens-[0-9.]*[0-9].jar"
)

// checks returns all checks, in the order of the table.
func checks() []check {
	var list []check
	for _, arch := range []string{"amd64", "arm64"} {
		archive := "rowlens-*[0-9]-linux-" + arch + ".tar.gz"
		list = append(list, check{what: "command, " + arch, files: []string{archive}, alone: arch, wants: explained},
			check{what: "image, " + arch, files: []string{"rowlens-*-image.oci.tar"}, alone: arch, wants: explained})
	}
	list = append(list, check{what: "command, Windows", files: []string{"rowlens-*[0-9]-windows-amd64.zip"}, script: "windows", wants: explained,
		layer: layer{suite: "trixie", packages: withWine, version: wineVersion}})
	for _, suite := range []string{"bullseye", "jammy", "bookworm", "noble", "trixie"} {
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
	)
	for _, page := range [][2]string{{"page, one file", "rowlens-*-page.html"}, {"page, folder", "rowlens-*-page.tar.gz"}} {
		list = append(list, check{what: page[0], files: []string{page[1]}, script: "page", helper: "page.py", wants: explained[1:],
			layer: layer{suite: "trixie", packages: "chromium chromium-driver python3", version: pageVersion}})
	}
	return append(list, libraries()...)
}

// name returns the name by which a check is selected and reported.
func (c *check) name() string {
	detail := c.layer.packages
	if c.layer.node != "" {
		detail = c.layer.node
	}
	return strings.TrimSpace(fmt.Sprintf("%s: %s %s", c.what, c.layer.title(), detail))
}
