package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/goreleaser/nfpm/v2"
	_ "github.com/goreleaser/nfpm/v2/deb" // registers itself
	"github.com/goreleaser/nfpm/v2/files"
	_ "github.com/goreleaser/nfpm/v2/rpm" // registers itself

	"github.com/rowlens/rowlens/internal/version"
)

// packages makes a deb and an rpm for each Linux processor.
func (r *release) packages() error {
	for _, p := range r.of("linux") {
		b, err := r.binary(p)
		if err != nil {
			return err
		}
		for _, form := range []string{"deb", "rpm"} {
			t, err := r.installed(form, b)
			if err != nil {
				return err
			}
			if err := r.packageOf(form, p, t, b.modules); err != nil {
				return err
			}
		}
	}
	return nil
}

// installed returns the files of a package at their installed paths, relative to the root.
func (r *release) installed(form string, b binary) (tree, error) {
	manuals, err := r.manuals()
	if err != nil {
		return nil, err
	}
	licences, err := r.licences()
	if err != nil {
		return nil, err
	}
	t := tree{program("usr/bin/rowlens", b.data)}
	for _, e := range manuals {
		switch {
		case strings.HasPrefix(e.name, manFolder):
			e.name += ".gz"
			if e.data, err = gzipped(e.data); err != nil {
				return nil, err
			}
		case form == "deb":
			e.name = strings.Replace(e.name, "zsh/site-functions", "zsh/vendor-completions", 1)
		}
		e.name = "usr/" + e.name
		t = append(t, e)
	}
	for _, e := range licences {
		if form == "deb" && e.name == "LICENSE" {
			e.name = "copyright" // the name under which Debian's users look for it
		}
		e.name = map[string]string{"deb": "usr/share/doc/rowlens/", "rpm": "usr/share/licenses/rowlens/"}[form] + e.name
		t = append(t, e)
	}
	return t, nil
}

// packageOf makes a package. The library that makes it reads the content from files.
func (r *release) packageOf(form string, p platform, t tree, modules []module) error {
	folder, err := os.MkdirTemp("", "rowlens-release-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	var contents files.Contents
	for i, e := range t {
		source := filepath.Join(folder, fmt.Sprint(i))
		if err := os.WriteFile(source, e.data, e.mode); err != nil {
			return err
		}
		contents = append(contents, &files.Content{
			Source:      source,
			Destination: "/" + e.name,
			FileInfo:    &files.ContentFileInfo{Owner: "root", Group: "root", Mode: e.mode, MTime: r.when},
		})
	}
	info := nfpm.WithDefaults(&nfpm.Info{
		Name: "rowlens", Arch: p.arch, Platform: "linux", Version: version.Version, Release: "1",
		Section: "database", Priority: "optional", Maintainer: authors, Vendor: authors,
		Description: summary + "\n" + details, Homepage: site, License: licence, DisableGlobbing: true, MTime: r.when,
		Overridables: nfpm.Overridables{
			Contents: contents,
			Deb:      nfpm.Deb{Compression: "gzip"},
			RPM:      nfpm.RPM{BuildHost: "rowlens", Summary: summary, Packager: authors, Compression: "gzip"},
		},
	})
	packager, err := nfpm.Get(form)
	if err != nil {
		return err
	}
	var b bytes.Buffer
	if err := packager.Package(info, &b); err != nil {
		return err
	}
	return r.add(packager.ConventionalFileName(info), b.Bytes(), modules)
}
