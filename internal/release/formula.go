package main

import (
	"bytes"
	"text/template"

	"github.com/rowlens/rowlens/internal/version"
)

// formulaText is the formula for Homebrew. It installs the archives, because a build from source would need Go.
var formulaText = template.Must(template.New("formula").Parse(`class Rowlens < Formula
  desc "Decodes and explains the bytes that databases store"
  homepage "{{.Site}}"
  version "{{.Version}}"
  license "{{.Licence}}"
{{range .Systems}}
  on_{{.Name}} do
{{- range .Archives}}
    on_{{.Processor}} do
      url "{{$.Site}}/releases/download/v{{$.Version}}/{{.File}}"
      sha256 "{{.Sum}}"
    end
{{- end}}
  end
{{end}}
  def install
    bin.install "rowlens"
    prefix.install "LICENSE", "NOTICE", "THIRD_PARTY"
    man1.install Dir["share/man/man1/*.1"]
    bash_completion.install "share/bash-completion/completions/rowlens"
    zsh_completion.install "share/zsh/site-functions/_rowlens"
    fish_completion.install "share/fish/vendor_completions.d/rowlens.fish"
  end

  test do
    assert_match "rowlens #{version} ", shell_output("#{bin}/rowlens version")
  end
end
`))

type (
	formulaSystem struct {
		Name     string
		Archives []formulaArchive
	}
	formulaArchive struct{ Processor, File, Sum string }
)

// formula makes the file for Homebrew, with the hashes of the archives.
func (r *release) formula() error {
	var systems []formulaSystem
	for _, s := range []struct{ goos, name string }{{"darwin", "macos"}, {"linux", "linux"}} {
		system := formulaSystem{Name: s.name}
		for _, p := range r.of(s.goos) {
			processor := map[string]string{"amd64": "intel", "arm64": "arm"}[p.arch]
			system.Archives = append(system.Archives, formulaArchive{processor, p.archive(), r.sumOf(p.archive())})
		}
		if system.Archives != nil {
			systems = append(systems, system)
		}
	}
	var b bytes.Buffer
	err := formulaText.Execute(&b, struct {
		Site, Version, Licence string
		Systems                []formulaSystem
	}{site, version.Version, licence, systems})
	if err != nil {
		return err
	}
	return r.add("rowlens.rb", b.Bytes(), nil)
}

// sumOf returns the hash of an artefact that was made earlier.
func (r *release) sumOf(name string) string {
	for _, a := range r.artefacts {
		if a.name == name {
			return a.sha256
		}
	}
	return ""
}
