package main

import (
	"bytes"
	"debug/buildinfo"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// binary is the command for a platform, with the modules linked into it and into the page's decoder.
type binary struct {
	data    []byte
	modules []module
}

// notices go into every artefact that contains code.
var notices = []string{"LICENSE", "NOTICE", "THIRD_PARTY"}

// completions says where each shell looks for its file, below a prefix.
var completions = []struct{ shell, file string }{
	{"bash", "share/bash-completion/completions/rowlens"},
	{"zsh", "share/zsh/site-functions/_rowlens"},
	{"fish", "share/fish/vendor_completions.d/rowlens.fish"},
}

const (
	manFolder  = "share/man/man1"
	powerShell = "rowlens.ps1"
)

// binary returns the command for a platform as make built it.
func (r *release) binary(p platform) (binary, error) {
	if b, ok := r.binaries[p]; ok {
		return b, nil
	}
	data, err := os.ReadFile(r.path("dist/command/" + p.String() + "/rowlens"))
	if err != nil {
		return binary{}, fmt.Errorf("%w: make release builds it", err)
	}
	info, err := buildinfo.Read(bytes.NewReader(data))
	if err != nil {
		return binary{}, err
	}
	for _, s := range info.Settings {
		if s.Key == "CGO_ENABLED" && s.Value != "0" {
			return binary{}, fmt.Errorf("the command for %s links a C library: build it with CGO_ENABLED=0", p)
		}
	}
	page, err := r.decoder() // which the command embeds
	if err != nil {
		return binary{}, err
	}
	b := binary{data, union(ofBuild(info), page)}
	r.binaries[p] = b
	return b, nil
}

// licences returns the files with licences and notices.
func (r *release) licences() (tree, error) {
	var t tree
	for _, name := range notices {
		text, err := os.ReadFile(r.path(name))
		if err != nil {
			return nil, err
		}
		t = append(t, file(name, text))
	}
	return t, nil
}

// manuals returns the manual pages and the completions, as written by this machine's command.
func (r *release) manuals() (tree, error) {
	if r.shared != nil {
		return r.shared, nil
	}
	program, err := filepath.Abs(r.path("bin/rowlens"))
	if err != nil {
		return nil, err
	}
	folder, err := os.MkdirTemp("", "rowlens-release-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(folder)
	if _, err := r.said(folder, program, "man", "--write", folder); err != nil {
		return nil, err
	}
	pages, err := read(folder)
	if err != nil {
		return nil, err
	}
	t := pages.below(manFolder)
	for _, c := range completions {
		script, err := r.said(folder, program, "completion", c.shell)
		if err != nil {
			return nil, err
		}
		t = append(t, file(c.file, script))
	}
	r.shared = t
	return t, nil
}

// commands makes an archive for each platform.
func (r *release) commands() error {
	licences, err := r.licences()
	if err != nil {
		return err
	}
	for _, p := range r.platforms {
		b, err := r.binary(p)
		if err != nil {
			return err
		}
		folder := name("rowlens", p.os, p.arch)
		if p.os == "windows" {
			err = r.windows(folder, b, licences)
		} else {
			err = r.unix(folder, b, licences)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (r *release) unix(folder string, b binary, licences tree) error {
	manuals, err := r.manuals()
	if err != nil {
		return err
	}
	t := append(tree{program("rowlens", b.data)}, licences...)
	packed, err := append(t, manuals...).below(folder).tarGz(r.when)
	if err != nil {
		return err
	}
	return r.add(folder+".tar.gz", packed, b.modules)
}

func (r *release) windows(folder string, b binary, licences tree) error {
	script, err := r.said(r.root, "bin/rowlens", "completion", "powershell")
	if err != nil {
		return err
	}
	t := tree{program("rowlens.exe", b.data), file(powerShell, script)}
	packed, err := append(t, licences.forWindows()...).below(folder).zip(r.when)
	if err != nil {
		return err
	}
	return r.add(folder+".zip", packed, b.modules)
}

// forWindows returns texts with the line ends of Windows.
func (t tree) forWindows() (list tree) {
	for _, e := range t {
		list = append(list, file(e.name+".txt", bytes.ReplaceAll(e.data, []byte("\n"), []byte("\r\n"))))
	}
	return list
}

// archive returns the file name of the command's archive for a platform.
func (p platform) archive() string {
	if p.os == "windows" {
		return name("rowlens", p.os, p.arch) + ".zip"
	}
	return name("rowlens", p.os, p.arch) + ".tar.gz"
}

// of returns the platforms with one of the systems.
func (r *release) of(systems ...string) (list []platform) {
	for _, p := range r.platforms {
		if strings.Contains(" "+strings.Join(systems, " ")+" ", " "+p.os+" ") {
			list = append(list, p)
		}
	}
	return list
}
